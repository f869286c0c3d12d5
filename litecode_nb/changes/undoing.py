"""Undo and redo: which change set is meant, and what the history tells."""

from pathlib import Path

from litecode_nb.changes.recovering import make_ready
from litecode_nb.changes.reversing import reverse
from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.history import HistoryEntry, HistoryState, Story
from litecode_nb.errors import NothingToUndo
from litecode_nb.store.journal import Journal


def undo(root: Path, journal: Journal) -> Applied:
    """Take the last applied change set back.

    A file that holds what was written gets its old bytes again, all of them. In a file
    that changed since, such as a notebook that was run, the units are put back that
    still hold what was written.

    Raises:
        NothingToUndo: No change set is applied.
        Conflict: Units were edited since; it names all of them.
        WriteFailed: A file could not be written; all are as they were.
        StoreError: The journal cannot be used.
    """
    root = root.resolve()
    with journal.state.lock():
        notes = make_ready(root, journal)
        story = _last_committed(journal.stories())
        if story is None:
            message = "No change is applied that could be undone."
            raise NothingToUndo(message)
        return reverse(root, journal, story, notes)


def redo(root: Path, journal: Journal) -> Applied:
    """Apply the change set again that was undone last; see `undo`.

    Raises:
        NothingToUndo: None was undone since the last one was applied.
        Conflict: Units were edited since; it names all of them.
        WriteFailed: A file could not be written; all are as they were.
        StoreError: The journal cannot be used.
    """
    root = root.resolve()
    with journal.state.lock():
        notes = make_ready(root, journal)
        story = _last_undone(journal.stories())
        if story is None:
            message = "No change was undone that could be made again."
            raise NothingToUndo(message)
        return reverse(root, journal, story, notes)


def last_applied(journal: Journal) -> ChangeSet | None:
    """Give the change set that `undo` would take back; None without one.

    Raises:
        StoreError: The journal cannot be read.
    """
    story = _last_committed(journal.stories())
    return None if story is None else story.latest.change_set


def last_undone(journal: Journal) -> ChangeSet | None:
    """Give the change set that `redo` would make again; None without one.

    Raises:
        StoreError: The journal cannot be read.
    """
    story = _last_undone(journal.stories())
    return None if story is None else story.latest.change_set


def history(journal: Journal) -> tuple[HistoryEntry, ...]:
    """Give all change sets that the journal still has, oldest first.

    Raises:
        StoreError: The journal cannot be read.
    """
    return tuple(_entry(story) for story in journal.stories())


def _last_committed(stories: tuple[Story, ...]) -> Story | None:
    applied = (s for s in reversed(stories) if s.state is HistoryState.COMMITTED)
    return next(applied, None)


def _last_undone(stories: tuple[Story, ...]) -> Story | None:
    """Find what was undone last; a change that came after an undo ends its redo."""
    real = [s.origin for s in stories if s.state is not HistoryState.ABORTED]
    newest = max(real, default=0)
    undone = [
        story
        for story in stories
        if story.state is HistoryState.UNDONE and story.latest.number > newest
    ]
    return max(undone, key=lambda story: story.latest.number, default=None)


def _entry(story: Story) -> HistoryEntry:
    change_set = story.latest.change_set
    return HistoryEntry(
        change_set=change_set.id,
        summary=change_set.summary,
        instruction=change_set.instruction,
        made_at=change_set.made_at,
        state=story.state,
        documents=change_set.documents,
    )
