"""Which files may be written: documents of the project, and no others."""

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from litecode_nb.documents.opening import is_document
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import Conflict, OutsideProject, WriteFailed
from litecode_nb.files import digest, inside, read_file

OF_OTHER_TOOLS = frozenset({".git", ".hg", ".svn", ".litecode"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The file of a document, read and looked at in one go.

    Attributes:
        document: Which document.
        path: Its absolute path, links resolved.
        data: Its bytes; None where there is no such file.
        status: What the system knows of it; None where there is no such file.
    """

    document: DocumentPath
    path: Path
    data: bytes | None = None
    status: os.stat_result | None = None

    @property
    def digest(self) -> str | None:
        """SHA-256 of its bytes; None where there is no such file."""
        return None if self.data is None else digest(self.data)

    @property
    def mode(self) -> int | None:
        """Its permissions; None where there is no such file."""
        return stat.S_IMODE(self.status.st_mode) if self.status else None

    @property
    def names(self) -> int:
        """Number of its names (hard links); 0 where there is no such file."""
        return self.status.st_nlink if self.status else 0


def target(root: Path, document: DocumentPath) -> Path:
    """Give the absolute path of a document that may be written, links resolved.

    Args:
        root: The project's folder, links resolved.
        document: Its path, whoever wrote it down.

    Raises:
        OutsideProject: It lies outside, within a tool's own folder, or is none.
    """
    path = inside(root, document)
    parts = path.relative_to(root).parts
    is_of_a_tool = any(part.casefold() in OF_OTHER_TOOLS for part in parts)
    if is_of_a_tool or not (is_document(document) and is_document(path.name)):
        message = (
            f"{document!r} is not a document that may be written. Nothing was done."
        )
        raise OutsideProject(message)
    return path


def find(root: Path, document: DocumentPath) -> Found:
    """Read a document as it is now.

    Raises:
        Conflict: Something is there that cannot be read.
        OutsideProject: The path is not that of a document in the project.
    """
    path = target(root, document)
    try:
        read = read_file(path)
    except OSError as error:
        message = (
            f"`{document}` cannot be read: {error.strerror or error}. Nothing was "
            "written; make it readable, or leave it out."
        )
        raise Conflict(message, units=(document,)) from error
    if read is None:
        return Found(document=document, path=path)
    data, status = read
    return Found(document=document, path=path, data=data, status=status)


def missing_folders(root: Path, paths: Iterable[Path]) -> tuple[str, ...]:
    """Name the folders that must be made before files are, outermost first."""
    folders = (each for path in paths for each in folders_above(root, path))
    missing = (folder for folder in folders if not folder.exists())
    return tuple(dict.fromkeys(each.relative_to(root).as_posix() for each in missing))


def folders_above(root: Path, path: Path) -> tuple[Path, ...]:
    """Give the folders between the root and a path within it, outermost first."""
    *parts, _ = path.relative_to(root).parts
    return tuple(root.joinpath(*parts[: n + 1]) for n in range(len(parts)))


def refuse_read_only(paths: Iterable[Path]) -> None:
    """Leave files alone that someone protected from being written.

    Replacing a file asks for no permission of the file itself, so it is asked here.

    Raises:
        WriteFailed: One of them is read-only.
    """
    for path in paths:
        if not path.exists():
            continue
        # To root, everything is writable; the bits still say what was meant.
        if not (path.stat().st_mode & 0o222 and os.access(path, os.W_OK)):
            message = (
                f"`{path.name}` is read-only, so nothing was written. Make it "
                "writable, or leave it out."
            )
            raise WriteFailed(message)


def refuse_twins(every: Iterable[Found]) -> None:
    """Refuse to write one file under two names: the second would undo the first.

    Raises:
        Conflict: Two documents are one file, through a link or by upper and lower case.
    """
    seen: dict[object, DocumentPath] = {}
    for found in every:
        other = seen.setdefault(_identity(found), found.document)
        if other != found.document:
            message = (
                f"`{other}` and `{found.document}` are one file, so nothing was "
                "written. Change it under one name only."
            )
            raise Conflict(message, units=(found.document,))


def _identity(found: Found) -> object:
    """Know a file by its node, unless several names of it are meant to be files."""
    if found.status is None or found.names > 1:
        return found.path
    return found.status.st_dev, found.status.st_ino
