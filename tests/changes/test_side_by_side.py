"""Two kernels and a terminal on one project: no update is lost, none is torn."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from builders import a_change_set, an_edit
from faulty_disks import TornDisk, fork
from litecode_nb.changes.applying import apply
from litecode_nb.changes.undoing import history, undo
from litecode_nb.domain.history import HistoryState
from litecode_nb.errors import Conflict
from sample_tree import a_journal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")

PROCESSES = 3
ROUNDS = 6
COUNTER = "counter.py"
SHADOW = "shadow.py"


def count_up(root: Path) -> None:
    """Add one to two modules, as often as another was faster."""
    while True:
        text = (root / COUNTER).read_text()
        more = f"n = {int(text.removeprefix('n = ')) + 1}"
        edits = [an_edit(text, more, document=name) for name in (COUNTER, SHADOW)]
        try:
            apply(root, a_change_set(*edits), a_journal(root, TornDisk()))
        except Conflict:
            continue
        return


def repeat(root: Path) -> None:
    for _ in range(ROUNDS):
        count_up(root)


def started(action: Callable[[], None]) -> int:
    child = fork()
    if child != 0:
        return child
    status = 1
    try:
        action()
        status = 0
    finally:
        os._exit(status)


def together(action: Callable[[], None]) -> list[int]:
    """Run an action in several processes at once; give how they ended."""
    children = [started(action) for _ in range(PROCESSES)]
    return [os.waitstatus_to_exitcode(os.waitpid(each, 0)[1]) for each in children]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in (COUNTER, SHADOW):
        (tmp_path / name).write_text("n = 0")
    return tmp_path


def test_no_update_of_several_processes_is_lost(root: Path) -> None:
    assert together(partial(repeat, root)) == [0] * PROCESSES
    assert (root / COUNTER).read_text() == f"n = {PROCESSES * ROUNDS}"
    assert (root / SHADOW).read_text() == f"n = {PROCESSES * ROUNDS}"


def test_every_update_of_several_processes_can_be_undone(root: Path) -> None:
    together(partial(repeat, root))
    for _ in range(PROCESSES * ROUNDS):
        undo(root, a_journal(root, TornDisk()))
    assert (root / COUNTER).read_text() == "n = 0"
    states = {entry.state for entry in history(a_journal(root))}
    assert states == {HistoryState.UNDONE}
