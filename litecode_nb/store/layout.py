"""Where a project's state lies: `.litecode/`, which ignores itself in git."""

import contextlib
import errno
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from litecode_nb.errors import StoreError
from litecode_nb.files import DISK, Disk, locked, read_bytes, replace_file

FOLDER_NAME = ".litecode"
IGNORE_ALL = (
    b"# Made by litecode; nothing in this folder belongs into a repository.\n*\n"
)
NO_LOCKS = frozenset({errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK})


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFolder:
    """A project's state folder; it is made when something is first written into it.

    Nothing in it may be a link: a cloned repository could bring a link along, to let
    litecode write to where it points.

    Attributes:
        root: The project's folder, links resolved.
        disk: What everything in it is written through.
    """

    root: Path
    disk: Disk = DISK

    @classmethod
    def open(cls, root: Path, disk: Disk = DISK) -> Self:
        """Give the state folder of a project, without making it.

        Raises:
            StoreError: `.litecode` is there but is no folder of its own.
        """
        folder = cls(root=root.resolve(), disk=disk)
        _refuse_stranger(folder.path)
        return folder

    @property
    def path(self) -> Path:
        """The folder itself."""
        return self.root / FOLDER_NAME

    @property
    def memory_file(self) -> Path:
        """Where the short-term memory is kept."""
        return self.path / "memory.json"

    @property
    def pending_file(self) -> Path:
        """Where the proposal lies that waits for a yes or no."""
        return self.path / "pending.json"

    @property
    def journal_folder(self) -> Path:
        """Where the records of all changes lie."""
        return self.path / "journal"

    @property
    def objects_folder(self) -> Path:
        """Where the contents of files lie, named by their digests."""
        return self.journal_folder / "objects"

    def make(self, folder: Path | None = None) -> None:
        """Make the state folder, or one within it, where it is missing.

        Raises:
            StoreError: It cannot be made, or something else has its name.
        """
        with translated(self.path):
            self._make_one(self.path)
            ignore = self.path / ".gitignore"
            if not ignore.is_symlink() and not ignore.exists():
                replace_file(ignore, IGNORE_ALL, self.disk)
            for each in _below(self.path, folder or self.path):
                self._make_one(each)

    def read(self, path: Path) -> bytes | None:
        """Read a file of the state folder; None where it is missing.

        Raises:
            StoreError: It cannot be read, or is reached through a link.
        """
        for each in (self.path, *_below(self.path, path)):
            _refuse_link(each)
        with translated(path):
            return read_bytes(path)

    def write(self, path: Path, data: bytes) -> None:
        """Write a file of the state folder, all or nothing, and durable.

        Raises:
            StoreError: It cannot be written; it is as it was.
        """
        self.make(path.parent)
        with translated(path):
            replace_file(path, data, self.disk)

    def remove(self, path: Path) -> None:
        """Remove a file of the state folder, if it is there.

        Raises:
            StoreError: It cannot be removed.
        """
        for each in (self.path, *_below(self.path, path.parent)):
            _refuse_link(each)
        with translated(path), contextlib.suppress(FileNotFoundError):
            if path.is_symlink() or path.exists():
                self.disk.unlink(path)

    def set_aside(self, path: Path) -> Path:
        """Rename a damaged file so that it is out of the way, and give its new path.

        Raises:
            StoreError: It cannot be renamed.
        """
        aside = path.with_name(f"{path.name}.damaged")
        with translated(path):
            self.disk.replace(path, aside)
        return aside

    @contextlib.contextmanager
    def lock(self, *, seconds: float = 10.0) -> Iterator[None]:
        """Keep other threads and processes from writing; cannot be taken twice.

        Raises:
            StoreError: Another holds it for too long, or it cannot be had.
        """
        self.make()
        with contextlib.ExitStack() as held:
            path = self.path / "lock"
            try:
                held.enter_context(locked(path, seconds=seconds, disk=self.disk))
            except TimeoutError as error:
                message = (
                    f"Another litecode has been writing in {self.root} for {seconds:g} "
                    "seconds. Wait for it to end, or stop it, and try again."
                )
                raise StoreError(message) from error
            except OSError as error:
                raise StoreError(_no_lock(path, error)) from error
            yield

    def _make_one(self, folder: Path) -> None:
        _refuse_stranger(folder)
        if folder.is_dir():
            return
        with contextlib.suppress(FileExistsError):  # another process was faster
            self.disk.make_folder(folder)
        self.disk.sync_folder(folder.parent)


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn the system's errors about the state folder into one for the person.

    Raises:
        StoreError: The block raised an `OSError`.
    """
    try:
        yield
    except OSError as error:
        message = (
            f"{path} cannot be used: {error.strerror or error}. Make room for it, or "
            "make it writable, and try again."
        )
        raise StoreError(message) from error


def _below(folder: Path, path: Path) -> tuple[Path, ...]:
    """Give all paths from a folder down to one within it, without the folder."""
    parts = path.relative_to(folder).parts
    return tuple(folder.joinpath(*parts[: n + 1]) for n in range(len(parts)))


def _refuse_link(path: Path) -> None:
    if path.is_symlink():
        message = f"{path} is a link, which litecode does not follow. Remove it."
        raise StoreError(message)


def _refuse_stranger(folder: Path) -> None:
    _refuse_link(folder)
    if folder.exists() and not folder.is_dir():
        message = f"{folder} is not a folder. Remove or rename it, and try again."
        raise StoreError(message)


def _no_lock(path: Path, error: OSError) -> str:
    if error.errno in NO_LOCKS:
        return (
            f"The file system of {path.parent} has no locks, so two programs could "
            "write at once. Move the project to a local disk."
        )
    return f"The lock {path} cannot be had: {error.strerror or error}. Remove the file."
