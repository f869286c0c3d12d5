"""Read from a syntax tree what names alone do not tell: attributes, calls, aliases."""

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from litecode_nb.documents.ipython_syntax import MASK, tree_of

Aliases = Mapping[str, str]
"""Names that stand for imported things, to their dotted names: `np` to `numpy`."""

BUILTINS = frozenset(dir(builtins))
MOST_CALLS = 3

_Import = ast.Import | ast.ImportFrom
_IMPORTS = frozenset({ast.Import, ast.ImportFrom})
_DEFINITIONS = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef})
_Chain = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a cell or module does with names.

    Attributes:
        uses_by_line: For the definition that starts at a line, decorators included,
            the names that it reads and does not bind. An attribute of an imported
            thing, and what has another name here, is a dotted name
            (`src.load.read_table`); an attribute of anything else has a dot before
            it (`.label`).
        imported_uses: What the whole text reads by an import of its own, or as an
            attribute.
        own_uses: What its lines outside of all definitions read.
        aliases: What its imports bind anywhere, over what was known before.
        imported: What its top-level imports bind.
        calls: What its top-level statements call as methods, the last ones.
        docstring: The first line of its docstring; empty where it has none.
    """

    uses_by_line: Mapping[int, frozenset[str]]
    imported_uses: frozenset[str]
    own_uses: frozenset[str]
    aliases: Aliases
    imported: frozenset[str]
    calls: tuple[str, ...]
    docstring: str


def read(source: str, known: Aliases) -> Reading | None:
    """Read a cell or module; None where it cannot be parsed.

    Args:
        source: Its text, magics allowed.
        known: Aliases that hold before it: those of the cells above.
    """
    tree = tree_of(source)
    if tree is None:
        return None
    found = _Collector(tree, known)
    imports = (node for node in tree.body if isinstance(node, _Import))
    imported = frozenset(name for node in imports for name, _ in _bindings(node))
    whole, aliases = found.whole, found.aliases
    return Reading(
        uses_by_line={scope.line: scope.uses(aliases) for scope in found.scopes},
        imported_uses=frozenset(
            {*(whole.read & imported), *_dotted(whole.chains, aliases)}
        ),
        own_uses=found.outside.uses_with_own(aliases),
        aliases=aliases,
        imported=imported,
        calls=_calls(tree),
        docstring=(ast.get_docstring(tree) or "").partition("\n")[0],
    )


@dataclass(slots=True)
class _Scope:
    """What happens within a definition, or within the whole text."""

    line: int = 0
    read: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    declared_global: set[str] = field(default_factory=set)
    chains: set[_Chain] = field(default_factory=set)

    def uses(self, aliases: Aliases) -> frozenset[str]:
        """Give what the definition uses of the world outside."""
        local = self.bound - self.declared_global
        foreign = {name: of for name, of in aliases.items() if name not in local}
        return self.uses_with_own(foreign) - local

    def uses_with_own(self, aliases: Aliases) -> frozenset[str]:
        """Give what is read here, what is bound here among it."""
        plain = {n for n in self.read - BUILTINS if not n.startswith(MASK)}
        return frozenset(plain.union(_dotted(self.chains, aliases)))


_Visit = tuple[ast.AST, tuple[_Scope, ...], bool]
"""A node, the scopes that it counts for, and whether it lies in a function."""


class _Collector:
    """Visits each node once, on a stack of its own: deep trees are hostile input."""

    def __init__(self, tree: ast.Module, known: Aliases) -> None:
        self.whole, self.outside = _Scope(), _Scope()
        self.scopes: list[_Scope] = []
        self.aliases = dict(known)
        stack: list[_Visit] = [(tree, (self.whole, self.outside), False)]
        while stack:
            node, around, is_in_function = stack.pop()
            kind = type(node)
            if kind in _NOTES:
                note = _NOTES[kind]
                for scope in around:
                    note(node, scope)
            if kind in _IMPORTS:
                self.aliases.update(_bindings(node))
            elif kind in _DEFINITIONS and not is_in_function:
                around = self._opened(node, around)
                is_in_function = kind is not ast.ClassDef
            stack += [(each, around, is_in_function) for each in _children(node)]

    def _opened(self, node: Any, around: tuple[_Scope, ...]) -> tuple[_Scope, ...]:
        own = _Scope(line=_first_line(node), bound={node.name})
        self.scopes.append(own)
        return (*(each for each in around if each is not self.outside), own)


def _note_name(node: Any, scope: _Scope) -> None:
    if not isinstance(node.ctx, ast.Load):
        scope.bound.add(node.id)
        return
    scope.read.add(node.id)
    scope.chains.add((node.id,))


def _note_attribute(node: Any, scope: _Scope) -> None:
    scope.chains.add(_chain(node))


def _note_global(node: Any, scope: _Scope) -> None:
    scope.declared_global.update(node.names)


def _note_argument(node: Any, scope: _Scope) -> None:
    scope.bound.add(node.arg)


def _note_binding(node: Any, scope: _Scope) -> None:
    name = node.rest if isinstance(node, ast.MatchMapping) else node.name
    if name is not None:
        scope.bound.add(name)


_NOTES: Mapping[type[ast.AST], Callable[[Any, _Scope], None]] = {
    ast.Name: _note_name,
    ast.Attribute: _note_attribute,
    ast.Global: _note_global,
    ast.arg: _note_argument,
    **dict.fromkeys(
        (
            *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler),
            *(ast.MatchAs, ast.MatchStar, ast.MatchMapping),
        ),
        _note_binding,
    ),
}


def _children(node: ast.AST) -> list[ast.AST]:
    """Give the nodes within a node, without those that only name an operator."""
    found: list[ast.AST] = []
    for name in _child_fields(node._fields):
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


@cache
def _child_fields(fields: tuple[str, ...]) -> tuple[str, ...]:
    leaves = {"ctx", "op", "ops", "id", "attr", "arg", "kind", "type_comment"}
    return tuple(name for name in fields if name not in leaves)


def _first_line(node: Any) -> int:
    lines: list[int] = [node.lineno, *(each.lineno for each in node.decorator_list)]
    return min(lines)


def _bindings(node: Any) -> Iterator[tuple[str, str]]:
    """Give what an import binds, with the dotted name that it stands for."""
    if isinstance(node, ast.Import):
        for each in node.names:
            top = each.name.partition(".")[0]
            yield (each.asname, each.name) if each.asname else (top, top)
        return
    base = "." * node.level + (node.module or "")
    joint = "" if base.endswith(".") or not base else "."
    for each in node.names:
        yield each.asname or each.name, f"{base}{joint}{each.name}"


def _chain(node: ast.Attribute) -> _Chain:
    """Give the parts of `a.b.c`; where it begins with no name, that one is empty."""
    parts = [node.attr]
    value = node.value
    while isinstance(value, ast.Attribute):
        parts.append(value.attr)
        value = value.value
    first = value.id if isinstance(value, ast.Name) else ""
    return (first, *reversed(parts))


def _dotted(chains: Iterable[_Chain], aliases: Aliases) -> Iterator[str]:
    for first, *parts in chains:
        known = aliases.get(first)
        if known is not None and (parts or not f".{known}".endswith(f".{first}")):
            yield ".".join((known, *parts))
        elif parts:
            yield f".{parts[-1]}"


def _calls(tree: ast.Module) -> tuple[str, ...]:
    """Give the methods that the last statements call: `plt.bar`, `orders.head`."""
    values = (
        node.value
        for node in tree.body
        if isinstance(node, ast.Expr | ast.Assign) and isinstance(node.value, ast.Call)
    )
    named = (_called(value) for value in values)
    return tuple(dict.fromkeys(name for name in named if "." in name))[-MOST_CALLS:]


def _called(node: ast.expr) -> str:
    """Name a call by its first name and its last method, whatever is between."""
    parts: list[str] = []
    while not isinstance(node, ast.Name):
        match node:
            case ast.Attribute(value=value, attr=attr):
                parts.append(attr)
            case ast.Call(func=value) | ast.Subscript(value=value):
                pass
            case _:
                return ""
        node = value
    return f"{node.id}.{parts[0]}" if parts else node.id
