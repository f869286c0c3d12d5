"""Outline a document: what each unit defines, uses and imports, without its source."""

import re
import textwrap
from collections.abc import Mapping

from litecode_nb.documents.base import Document
from litecode_nb.documents.definitions import Definition, definitions, names
from litecode_nb.documents.notebook import Notebook
from litecode_nb.domain.project import DocumentOutline
from litecode_nb.domain.unit import SectionOutline, Unit, UnitKind, UnitOutline
from litecode_nb.project.reading import Aliases, Reading, read
from litecode_nb.tokens.base import TokenCounter

LONGEST_TITLE = 80
LONGEST_LOOK = 8
LANGUAGES = frozenset({"", "python", "python3", "ipython"})
"""What a notebook may call the language that its cells are read in."""

_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.*?)[\s#]*$")
_COMMENT = re.compile(r"#+\s*(?:%%)?\s*(.*)")
_CELL_MAGIC = re.compile(r"%%[\w.]+")
_MAGIC_LINE = re.compile(r"^\s*(%[\w.]+|!\s*[\w./-]+)", re.MULTILINE)


def outline(document: Document, counter: TokenCounter) -> DocumentOutline:
    """Outline a document and its units.

    Attributes stay as they were read (`.label`, `src.load.read_table`) in `uses`;
    `linking.linked` turns them into names of the project, or leaves them out.
    """
    aliases: Aliases = {}
    units = []
    for unit in document.units:
        code = _code(unit, document)
        reading = read(code, aliases)
        aliases = reading.aliases if reading else aliases
        units.append(_outlined(unit, code, reading, counter))
    title = shortened(document.title)
    return DocumentOutline(path=document.path, title=title, units=tuple(units))


def outline_unit(unit: Unit, counter: TokenCounter) -> UnitOutline:
    """Outline one unit, not knowing what the cells above it import."""
    code = _code(unit)
    return _outlined(unit, code, read(code, {}), counter)


def shortened(text: str, longest: int = LONGEST_TITLE) -> str:
    """Make a text one printable line of at most so many characters."""
    near = text[: LONGEST_LOOK * longest]
    if not near.isprintable():
        near = "".join(c if c.isprintable() else " " for c in near)
    line = " ".join(near.split())
    if len(line) <= longest:
        return line
    words = line[: longest - 1].rpartition(" ")[0]
    return f"{words} …" if words else line[:longest]


def line_count(source: str) -> int:
    """Count lines as an editor does: a final line end begins no further line."""
    return source.count("\n") + (source != "" and not source.endswith("\n"))


def _code(unit: Unit, document: Document | None = None) -> str:
    """Give what can be read as Python in a unit: all of it, or nothing."""
    is_foreign = isinstance(document, Notebook) and document.language not in LANGUAGES
    is_code = unit.kind in {UnitKind.CODE_CELL, UnitKind.MODULE}
    return unit.source if is_code and not is_foreign else ""


def _outlined(
    unit: Unit, code: str, reading: Reading | None, counter: TokenCounter
) -> UnitOutline:
    found = names(code)
    is_module = unit.kind is UnitKind.MODULE
    hidden = reading.imported if reading and is_module else frozenset()
    more = reading.imported_uses if reading else frozenset()
    return UnitOutline(
        id=unit.id,
        kind=unit.kind,
        position=unit.position,
        title=shortened(_title(unit, reading)),
        defines=found.defines - hidden,
        uses=found.uses | more,
        own_uses=reading.own_uses if reading and is_module else frozenset(),
        imports=found.imports,
        tokens=counter.count(unit.source),
        lines=line_count(unit.source),
        sections=tuple(
            _section(each, code, reading, counter) for each in definitions(code)
        ),
    )


def _title(unit: Unit, reading: Reading | None) -> str:
    match unit.kind:
        case UnitKind.MODULE:
            return reading.docstring if reading else ""
        case UnitKind.CODE_CELL:
            return _cell_title(unit.source, reading)
        case _:
            return _first_words(unit.source)


def _first_words(source: str) -> str:
    """Give the first heading of a text, else its first line."""
    lines = [line for line in source.splitlines() if line.strip()]
    headings = (found[1] for line in lines if (found := _HEADING.match(line)))
    return next(headings, lines[0] if lines else "")


def _cell_title(source: str, reading: Reading | None) -> str:
    """Give a cell's cell magic or first comment, else what it calls at its end."""
    first = next((line for line in source.splitlines() if line.strip()), "")
    if magic := _CELL_MAGIC.match(first):
        return magic[0]
    if (comment := _COMMENT.match(first)) and comment[1]:
        return comment[1]
    calls = reading.calls if reading else ()
    called = ", ".join(dict.fromkeys([*_MAGIC_LINE.findall(source), *calls]))
    return f"calls {called}" if called else ""


def _section(
    found: Definition, code: str, reading: Reading | None, counter: TokenCounter
) -> SectionOutline:
    text = code[found.start : found.end]
    by_line: Mapping[int, frozenset[str]] = reading.uses_by_line if reading else {}
    uses = by_line.get(found.first_line)
    return SectionOutline(
        name=found.name,
        signature=found.signature,
        summary=shortened(found.summary),
        uses=names(textwrap.dedent(text)).uses if uses is None else uses,
        tokens=counter.count(text),
        first_line=found.first_line,
        last_line=found.last_line,
    )
