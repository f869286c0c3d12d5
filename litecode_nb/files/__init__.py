"""Bytes on the disk: read them, know them by their digest, replace them in one step."""

from litecode_nb.files.disk import DISK, Disk, sync_folder
from litecode_nb.files.locking import locked, try_lock, unlock
from litecode_nb.files.paths import inside
from litecode_nb.files.reading import digest, read_bytes, read_file
from litecode_nb.files.writing import replace_file, write_atomically, write_new

__all__ = [
    "DISK",
    "Disk",
    "digest",
    "inside",
    "locked",
    "read_bytes",
    "read_file",
    "replace_file",
    "sync_folder",
    "try_lock",
    "unlock",
    "write_atomically",
    "write_new",
]
