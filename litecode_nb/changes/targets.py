"""Which files may be written: documents of the project, and no others."""

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from litecode_nb.documents.opening import is_document
from litecode_nb.domain.history import Rewrite
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import Conflict, OutsideProject, WriteFailed
from litecode_nb.files import inside, read_bytes

OF_OTHER_TOOLS = frozenset({".git", ".hg", ".svn", ".litecode"})


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


def read_document(root: Path, document: DocumentPath) -> bytes | None:
    """Read the bytes that a document has now; None where there is no such file.

    Raises:
        Conflict: Something is there that cannot be read.
        OutsideProject: The path is not that of a document in the project.
    """
    path = target(root, document)
    with _translated(document):
        return read_bytes(path)


def status_of(root: Path, document: DocumentPath) -> os.stat_result | None:
    """Look at the file of a document; None where there is none.

    Raises:
        Conflict: It cannot be looked at.
        OutsideProject: The path is not that of a document in the project.
    """
    path = target(root, document)
    with _translated(document), contextlib.suppress(FileNotFoundError):
        return path.stat()
    return None


def mode_of(root: Path, document: DocumentPath) -> int | None:
    """Give a document's permissions; None where there is no such file."""
    status = status_of(root, document)
    return stat.S_IMODE(status.st_mode) if status else None


def missing_folders(root: Path, rewrites: Iterable[Rewrite]) -> tuple[str, ...]:
    """Name the folders that must be made first, outermost first."""
    paths = [target(root, r.document) for r in rewrites if r.after is not None]
    folders = (each for path in paths for each in folders_above(root, path))
    missing = (folder for folder in folders if not folder.exists())
    return tuple(dict.fromkeys(each.relative_to(root).as_posix() for each in missing))


def folders_above(root: Path, path: Path) -> tuple[Path, ...]:
    """Give the folders between the root and a path within it, outermost first."""
    *parts, _ = path.relative_to(root).parts
    return tuple(root.joinpath(*parts[: n + 1]) for n in range(len(parts)))


def refuse_read_only(root: Path, documents: Iterable[DocumentPath]) -> None:
    """Leave files alone that someone protected from being written.

    Replacing a file asks for no permission of the file itself, so it is asked here.

    Raises:
        WriteFailed: One of them is read-only.
    """
    for document in documents:
        path = target(root, document)
        mode = mode_of(root, document)
        if mode is not None and not (mode & 0o222 and os.access(path, os.W_OK)):
            message = (
                f"`{document}` is read-only, so nothing was written. Make it writable, "
                "or leave it out."
            )
            raise WriteFailed(message)


def refuse_twins(root: Path, documents: Iterable[DocumentPath]) -> None:
    """Refuse to write one file under two names: the second would undo the first.

    Raises:
        Conflict: Two documents are one file, through a link or by upper and lower case.
    """
    seen: dict[object, DocumentPath] = {}
    for document in documents:
        other = seen.setdefault(_identity(root, document), document)
        if other != document:
            message = (
                f"`{other}` and `{document}` are one file, so nothing was written. "
                "Change it under one name only."
            )
            raise Conflict(message, units=(document,))


def _identity(root: Path, document: DocumentPath) -> object:
    """Know a file by its node, unless several names of it are meant to be files."""
    status = status_of(root, document)
    if status is None or status.st_nlink > 1:
        return target(root, document)
    return status.st_dev, status.st_ino


@contextlib.contextmanager
def _translated(document: DocumentPath) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        message = (
            f"`{document}` cannot be read: {error.strerror or error}. Nothing was "
            "written; make it readable, or leave it out."
        )
        raise Conflict(message, units=(document,)) from error
