"""A change set taken back or made again: which bytes each file shall get."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from litecode_nb.changes.applying import digests_of
from litecode_nb.changes.preparing import conflict, rewrites_for
from litecode_nb.changes.relocating import Ground, redoing_edits, undoing_edits
from litecode_nb.changes.targets import find
from litecode_nb.changes.transacting import transact
from litecode_nb.documents.base import Document
from litecode_nb.documents.opening import new_document, open_document
from litecode_nb.domain.edit import Applied, ChangeSet, Edit
from litecode_nb.domain.history import FileChange, HistoryState, Rewrite, Story
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import StoreError, UnreadableDocument
from litecode_nb.store.journal import Journal


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """One change set that is taken back or done again."""

    root: Path
    journal: Journal
    story: Story

    @property
    def change_set(self) -> ChangeSet:
        return self.story.latest.change_set

    @property
    def is_undo(self) -> bool:
        return self.story.state is HistoryState.COMMITTED

    @property
    def files(self) -> Mapping[DocumentPath, FileChange]:
        return {file.document: file for file in self.story.latest.files}


def reverse(
    root: Path, journal: Journal, story: Story, notes: tuple[str, ...]
) -> Applied:
    """Take an applied change set back, or make one again that was taken back.

    The caller holds the state folder's lock, and nothing is unfinished.

    Args:
        root: The project's folder.
        journal: What knows the former bytes.
        story: The change set and what became of it.
        notes: What the person should know besides.

    Raises:
        Conflict: Units were edited since; it names all of them.
        WriteFailed: A file could not be written; all are as they were.
    """
    turn = _Turn(root=root, journal=journal, story=story)
    former = [_exact(turn, document) for document in turn.change_set.documents]
    exact = {each.document: each for each in former if each is not None}
    edits = tuple(e for e in turn.change_set.edits if e.document not in exact)
    rewrites = (*exact.values(), *_by_units(turn, edits))
    transact(root, journal, turn.change_set, rewrites, undoes=story)
    return Applied(
        change_set=turn.change_set.inverted() if turn.is_undo else turn.change_set,
        digests=digests_of(rewrites),
        notes=(*notes, *_about_outputs(turn, edits)),
    )


def _exact(turn: _Turn, document: DocumentPath) -> Rewrite | None:
    """Give a file its former bytes; None where it is not what was written."""
    file = turn.files.get(document)
    if file is None:
        return None
    now = find(turn.root, document)
    if now.digest == file.before:
        return Rewrite(document=document, before=now.data, after=now.data)
    if now.digest != file.after:
        return None
    try:
        former = turn.journal.content(file.before)
    except StoreError:
        return None
    mode = file.mode if now.data is None else now.mode
    return Rewrite(document=document, before=now.data, after=former, mode=mode)


def _by_units(turn: _Turn, edits: tuple[Edit, ...]) -> tuple[Rewrite, ...]:
    """Put single units back in files that changed since.

    Raises:
        Conflict: Some of them were edited since; it names all of them.
    """
    if not edits:
        return ()
    part = replace(turn.change_set, edits=edits)
    readdressed: list[Edit] = []
    refused: dict[str, str] = {}
    for document in part.documents:
        mine = [edit for edit in edits if edit.document == document]
        try:
            readdressed += _for_today(turn, document, mine)
        except UnreadableDocument as error:
            refused[document] = str(error)
    if refused:
        raise conflict(refused)
    rewrites = rewrites_for(turn.root, replace(part, edits=tuple(readdressed)))
    return tuple(_without_empty_notebook(turn, each) for each in rewrites)


def _for_today(
    turn: _Turn, document: DocumentPath, edits: list[Edit]
) -> tuple[Edit, ...]:
    """Readdress the edits of one document to where its units are."""
    file = turn.files.get(document)
    now = find(turn.root, document).data
    if now is None and file is not None and file.after is not None:
        message = f"`{document}` was deleted since. Restore it, or leave it so."
        raise UnreadableDocument(message)
    readdress: Callable[[list[Edit], Ground], tuple[Edit, ...]]
    readdress = undoing_edits if turn.is_undo else redoing_edits
    ground = Ground(old=_as_edited(turn, document), now=_opened(document, now))
    return readdress(edits, ground)


def _as_edited(turn: _Turn, document: DocumentPath) -> Document:
    """Open a document as it was when the edits were made, if the journal has it."""
    file = turn.files.get(document)
    if file is None:
        return new_document(document)
    try:
        former = turn.journal.content(file.before if turn.is_undo else file.after)
        return _opened(document, former)
    except (StoreError, UnreadableDocument):
        return new_document(document)


def _opened(document: DocumentPath, data: bytes | None) -> Document:
    return new_document(document) if data is None else open_document(document, data)


def _without_empty_notebook(turn: _Turn, rewrite: Rewrite) -> Rewrite:
    """Delete a notebook that the change set created, once its last cell is gone."""
    file = turn.files.get(rewrite.document)
    was_created = turn.is_undo and file is not None and file.before is None
    if not was_created or rewrite.after is None:
        return rewrite
    has_cells = open_document(rewrite.document, rewrite.after).units
    return rewrite if has_cells else replace(rewrite, after=None)


def _about_outputs(turn: _Turn, edits: tuple[Edit, ...]) -> tuple[str, ...]:
    """Name the cells that came back by their text alone."""
    if not turn.is_undo:
        return ()
    cells = [
        edit for edit in edits if edit.deletes and edit.kind is not UnitKind.MODULE
    ]
    return tuple(
        f"{edit.label} is back without its outputs, since the notebook changed since."
        for edit in cells
    )
