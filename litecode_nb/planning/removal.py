"""Requests that only remove things by name: `delete src/old.py`, `remove by_month`.

The one way to delete a document as a whole: its path must be the very thing that the
request says to delete, so that "remove the cell from a.ipynb" never costs a notebook.
"""

import re
from collections.abc import Mapping

from litecode_nb.domain.ids import DocumentPath, document_of
from litecode_nb.domain.project import ProjectMap, Target
from litecode_nb.planning.intents import bare
from litecode_nb.project.implied import Place, definers
from litecode_nb.project.subjects import document_meant, name_meant

_REMOVE = re.compile(
    r"(?:delete|remove|drop|erase|get rid of|lösche?|entferne?)\s+(?P<rest>.+)",
    re.IGNORECASE,
)
_REMOVE_LAST = re.compile(r"(?P<rest>.+?)\s+(?:löschen|entfernen)", re.IGNORECASE)
_REASON = re.compile(
    r"(?:,?\s+(?:because|since|as (?:it|nobody|we)|weil|da (?:es|sie|er))\b"
    r"|,\s+(?:nobody|no one|nothing|it|it['\u2019]s|they|we|which|niemand|sie|es)\b"
    r"|[.!;]\s).*$",
    re.IGNORECASE | re.DOTALL,
)
_AND = re.compile(r"\s*(?:,|\band\b|\bund\b)\s*", re.IGNORECASE)
_WITHIN = re.compile(r"\s+(?:from|in|of|aus|von)\s+(?P<where>\S+\.py)$", re.IGNORECASE)
_WITH_SUFFIX = re.compile(r"\.(?:py|ipynb)[`'\"]?$")


def removed(instruction: str, project: ProjectMap) -> tuple[Target, ...]:
    """Give what a request names for deletion, and nothing else asks for.

    Documents are named by path, functions and classes of modules by name. Empty where
    anything in the request is not understood.
    """
    text = bare(instruction).strip().rstrip(".!")
    found = _REMOVE.fullmatch(text) or _REMOVE_LAST.fullmatch(text)
    if found is None:
        return ()
    rest = _REASON.sub("", found["rest"]).strip()
    known = definers(project)
    targets = [_target(item, project, known) for item in _AND.split(rest)]
    return tuple(target for target in targets if target) if all(targets) else ()


def _target(
    item: str, project: ProjectMap, known: Mapping[str, tuple[Place, ...]]
) -> Target | None:
    if _WITH_SUFFIX.search(item) and not _WITHIN.search(item):
        document = document_meant(item, project)
        return Target(document=document.path) if document else None
    return _definition(item, project, known)


def _definition(
    item: str, project: ProjectMap, known: Mapping[str, tuple[Place, ...]]
) -> Target | None:
    """Find the one definition in a module that is named, if it is only one."""
    within = _WITHIN.search(item)
    home = document_meant(within["where"], project) if within else None
    name = name_meant(_WITHIN.sub("", item), known)
    if name is None or (within and home is None):
        return None
    places = [
        place
        for place in known[name]
        if place.section and (home is None or document_of(place.unit) == home.path)
    ]
    return _as_target(places[0]) if len(places) == 1 else None


def _as_target(place: Place) -> Target:
    document = DocumentPath(document_of(place.unit))
    return Target(document=document, unit=place.unit, section=place.section)
