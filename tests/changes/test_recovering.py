"""Recovery looks before it writes: later work stays, and so does all outside."""

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faulty_disks import FailingDisk, TornDisk
from litecode_nb.changes.applying import apply
from litecode_nb.changes.recovering import recover
from litecode_nb.changes.undoing import history
from litecode_nb.domain.history import HistoryState
from litecode_nb.errors import WriteFailed
from litecode_nb.files import digest
from litecode_nb.files.disk import Step
from sample_tree import NOTEBOOK, a_journal, a_project, a_wide_change, tree_of


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return a_project(tmp_path / "project")


class StuckDisk(TornDisk):
    """Carries out only so many steps on documents; then nothing works any more."""

    def __init__(self, swaps: int) -> None:
        self.swaps = swaps

    def before(self, step: Step, path: Path) -> None:
        is_commit = path.name.endswith("-done.json")
        is_document = ".litecode" not in str(path)
        is_swap = step in {"replace", "unlink"} and (is_document or is_commit)
        self.swaps -= is_swap
        if self.swaps < 0:
            raise OSError(errno.EIO, "unplugged", str(path))


def half_done(root: Path, swaps: int) -> None:
    """Leave a change as a power cut would: so many files new, none put back."""
    with pytest.raises(WriteFailed):
        apply(root, a_wide_change(), a_journal(root, StuckDisk(swaps)))


def recovered(root: Path) -> tuple[str, ...]:
    return recover(root, a_journal(root))


def test_nothing_to_recover_makes_no_folder(root: Path) -> None:
    assert recovered(root) == ()
    assert not (root / ".litecode").exists()


def test_a_half_done_change_is_taken_back_and_told(root: Path) -> None:
    old = tree_of(root)
    half_done(root, 3)
    (note,) = recovered(root)
    assert tree_of(root) == old
    assert "all files are as they were before" in note


def test_a_whole_change_that_was_not_committed_is_completed(root: Path) -> None:
    half_done(root, 5)
    (note,) = recovered(root)
    assert "complete now" in note
    assert not (root / "old.py").exists()
    states = [entry.state for entry in history(a_journal(root))]
    assert states == [HistoryState.COMMITTED]


def test_a_change_taken_back_is_told_as_aborted(root: Path) -> None:
    half_done(root, 3)
    recovered(root)
    states = [entry.state for entry in history(a_journal(root))]
    assert states == [HistoryState.ABORTED]


def test_later_work_is_left_alone_and_named(root: Path) -> None:
    old = tree_of(root)
    half_done(root, 3)
    (root / "src" / "load.py").write_bytes(b"mine")
    (note,) = recovered(root)
    mode = old["src/load.py"][1]
    assert tree_of(root) == old | {"src/load.py": (b"mine", mode)}
    assert "`src/load.py` changed since and was left" in note


def test_a_disk_that_fails_again_leaves_it_for_later(root: Path) -> None:
    old = tree_of(root)
    half_done(root, 3)
    broken = a_journal(root, FailingDisk(4, errno.EIO))
    (note,) = recover(root, broken)
    assert "cannot be taken back yet" in note
    recovered(root)
    assert tree_of(root) == old


def test_a_lost_content_leaves_its_file_and_names_it(root: Path) -> None:
    half_done(root, 3)
    lost = digest(b"def load():\n    return 1\n")
    (root / ".litecode" / "journal" / "objects" / lost).unlink()
    (note,) = recovered(root)
    assert "`src/load.py`" in note
    assert b"return 2" in (root / "src" / "load.py").read_bytes()


def test_a_damaged_record_is_set_aside_and_told(root: Path) -> None:
    half_done(root, 3)
    (record,) = (root / ".litecode" / "journal").glob("*-begun.json")
    record.write_bytes(b"{")
    (note,) = recovered(root)
    assert "is damaged and was renamed" in note
    assert recovered(root) == ()


def test_a_journal_that_cannot_be_locked_is_a_note(root: Path) -> None:
    half_done(root, 3)
    (root / ".litecode" / "lock").unlink()
    (root / ".litecode" / "lock").mkdir()
    (note,) = recovered(root)
    assert "could not be looked at" in note


Change = Callable[[dict[str, Any]], None]


def put_document(name: str) -> Change:
    def change(record: dict[str, Any]) -> None:
        record["files"][1]["document"] = name

    return change


def put(key: str, value: object) -> Change:
    def change(record: dict[str, Any]) -> None:
        record[key] = value

    return change


def put_file(key: str, value: object) -> Change:
    def change(record: dict[str, Any]) -> None:
        record["files"][0][key] = value

    return change


HOSTILE: dict[str, Change] = {
    "up": put_document("../outside.py"),
    "absolute": put_document("/etc/outside.py"),
    "home": put_document("~/outside.py"),
    "not a document": put_document("notes.txt"),
    "git": put_document(".git/a.py"),
    "state": put_document(".litecode/memory.py"),
    "nul": put_document("a\0.py"),
    "token": put("token", "../../../x"),
    "digest": put_file("before", "../../../notes.txt"),
    "no digest": put_file("after", 3),
    "folder": put("makes", ["../.."]),
    "folders": put("removes", [["a"]]),
    "version": put("version", 99),
    "origin": put("origin", -1),
    "files": put("files", {}),
    "change set": put("change_set", None),
    "transition": put("transition", "explode"),
    "setuid": put_file("mode", 0o4777),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_record_writes_nothing_outside(root: Path, change: Change) -> None:
    outside = root.parent / "outside.py"
    outside.write_bytes(b"outside")
    half_done(root, 3)
    (path,) = (root / ".litecode" / "journal").glob("*-begun.json")
    record = json.loads(path.read_bytes())
    change(record)
    path.write_text(json.dumps(record))
    assert len(recovered(root)) == 1
    assert recovered(root) == ()
    around = tree_of(root.parent, without=["project"])
    assert [*around] == ["outside.py"]
    assert outside.read_bytes() == b"outside"
    assert (root / "notes.txt").read_bytes() == b"not a document"


def test_a_link_put_in_the_place_of_a_folder_is_not_followed(root: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    half_done(root, 3)
    (outside / "load.py").write_bytes((root / "src" / "load.py").read_bytes())
    before = tree_of(outside)
    (root / "src").rename(root / "away")
    (root / "src").symlink_to(outside)
    recovered(root)
    assert tree_of(outside) == before


def test_an_object_that_is_a_link_is_not_read(root: Path) -> None:
    half_done(root, 3)
    text = b"def load():\n    return 1\n"
    (root.parent / "secret").write_bytes(text)
    link = root / ".litecode" / "journal" / "objects" / digest(text)
    link.unlink()
    link.symlink_to(root.parent / "secret")
    (note,) = recovered(root)
    assert "`src/load.py`" in note


def test_the_notebook_is_whole_after_a_recovery(root: Path) -> None:
    before = (root / NOTEBOOK).read_bytes()
    half_done(root, 1)
    assert (root / NOTEBOOK).read_bytes() != before
    recovered(root)
    assert (root / NOTEBOOK).read_bytes() == before
