import errno
import os
import signal
import stat
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faulty_disks import CountingDisk, FailingDisk, ends_by_itself, fork
from litecode_nb.errors import OutsideProject
from litecode_nb.files import (
    digest,
    inside,
    locked,
    read_bytes,
    replace_file,
    sync_folder,
    write_atomically,
    write_new,
)

not_windows = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_digest_is_a_sha256() -> None:
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest(b"") == nothing


def test_a_missing_file_reads_as_none(tmp_path: Path) -> None:
    assert read_bytes(tmp_path / "missing") is None


def test_a_folder_is_no_file_to_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"directory|regular|denied"):
        read_bytes(tmp_path)


@not_windows
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="Not a regular file"):
        read_bytes(tmp_path / "pipe")


def test_writing_replaces_all_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a long old text")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


def test_writing_leaves_no_other_file(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_writing_keeps_the_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_atomically(path, b"new")
    assert mode_of(path) == mode


@not_windows
def test_a_new_file_gets_what_the_umask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_atomically(tmp_path / "a", b"new")
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "a") == 0o600


@not_windows
@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give away"
)
def test_root_leaves_a_file_to_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    os.chown(path, 1234, 1234)
    write_atomically(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1234)


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_link_can_be_replaced_itself(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    replace_file(tmp_path / "link", b"new")
    assert not (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"old"


def test_a_name_at_the_limit_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 127)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_new_file_does_not_overwrite(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "a", b"new")


def steps_of_a_write(tmp_path: Path) -> int:
    disk = CountingDisk()
    write_atomically(tmp_path / "counted", b"new", disk)
    return len(disk.steps)


def test_a_write_that_fails_at_any_step_leaves_old_or_new(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for n in range(steps_of_a_write(tmp_path)):
        path.write_bytes(b"old")
        with pytest.raises(OSError, match="No space"):
            write_atomically(path, b"new", FailingDisk(n, errno.ENOSPC))
        assert path.read_bytes() in {b"old", b"new"}
        assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "counted"]


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs procfs")
def test_a_folder_that_cannot_be_synced_is_no_error() -> None:
    sync_folder(Path("/proc/self"))


PLAIN = ["a.py", "a/b.ipynb", "ünicode ✓/x y.py", "a..b/c...py", "a/./b.py", "a//b.py"]
BAD = [
    "",
    ".",
    "./",
    "/a.py",
    "//server/a.py",
    "..",
    "../a.py",
    "a/../../b.py",
    "a/..",
    "~/a.py",
    "~root/a.py",
    "C:/a.py",
    "c:a.py",
    "\\\\server\\share\\a.py",
    "a\\b.py",
    "a\0b.py",
    "a\nb.py",
    "a\rb.py",
    "a\x1b[31m.py",
    "a\x7f.py",
    "a\x85.py",
    "yp.\u202ea",
    "a\u2066.py",
    "\ud800.py",
]


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_path_is_inside(tmp_path: Path, name: str) -> None:
    assert inside(tmp_path, name).is_relative_to(tmp_path)


@pytest.mark.parametrize("name", BAD)
def test_a_path_that_is_not_plain_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutsideProject):
        inside(tmp_path, name)


@given(st.text())
def test_any_text_is_inside_or_refused(name: str) -> None:
    root = Path.cwd()
    try:
        path = inside(root, name)
    except OutsideProject:
        return
    assert path.is_relative_to(root)
    assert path != root


def test_a_link_out_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "out").symlink_to(tmp_path)
    with pytest.raises(OutsideProject, match="by a link"):
        inside(root, "out/a.py")


def test_a_link_within_is_resolved(tmp_path: Path) -> None:
    (tmp_path / "link.py").symlink_to("real.py")
    assert inside(tmp_path, "link.py") == (tmp_path / "real.py").resolve()


def test_a_root_that_is_a_link_is_resolved(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert inside(tmp_path / "link", "a.py") == (tmp_path / "real" / "a.py").resolve()


def test_a_neighbour_with_the_same_beginning_is_outside(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "root2").mkdir()
    (tmp_path / "root" / "link").symlink_to("../root2")
    with pytest.raises(OutsideProject):
        inside(tmp_path / "root", "link/a.py")


def test_a_lock_keeps_others_out(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with (
        locked(path),
        pytest.raises(TimeoutError, match="still held"),
        locked(path, seconds=0),
    ):
        pass


def test_a_lock_keeps_other_threads_out(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    caught: list[type[BaseException]] = []

    def enter() -> None:
        try:
            with locked(path, seconds=0):
                pass
        except TimeoutError as error:
            caught.append(type(error))

    with locked(path):
        thread = threading.Thread(target=enter)
        thread.start()
        thread.join()
    assert caught == [TimeoutError]


def test_a_lock_can_be_had_again(tmp_path: Path) -> None:
    with locked(tmp_path / "lock"):
        pass
    with locked(tmp_path / "lock", seconds=0):
        pass


def test_an_error_gives_the_lock_back(tmp_path: Path) -> None:
    with pytest.raises(KeyError), locked(tmp_path / "lock"):
        raise KeyError
    with locked(tmp_path / "lock", seconds=0):
        pass


@not_windows
def test_a_killed_process_gives_the_lock_back(tmp_path: Path) -> None:
    def hold_and_die() -> None:
        with locked(tmp_path / "lock"):
            os.kill(os.getpid(), signal.SIGKILL)

    assert not ends_by_itself(hold_and_die)
    with locked(tmp_path / "lock", seconds=0):
        pass


@not_windows
def test_a_waiting_process_gets_the_lock_next(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    child = fork()
    if child == 0:
        os.write(writer, b"?")
        with locked(tmp_path / "lock", seconds=60):
            os.write(writer, b"!")
        os._exit(0)
    with locked(tmp_path / "lock", seconds=60):
        assert os.read(reader, 1) in {b"?", b"!"}
    assert os.waitpid(child, 0)[1] == 0
    os.close(reader)
    os.close(writer)


@not_windows
def test_a_fork_does_not_keep_the_lock(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    with locked(tmp_path / "lock"):
        child = fork()
        if child == 0:
            os.close(writer)
            os.read(reader, 1)
            os._exit(0)
    with locked(tmp_path / "lock", seconds=0):
        pass
    os.close(writer)
    os.waitpid(child, 0)
    os.close(reader)


@not_windows
def test_a_link_in_the_place_of_a_lock_is_refused(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"text")
    (tmp_path / "lock").symlink_to("precious")
    with pytest.raises(OSError, match="symbolic links"), locked(tmp_path / "lock"):
        pass
    assert (tmp_path / "precious").read_bytes() == b"text"
