"""One transition as a whole: written down, carried out, committed; or taken back."""

import contextlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from litecode_nb.changes.targets import missing_folders, refuse_read_only, target
from litecode_nb.changes.writing import Transaction
from litecode_nb.documents import trust
from litecode_nb.domain.edit import ChangeSet
from litecode_nb.domain.history import Rewrite, Story
from litecode_nb.errors import Conflict, StoreError, WriteFailed
from litecode_nb.files import digest
from litecode_nb.store.journal import Folders, Journal


def transact(
    root: Path,
    journal: Journal,
    change_set: ChangeSet,
    rewrites: Sequence[Rewrite],
    *,
    undoes: Story | None = None,
) -> None:
    """Write files, all or none; the caller holds the state folder's lock.

    Args:
        root: The project's folder.
        journal: Where it is written down first.
        change_set: What the person asked for.
        rewrites: Every file with its bytes before and after.
        undoes: What is taken back or done again; None for a change set that is new.

    Raises:
        WriteFailed: A step failed; all files are as they were.
        Conflict: A file changed in the meantime; all files are as they were.
    """
    real = [each for each in rewrites if each.before != each.after]
    paths = [target(root, each.document) for each in real]
    refuse_read_only(paths)
    folders = Folders(
        makes=missing_folders(root, paths),
        removes=tuple(reversed(undoes.latest.makes)) if undoes else (),
    )
    try:
        record = journal.begin(change_set, real, folders, undoes=undoes)
    except StoreError as error:
        message = f"Nothing was written, since no undo could be kept. {error}"
        raise WriteFailed(message) from error
    with contextlib.ExitStack() as on_failure:
        work = Transaction(root=root, record=record, disk=journal.state.disk)
        on_failure.push(partial(_roll_back, journal, work, real))
        try:
            _keep_trust(real)
            work.carry_out(real)
            journal.commit(record)
        except (OSError, StoreError) as error:
            raise _write_failed(error) from error
        on_failure.pop_all()
    # What is left over costs only room, and the next transition tries again.
    with contextlib.suppress(StoreError):
        journal.prune()


def _keep_trust(rewrites: Sequence[Rewrite]) -> None:
    """Sign the new bytes of trusted notebooks, before anyone can see them unsigned."""
    for each in rewrites:
        if each.before is None or each.after is None:
            continue
        if each.document.endswith(".ipynb") and trust.is_trusted(each.before):
            trust.sign(each.after)


def _roll_back(
    journal: Journal, work: Transaction, rewrites: Sequence[Rewrite], *raised: object
) -> None:
    """Make all files as they were; the old bytes come from memory, not the disk.

    Args:
        journal: Where the end is written down.
        work: What was begun.
        rewrites: What holds the old bytes.
        raised: Type, value and trace of what stopped it, as a context manager gets.
    """
    held = {digest(r.before): r.before for r in rewrites if r.before is not None}
    try:
        # A commit whose durability failed is on the disk all the same.
        journal.reopen(work.record)
        left = work.take_back(held.__getitem__)
        journal.abort(work.record)
    except (OSError, StoreError) as error:
        message = (
            f"Writing failed, and the old files could not all be put back: {error}. "
            "The journal keeps them; start litecode again to have it put right."
        )
        raise WriteFailed(message) from error
    _, cause, *_ = raised
    known = cause.units if isinstance(cause, Conflict) else ()
    if others := [f"`{each}`" for each in left if each not in known]:
        message = (
            f"Writing failed. {', '.join(others)} had been changed by another program "
            "by then and was left as it is; all other files are as they were."
        )
        raise WriteFailed(message)


def _write_failed(error: OSError | StoreError) -> WriteFailed:
    reason = error.strerror if isinstance(error, OSError) else None
    return WriteFailed(
        f"Writing failed: {reason or error}. All files are as they were; make room for "
        "them, or make them writable, and try again."
    )
