"""Bytes on the disk: read them, know them by their digest, replace them in one step."""

import contextlib
import hashlib
import os
import stat
import tempfile
from pathlib import Path, PurePosixPath, PureWindowsPath

from litecode_nb.errors import OutsideProject

NEW_FILE_MODE = 0o666


def digest(data: bytes) -> str:
    """Give the SHA-256 of some bytes as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def read_bytes(path: Path) -> bytes | None:
    """Read a whole file; None where there is no such file.

    Raises:
        OSError: It is there but cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's content in one step: a reader sees all old or all new bytes.

    A link is followed and stays a link; the mode of an existing file is kept. The bytes
    and the folder entry are on the disk when this returns.

    Raises:
        OSError: It cannot be written; the file is as it was.
    """
    target = path.resolve()
    temporary = _written_beside(target, data)
    try:
        temporary.replace(target)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can do so."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def inside(root: Path, relative: str) -> Path:
    """Give the absolute path of a file within a root, all links resolved.

    Raises:
        OutsideProject: The path is absolute, leaves the root, or leads out by a link.
    """
    pure = PurePosixPath(relative)
    if not _is_plain(relative, pure):
        message = (
            f"`{relative}` is not a plain path within the project. Nothing was done."
        )
        raise OutsideProject(message)
    base = root.resolve()
    path = (base / pure).resolve()
    if not path.is_relative_to(base):
        message = f"`{relative}` leads out of the project by a link. Nothing was done."
        raise OutsideProject(message)
    return path


def _is_plain(relative: str, pure: PurePosixPath) -> bool:
    """Whether a path goes down only, on every operating system."""
    if relative == "" or pure.is_absolute() or ".." in pure.parts:
        return False
    if any(c in relative for c in "\\\0\r\n"):
        return False
    is_drive = PureWindowsPath(relative).drive != ""
    has_stream = os.name == "nt" and ":" in relative
    return not (relative.startswith("~") or is_drive or has_stream)


def _written_beside(target: Path, data: bytes) -> Path:
    """Write a temporary file next to the target, durable, with the target's mode."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode_for(target))
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return temporary


def _mode_for(target: Path) -> int:
    """Give the mode of an existing file, or what a new file would get."""
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(target.stat().st_mode)
    return NEW_FILE_MODE & ~_umask()


def _umask() -> int:
    """Read the process's umask; it can only be read by setting it."""
    current = os.umask(0o022)
    os.umask(current)
    return current
