"""Sections of a unit: definitions and the runs of statements between them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from litecode_nb.documents.definitions import (
    Definition,
    DefinitionKind,
    definitions,
)
from litecode_nb.execution.indents import at_margin
from litecode_nb.execution.lines import plain
from litecode_nb.execution.statements import (
    Statement,
    StatementKind,
    statements,
)


class PartKind(StrEnum):
    """What a part is, in words for a message."""

    WHOLE = "unit"
    FUNCTION = "function"
    CLASS = "class"
    METHOD = "method"
    IMPORTS = "imports"
    STATEMENTS = "statements"
    MAIN_GUARD = "main guard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some whole lines of a unit that can be shown and rewritten on their own.

    Attributes:
        kind: What it is.
        name: Qualified name of a definition; empty for all others.
        first: 0-based number of its first line.
        last: 0-based number of the line after it.
        indent: What its lines begin with in the unit.
        text: Its lines at the margin, with line feeds only and no final one.
    """

    kind: PartKind
    name: str
    first: int
    last: int
    indent: str
    text: str

    @property
    def is_definition(self) -> bool:
        """Whether it is a function, class or method."""
        return self.name != ""

    @property
    def own_name(self) -> str:
        """The last part of its name: `label` of `Item.label`."""
        return self.name.rpartition(".")[2]

    @property
    def owner(self) -> str:
        """The class that it stands in; empty at the top."""
        return self.name.rpartition(".")[0]

    @property
    def label(self) -> str:
        """What a message calls it."""
        return f"`{self.name}`" if self.name else f"the {self.kind}"


def whole(source: str) -> Part:
    """Take a unit as one part."""
    text = plain(source)
    lines = text.split("\n")
    return Part(
        kind=PartKind.WHOLE, name="", first=0, last=len(lines), indent="", text=text
    )


@lru_cache(maxsize=16)
def definition_parts(source: str) -> tuple[Part, ...]:
    """Give all definitions as parts, methods after their class.

    Decorated definitions of one name that follow one another, such as a property and
    its setter, are one part.
    """
    lines = plain(source).split("\n")
    made: list[Part] = []
    for each in definitions(source):
        part = _definition_part(each, lines)
        twin = next((p for p in reversed(made) if p.name == part.name), None)
        if twin is not None and _belong_together(twin, part, lines):
            made[made.index(twin)] = _joined(twin, part, lines)
            continue
        made.append(part)
    return tuple(made)


def outermost(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Leave out parts that stand within another of them."""
    every = tuple(parts)
    return tuple(
        part
        for part in every
        if not any(
            other is not part and other.first <= part.first and part.last <= other.last
            for other in every
        )
    )


def top_parts(source: str) -> tuple[Part, ...]:
    """Take a unit apart, without a rest but blank lines and comments between parts."""
    lines = plain(source).split("\n")
    by_line = {part.first: part for part in definition_parts(source)}
    made: list[Part] = []
    run: list[Statement] = []
    for statement in statements(source):
        if run and _kind_of(run[-1]) is not _kind_of(statement):
            made.append(_run_part(run, lines))
            run = []
        if statement.kind is not StatementKind.DEFINITION:
            run.append(statement)
            continue
        part = by_line.get(statement.first)
        if part is not None and part not in made:
            made.append(part)
    return tuple([*made, _run_part(run, lines)] if run else made)


def smaller_parts(source: str, part: Part) -> tuple[Part, ...]:
    """Take a part apart: a class into its methods, a run into its statements.

    Gives nothing where there is nothing smaller.
    """
    if part.kind is PartKind.WHOLE:
        return top_parts(source)
    if part.kind is PartKind.CLASS:
        return _children(source, part)
    if part.is_definition:
        return ()
    lines = plain(source).split("\n")
    within = [s for s in statements(source) if part.first <= s.first < part.last]
    return tuple(_run_part([s], lines) for s in within) if len(within) > 1 else ()


def fitting_parts(
    source: str, part: Part, fits: Callable[[str], bool]
) -> tuple[Part, ...]:
    """Take a part apart until each piece fits; neighbours that fit together stay so.

    What cannot be taken apart is given back although it does not fit.
    """
    if fits(part.text):
        return (part,)
    smaller = smaller_parts(source, part)
    if not smaller:
        return (part,)
    pieces = [p for each in smaller for p in fitting_parts(source, each, fits)]
    return tuple(_packed(pieces, plain(source).split("\n"), fits))


def _children(source: str, part: Part) -> tuple[Part, ...]:
    inner = (p for p in definition_parts(source) if p.owner == part.name)
    return tuple(p for p in inner if part.first <= p.first < part.last)


def _packed(
    parts: Iterable[Part], lines: list[str], fits: Callable[[str], bool]
) -> Iterator[Part]:
    """Join runs of statements that follow one another, as long as they fit."""
    pending: Part | None = None
    for part in parts:
        if pending is None:
            pending = part
            continue
        is_same = not part.is_definition and pending.kind is part.kind
        both = _joined(pending, part, lines) if is_same else None
        if both is not None and fits(both.text):
            pending = both
            continue
        yield pending
        pending = part
    if pending is not None:
        yield pending


def _definition_part(definition: Definition, lines: list[str]) -> Part:
    first, last = definition.first_line - 1, definition.last_line
    kinds = {
        DefinitionKind.FUNCTION: PartKind.FUNCTION,
        DefinitionKind.CLASS: PartKind.CLASS,
        DefinitionKind.METHOD: PartKind.METHOD,
    }
    return Part(
        kind=kinds[definition.kind],
        name=definition.name,
        first=first,
        last=last,
        indent=definition.indent,
        text=at_margin("\n".join(lines[first:last]), definition.indent),
    )


def _run_part(run: list[Statement], lines: list[str]) -> Part:
    first, last = run[0].first, run[-1].last
    return Part(
        kind=_kind_of(run[0]),
        name="",
        first=first,
        last=last,
        indent="",
        text="\n".join(lines[first:last]),
    )


def _joined(one: Part, other: Part, lines: list[str]) -> Part:
    return Part(
        kind=one.kind,
        name=one.name,
        first=one.first,
        last=other.last,
        indent=one.indent,
        text=at_margin("\n".join(lines[one.first : other.last]), one.indent),
    )


def _belong_together(one: Part, other: Part, lines: list[str]) -> bool:
    """Whether two definitions of one name are a property, or overloads."""
    between = lines[one.last : other.first]
    is_decorated = one.text.startswith("@") or other.text.startswith("@")
    return is_decorated and not any(line.strip() for line in between)


def _kind_of(statement: Statement) -> PartKind:
    match statement.kind:
        case StatementKind.IMPORT | StatementKind.DOCSTRING:
            return PartKind.IMPORTS
        case StatementKind.MAIN_GUARD:
            return PartKind.MAIN_GUARD
        case StatementKind.DEFINITION:
            return PartKind.FUNCTION
    return PartKind.STATEMENTS


def as_statement(part: Part) -> Statement:
    """Give a definition as a statement at the margin."""
    return Statement(
        kind=StatementKind.DEFINITION,
        name=part.own_name,
        first=part.first,
        last=part.last,
        text=part.text,
    )
