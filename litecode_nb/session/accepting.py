"""What was accepted of a proposal: the part to be written, and how to remember it."""

from collections.abc import Collection
from datetime import UTC, datetime

from litecode_nb.domain.edit import ChangeSet
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.errors import ChangeError, DocumentIsOpen


def accepted(
    change_set: ChangeSet,
    units: Collection[UnitId] | None,
    open_documents: Collection[DocumentPath],
) -> ChangeSet:
    """Give the part of a change set that may be written.

    Args:
        change_set: What was proposed.
        units: The units that were chosen; None for all.
        open_documents: Notebooks that must not be written over.

    Raises:
        ChangeError: Nothing was chosen.
        DocumentIsOpen: A notebook that may have unsaved work is among them.
    """
    chosen = change_set if units is None else change_set.only(units)
    if not chosen.edits:
        message = "No change was chosen, so nothing was written."
        raise ChangeError(message)
    barred = [each for each in chosen.documents if each in open_documents]
    if barred:
        message = (
            f"{barred[0]} is open and may have unsaved work, so nothing was written. "
            "Save it, apply with `--force`, and reload it from the disk."
        )
        raise DocumentIsOpen(message)
    return chosen


def memory_entry(change_set: ChangeSet) -> MemoryEntry:
    """Give the memory of a change set that was just written."""
    return MemoryEntry(
        instruction=change_set.instruction,
        summary=change_set.summary,
        units=tuple(edit.unit for edit in change_set.edits),
        change_set=change_set.id,
        made_at=datetime.now(UTC),
    )
