"""Top-level statements of a piece of code, each with its lines and its names."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from litecode_nb.documents.definitions import names
from litecode_nb.documents.ipython_syntax import MASK, tree_of
from litecode_nb.execution.lines import plain

DEFINITION_NODES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class StatementKind(Enum):
    """What a statement is, as far as it matters for taking code apart."""

    DOCSTRING = auto()
    IMPORT = auto()
    DEFINITION = auto()
    MAIN_GUARD = auto()
    MAGIC = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement, or several that share a line.

    Attributes:
        kind: What it is.
        name: Of a definition; empty for all others.
        first: 0-based number of its first line, decorators included.
        last: 0-based number of the line after it.
        text: Its lines, without the final newline.
    """

    kind: StatementKind
    name: str
    first: int
    last: int
    text: str

    @property
    def defines(self) -> frozenset[str]:
        """Names that it binds."""
        return names(self.text).defines

    @property
    def uses(self) -> frozenset[str]:
        """Names that it reads from elsewhere."""
        return names(self.text).uses


@lru_cache(maxsize=16)
def statements(source: str) -> tuple[Statement, ...]:
    """Take a cell or module apart; one that does not parse has no statements."""
    tree = tree_of(source)
    if tree is None:
        return ()
    lines = plain(source).split("\n")
    made: list[Statement] = []
    for number, node in enumerate(tree.body):
        statement = _statement(node, lines, is_first=number == 0)
        if made and statement.first < made[-1].last:
            statement = _together(made.pop(), statement, lines)
        made.append(statement)
    return tuple(made)


def _statement(node: ast.stmt, lines: list[str], *, is_first: bool) -> Statement:
    is_definition = isinstance(node, DEFINITION_NODES)
    decorators = node.decorator_list if isinstance(node, DEFINITION_NODES) else []
    first = min([node.lineno, *(each.lineno for each in decorators)]) - 1
    last = node.end_lineno or node.lineno
    return Statement(
        kind=StatementKind.DEFINITION if is_definition else _kind(node, is_first),
        name=node.name if isinstance(node, DEFINITION_NODES) else "",
        first=first,
        last=last,
        text="\n".join(lines[first:last]),
    )


def _kind(node: ast.stmt, is_first: bool) -> StatementKind:  # noqa: FBT001 -- private
    match node:
        case ast.Import() | ast.ImportFrom():
            return StatementKind.IMPORT
        case ast.Expr(value=ast.Constant(value=str())) if is_first:
            return StatementKind.DOCSTRING
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name.startswith(MASK):
            return StatementKind.MAGIC
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return StatementKind.MAIN_GUARD
    return StatementKind.OTHER


def _together(one: Statement, other: Statement, lines: list[str]) -> Statement:
    """Join two statements of one line; they can only be moved together."""
    last = max(one.last, other.last)
    return Statement(
        kind=one.kind if one.kind is other.kind else StatementKind.OTHER,
        name="",
        first=one.first,
        last=last,
        text="\n".join(lines[one.first : last]),
    )


def names_of(parts: Iterable[Statement]) -> frozenset[str]:
    """Give the names of the definitions among some statements."""
    return frozenset(part.name for part in parts if part.name)
