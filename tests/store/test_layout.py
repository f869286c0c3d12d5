import errno
import subprocess
from pathlib import Path

import pytest

from faulty_disks import CountingDisk, FailingDisk, FullDisk
from litecode_nb.errors import StoreError
from litecode_nb.files.disk import Step
from litecode_nb.store.layout import StateFolder


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    (tmp_path / "project").mkdir()
    return StateFolder.open(tmp_path / "project")


def test_opening_makes_nothing(state: StateFolder) -> None:
    assert list(state.root.iterdir()) == []


def test_reading_makes_nothing(state: StateFolder) -> None:
    assert state.read(state.memory_file) is None
    assert list(state.root.iterdir()) == []


def test_writing_makes_the_folder(state: StateFolder) -> None:
    state.write(state.memory_file, b"{}")
    assert state.read(state.memory_file) == b"{}"


def test_git_does_not_see_the_folder(state: StateFolder) -> None:
    state.write(state.memory_file, b"{}")
    run = ["git", "-C", str(state.root)]
    subprocess.run([*run, "init", "--quiet"], check=True)
    status = subprocess.run(
        [*run, "status", "--porcelain"], check=True, capture_output=True
    )
    assert status.stdout == b""


def test_a_gitignore_of_the_persons_own_is_kept(state: StateFolder) -> None:
    state.path.mkdir()
    (state.path / ".gitignore").write_bytes(b"mine")
    state.write(state.memory_file, b"{}")
    assert (state.path / ".gitignore").read_bytes() == b"mine"


def test_a_missing_gitignore_is_made_later(state: StateFolder) -> None:
    state.path.mkdir()
    state.write(state.memory_file, b"{}")
    assert (state.path / ".gitignore").read_bytes().endswith(b"\n*\n")


@pytest.mark.parametrize("target", [".", "src", "..", "nowhere", "../outside"])
def test_a_state_folder_that_is_a_link_is_refused(tmp_path: Path, target: str) -> None:
    root = tmp_path / "project"
    (root / "src").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (root / ".litecode").symlink_to(target)
    with pytest.raises(StoreError, match="is a link"):
        StateFolder.open(root)


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".litecode").write_bytes(b"")
    with pytest.raises(StoreError, match="is not a folder"):
        StateFolder.open(tmp_path)


def test_a_link_that_comes_later_is_refused_as_well(state: StateFolder) -> None:
    outside = state.root.parent / "outside"
    outside.mkdir()
    state.path.symlink_to(outside)
    with pytest.raises(StoreError, match="is a link"):
        state.write(state.memory_file, b"{}")
    assert list(outside.iterdir()) == []


def test_a_folder_within_that_is_a_link_is_refused(state: StateFolder) -> None:
    outside = state.root.parent / "outside"
    outside.mkdir()
    state.make()
    state.journal_folder.symlink_to(outside)
    with pytest.raises(StoreError, match="is a link"):
        state.write(state.journal_folder / "a.json", b"{}")
    assert list(outside.iterdir()) == []


def test_a_file_that_is_a_link_is_not_read(state: StateFolder) -> None:
    (state.root.parent / "secret").write_bytes(b"secret")
    state.make()
    state.memory_file.symlink_to(state.root.parent / "secret")
    with pytest.raises(StoreError, match="is a link"):
        state.read(state.memory_file)


def test_a_file_that_is_a_link_is_replaced_not_followed(state: StateFolder) -> None:
    precious = state.root / "main.py"
    precious.write_bytes(b"precious")
    state.make()
    state.memory_file.symlink_to(precious)
    state.write(state.memory_file, b"{}")
    assert precious.read_bytes() == b"precious"


def test_removing_what_is_missing_is_no_error(state: StateFolder) -> None:
    state.remove(state.memory_file)
    assert not state.path.exists()


def test_removing_a_link_leaves_what_it_points_to(state: StateFolder) -> None:
    precious = state.root / "main.py"
    precious.write_bytes(b"precious")
    state.make()
    state.memory_file.symlink_to(precious)
    state.remove(state.memory_file)
    assert precious.exists()
    assert not state.memory_file.is_symlink()


def test_a_file_set_aside_keeps_its_bytes(state: StateFolder) -> None:
    state.write(state.memory_file, b"damaged")
    assert state.set_aside(state.memory_file).read_bytes() == b"damaged"


def test_a_full_disk_is_told_with_the_path(tmp_path: Path) -> None:
    state = StateFolder.open(tmp_path, FullDisk(0, errno.ENOSPC))
    with pytest.raises(StoreError, match=r"\.litecode cannot be used: No space left"):
        state.write(state.memory_file, b"{}")


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    StateFolder.open(tmp_path).write(tmp_path / ".litecode" / "memory.json", b"old")
    state = StateFolder.open(tmp_path, FailingDisk(1, errno.EIO))
    with pytest.raises(StoreError):
        state.write(state.memory_file, b"new")
    assert state.memory_file.read_bytes() == b"old"


def test_the_lock_keeps_another_out(state: StateFolder) -> None:
    with (
        state.lock(),
        pytest.raises(StoreError, match="Another litecode"),
        state.lock(seconds=0),
    ):
        pass


def fail_within(state: StateFolder) -> None:
    with state.lock():
        message = "mine"
        raise OSError(message)


def test_an_error_in_the_block_is_not_taken_for_the_lock(state: StateFolder) -> None:
    with pytest.raises(OSError, match="mine"):
        fail_within(state)


def test_a_lock_that_cannot_be_had_is_told(state: StateFolder) -> None:
    state.make()
    (state.path / "lock").mkdir()
    with pytest.raises(StoreError, match="cannot be had"), state.lock():
        pass


class LocklessDisk(CountingDisk):
    """A disk on which no lock can be had."""

    def before(self, step: Step, path: Path) -> None:
        super().before(step, path)
        if path.name == "lock":
            raise OSError(errno.ENOLCK, "No locks available")


def test_a_file_system_without_locks_is_told(tmp_path: Path) -> None:
    state = StateFolder.open(tmp_path, LocklessDisk())
    with pytest.raises(StoreError, match="has no locks"), state.lock():
        pass
