"""A notebook's list of cells, written anew: what stays keeps its very bytes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from litecode_nb.documents.cell_resolving import CellChanges
from litecode_nb.documents.cells import KINDS, Cell
from litecode_nb.documents.json_scanning import Node
from litecode_nb.documents.json_writing import (
    JsonStyle,
    after_newline,
    dumped,
    newline_in,
)
from litecode_nb.documents.source_splicing import is_list, lines_of, rewritten
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.unit import UnitKind

_TYPES = {kind: name for name, kind in KINDS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CellArray:
    """The list of cells in a notebook's text.

    Attributes:
        text: The whole text.
        node: The span of the list, brackets included.
        cells: Its cells.
        style: The style of the text.
    """

    text: str
    node: Node
    cells: tuple[Cell, ...]
    style: JsonStyle

    @property
    def opening(self) -> str:
        """What stands before the first cell."""
        if not self.cells:
            return self.style.lead(2)
        return self.text[self.node.start + 1 : self.cells[0].node.start]

    @property
    def between(self) -> str:
        """What stands between two cells, the comma included."""
        if len(self.cells) > 1:
            first, second = self.cells[:2]
            return self.text[first.node.end : second.node.start]
        return "," + (self.opening or self.style.comma_space)

    @property
    def closing(self) -> str:
        """What stands after the last cell."""
        if not self.cells:
            return self.style.lead(1)
        return self.text[self.cells[-1].node.end : self.node.end - 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A cell's text, and what stood before it; None for a first or a new cell."""

    text: str
    gap: str | None


def spliced(
    array: CellArray, changes: CellChanges, new_id: Callable[[Edit], str | None]
) -> str:
    """Give the whole text with the changes made; `new_id` gives ids for new cells."""
    pieces = list(_pieces(array, changes, new_id))
    text, node = array.text, array.node
    return text[: node.start] + _joined(array, pieces) + text[node.end :]


def _joined(array: CellArray, pieces: Sequence[_Piece]) -> str:
    if not pieces:
        return "[]"
    between = array.between
    parts = ["[", array.opening, pieces[0].text]
    for piece in pieces[1:]:
        parts += (between if piece.gap is None else piece.gap, piece.text)
    return "".join((*parts, array.closing, "]"))


def _pieces(
    array: CellArray, changes: CellChanges, new_id: Callable[[Edit], str | None]
) -> Iterator[_Piece]:
    created = list(reversed(changes.created))
    for position, cell in enumerate(array.cells):
        while created and created[-1].position <= position:
            yield _new_piece(array, created.pop(), new_id)
        if position not in changes.deleted:
            yield _kept_piece(array, cell, changes.replaced.get(position))
    for edit in reversed(created):
        yield _new_piece(array, edit, new_id)


def _kept_piece(array: CellArray, cell: Cell, after: str | None) -> _Piece:
    text, node, source = array.text, cell.node, cell.source
    position = cell.unit.position
    previous = array.cells[position - 1].node.end if position else None
    gap = None if previous is None else text[previous : node.start]
    if after is None or after == cell.unit.source:
        return _Piece(text=text[node.start : node.end], gap=gap)
    new = rewritten(text, source, after, array.style)
    whole = text[node.start : source.start] + new + text[source.end : node.end]
    return _Piece(text=whole, gap=gap)


def _new_piece(
    array: CellArray, edit: Edit, new_id: Callable[[Edit], str | None]
) -> _Piece:
    """Write a new cell as its nearest relative is written."""
    like = _relative(array, edit)
    source = edit.after or ""
    as_list = like is None or is_list(array.text, like.source)
    members = _members(edit.kind, lines_of(source) if as_list else source, new_id(edit))
    lead = after_newline(array.opening) if newline_in(array.opening) else ""
    style = _style_like(array, like)
    return _Piece(text=dumped(_ordered(members, like), style, lead=lead), gap=None)


def _relative(array: CellArray, edit: Edit) -> Cell | None:
    """Find the cell to imitate: the nearest of the same kind, else the nearest."""

    def distance(cell: Cell) -> tuple[bool, int]:
        return cell.unit.kind is not edit.kind, abs(cell.unit.position - edit.position)

    return min(array.cells, key=distance, default=None)


def _style_like(array: CellArray, like: Cell | None) -> JsonStyle:
    if like is None:
        return array.style
    is_one_line = newline_in(array.text[like.node.start : like.node.end]) is None
    return array.style.on_one_line() if is_one_line else array.style


def _members(
    kind: UnitKind, source: str | list[str], cell_id: str | None
) -> dict[str, object]:
    members: dict[str, object] = {"cell_type": _TYPES[kind]}
    if kind is UnitKind.CODE_CELL:
        members["execution_count"] = None
    if cell_id is not None:
        members["id"] = cell_id
    members["metadata"] = {}
    if kind is UnitKind.CODE_CELL:
        members["outputs"] = []
    return members | {"source": source}


def _ordered(members: Mapping[str, object], like: Cell | None) -> dict[str, object]:
    """Put the members into the order that a relative has them in."""
    names = [] if like is None else [child.name for child in like.node.children]
    known = [name for name in members if name in names]
    order = sorted(known, key=names.index)
    others = [name for name in members if name not in names]
    return {name: members[name] for name in (*order, *others)}
