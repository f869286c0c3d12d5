"""Locks that can be kept, tried and looked at; they die with their process.

`files.locked` is for a `with` block that waits. A lease is kept for hours, and a server
is known to live by its lock alone, so here a lock is an object.
"""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

from litecode_nb.files import try_lock, unlock

RETRY_SECONDS = 0.05


class HeldLock:
    """An exclusive lock on a file, until it is released or its process ends.

    Attributes:
        path: The file.
    """

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle: int | None = handle

    def release(self) -> None:
        """Let others have it; the file stays. Releasing twice does no harm."""
        if self._handle is not None:
            unlock(self._handle)
            os.close(self._handle)
            self._handle = None

    def discard(self) -> None:
        """Remove the file and release the lock."""
        if sys.platform == "win32":  # an open file cannot be removed there
            self.release()
        with contextlib.suppress(OSError):
            self.path.unlink()
        self.release()


def try_hold(path: Path) -> HeldLock | None:
    """Lock a file, which is made where it is missing; None while another holds it.

    Raises:
        OSError: The file cannot be opened.
    """
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if not try_lock(handle):
            os.close(handle)
            return None
        if _is_at(handle, path):
            return HeldLock(path, handle)
        # Its last holder removed it after we opened it: nobody else will see this one.
        os.close(handle)


def is_held(path: Path) -> bool:
    """Whether a living process holds the lock; looks do not hinder each other."""
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return not try_lock(handle, shared=True)
    finally:
        os.close(handle)


@contextlib.contextmanager
def held(path: Path, while_waiting: Callable[[], None]) -> Iterator[HeldLock]:
    """Wait for a lock as long as it takes, and hold it.

    Args:
        path: The file to lock.
        while_waiting: Called some times a second; it may raise to give up.
    """
    while (lock := try_hold(path)) is None:
        while_waiting()
        time.sleep(RETRY_SECONDS)
    try:
        yield lock
    finally:
        lock.release()


@contextlib.asynccontextmanager
async def held_async(path: Path, seconds: float) -> AsyncIterator[HeldLock]:
    """Wait for a lock without blocking the event loop, and hold it.

    Raises:
        TimeoutError: Another process held it all the time.
    """
    async with asyncio.timeout(seconds):
        # ASYNC110: another process cannot set an event of this one.
        while (lock := try_hold(path)) is None:  # noqa: ASYNC110
            await asyncio.sleep(RETRY_SECONDS)
    try:
        yield lock
    finally:
        lock.release()


def _is_at(handle: int, path: Path) -> bool:
    """Whether the open file is still the one that the path names."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
