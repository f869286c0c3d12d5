"""A change set onto the disk: all of it, or nothing."""

from collections.abc import Iterable
from pathlib import Path

from litecode_nb.changes.preparing import rewrites_for
from litecode_nb.changes.recovering import make_ready
from litecode_nb.changes.targets import target
from litecode_nb.changes.transacting import transact
from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.history import Rewrite
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import ChangeError
from litecode_nb.files import digest
from litecode_nb.store.journal import Journal


def apply(root: Path, change_set: ChangeSet, journal: Journal) -> Applied:
    """Write a change set.

    Files are read anew, so that an edit meets what is there now; all new bytes are made
    in memory first; the journal keeps old and new bytes before anything is touched.

    Raises:
        Conflict: Units changed since the edits were made; it names all of them.
        WriteFailed: A file could not be written; all are as they were.
        OutsideProject: A path is not that of a document in the project.
        StoreError: The state folder cannot be used.
        ChangeError: There is no edit.
    """
    if not change_set.edits:
        message = "The change has no edits left, so nothing was written. Ask again."
        raise ChangeError(message)
    root = root.resolve()
    with journal.state.lock():
        notes = make_ready(root, journal)
        rewrites = rewrites_for(root, change_set)
        notes += _about_hard_links(root, rewrites)
        transact(root, journal, change_set, rewrites)
    return Applied(change_set=change_set, digests=digests_of(rewrites), notes=notes)


def digests_of(rewrites: Iterable[Rewrite]) -> dict[DocumentPath, str | None]:
    """Give the digest of each document after it was written; None where it is gone."""
    return {
        each.document: None if each.after is None else digest(each.after)
        for each in rewrites
    }


def _about_hard_links(root: Path, rewrites: Iterable[Rewrite]) -> tuple[str, ...]:
    """Name files with a second name: a replaced file parts from it."""
    linked = [each.document for each in rewrites if _names(root, each) > 1]
    return tuple(
        f"`{name}` had a second name (a hard link), which keeps the old text."
        for name in linked
    )


def _names(root: Path, rewrite: Rewrite) -> int:
    if rewrite.before is None:
        return 1
    return target(root, rewrite.document).stat().st_nlink
