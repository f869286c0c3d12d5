"""A lock between processes and threads that dies with its process.

Why not the `filelock` package: it is no longer small (15,000 lines), and where the file
system has no locks it falls back to marker files, which outlive a killed process.
"""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from litecode_nb.files.disk import AS_IS, DISK, NO_FOLLOW, Disk
from litecode_nb.files.writing import NEW_FILE_MODE

POLL_SECONDS = 0.02

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _unlock(handle: int) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

    IS_HELD: tuple[type[OSError], ...] = (PermissionError,)
else:
    import fcntl

    def _try_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)

    IS_HELD: tuple[type[OSError], ...] = (BlockingIOError,)


@contextlib.contextmanager
def locked(path: Path, *, seconds: float = 10.0, disk: Disk = DISK) -> Iterator[None]:
    """Hold a lock for the length of a `with` block; it cannot be taken twice.

    Args:
        path: The lock's own file, made if missing, never removed; no link.
        seconds: How long to wait for who holds it.
        disk: What the file is made through.

    Raises:
        TimeoutError: It is still held by another thread or process.
        OSError: The file cannot be opened, or its file system has no locks.
    """
    with contextlib.suppress(FileExistsError):
        os.close(disk.create(path, NEW_FILE_MODE))
    handle = os.open(path, os.O_RDWR | NO_FOLLOW | AS_IS)
    try:
        _wait(handle, path, seconds)
        try:
            yield
        finally:
            # Said aloud, since a forked child may still hold the same handle open.
            _unlock(handle)
    finally:
        os.close(handle)


def _wait(handle: int, path: Path, seconds: float) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            return _try_lock(handle)
        except IS_HELD as error:
            if time.monotonic() >= until:
                message = f"The lock {path} is still held after {seconds:g} seconds."
                raise TimeoutError(message) from error
            time.sleep(POLL_SECONDS)
