"""Units: what one model call may change, and what the map tells of them."""

from dataclasses import dataclass
from enum import StrEnum

from litecode_nb.domain.ids import DocumentPath, UnitId


class UnitKind(StrEnum):
    """What a unit is."""

    CODE_CELL = "code cell"
    MARKDOWN_CELL = "markdown cell"
    RAW_CELL = "raw cell"
    MODULE = "module"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A notebook cell or a module: one model call may change exactly this.

    Attributes:
        id: Its address, unique within one reading of its document.
        document: The document that it lies in.
        kind: What it is.
        position: 0-based position in its document; 0 for a module.
        source: Its exact text, line ends as they are in the document.
    """

    id: UnitId
    document: DocumentPath
    kind: UnitKind
    position: int
    source: str

    @property
    def label(self) -> str:
        """What a person calls it: `analysis.ipynb › cell 4`, or the module's path."""
        if self.kind is UnitKind.MODULE:
            return self.document
        return f"{self.document} › cell {self.position + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionOutline:
    """A definition within a module, without its source.

    Attributes:
        name: Qualified name, such as `Item.label`.
        signature: Its first line without the colon: `def label(self) -> str`.
        summary: First line of its docstring; empty where it has none.
        uses: Names that it reads and does not define itself.
        tokens: Size of its source in tokens.
        first_line: 1-based, decorators included.
        last_line: 1-based, inclusive.
    """

    name: str
    signature: str
    summary: str
    uses: frozenset[str]
    tokens: int
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOutline:
    """What the map may say about a unit; it holds no source.

    Attributes:
        id: The unit's address.
        kind: What it is.
        position: 0-based position in its document.
        title: A heading, the first line of a docstring, or a short description.
        defines: Names that it binds at its top level.
        uses: Names that it reads from elsewhere, by an import or otherwise.
        own_uses: Of a module, what its lines outside of its sections read, its own
            definitions among them.
        imports: Dotted names of what it imports, such as `src.load.read_table`.
        tokens: Size of its source in tokens.
        lines: Number of lines of its source.
        sections: The definitions of a module, in order; nested methods follow their
            class.
    """

    id: UnitId
    kind: UnitKind
    position: int
    title: str
    defines: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    own_uses: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()
    tokens: int = 0
    lines: int = 0
    sections: tuple[SectionOutline, ...] = ()
