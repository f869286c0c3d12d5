"""The one cell that a request describes: `the plot`, `the cell that computes top`.

English and German. Where a description fits two cells, a planner is asked.
"""

import re
from collections.abc import Iterator

from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.domain.unit import UnitOutline
from litecode_nb.planning.hints import places_of

_CELL_THAT = re.compile(
    r"\bcell\s+(?:that|which|where|in which)\s+(?:we\s+|it\s+)?(?:(?P<makes>defines?|"
    r"computes?|calculates?|creates?|makes?|sets?|loads?|reads?|builds?)|(?:prints?|"
    r"shows?|plots?|displays?|uses?|draws?|outputs?|saves?))\s+(?:the\s+)?[`'\"]?"
    r"(?P<name>\w+)",
    re.IGNORECASE,
)
_ZELLE_DIE = re.compile(
    r"\bzelle,?\s+(?:die|in der)\s+(?:die\s+|den\s+|das\s+)?[`'\"]?(?P<name>\w+)[`'\"]?"
    r"\s+(?:(?P<makes>berechnet|definiert|lädt|erzeugt|liest|setzt)|(?:zeigt|ausgibt|"
    r"verwendet|benutzt|plottet|zeichnet|speichert))",
    re.IGNORECASE,
)
_THE = re.compile(
    r"(?:\b(?P<before>\w+)\s+)?\b(?:the|das|die|den|dem|der|vom|im|zum)\s+"
    r"(?P<word>[^\W\d_]{4,})\b",
    re.IGNORECASE,
)
_BESIDE = frozenset(
    (
        *("before", "after", "above", "below", "under", "behind", "like", "as", "than"),
        *("vor", "nach", "über", "unter", "wie"),
    )
)


def cell_meant(
    instruction: str,
    action: Action | None,
    notebook: DocumentOutline,
    project: ProjectMap,
) -> UnitId | None:
    """Find the cell that a request describes without doubt.

    Args:
        instruction: The request.
        action: What kind of request it is: only something new goes beside a cell.
        notebook: The notebook that the request is about.
        project: The map.
    """
    by_relation = _that_makes_or_takes(instruction, notebook)
    if by_relation is not None:
        return by_relation
    found = {
        places
        for word in _things(instruction, action)
        if (places := places_of(word, _by_id(notebook), project))
    }
    only = found.pop() if len(found) == 1 else ()
    return UnitId(only[0]) if len(only) == 1 else None


def _that_makes_or_takes(instruction: str, notebook: DocumentOutline) -> UnitId | None:
    """Find `the cell that computes X`, or `the cell that prints X`."""
    found = _CELL_THAT.search(instruction) or _ZELLE_DIE.search(instruction)
    if found is None:
        return None
    name = found["name"]
    makes = [unit for unit in notebook.units if name in unit.defines]
    takes = [unit for unit in notebook.units if name in unit.uses and unit not in makes]
    meant = makes if found["makes"] else takes
    return meant[0].id if len(meant) == 1 else None


def _things(instruction: str, action: Action | None) -> Iterator[str]:
    """Give what is spoken of as `the …`, where that can be the place of the action."""
    for found in _THE.finditer(instruction):
        is_beside = (found["before"] or "").lower() in _BESIDE
        if is_beside is (action is Action.CREATE):
            yield found["word"]


def _by_id(notebook: DocumentOutline) -> dict[str, UnitOutline]:
    return {unit.id: unit for unit in notebook.units}
