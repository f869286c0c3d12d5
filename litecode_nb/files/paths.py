"""Paths that stay within the project, whoever wrote them down."""

import os
import unicodedata
from pathlib import Path, PurePosixPath, PureWindowsPath

from litecode_nb.errors import OutsideProject

DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They make a name read as another; no file system and no language needs them."""


def inside(root: Path, relative: str) -> Path:
    """Give the absolute path of a file within a root, all links resolved.

    Raises:
        OutsideProject: The path is absolute, leaves the root, leads out by a link, or
            cannot be a file's name.
    """
    pure = PurePosixPath(relative)
    if not _is_plain(relative, pure):
        message = (
            f"{relative!r} is not a plain path within the project. Nothing was done."
        )
        raise OutsideProject(message)
    try:
        # On strings, since many paths are checked and `Path.resolve` takes its time.
        base = os.path.realpath(root)
        path = os.path.realpath(os.path.join(base, *pure.parts))  # noqa: PTH118
    except (OSError, ValueError) as error:  # a name that cannot be one
        message = f"{relative!r} cannot be followed: {error}. Nothing was done."
        raise OutsideProject(message) from error
    if not path.startswith(base.rstrip(os.sep) + os.sep):
        message = f"`{relative}` leads out of the project by a link. Nothing was done."
        raise OutsideProject(message)
    return Path(path)


def _is_plain(relative: str, pure: PurePosixPath) -> bool:
    """Whether a path goes down only, on every operating system."""
    if not pure.parts or pure.is_absolute() or ".." in pure.parts:
        return False
    if "\\" in relative or any(map(_is_unprintable, relative)):
        return False
    is_drive = PureWindowsPath(relative).drive != ""
    has_stream = os.name == "nt" and ":" in relative
    return not (relative.startswith("~") or is_drive or has_stream)


def _is_unprintable(character: str) -> bool:
    """Whether a character can hide what a name is: controls and direction marks."""
    return character in DIRECTION_MARKS or unicodedata.category(character) == "Cc"
