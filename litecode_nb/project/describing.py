"""One line for each thing on the map: names and signatures, never source."""

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.project import DocumentOutline, ProjectMap, Target
from litecode_nb.domain.unit import SectionOutline, UnitKind, UnitOutline
from litecode_nb.project.counting import counted
from litecode_nb.project.handles import is_cell
from litecode_nb.project.implied import definers
from litecode_nb.project.importing import Modules
from litecode_nb.project.outlining import shortened

MOST_NAMES = 4
LONGEST_SIGNATURE = 90
LONGEST_SUMMARY = 60
LONGEST_NAME = 40

_HEAD = re.compile(r"(?:async )?(?:def|class) +[^\W\d]\w*")
_SELF = re.compile(r"^\((?:self|cls)(?:, ?|(?=\)))")
_DUNDER = re.compile(r"__\w+__$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A cell or definition as the map can show it.

    Attributes:
        target: What a plan can name.
        name: A few words, for where space is tight.
        text: One line, for where it is not.
        words: What of it may be the request's words.
    """

    target: Target
    name: str
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Describer:
    """Describes documents, knowing what the project defines.

    Attributes:
        known: All names that something in the project defines.
        modules: Its modules by their dotted names.
        origin: The cell that the request was written in, if known.
    """

    known: frozenset[str]
    modules: Modules
    origin: UnitId | None = None

    @classmethod
    def of(cls, project: ProjectMap, origin: UnitId | None) -> Self:
        """Gather what the descriptions need."""
        return cls(
            known=frozenset(definers(project)),
            modules=Modules.of(each.path for each in project.documents),
            origin=origin,
        )

    def entries(self, document: DocumentOutline) -> tuple[Entry, ...]:
        """Describe what lies in a document, in its order, each thing once."""
        if document.is_notebook:
            return tuple(self._cell(unit) for unit in document.units)
        return tuple(
            self._section(section, unit)
            for unit in document.units
            for section in {each.name: each for each in unit.sections}.values()
            if not _DUNDER.search(section.name)
        )

    def _section(self, section: SectionOutline, unit: UnitOutline) -> Entry:
        document = DocumentPath(unit.id)
        parts = [shortened(signature_of(section), LONGEST_SIGNATURE)]
        if section.summary:
            parts.append(f" — {_summary(section.summary)}")
        used = self._known_of(section.uses) - {section.name}
        if used:
            parts.append(f"; uses {listed(used)}")
        return Entry(
            target=Target(document=document, unit=unit.id, section=section.name),
            name=section.name,
            text="".join(parts),
            words=(section.signature, section.summary),
        )

    def _cell(self, unit: UnitOutline) -> Entry:
        if unit.kind is not UnitKind.CODE_CELL:
            title = shortened(unit.title.replace('"', "'"), LONGEST_SUMMARY)
            name = f'"{shortened(title, LONGEST_NAME)}"'
            text = f'{_KINDS[unit.kind]} "{title}"' if title else _KINDS[unit.kind]
        else:
            name = listed(unit.defines) or unit.title or "code"
            text = self._code(unit)
        return Entry(
            target=Target(document=_document(unit), unit=unit.id),
            name=shortened(name, LONGEST_NAME),
            text=text,
            words=(unit.title, *sorted(unit.defines), *sorted(unit.uses)),
        )

    def _code(self, unit: UnitOutline) -> str:
        """Describe a code cell by its title, what it binds, and what it reads."""
        if self.origin is not None and is_cell(unit.id, self.origin):
            return "the cell of this request"
        imported = self._imports(unit)
        bound = unit.defines - _bound_by(unit.imports)
        signatures = {s.name: signature_of(s) for s in unit.sections}
        parts = {
            "": _summary(unit.title),
            "imports ": ", ".join(imported[:MOST_NAMES]) if imported else "",
            "defines ": listed(bound, signatures),
            "uses ": listed(self._known_of(unit.uses)),
        }
        said = "; ".join(f"{word}{names}" for word, names in parts.items() if names)
        return said or (
            f"code, {counted(unit.lines, 'line')}" if unit.lines else "empty"
        )

    def _known_of(self, uses: frozenset[str]) -> frozenset[str]:
        """Choose what the project defines; a method's class says enough for it."""
        return frozenset(name for name in uses & self.known if "." not in name)

    def _imports(self, unit: UnitOutline) -> tuple[str, ...]:
        """Name what a cell imports: modules of the project in full, packages else."""
        document = _document(unit)
        found: dict[str, None] = {}
        for dotted in sorted(unit.imports):
            module, rest = self.modules.split(dotted, document)
            whole = dotted.removesuffix("." + ".".join(rest)) if rest else dotted
            found[whole if module else dotted.lstrip(".").partition(".")[0]] = None
        return tuple(found)


def signature_of(section: SectionOutline) -> str:
    """Write a signature under its qualified name, without types: `Item.label(width)`.

    Types cost a map more than names and help a planner less.
    """
    parameters = _HEAD.sub("", _without_types(section.signature), count=1)
    if "." in section.name:
        parameters = _SELF.sub("(", parameters)
    is_class = section.signature.startswith("class ")
    return f"{'class ' if is_class else ''}{section.name}{parameters}"


def constants_of(document: DocumentOutline) -> frozenset[str]:
    """Give what a module sets outside of its functions and classes."""
    every = (u.defines.difference(s.name for s in u.sections) for u in document.units)
    names = frozenset().union(*every)
    return frozenset(name for name in names if not _DUNDER.search(name))


def listed(names: Iterable[str], signatures: Mapping[str, str] | None = None) -> str:
    """List some names in order, with their signatures where there are any."""
    every = sorted(names)
    shown = [(signatures or {}).get(name, name) for name in every[:MOST_NAMES]]
    return ", ".join(shown) + (", …" if len(every) > MOST_NAMES else "")


_KINDS = {UnitKind.MARKDOWN_CELL: "markdown", UnitKind.RAW_CELL: "raw text"}


def _document(unit: UnitOutline) -> DocumentPath:
    return DocumentPath(unit.id.partition("#")[0])


def _without_types(signature: str) -> str:
    """Leave annotations out; a signature that does not parse stays as it is."""
    try:
        node = ast.parse(f"{signature}: ...").body[0]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return signature
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return signature
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return f"def {node.name}({ast.unparse(node.args)})"


def _summary(text: str) -> str:
    return shortened(text.rstrip("."), LONGEST_SUMMARY)


def _bound_by(imports: Iterable[str]) -> frozenset[str]:
    return frozenset(dotted.rpartition(".")[2] for dotted in imports)
