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
_TOUCH = re.compile(
    r"^(?:delete|remove|erase|drop|edit|change|update|fix|rename|overwrite|move"
    r"|lösche?|entferne?|ändere?|bearbeite?)\s+(?:(?:the|die|das|den)\s+)?"
    r"(?:(?:data|csv|json|text)[\s-]+)?(?:(?:file|table|datei|tabelle)\s+)?"
    r"[`'\"]?(?P<path>[^\s`'\"]+)[`'\"]?\s*[.!]?$",
    re.IGNORECASE,
)


def refuse_what_cannot_be_done(instruction: str, project: ProjectMap) -> None:
    """Stop a request that asks for what there is no task for.

    Raises:
        PlanError: It changes or deletes a file of another kind; it moves, copies, joins
            or splits cells; or it wants a new file and does not say which, or one that
            is no notebook or module.
    """
    text = bare(instruction)
    if _REARRANGE.search(text):
        message = (
            "Cells cannot be moved, copied, joined or split here, only changed, added "
            "and deleted. Do that in the notebook itself."
        )
        raise PlanError(message)
    _refuse_other_files(text, project)
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


def _refuse_other_files(text: str, project: ProjectMap) -> None:
    """Stop a request whose only object is a file that is no notebook or module."""
    found = _TOUCH.match(text.strip())
    if found is None:
        return
    path = found["path"].rstrip(".,!")
    if any(f"/{other}".endswith(f"/{path}") for other in project.other_files):
        message = (
            f"`{path}` is neither a notebook nor a module, so it is not changed or "
            "deleted here. Do that yourself; the code that reads it can be changed."
        )
        raise PlanError(message)
