"""Definitions of a cell or module: its functions, classes and methods, with spans."""

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.documents.names import Names, names
from litecode_nb.documents.python_lines import LINE_END, end_of, line_starts

__all__ = [
    "Definition",
    "DefinitionKind",
    "Names",
    "definitions",
    "first_docstring_line",
    "names",
]

_Node = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Found = tuple[_Node, str, "DefinitionKind"]

# Where a definition can begin that is not indented, and where it cannot still go on.
_HEAD = re.compile(r"(?:async[ \t]+def|def|class)[ \t]")
_CONTINUING = re.compile(r"[ \t\f\r\n#)\]}]|\Z")
_HOLDERS = (ast.stmt, ast.ExceptHandler, ast.match_case)
_INDENT = re.compile(r"[ \t\f]*")


class DefinitionKind(StrEnum):
    """What a definition is."""

    FUNCTION = "function"
    CLASS = "class"
    METHOD = "method"


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A definition within a cell or module.

    Attributes:
        name: Qualified name, such as `Item.label`; it can occur more than once.
        kind: What it is.
        signature: Its head on one line without the colon: `def label(self) -> str`.
        summary: First line of its docstring; empty where it has none.
        start: Offset of its first line, decorators included.
        end: Offset after the end of its last line.
        first_line: 1-based number of its first line, decorators included.
        last_line: 1-based number of its last line.
        indent: The blanks that its lines begin with.
    """

    name: str
    kind: DefinitionKind
    signature: str
    summary: str
    start: int
    end: int
    first_line: int
    last_line: int
    indent: str


def definitions(source: str) -> tuple[Definition, ...]:
    """Find all definitions in order; methods follow their class.

    Functions within functions are part of these. Where the source does not parse, those
    definitions are found that are not indented and parse by themselves.
    """
    tree = tree_of(source)
    if tree is not None:
        return _definitions_of(tree, source)
    starts = line_starts(source)
    return tuple(
        _moved(each, offset=starts[line], lines=line)
        for line, stop in _blocks(source, starts)
        for each in _definitions_in_block(source[starts[line] : starts[stop]])
    )


def first_docstring_line(source: str) -> str:
    """Give the first line of a module's docstring; empty where it has none."""
    tree = tree_of(source)
    return "" if tree is None else _summary(tree)


def _definitions_of(tree: ast.Module, source: str) -> tuple[Definition, ...]:
    starts = line_starts(source)
    return tuple(_definition(found, source, starts) for found in _nodes(tree))


def _nodes(tree: ast.Module) -> Iterator[_Found]:
    """Walk over all statements but those within functions, on a stack of its own."""
    stack: list[tuple[ast.AST, str]] = [(tree, "")]
    while stack:
        node, owner = stack.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                kind = DefinitionKind.METHOD if owner else DefinitionKind.FUNCTION
                yield node, owner + node.name, kind
                continue
            case ast.ClassDef():
                owner += node.name
                yield node, owner, DefinitionKind.CLASS
                owner += "."
        children = [c for c in ast.iter_child_nodes(node) if isinstance(c, _HOLDERS)]
        stack.extend((child, owner) for child in reversed(children))


def _definition(found: _Found, source: str, starts: list[int]) -> Definition:
    node, name, kind = found
    first = min(
        node.lineno, *(each.lineno for each in node.decorator_list), node.lineno
    )
    last = node.end_lineno or node.lineno
    start = starts[first - 1]
    return Definition(
        name=name,
        kind=kind,
        signature=_signature(node, source[starts[node.lineno - 1] :]),
        summary=_summary(node),
        start=start,
        end=starts[last],
        first_line=first,
        last_line=last,
        indent=source[start : end_of(_INDENT, source, start)],
    )


def _signature(node: _Node, text: str) -> str:
    """Write the head on one line; where that fails, take its first line as it is."""
    head = copy.copy(node)
    head.body, head.decorator_list = [], []
    try:
        return ast.unparse(head).strip().removesuffix(":")
    except (ValueError, RecursionError):
        return LINE_END.split(text, maxsplit=1)[0].strip().removesuffix(":")


def _summary(node: _Node | ast.Module) -> str:
    docstring = ast.get_docstring(node) or ""
    return docstring.strip().partition("\n")[0].rstrip()


def _blocks(source: str, starts: list[int]) -> Iterator[tuple[int, int]]:
    """Find blocks that begin with `def` or `class`: 0-based lines, end exclusive."""
    begin: int | None = None
    has_head = False
    count = len(starts) - 1
    for line in range(count):
        at = starts[line]
        if _CONTINUING.match(source, at):
            continue
        is_head = _HEAD.match(source, at) is not None
        if begin is not None and has_head:
            yield begin, line
            begin = None
        if begin is None and (is_head or source[at] == "@"):
            begin, has_head = line, False
        has_head = has_head or is_head
    if begin is not None and has_head:
        yield begin, count


def _definitions_in_block(text: str) -> tuple[Definition, ...]:
    tree = tree_of(text)
    return () if tree is None else _definitions_of(tree, text)


def _moved(definition: Definition, *, offset: int, lines: int) -> Definition:
    return replace(
        definition,
        start=definition.start + offset,
        end=definition.end + offset,
        first_line=definition.first_line + lines,
        last_line=definition.last_line + lines,
    )
