"""Writes what was accepted, and nothing else: the last step before the disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from litecode_magics.notebook_context import NotebookContext
from litecode_magics.views.record import Step
from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import CommandError, DocumentIsOpen, NotebookUnknown

if TYPE_CHECKING:
    from litecode_nb.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """What a person agreed to.

    Attributes:
        context: Where they said so.
        forces: Whether an open notebook may be overwritten.
        remembers: Whether the memory of changes gets an entry.
    """

    context: NotebookContext
    forces: bool = False
    remembers: bool = True


def write(session: "Session", change_set: ChangeSet, consent: Consent) -> Applied:
    """Write a change set whole.

    Raises:
        DocumentIsOpen: It would write over a notebook with perhaps unsaved work.
        NotebookUnknown: It would write a notebook, and any may be the open one.
        ChangeError: It cannot be written; all files are as they were.
    """
    open_documents = consent.context.protected(session.root, change_set.documents)
    if open_documents and not consent.forces:
        _refuse_unknown(consent.context, open_documents)
    return session.apply(
        change_set,
        open_documents=open_documents,
        force=consent.forces,
        remember=consent.remembers,
    )


def take_back(session: "Session", consent: Consent) -> Applied:
    """Undo the last change, unless that writes over an open notebook.

    Raises:
        DocumentIsOpen: It does.
        ChangeError: There is nothing to undo, or units were edited since.
    """
    _refuse_open(session, session.last_applied(), consent)
    return session.undo()


def make_again(session: "Session", consent: Consent) -> Applied:
    """Redo what was undone last, unless that writes over an open notebook.

    Raises:
        DocumentIsOpen: It does.
        ChangeError: There is nothing to redo, or units were edited since.
    """
    _refuse_open(session, session.last_undone(), consent)
    return session.redo()


def chosen_part(change_set: ChangeSet, numbers: Sequence[int]) -> ChangeSet:
    """Give the part of a change set with these 1-based numbers; all without any.

    Raises:
        CommandError: A number is none of its edits.
    """
    count = len(change_set.edits)
    if strange := [number for number in numbers if not 1 <= number <= count]:
        message = (
            f"The proposal has changes 1 to {count}; {strange[0]} is none of them."
        )
        raise CommandError(message)
    if not numbers:
        return change_set
    return change_set.only(change_set.edits[number - 1].unit for number in numbers)


def drop(
    session: "Session", change_set: ChangeSet, numbers: Sequence[int]
) -> tuple[ChangeSet, ChangeSet | None]:
    """Drop what waits, or some of it; give what was dropped and what still waits.

    Raises:
        CommandError: A number is none of its edits.
    """
    dropped = chosen_part(change_set, numbers)
    gone = {edit.unit for edit in dropped.edits}
    left = change_set.only(e.unit for e in change_set.edits if e.unit not in gone)
    session.reject(gone)
    return dropped, left if left.edits else None


def step_of(applied: Applied, asked: ChangeSet) -> Step:
    """Say what was done: "take that back" is written as the undo that it is."""
    return Step.APPLIED if applied.change_set.id == asked.id else Step.UNDONE


def open_ones(
    applied: Applied, root: Path, context: NotebookContext
) -> tuple[DocumentPath, ...]:
    """Give the documents that were written although a window shows them."""
    return context.protected(root, applied.change_set.documents)


def _refuse_open(
    session: "Session", change_set: ChangeSet | None, consent: Consent
) -> None:
    documents = change_set.documents if change_set is not None else ()
    open_documents = consent.context.protected(session.root, documents)
    if not open_documents or consent.forces:
        return
    _refuse_unknown(consent.context, open_documents)
    message = (
        f"{open_documents[0]} is open and may have unsaved work, so nothing was "
        "written. Save it, repeat this with `--force`, and reload it from the disk."
    )
    raise DocumentIsOpen(message)


def _refuse_unknown(
    context: NotebookContext, open_documents: Sequence[DocumentPath]
) -> None:
    """Where it is unknown which notebook is open, none may be written."""
    if context.path is None and context.has_front_end:
        message = (
            "It cannot be told which notebook this cell is in, so "
            f"{open_documents[0]} was not written: it may be open with unsaved work. "
            "Save the notebook and run the cell again, or add `--notebook PATH`."
        )
        raise NotebookUnknown(message)
