"""After a crash: every change that was begun becomes wholly done or wholly undone."""

from pathlib import Path

from litecode_nb.changes.writing import Transaction
from litecode_nb.domain.history import Record
from litecode_nb.errors import StoreError, WriteFailed
from litecode_nb.store.journal import Journal


def recover(root: Path, journal: Journal) -> tuple[str, ...]:
    """Put right what a killed process left half done; cheap where there is nothing.

    A file that was changed since is never overwritten.

    Returns:
        What the person should know, one or two sentences each.
    """
    try:
        if not journal.needs_care():
            return ()
        with journal.state.lock():
            return settle(root.resolve(), journal)
    except StoreError as error:
        return (f"An unfinished change could not be looked at. {error}",)


def settle(root: Path, journal: Journal) -> tuple[str, ...]:
    """Do what `recover` does; the caller holds the state folder's lock.

    Raises:
        StoreError: The journal cannot be used.
    """
    aside = [
        f"A record of the journal is damaged and was renamed to {path}. Files may be "
        "half changed if litecode was stopped while it wrote; look at them."
        for path in journal.set_damaged_aside()
    ]
    return (*aside, *(_settled(root, journal, r) for r in journal.unfinished()))


def make_ready(root: Path, journal: Journal) -> tuple[str, ...]:
    """Settle what is unfinished before something new is written.

    Raises:
        WriteFailed: Something stays unfinished.
        StoreError: The journal cannot be used.
    """
    notes = settle(root, journal)
    if journal.has_unfinished():
        message = (
            f"Nothing was written, since an earlier change is half done. {notes[-1]}"
        )
        raise WriteFailed(message)
    return notes


def _settled(root: Path, journal: Journal, record: Record) -> str:
    name = f"“{record.change_set.summary}” ({record.transition.value})"
    work = Transaction(root=root, record=record, disk=journal.state.disk)
    try:
        if work.is_complete():
            work.finish()
            journal.commit(record)
            return f"{name} had been interrupted at its end; it is complete now."
        left = work.take_back(journal.objects.content)
        journal.abort(record)
    except OSError as error:
        reason = error.strerror or error
        return f"{name} was interrupted and cannot be taken back yet: {reason}."
    if not left:
        return f"{name} had been interrupted; all files are as they were before."
    documents = ", ".join(f"`{each}`" for each in left)
    return (
        f"{name} had been interrupted and was taken back. {documents} changed since "
        "and was left as it is; look at it."
    )
