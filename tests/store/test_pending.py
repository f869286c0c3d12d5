from pathlib import Path

import pytest

from builders import a_change_set, an_edit
from litecode_nb.errors import StoreError
from litecode_nb.store.layout import StateFolder
from litecode_nb.store.pending import clear_pending, load_pending, save_pending


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    return StateFolder.open(tmp_path)


def test_nothing_waits_at_first(state: StateFolder) -> None:
    assert load_pending(state) is None
    assert not state.path.exists()


def test_a_change_waits_for_another_process(state: StateFolder) -> None:
    save_pending(state, a_change_set(an_edit(None, "a\ud800")))
    again = StateFolder.open(state.root)
    assert load_pending(again) == a_change_set(an_edit(None, "a\ud800"))


def test_a_later_change_takes_its_place(state: StateFolder) -> None:
    save_pending(state, a_change_set(change_set="c1"))
    save_pending(state, a_change_set(change_set="c2"))
    waiting = load_pending(state)
    assert waiting is not None
    assert waiting.id == "c2"


def test_a_cleared_change_does_not_wait(state: StateFolder) -> None:
    save_pending(state, a_change_set())
    clear_pending(state)
    assert load_pending(state) is None


def test_clearing_nothing_makes_no_folder(state: StateFolder) -> None:
    clear_pending(state)
    assert not state.path.exists()


def test_a_damaged_one_is_told_once(state: StateFolder) -> None:
    state.write(state.pending_file, b"{")
    with pytest.raises(StoreError, match=r"renamed to .*pending\.json\.damaged"):
        load_pending(state)
    assert load_pending(state) is None
