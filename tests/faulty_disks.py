"""Disks that count, fail, or end the process at a step that a test chooses."""

import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path

from litecode_nb.files import Disk
from litecode_nb.files.disk import Step

NEEDS_ROOM: frozenset[Step] = frozenset({"create", "write", "sync", "make folder"})
"""Steps that a full disk refuses; names can still be changed and removed."""


class TornDisk(Disk):
    """Writes the first half of every write before it is told of the step.

    It does not wait for the hardware: a killed process loses nothing by that.
    """

    def write(self, handle: int, path: Path, data: bytes) -> None:
        half = len(data) // 2
        os.write(handle, data[:half])
        super().write(handle, path, data[half:])

    def sync(self, handle: int, path: Path) -> None:  # noqa: ARG002 - as in Disk
        self.before("sync", path)

    def sync_folder(self, path: Path) -> None:
        self.before("sync folder", path)


class CountingDisk(TornDisk):
    """Notes every step."""

    def __init__(self) -> None:
        self.steps: list[tuple[Step, Path]] = []

    def before(self, step: Step, path: Path) -> None:
        self.steps.append((step, path))


class FailingDisk(TornDisk):
    """Fails at the nth step, 0-based; then never again."""

    def __init__(self, at: int, error: int) -> None:
        self.at = at
        self.error = error
        self.count = 0
        self.has_failed = False

    def before(self, step: Step, path: Path) -> None:  # noqa: ARG002 - as in Disk
        self.count += 1
        if self.count == self.at + 1:
            self.has_failed = True
            raise OSError(self.error, os.strerror(self.error), str(path))


class FullDisk(FailingDisk):
    """Is full from the nth step on, 0-based: nothing that needs room succeeds."""

    def before(self, step: Step, path: Path) -> None:
        self.count += 1
        if self.count > self.at and step in NEEDS_ROOM:
            self.has_failed = True
            raise OSError(self.error, os.strerror(self.error), str(path))


class DyingDisk(TornDisk):
    """Ends the process before the nth step, 0-based, as `kill -9` does."""

    def __init__(self, at: int) -> None:
        self.left = at

    def before(self, step: Step, path: Path) -> None:  # noqa: ARG002 - as in Disk
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1


def fork() -> int:
    """Do as `os.fork`, which warns of threads: the children use no lock of theirs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def ends_by_itself(action: Callable[[], object]) -> bool:
    """Run an action in a child process; False where the child was killed."""
    child = fork()
    if child == 0:
        try:
            action()
        except BaseException:  # noqa: BLE001 - a child must never go on as a test run
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in {0, -signal.SIGKILL}, "The child failed; its traceback is above."
    return code == 0
