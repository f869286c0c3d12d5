"""Every action that changes the disk, in one place, so that each can fail on demand."""

import errno
import os
from pathlib import Path
from typing import Literal

Step = Literal[
    "create",
    "write",
    "sync",
    "set mode",
    "replace",
    "unlink",
    "make folder",
    "remove folder",
    "sync folder",
]
"""What is about to be done to the disk."""

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
AS_IS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
CANNOT_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES})
"""What network and FUSE file systems answer where a folder cannot be synced."""


class Disk:
    """The disk, as a set of single steps; no other code of the engine writes.

    A test that wants to know what happens when a step fails, or when the process ends
    before it, overrides `before`.
    """

    def before(self, step: Step, path: Path) -> None:
        """Be told of a step that comes next; an error from here stops it."""

    def create(self, path: Path, mode: int) -> int:
        """Create an empty file and give a handle to write to it.

        Raises:
            FileExistsError: Something has this name, be it a link to nowhere.
        """
        self.before("create", path)
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | AS_IS, mode)

    def write(self, handle: int, path: Path, data: bytes) -> None:
        """Write bytes to the end of a created file."""
        self.before("write", path)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]

    def sync(self, handle: int, path: Path) -> None:
        """Make a file's bytes durable."""
        self.before("sync", path)
        os.fsync(handle)

    def set_mode(self, path: Path, mode: int) -> None:
        """Give a file its permissions."""
        self.before("set mode", path)
        path.chmod(mode)

    def replace(self, source: Path, target: Path) -> None:
        """Give a file another name, in place of what had it before."""
        self.before("replace", target)
        source.replace(target)

    def unlink(self, path: Path) -> None:
        """Remove a file."""
        self.before("unlink", path)
        path.unlink()

    def make_folder(self, path: Path) -> None:
        """Create one folder; its parent is there."""
        self.before("make folder", path)
        path.mkdir()

    def remove_folder(self, path: Path) -> None:
        """Remove an empty folder."""
        self.before("remove folder", path)
        path.rmdir()

    def sync_folder(self, path: Path) -> None:
        """Make the names in a folder durable, where the system can do so."""
        self.before("sync folder", path)
        sync_folder(path)


DISK = Disk()


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can do so."""
    if os.name == "nt":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in CANNOT_SYNC:
            raise
