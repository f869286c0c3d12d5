"""Read from a syntax tree what names alone do not tell: attributes, calls, aliases."""

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from litecode_nb.documents.ipython_syntax import MASK, tree_of

Aliases = Mapping[str, str]
"""Names that stand for imported things, to their dotted names: `np` to `numpy`."""

BUILTINS = frozenset(dir(builtins))
MOST_CALLS = 3

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a cell or module does with names.

    Attributes:
        uses_by_line: For the definition that starts at a line, decorators included,
            the names that it reads and does not bind. An attribute of an imported
            thing is a dotted name (`src.load.read_table`), one of anything else has
            a dot before it (`.label`).
        attributes: The dotted ones of these, of the whole text.
        aliases: What its imports bind anywhere, over what was known before.
        imported: What its top-level imports bind.
        calls: What its top-level statements call as methods, the last ones.
        docstring: The first line of its docstring; empty where it has none.
    """

    uses_by_line: Mapping[int, frozenset[str]]
    attributes: frozenset[str]
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
    try:
        return None if tree is None else _read(tree, known)
    except RecursionError:
        return None


def _read(tree: ast.Module, known: Aliases) -> Reading:
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    own = dict(pair for node in imports for pair in _bindings(node))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    aliases = {**known, **own}
    return Reading(
        uses_by_line={_first_line(n): _uses(n, aliases) for n in _definitions(tree)},
        attributes=frozenset(_attributes(tree, aliases)),
        aliases=aliases,
        imported=frozenset(name for node in top for name, _ in _bindings(node)),
        calls=_calls(tree),
        docstring=(ast.get_docstring(tree) or "").partition("\n")[0],
    )


def _definitions(tree: ast.AST) -> Iterator[_Definition]:
    """Give functions and classes, and those within classes."""
    stack = [tree]
    while stack:
        for node in ast.iter_child_nodes(stack.pop()):
            if isinstance(node, _DEFINITIONS):
                yield node
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
                stack.append(node)


def _first_line(node: _Definition) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def _bindings(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
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


def _uses(node: _Definition, aliases: Aliases) -> frozenset[str]:
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    loaded = (each.id for each in names if isinstance(each.ctx, ast.Load))
    read = {name for name in loaded if not name.startswith(MASK)}
    bound = {each.id for each in names if not isinstance(each.ctx, ast.Load)}
    bound.update(*(_bound_otherwise(each) for each in ast.walk(node)))
    local = (bound | {node.name}) - _declared_global(node)
    foreign = {name: dotted for name, dotted in aliases.items() if name not in local}
    return frozenset(read - local - BUILTINS) | frozenset(_attributes(node, foreign))


def _bound_otherwise(node: ast.AST) -> tuple[str, ...]:
    """Give names that a node binds without an `ast.Name`."""
    match node:
        case ast.arg(arg=name):
            return (name,)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return (node.name,)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            return (name,)
        case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            return (name,)
    return ()


def _declared_global(node: ast.AST) -> frozenset[str]:
    declared = (each for each in ast.walk(node) if isinstance(each, ast.Global))
    return frozenset(name for each in declared for name in each.names)


def _attributes(tree: ast.AST, aliases: Aliases) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            chain = _chain(node)
            known = aliases.get(chain[0]) if chain else None
            yield ".".join((known, *chain[1:])) if known else f".{node.attr}"


def _chain(node: ast.expr) -> tuple[str, ...]:
    """Give the parts of `a.b.c`; nothing where it does not begin with a name."""
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(value=value, attr=attr):
            before = _chain(value)
            return (*before, attr) if before else ()
    return ()


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
