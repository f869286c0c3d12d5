"""Requests that no plan can stand for: said at once, and with what to do instead."""

import re

from litecode_nb.domain.project import ProjectMap
from litecode_nb.errors import PlanError
from litecode_nb.planning.intents import bare
from litecode_nb.project.implied import definers
from litecode_nb.project.path_words import path_words

_REARRANGE = re.compile(
    r"^(?:move|swap|reorder|merge|join|duplicate|copy|verschiebe?|tausche?|kopiere?)\s+"
    r"(?:(?:the|die|den)\s+)?(?:[\w-]+\s+){0,2}?(?:cells?|zellen?)\b"
    r"|^split\s+(?:the\s+)?(?:\w+\s+)?cells?\b",
    re.IGNORECASE,
)
_NEW_FILE = re.compile(
    r"^(?:add|create|make|write|generate|start|erstelle?|schreibe?|lege?|erzeuge?)\s+"
    r"(?:me\s+)?(?:an?|another|eine?n?)\s+(?:(?:new|empty|python|neue[sn]?|leere[sn]?)"
    r"\s+){0,2}(?:module|file|notebook|script|modul|datei|skript)\b"
    r"(?![-\s]+(?:cells?|functions?|class|name|path|handle|argument|parameter|header))",
    re.IGNORECASE,
)


def refuse_what_cannot_be_done(instruction: str, project: ProjectMap) -> None:
    """Stop a request that asks for what there is no task for.

    Raises:
        PlanError: It moves, copies, joins or splits cells; or it wants a new file and
            does not say which, or one that is no notebook or module.
    """
    text = bare(instruction)
    if _REARRANGE.search(text):
        message = (
            "Cells cannot be moved, copied, joined or split here, only changed, added "
            "and deleted. Do that in the notebook itself."
        )
        raise PlanError(message)
    if not _NEW_FILE.search(text):
        return
    words = path_words(instruction, definers(project).keys())
    if not words:
        message = (
            "Which path shall the new file have? Name it in the request, such as "
            '"create src/plots.py with …".'
        )
        raise PlanError(message)
    if not any(word.is_document for word in words):
        message = (
            f"`{words[0].path}` is neither a notebook nor a module, so it cannot be "
            "written here. Name a path that ends in .py or .ipynb."
        )
        raise PlanError(message)
