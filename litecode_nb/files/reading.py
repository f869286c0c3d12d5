"""Reading files that may be anything, and knowing them by their digest."""

import errno
import hashlib
import os
import stat
from pathlib import Path

from litecode_nb.files.disk import AS_IS

NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def digest(data: bytes) -> str:
    """Give the SHA-256 of some bytes as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def read_bytes(path: Path) -> bytes | None:
    """Read a whole file; None where there is no such file.

    Raises:
        OSError: It is there but cannot be read, or is no regular file.
    """
    read = read_file(path)
    return None if read is None else read[0]


def read_file(path: Path) -> tuple[bytes, os.stat_result] | None:
    """Read a whole file with its status; None where there is no such file.

    Raises:
        OSError: It is there but cannot be read, or is no regular file.
    """
    try:
        # A pipe in the place of a file would block an ordinary open for ever.
        handle = os.open(path, os.O_RDONLY | NO_WAIT | AS_IS)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            message = "Not a regular file"
            raise OSError(errno.EINVAL, message, str(path))
        return file.read(), status
