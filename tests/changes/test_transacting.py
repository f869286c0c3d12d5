"""Others write at the same time: an editor, a checkout, a second litecode."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import an_edit
from faulty_disks import FailingDisk, TornDisk
from litecode_nb.changes.applying import apply
from litecode_nb.changes.recovering import recover
from litecode_nb.changes.undoing import history, undo
from litecode_nb.documents import trust
from litecode_nb.domain.history import HistoryState
from litecode_nb.errors import Conflict, OutsideProject, StoreError, WriteFailed
from litecode_nb.files.disk import Step
from sample_tree import (
    NOTEBOOK,
    a_cell_edit,
    a_journal,
    a_notebook,
    a_project,
    a_wide_change,
    applied,
    tree_of,
)


class BusyDisk(TornDisk):
    """Runs a piece of code just before a step at a path; once."""

    def __init__(self, step: Step, name: str, action: Callable[[], object]) -> None:
        self.step = step
        self.name = name
        self.action: Callable[[], object] | None = action

    def before(self, step: Step, path: Path) -> None:
        if self.action and step == self.step and path.name == self.name:
            action, self.action = self.action, None
            action()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return a_project(tmp_path / "project")


def change_with(root: Path, disk: TornDisk) -> object:
    return apply(root, a_wide_change(), a_journal(root, disk))


def test_a_file_saved_before_its_turn_is_not_overwritten(root: Path) -> None:
    plot = root / "src" / "plot.py"
    old = tree_of(root)
    disk = BusyDisk("replace", "load.py", lambda: plot.write_bytes(b"mine"))
    with pytest.raises(Conflict, match="by another program just now"):
        change_with(root, disk)
    mode = old["src/plot.py"][1]
    assert tree_of(root) == old | {"src/plot.py": (b"mine", mode)}


def test_a_file_saved_after_its_turn_is_not_overwritten(root: Path) -> None:
    load, plot = root / "src" / "load.py", root / "src" / "plot.py"

    def save() -> None:
        load.write_bytes(b"mine")
        plot.write_bytes(b"too")

    with pytest.raises(WriteFailed, match=r"src/load\.py.* left as it is"):
        change_with(root, BusyDisk("replace", "plot.py", save_failing(save)))
    assert load.read_bytes() == b"mine"
    assert (root / NOTEBOOK).read_bytes() == a_notebook("a = 1", "b = 2", "c = 3")


def save_failing(save: Callable[[], None]) -> Callable[[], None]:
    def both() -> None:
        save()
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    return both


def test_a_file_made_meanwhile_is_not_overwritten(root: Path) -> None:
    new = root / "made" / "deep" / "new.py"
    disk = BusyDisk("replace", "plot.py", lambda: new.write_bytes(b"mine"))
    with pytest.raises(Conflict):
        change_with(root, disk)
    assert new.read_bytes() == b"mine"
    assert (root / "old.py").exists()


def test_a_folder_that_becomes_a_link_out_is_not_followed(root: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "plot.py").write_bytes((root / "src" / "plot.py").read_bytes())

    def swap() -> None:
        (root / "src").rename(root / "away")
        (root / "src").symlink_to(outside)

    before = tree_of(outside)
    with pytest.raises((OutsideProject, WriteFailed)):
        change_with(root, BusyDisk("replace", NOTEBOOK, swap))
    assert tree_of(outside) == before


def test_an_interrupt_in_the_middle_leaves_all_files_old(root: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    old = tree_of(root)
    with pytest.raises(KeyboardInterrupt):
        change_with(root, BusyDisk("replace", "plot.py", interrupt))
    assert tree_of(root) == old


def test_a_failed_change_is_told_as_aborted(root: Path) -> None:
    with pytest.raises(WriteFailed):
        change_with(root, BusyDisk("replace", "plot.py", save_failing(lambda: None)))
    states = [entry.state for entry in history(a_journal(root))]
    assert states == [HistoryState.ABORTED]


def test_a_journal_that_cannot_be_written_stops_it_before_anything(root: Path) -> None:
    (root / ".litecode").write_text("in the way")
    old = tree_of(root)
    with pytest.raises(StoreError, match="not a folder"):
        applied(root, an_edit("print('old')\n", "x", document="old.py"))
    assert tree_of(root) == old


class StuckDisk(FailingDisk):
    """Cannot be written to from the nth step on, not even to put something back."""

    def before(self, step: Step, path: Path) -> None:
        self.count += step == "replace" and path.suffix == ".py"
        if self.count > self.at:
            raise OSError(self.error, os.strerror(self.error), str(path))


def test_what_cannot_be_put_back_is_put_back_later(root: Path) -> None:
    old = tree_of(root)
    with pytest.raises(WriteFailed, match="could not all be put back"):
        change_with(root, StuckDisk(1, errno.EROFS))
    assert tree_of(root) != old
    recover(root, a_journal(root))
    assert tree_of(root) == old


class LateDisk(TornDisk):
    """Fails just after a commit, and again in the middle of taking it back."""

    def __init__(self) -> None:
        self.is_committed = False
        self.failing = [("sync folder", "journal"), ("replace", "plot.py")]

    def before(self, step: Step, path: Path) -> None:
        self.is_committed |= path.name.endswith("-done.json")
        if self.is_committed and (step, path.name) in self.failing:
            self.failing.remove((step, path.name))
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))


def test_a_commit_that_may_not_last_is_taken_back_even_later(root: Path) -> None:
    old = tree_of(root)
    with pytest.raises(WriteFailed):
        change_with(root, LateDisk())
    recover(root, a_journal(root))
    assert tree_of(root) == old


def test_nothing_new_is_written_on_top_of_what_is_half_done(root: Path) -> None:
    with pytest.raises(WriteFailed):
        change_with(root, StuckDisk(1, errno.EROFS))
    plot = an_edit("x = 1\r\ny = 2", "z", document="src/plot.py")
    half = tree_of(root)
    readable = a_journal(root, LockOnlyDisk())
    with pytest.raises(WriteFailed, match="earlier change is half done"):
        apply(root, a_wide_change().only([plot.unit]), readable)
    assert tree_of(root) == half


class LockOnlyDisk(TornDisk):
    """Refuses all but what a lock needs."""

    def before(self, step: Step, path: Path) -> None:
        if path.name != "lock":
            raise OSError(errno.EROFS, f"{os.strerror(errno.EROFS)}: {step}")


@pytest.fixture
def jupyter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the data folder of a Jupyter that has its key for signing."""
    folder = tmp_path / "jupyter"
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(folder))
    folder.mkdir()
    (folder / "notebook_secret").write_bytes(b"a key for tests")
    return folder


def a_cell_change(root: Path) -> None:
    applied(root, a_cell_edit("cell0", "a = 1", "a = 2"))


@pytest.mark.usefixtures("jupyter")
def test_a_trusted_notebook_stays_trusted(root: Path) -> None:
    trust.sign((root / NOTEBOOK).read_bytes())
    a_cell_change(root)
    assert trust.is_trusted((root / NOTEBOOK).read_bytes())


@pytest.mark.usefixtures("jupyter")
def test_a_notebook_that_is_not_trusted_stays_so(root: Path) -> None:
    a_cell_change(root)
    assert not trust.is_trusted((root / NOTEBOOK).read_bytes())


@pytest.mark.usefixtures("jupyter")
def test_undo_keeps_the_trust(root: Path) -> None:
    trust.sign((root / NOTEBOOK).read_bytes())
    a_cell_change(root)
    read = json.loads((root / NOTEBOOK).read_bytes())
    read["cells"][1]["outputs"] = []
    run = json.dumps(read).encode()
    (root / NOTEBOOK).write_bytes(run)
    trust.sign(run)
    undo(root, a_journal(root))
    assert trust.is_trusted((root / NOTEBOOK).read_bytes())
