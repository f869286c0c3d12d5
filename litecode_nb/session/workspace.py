"""The documents of one request: read once, edited in memory, never written."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from litecode_nb.documents.base import Document
from litecode_nb.documents.opening import new_document, open_document
from litecode_nb.domain.edit import Edit, merged
from litecode_nb.domain.ids import DocumentPath, UnitId, document_of
from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.errors import (
    NoSuchPath,
    PlanError,
    UnknownUnit,
    UnreadableDocument,
)
from litecode_nb.files import inside, read_bytes


class Workspace:
    """What the tasks of one request read and would write.

    A task sees a unit as the tasks before it left it, though nothing is on the disk.
    """

    def __init__(
        self, root: Path, overrides: Mapping[DocumentPath, bytes] | None = None
    ) -> None:
        """Begin with nothing read.

        Args:
            root: The project's folder.
            overrides: Bytes that stand for a document instead of those on the disk.
        """
        self._root = root
        self._overrides = dict(overrides or {})
        self._documents: dict[DocumentPath, Document] = {}
        self._edits: list[Edit] = []

    def exists(self, path: DocumentPath) -> bool:
        """Whether a document is on the disk, or would be after the edits so far."""
        if any(e.document == path and e.deletes_document for e in self._edits):
            return False
        return self._is_on_disk(path) or any(e.document == path for e in self._edits)

    def document(self, path: DocumentPath) -> Document:
        """Give a document as it was when it was first asked for.

        Raises:
            NoSuchPath: There is none.
            DocumentError: It cannot be read.
            OutsideProject: The path leaves the project.
        """
        if path not in self._documents:
            self._documents[path] = open_document(path, self._bytes(path))
        return self._documents[path]

    def unit(self, unit: UnitId) -> Unit:
        """Give a unit with the edits made so far.

        Raises:
            UnknownUnit: There is none, or a task before deleted it.
            NoSuchPath: Its document does not exist.
        """
        edit = next((e for e in self.edits() if e.unit == unit), None)
        if edit is None:
            return self.document(document_of(unit)).unit(unit)
        if edit.after is None:
            message = f"{edit.label} was deleted by an earlier task of this request."
            raise UnknownUnit(message)
        if edit.before is None:
            return _created(edit, edit.after)
        return replace(self.document(edit.document).unit(unit), source=edit.after)

    def unit_of(self, task: Task) -> Unit | None:
        """Give the unit that a task works on; None for one that it creates."""
        if task.unit is not None:
            return self.unit(task.unit)
        if task.action is Action.DELETE:
            return self._whole(task.document)
        is_module = task.document.endswith(".py")
        if is_module and task.action is Action.CREATE and self.exists(task.document):
            return self.unit(UnitId(task.document))
        return None

    def record(self, edits: Sequence[Edit]) -> None:
        """Add what a task would write."""
        self._edits.extend(edits)

    def edits(self) -> tuple[Edit, ...]:
        """Give all edits so far, at most one for each unit, in document order."""
        return _in_document_order(merged(self._edits))

    def check(self) -> None:
        """Make sure that all edits can be made together on what was read.

        Raises:
            DocumentError: They cannot.
            PlanError: A document would be left empty; that takes a word of its own.
        """
        for path in dict.fromkeys(edit.document for edit in self.edits()):
            mine = tuple(e for e in self.edits() if e.document == path)
            if any(e.deletes_document for e in mine):
                continue
            is_new = path not in self._documents and not self._is_on_disk(path)
            document = new_document(path) if is_new else self.document(path)
            after = document.with_edits(mine)
            after.to_bytes()
            if _is_blank(after) and not _is_blank(document):
                message = (
                    f"The plan would leave nothing in {path}, so nothing was changed. "
                    "To delete the file, name it in the request."
                )
                raise PlanError(message)

    def _is_on_disk(self, path: DocumentPath) -> bool:
        return path in self._overrides or inside(self._root, path).exists()

    def _whole(self, path: DocumentPath) -> Unit:
        """Give a document as one unit, for a task that deletes all of it."""
        data = self._bytes(path)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            message = (
                f"{path} is not UTF-8, so it cannot be deleted and brought back here. "
                "Delete it yourself."
            )
            raise UnreadableDocument(message) from error
        return Unit(
            id=UnitId(path),
            document=path,
            kind=UnitKind.MODULE,
            position=0,
            source=text,
        )

    def _bytes(self, path: DocumentPath) -> bytes:
        if path in self._overrides:
            return self._overrides[path]
        data = read_bytes(inside(self._root, path))
        if data is None:
            message = f"`{path}` is not in this project; nothing was changed."
            raise NoSuchPath(message)
        return data


def _is_blank(document: Document) -> bool:
    return not any(unit.source.strip() for unit in document.units)


def _created(edit: Edit, after: str) -> Unit:
    return Unit(
        id=edit.unit,
        document=edit.document,
        kind=edit.kind,
        position=edit.position,
        source=after,
    )


def _in_document_order(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Modules and notebooks in the order of their first edit, cells by position."""
    documents = list(dict.fromkeys(edit.document for edit in edits))

    def place(edit: Edit) -> tuple[int, int]:
        is_module = edit.kind is UnitKind.MODULE
        return documents.index(edit.document), 0 if is_module else edit.position

    return tuple(sorted(edits, key=place))
