"""The proposal that waits for a yes or no, so that another process can give it."""

from litecode_nb.domain.edit import ChangeSet
from litecode_nb.errors import StoreError
from litecode_nb.store import records
from litecode_nb.store.layout import StateFolder


def save_pending(state: StateFolder, change_set: ChangeSet) -> None:
    """Keep a change set as the one that waits, in place of an earlier one.

    Raises:
        StoreError: It cannot be written.
    """
    plain = {"change_set": records.change_set_to_json(change_set)}
    with state.lock():
        state.write(state.pending_file, records.to_bytes(plain))


def load_pending(state: StateFolder) -> ChangeSet | None:
    """Give the change set that waits; None where none does.

    Raises:
        StoreError: It is damaged; it was set aside, so that the next one can be kept.
    """
    path = state.pending_file
    data = state.read(path)
    if data is None:
        return None
    try:
        return records.from_bytes(
            data,
            lambda plain: records.change_set_from_json(plain["change_set"]),
            path.name,
        )
    except StoreError as error:
        aside = state.set_aside(path)
        message = (
            f"The proposal cannot be read, so it was renamed to {aside}. Ask again."
        )
        raise StoreError(message) from error


def clear_pending(state: StateFolder) -> None:
    """Keep no change set as waiting.

    Raises:
        StoreError: It cannot be removed.
    """
    if state.pending_file.exists():
        with state.lock():
            state.remove(state.pending_file)
