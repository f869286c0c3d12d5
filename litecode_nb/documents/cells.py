"""The cells of a notebook: read from its JSON, with an address for each."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass

from litecode_nb.documents.json_scanning import Node, string_at
from litecode_nb.documents.source_splicing import source_in
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.errors import UnreadableDocument

KINDS = {
    "code": UnitKind.CODE_CELL,
    "markdown": UnitKind.MARKDOWN_CELL,
    "raw": UnitKind.RAW_CELL,
}
DIGEST_LENGTH = 8

FIRST_MINOR_WITH_IDS = 5
"""The minor version of nbformat 4 since which cells have ids."""

_CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell and where it lies in the notebook's text.

    Attributes:
        unit: What others see of it.
        node: Its span, with those of its members.
        source: The span of its source.
        written_id: The id in the file, whether usable or not; None where there is none.
    """

    unit: Unit
    node: Node
    source: Node
    written_id: str | None


def is_cell_id(text: str) -> bool:
    """Whether nbformat 4.5 takes a text as a cell id."""
    return _CELL_ID.fullmatch(text) is not None


def read_cells(path: DocumentPath, text: str, array: Node) -> tuple[Cell, ...]:
    """Read all cells of a notebook.

    Raises:
        UnreadableDocument: A cell is not what nbformat 4 knows.
    """
    ids = [string_at(text, node.child("id")) for node in array.children]
    uses = Counter(ids)
    return tuple(
        _read_cell(path, text, position, node, is_unique=uses[ids[position]] == 1)
        for position, node in enumerate(array.children)
    )


def _read_cell(
    path: DocumentPath, text: str, position: int, node: Node, *, is_unique: bool
) -> Cell:
    kind = KINDS.get(string_at(text, node.child("cell_type")) or "")
    source_node = node.child("source")
    source = source_in(text, source_node)
    if kind is None or source_node is None or source is None:
        raise _unreadable(path, position, kind)
    written_id = string_at(text, node.child("id"))
    is_address = is_unique and written_id is not None and is_cell_id(written_id)
    unit = Unit(
        id=UnitId(f"{path}#{written_id if is_address else _place(position, source)}"),
        document=path,
        kind=kind,
        position=position,
        source=source,
    )
    return Cell(unit=unit, node=node, source=source_node, written_id=written_id)


def _place(position: int, source: str) -> str:
    """Give the address of a cell that has no id: `POSITION~DIGEST`."""
    data = source.encode("utf-8", "surrogatepass")
    return f"{position}~{hashlib.sha256(data).hexdigest()[:DIGEST_LENGTH]}"


def _unreadable(
    path: DocumentPath, position: int, kind: UnitKind | None
) -> UnreadableDocument:
    what = "no known cell_type" if kind is None else "no source that is text"
    return UnreadableDocument(
        f"Cell {position + 1} of `{path}` has {what}, so the notebook is not valid. "
        "Open it in Jupyter and save it again, or repair the file."
    )
