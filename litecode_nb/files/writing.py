"""Writing whole files: durable when new, and all or nothing when replaced."""

import contextlib
import os
import secrets
import stat
from pathlib import Path

from litecode_nb.files.disk import DISK, Disk

NEW_FILE_MODE = 0o666
"""Before the system takes the bits away that the person's umask forbids."""

PRIVATE_MODE = 0o600


def write_atomically(path: Path, data: bytes, disk: Disk = DISK) -> None:
    """Replace a file's content in one step: a reader sees all old or all new bytes.

    A link is followed and stays a link; mode and owner of an existing file are kept.
    The bytes and the folder entry are on the disk when this returns.

    Raises:
        OSError: It cannot be written; the file is as it was.
    """
    replace_file(path.resolve(), data, disk)


def replace_file(path: Path, data: bytes, disk: Disk = DISK) -> None:
    """Do as `write_atomically`, but put the file in the place of a link.

    Raises:
        OSError: It cannot be written; the file is as it was.
    """
    temporary = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.tmp")
    write_new(temporary, data, like=path, disk=disk)
    try:
        disk.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            disk.unlink(temporary)
        raise
    disk.sync_folder(path.parent)


def write_new(
    path: Path,
    data: bytes,
    *,
    like: Path | None = None,
    mode: int | None = None,
    disk: Disk = DISK,
) -> None:
    """Write a file that does not exist yet; its bytes are durable when this returns.

    Args:
        path: Where; nothing has this name.
        data: All of it.
        like: A file whose mode and owner it gets, if there is such a file.
        mode: The mode otherwise; None for what the person's umask leaves.
        disk: What it is written through.

    Raises:
        OSError: It cannot be written; there is no such file.
    """
    model = _status(like)
    wanted = stat.S_IMODE(model.st_mode) if model else mode
    handle = disk.create(path, NEW_FILE_MODE if wanted is None else PRIVATE_MODE)
    try:
        try:
            disk.write(handle, path, data)
            disk.sync(handle, path)
        finally:
            os.close(handle)
        if model is not None:
            _keep_owner(path, model)
        if wanted is not None:
            disk.set_mode(path, wanted)
    except BaseException:
        with contextlib.suppress(OSError):
            disk.unlink(path)
        raise


def _status(path: Path | None) -> os.stat_result | None:
    """Look at a regular file; the mode of a link says nothing."""
    if path is None:
        return None
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _keep_owner(path: Path, model: os.stat_result) -> None:
    """Give a file written by root, as in a container, back to its owner."""
    if os.name == "nt":
        return
    now = path.lstat()
    if (now.st_uid, now.st_gid) == (model.st_uid, model.st_gid):
        return
    # Another's file that the person may write to cannot be given away; it stays theirs.
    with contextlib.suppress(PermissionError):
        os.chown(path, model.st_uid, model.st_gid)
