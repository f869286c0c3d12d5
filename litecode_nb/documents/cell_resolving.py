"""Edits onto cells: which cell does an edit mean, and is it still what it was?"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litecode_nb.documents.cells import FIRST_MINOR_WITH_IDS, Cell
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import StaleUnit, UnknownUnit

_PLACE = re.compile(r"(\d{1,9})~[0-9a-f]{8}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CellChanges:
    """What shall become of a notebook's cells.

    Attributes:
        replaced: New sources by position.
        deleted: Positions of the cells that go.
        created: Edits that insert a cell, sorted by position.
    """

    replaced: Mapping[int, str]
    deleted: frozenset[int]
    created: tuple[Edit, ...]


def resolved(
    path: DocumentPath, cells: tuple[Cell, ...], edits: Sequence[Edit], *, minor: int
) -> CellChanges:
    """Find the cells that edits mean; there is at most one edit for each unit.

    A cell whose address is not written in the file is also found by its kind and its
    exact text: at the position that the edit names, or anywhere if only one is alike.

    Raises:
        UnknownUnit: There is no such cell.
        StaleUnit: The cell holds another text, or is there although it should not be.
    """
    for edit in edits:
        if edit.document != path or edit.kind is UnitKind.MODULE:
            raise _unknown(edit)
    found = _found(cells, edits, minor=minor)
    created = sorted((e for e in edits if e.creates), key=lambda edit: edit.position)
    return CellChanges(
        replaced={
            found[edit.unit]: edit.after
            for edit in edits
            if edit.after is not None and not edit.creates
        },
        deleted=frozenset(found[edit.unit] for edit in edits if edit.deletes),
        created=tuple(created),
    )


def _found(
    cells: tuple[Cell, ...], edits: Sequence[Edit], *, minor: int
) -> Mapping[UnitId, int]:
    """Map units to positions: those with an exact address first, then the others."""
    found = _found_by_address(cells, edits)
    for edit in edits:
        if edit.creates or edit.unit in found:
            continue
        if _is_written(edit.unit, minor=minor):
            raise _unknown(edit)
        free = [c for c in cells if c.unit.position not in found.values()]
        found[edit.unit] = _found_by_text(free, edit, count=len(cells))
    return found


def _found_by_address(
    cells: tuple[Cell, ...], edits: Sequence[Edit]
) -> dict[UnitId, int]:
    by_id = {cell.unit.id: cell.unit for cell in cells}
    found: dict[UnitId, int] = {}
    for edit in edits:
        unit = by_id.get(edit.unit)
        if unit is None:
            continue
        if (unit.source, unit.kind) != (edit.before, edit.kind):
            raise _stale(edit)
        found[edit.unit] = unit.position
    return found


def _found_by_text(free: Sequence[Cell], edit: Edit, *, count: int) -> int:
    place = _PLACE.fullmatch(_fragment(edit.unit))
    position = int(place.group(1)) if place else edit.position
    same = [
        cell.unit.position
        for cell in free
        if (cell.unit.source, cell.unit.kind) == (edit.before, edit.kind)
    ]
    if position in same:
        return position
    if len(same) == 1:
        return same[0]
    raise _stale(edit) if position < count else _unknown(edit)


def _is_written(unit: UnitId, *, minor: int) -> bool:
    """Whether a unit's address should stand in the file as the cell's id."""
    return minor >= FIRST_MINOR_WITH_IDS and "~" not in _fragment(unit)


def _fragment(unit: UnitId) -> str:
    return unit.rpartition("#")[2]


def _unknown(edit: Edit) -> UnknownUnit:
    return UnknownUnit(
        f"`{edit.document}` has no cell `{_fragment(edit.unit)}`; it may have been "
        "deleted since. Ask again, so that the notebook is read as it is now."
    )


def _stale(edit: Edit) -> StaleUnit:
    what = "is already there" if edit.creates else "changed since it was read"
    return StaleUnit(
        f"{edit.label} {what}, so it was left alone. Ask again, so that its present "
        "text is used."
    )
