"""Notebooks of nbformat 4: cells as units; an edit splices the JSON text."""

import codecs
import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from litecode_nb.documents.cell_resolving import resolved
from litecode_nb.documents.cell_splicing import CellArray, spliced
from litecode_nb.documents.cells import (
    FIRST_MINOR_WITH_IDS,
    Cell,
    is_cell_id,
    read_cells,
)
from litecode_nb.documents.json_scanning import Node, string_at
from litecode_nb.documents.json_writing import style_of
from litecode_nb.documents.markdown import first_heading
from litecode_nb.documents.notebook_format import (
    cells_in,
    read_root,
    whole_number,
)
from litecode_nb.domain.edit import Edit, merged
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.errors import UnknownUnit, UnreadableDocument

_NEW_NOTEBOOK = """\
{
 "cells": [],
 "metadata": {
  "kernelspec": {
   "display_name": "Python 3 (ipykernel)",
   "language": "python",
   "name": "python3"
  },
  "language_info": {
   "name": "python"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """A notebook as it was read; see `Document` for what it can do.

    Attributes:
        path: Its path in the project.
        title: Its first Markdown heading; may be empty.
        language: The language of its code cells in lower case, such as `python`.
        minor: The minor version of its format.
        units: Its cells.
    """

    path: DocumentPath
    title: str
    language: str
    minor: int
    units: tuple[Unit, ...] = field(repr=False)
    _text: str = field(repr=False)
    _mark: bytes = field(repr=False)
    _root: Node = field(repr=False)
    _array: Node = field(repr=False)
    _cells: tuple[Cell, ...] = field(repr=False)

    @property
    def has_ids(self) -> bool:
        """Whether cells of its format version have ids."""
        return self.minor >= FIRST_MINOR_WITH_IDS

    def unit(self, unit: UnitId) -> Unit:
        """Give the cell of an address; a neighbour is never taken for it."""
        for each in self.units:
            if each.id == unit:
                return each
        message = (
            f"`{self.path}` has no cell with the address `{unit}`. It may have been "
            "changed or deleted; read the notebook again."
        )
        raise UnknownUnit(message)

    def with_edits(self, edits: Sequence[Edit]) -> "Notebook":
        """Give the notebook with these edits made; all other bytes stay.

        Raises:
            UnknownUnit: An edit names a cell that this notebook does not have.
            StaleUnit: A cell holds another text than the edit expects.
        """
        joined = merged(edits)
        if not joined:
            return self
        changes = resolved(self.path, self._cells, joined, minor=self.minor)
        array = CellArray(
            text=self._text,
            node=self._array,
            cells=self._cells,
            style=style_of(self._text, self._root),
        )
        text = spliced(array, changes, self._id_giver())
        return _read(self.path, text, mark=self._mark)

    def to_bytes(self) -> bytes:
        """Give its bytes; without edits, the very bytes that were read."""
        return self._mark + self._text.encode("utf-8")

    def _id_giver(self) -> Callable[[Edit], str | None]:
        """Give what chooses the ids of new cells: the edit's own where it can be."""
        used = {cell.written_id for cell in self._cells}

        def give(edit: Edit) -> str | None:
            if not self.has_ids:
                return None
            wanted = edit.unit.rpartition("#")[2]
            is_free = is_cell_id(wanted) and wanted not in used
            chosen = wanted if is_free else _fresh_id(used)
            used.add(chosen)
            return chosen

        return give


def read_notebook(path: DocumentPath, data: bytes) -> Notebook:
    """Read a notebook of nbformat 4.

    Raises:
        UnreadableDocument: The bytes are no such notebook.
    """
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        text = data[len(mark) :].decode("utf-8")
    except UnicodeDecodeError as error:
        message = (
            f"`{path}` is not UTF-8 text (at byte {error.start}), so it is no notebook "
            "that Jupyter could open. Save it as UTF-8."
        )
        raise UnreadableDocument(message) from error
    return _read(path, text, mark=mark)


def new_notebook(path: DocumentPath) -> Notebook:
    """Give an empty, valid Python notebook of format 4.5."""
    return _read(path, _NEW_NOTEBOOK, mark=b"")


def _read(path: DocumentPath, text: str, *, mark: bytes) -> Notebook:
    root = read_root(path, text)
    array = cells_in(path, text, root)
    cells = read_cells(path, text, array)
    return Notebook(
        path=path,
        title=_title(cells),
        language=_language(text, root),
        minor=whole_number(text, root.child("nbformat_minor")) or 0,
        units=tuple(cell.unit for cell in cells),
        _text=text,
        _mark=mark,
        _root=root,
        _array=array,
        _cells=cells,
    )


def _title(cells: tuple[Cell, ...]) -> str:
    kind = UnitKind.MARKDOWN_CELL
    texts = (cell.unit.source for cell in cells if cell.unit.kind is kind)
    return next(filter(None, map(first_heading, texts)), "")


def _language(text: str, root: Node) -> str:
    """Read the language; a notebook that says none is taken for Python."""
    metadata = root.child("metadata")
    for outer, inner in (("language_info", "name"), ("kernelspec", "language")):
        holder = metadata and metadata.child(outer)
        name = string_at(text, holder and holder.child(inner))
        if name:
            return name.lower()
    return "python"


def _fresh_id(used: Collection[str | None]) -> str:
    while True:
        chosen = uuid.uuid4().hex[:8]
        if chosen not in used:
            return chosen
