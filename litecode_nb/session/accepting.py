"""What was accepted of a proposal: the part to be written, and how to remember it."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime

from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.errors import ChangeError, DocumentIsOpen, StoreError
from litecode_nb.store.layout import StateFolder
from litecode_nb.store.memory_file import forget, remember
from litecode_nb.store.pending import clear_pending
from litecode_nb.tokens.base import TokenCounter


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


def with_what_was_dropped(applied: Applied, proposed: ChangeSet) -> Applied:
    """Say which edits of a proposal were not chosen: they do not wait any longer."""
    written = {edit.unit for edit in applied.change_set.edits}
    dropped = [edit.label for edit in proposed.edits if edit.unit not in written]
    if not dropped:
        return applied
    note = f"Not chosen, so dropped: {', '.join(dropped)}."
    return replace(applied, notes=(*applied.notes, note))


def remembered(
    applied: Applied, state: StateFolder, counter: TokenCounter | None
) -> Applied:
    """Drop what waited and remember what was written.

    The files are on the disk by then, so a state folder that fails becomes a note.

    Args:
        applied: What was written.
        state: The project's state folder.
        counter: Measures the memory's entry; None to leave the memory alone.
    """
    try:
        clear_pending(state)
        if counter is not None:
            remember(state, memory_entry(applied.change_set), counter)
    except StoreError as error:
        return _noted(applied, error)
    return applied


def forgotten(applied: Applied, state: StateFolder) -> Applied:
    """Drop what waited and forget what was taken back; a failure becomes a note."""
    try:
        clear_pending(state)
        forget(state, applied.change_set.id)
    except StoreError as error:
        return _noted(applied, error)
    return applied


def _noted(applied: Applied, error: StoreError) -> Applied:
    return replace(applied, notes=(*applied.notes, str(error)))


def memory_entry(change_set: ChangeSet) -> MemoryEntry:
    """Give the memory of a change set that was just written."""
    return MemoryEntry(
        instruction=change_set.instruction,
        summary=change_set.summary,
        units=tuple(edit.unit for edit in change_set.edits),
        change_set=change_set.id,
        made_at=datetime.now(UTC),
    )
