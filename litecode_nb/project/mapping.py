"""Make the map: scan, read, outline, link; nothing that cannot be read is fatal."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, replace
from pathlib import Path

from litecode_nb.documents.opening import open_document
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.errors import DocumentError, OutsideProject
from litecode_nb.files import digest, inside
from litecode_nb.project.linking import linked
from litecode_nb.project.outlining import outline
from litecode_nb.project.scanning import scan
from litecode_nb.tokens.base import TokenCounter

OutlineCache = MutableMapping[tuple[DocumentPath, str], DocumentOutline]
"""Outlines by path and SHA-256 of the bytes, so that none is ever stale. A dictionary
will do; whoever keeps it keeps it for one counter."""

_NOTHING: Mapping[DocumentPath, bytes] = {}


def map_project(
    root: Path,
    counter: TokenCounter,
    *,
    running: DocumentPath | None = None,
    overrides: Mapping[DocumentPath, bytes] = _NOTHING,
    cache: OutlineCache | None = None,
) -> ProjectMap:
    """Outline every notebook and module of a project.

    Args:
        root: The project's folder.
        counter: Measures units and sections.
        running: The notebook that the request was written in; it is in the map even
            where it is ignored by git.
        overrides: Bytes that stand for a document instead of those on the disk.
        cache: Outlines made before; those that were missing are added.
    """
    found = scan(root)
    more = {running} if running and _is_there(root, running) else set()
    paths = sorted({*found.documents, *overrides, *more})
    reader = _Reader(
        root=root,
        counter=counter,
        overrides=overrides,
        cache={} if cache is None else cache,
    )
    outlines = (reader.outline(path) for path in paths)
    documents = linked(each for each in outlines if each is not None)
    return ProjectMap(
        name=root.resolve().name,
        documents=tuple(replace(d, is_running=d.path == running) for d in documents),
        other_files=found.other_files,
        notes=found.notes,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """Reads documents one by one, and outlines those that it has not seen."""

    root: Path
    counter: TokenCounter
    overrides: Mapping[DocumentPath, bytes]
    cache: OutlineCache

    def outline(self, path: DocumentPath) -> DocumentOutline | None:
        """Outline a document; one with a problem says so; None where it has gone."""
        try:
            data = self._bytes(path)
        except FileNotFoundError:
            return None
        except (OSError, OutsideProject) as error:
            return DocumentOutline(path=path, problem=_why(error))
        key = (path, digest(data))
        if key not in self.cache:
            self.cache[key] = self._read(path, data)
        return self.cache[key]

    def _read(self, path: DocumentPath, data: bytes) -> DocumentOutline:
        try:
            return outline(open_document(path, data), self.counter)
        except DocumentError as error:
            return DocumentOutline(path=path, problem=_why(error))

    def _bytes(self, path: DocumentPath) -> bytes:
        if path in self.overrides:
            return self.overrides[path]
        return inside(self.root, path).read_bytes()


def _why(error: Exception) -> str:
    """Say why a document cannot be read, without the machine's own paths."""
    if isinstance(error, OSError):
        return f"It cannot be read: {error.strerror or 'no reason was given'}."
    return str(error)


def _is_there(root: Path, path: DocumentPath) -> bool:
    try:
        return inside(root, path).is_file()
    except (OSError, OutsideProject):
        return False
