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
            unlock(handle)
    finally:
        os.close(handle)


def _wait(handle: int, path: Path, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not try_lock(handle):
        if time.monotonic() >= until:
            message = f"The lock {path} is still held after {seconds:g} seconds."
            raise TimeoutError(message)
        time.sleep(POLL_SECONDS)


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int, *, shared: bool = False) -> bool:
        """Lock the first byte of an open file; there are no shared locks here."""
        del shared
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def unlock(handle: int) -> None:
        """Let others have the lock, even if a forked child has the file open too."""
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(handle: int, *, shared: bool = False) -> bool:
        """Lock an open file; give whether that was possible.

        Args:
            handle: The file, open for writing.
            shared: Whether others may have such a lock at the same time: enough to see
                that nobody has it for themselves.

        Raises:
            OSError: Its file system has no locks.
        """
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(handle: int) -> None:
        """Let others have the lock, even if a forked child has the file open too."""
        fcntl.flock(handle, fcntl.LOCK_UN)
