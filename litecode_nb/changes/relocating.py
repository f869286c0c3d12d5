"""Edits of a former change set, readdressed to where their units are today."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from litecode_nb.documents.base import Document
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.unit import UnitKind

NO_DIGEST = "00000000"
"""No cell has it, so a cell with this address is found by its position and its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A document in two states.

    Attributes:
        old: As it was when the edits were made, which their positions count in.
        now: As it is today.
    """

    old: Document
    now: Document


def undoing_edits(edits: Sequence[Edit], ground: Ground) -> tuple[Edit, ...]:
    """Give the edits that take back edits of one document that were made.

    Args:
        edits: As they were applied.
        ground: The document before them and today.
    """
    ordered = sorted(edits, key=lambda edit: edit.position)
    return tuple(
        _readdressed(edit.inverted(), _shifted(n, ordered), ground)
        for n, edit in enumerate(ordered)
    )


def redoing_edits(edits: Sequence[Edit], ground: Ground) -> tuple[Edit, ...]:
    """Give the edits that make edits of one document again that were undone.

    Args:
        edits: As they were first applied.
        ground: The document before them and today.
    """
    ordered = sorted(edits, key=lambda edit: edit.position)
    return tuple(_readdressed(edit, edit.position, ground) for edit in ordered)


def _shifted(n: int, ordered: Sequence[Edit]) -> int:
    """Give the position of the nth edit's unit after all edits were made.

    A cell stands where it stood, less the deleted ones above it, plus the created ones
    above it: of two created at one place, the first comes first.
    """
    edit = ordered[n]
    gone = sum(e.deletes for e in ordered if e.position < edit.position)
    made = sum(
        each.creates
        for m, each in enumerate(ordered)
        if each.position < edit.position
        or (each.position == edit.position and (m < n or not edit.creates) and m != n)
    )
    return edit.position - gone + made


def _readdressed(edit: Edit, position: int, ground: Ground) -> Edit:
    """Let an edit name its unit as the document does today."""
    if edit.kind is UnitKind.MODULE:
        return edit
    name = edit.unit.rpartition("#")[2]
    if edit.creates:
        # A cell that had no id must not get the address of one that is there today.
        name = f"{edit.position}~back" if "~" in name else name
        position = _place(edit, position, ground)
    elif "~" in name:
        name = f"{position}~{NO_DIGEST}"
    unit = UnitId(f"{edit.document}#{name}")
    return replace(edit, position=position, unit=unit)


def _place(edit: Edit, position: int, ground: Ground) -> int:
    """Find the place of a new cell: after the cell that it once followed."""
    today = {unit.id: unit.position for unit in ground.now.units}
    above = [unit.id for unit in ground.old.units if unit.position < edit.position]
    for unit in reversed(above):
        if unit in today and "~" not in unit:
            return today[unit] + 1
    return min(position, len(ground.now.units))
