"""Names of a cell or module: what it binds, and what it reads from elsewhere."""

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from litecode_nb.documents.ipython_syntax import MASK, tree_of
from litecode_nb.documents.scopes import Scope, ScopeKind, close

ALWAYS_THERE = frozenset(
    {
        *dir(builtins),
        "__builtins__",
        "__class__",
        "__file__",
        "In",
        "Out",
        "_",
        "__",
        "___",
    }
    | {"display", "exit", "get_ipython", "quit"}
)
"""Names that no cell or module has to define."""

MOST_DOTS = 3

_Step = tuple[ast.AST, Scope]


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names of a cell or module.

    Attributes:
        defines: Names that it binds at its top level.
        uses: Names that it reads before it binds them; those that its functions read
            count if it never binds them. Builtins are left out.
        imports: Dotted names of what it imports: `pandas`, `src.load.read_table`,
            `src.load.*`; relative ones keep their dots: `.load.read_table`.
        attributes: Dotted names that it reads: `load.read_table`; of `np.random.rand`
            both `np.random` and the whole.
        aliases: What the names stand for that its imports bind: `{"pd": "pandas"}`.
    """

    defines: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def names(source: str) -> Names:
    """Read the names of a cell or module; a source that does not parse has none."""
    tree = tree_of(source)
    return Names() if tree is None else _Reading().of(tree)


class _Reading:
    """One walk over a tree, in the order in which its parts would run.

    It keeps its own stack: sums of a thousand terms are nested deeper than Python
    lets functions call one another. A rule gives the steps that follow from a node.
    """

    def __init__(self) -> None:
        self._top = Scope(kind=ScopeKind.TOP)
        self._scopes = [self._top]
        self._imports: set[str] = set()
        self._aliases: dict[str, str] = {}

    def of(self, tree: ast.Module) -> Names:
        stack: list[_Step] = [(tree, self._top)]
        while stack:
            node, scope = stack.pop()
            rule = _RULES.get(type(node).__name__, _Reading.any_other)
            stack.extend(reversed(list(rule(self, node, scope))))
        close(self._scopes)
        top = self._top
        later = top.later_reads - top.bound - top.fleeting
        return Names(
            defines=frozenset(top.bound),
            uses=frozenset((top.reads | later) - ALWAYS_THERE),
            imports=frozenset(self._imports),
            attributes=frozenset(dotted for _, dotted in top.dotted),
            aliases=MappingProxyType(self._aliases),
        )

    def any_other(self, node: ast.AST, scope: Scope) -> Iterator[_Step]:
        return _all_in(ast.iter_child_nodes(node), scope)

    def name(self, node: ast.Name, scope: Scope) -> Iterable[_Step]:
        if isinstance(node.ctx, ast.Store):
            scope.bind(node.id)
        elif isinstance(node.ctx, ast.Del):
            scope.unbind(node.id)
        elif not node.id.startswith(MASK):
            scope.read(node.id)
        return ()

    def attribute(self, node: ast.Attribute, scope: Scope) -> Iterable[_Step]:
        parts, base = [node.attr], node.value
        while isinstance(base, ast.Attribute) and len(parts) < MOST_DOTS:
            parts.append(base.attr)
            base = base.value
        if isinstance(base, ast.Name):
            scope.dotted.add((base.id, ".".join((base.id, *reversed(parts)))))
        return [(node.value, scope)]

    def assignment(self, node: ast.Assign, scope: Scope) -> Iterator[_Step]:
        return _all_in((node.value, *node.targets), scope)

    def augmented(self, node: ast.AugAssign, scope: Scope) -> Iterator[_Step]:
        target = node.target
        reading = (_load(target.id),) if isinstance(target, ast.Name) else ()
        return _all_in((node.value, *reading, target), scope)

    def annotated(self, node: ast.AnnAssign, scope: Scope) -> Iterator[_Step]:
        return _all_in((node.annotation, node.value, node.target), scope)

    def named(self, node: ast.NamedExpr, scope: Scope) -> Iterable[_Step]:
        return [(node.value, scope), (node.target, scope.binder)]

    def loop(self, node: ast.For | ast.AsyncFor, scope: Scope) -> Iterator[_Step]:
        return _all_in((node.iter, node.target, *node.body, *node.orelse), scope)

    def comprehension(self, node: Any, scope: Scope) -> Iterator[_Step]:
        inner = self._open(scope, ScopeKind.COMPREHENSION)
        is_dict = isinstance(node, ast.DictComp)
        for position, part in enumerate(node.generators):
            yield part.iter, inner if position else scope
            yield from _all_in((part.target, *part.ifs), inner)
        yield from _all_in((node.key, node.value) if is_dict else (node.elt,), inner)

    def function(self, node: Any, scope: Scope) -> Iterator[_Step]:
        typed = self._open_for_types(node, scope)
        yield from _all_in(getattr(node, "type_params", ()), typed)
        yield from _all_in(getattr(node, "decorator_list", ()), scope)
        yield from _all_in((*node.args.defaults, *node.args.kw_defaults), scope)
        parameters = _parameters(node.args)
        yield from _all_in((each.annotation for each in parameters), typed)
        yield from _all_in((getattr(node, "returns", None),), typed)
        if not isinstance(node, ast.Lambda):
            yield _store(node.name), scope
        inner = self._open(typed, ScopeKind.FUNCTION)
        inner.bound.update(each.arg for each in parameters)
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        yield from _all_in(body, inner)

    def class_(self, node: ast.ClassDef, scope: Scope) -> Iterator[_Step]:
        typed = self._open_for_types(node, scope)
        yield from _all_in(getattr(node, "type_params", ()), typed)
        yield from _all_in(node.decorator_list, scope)
        yield from _all_in((*node.bases, *node.keywords), typed)
        yield from _all_in(node.body, self._open(typed, ScopeKind.CLASS))
        yield _store(node.name), scope

    def type_alias(self, node: Any, scope: Scope) -> Iterator[_Step]:
        yield node.name, scope
        typed = self._open_for_types(node, scope)
        yield from _all_in((*node.type_params, node.value), typed)

    def import_(self, node: ast.Import, scope: Scope) -> Iterator[_Step]:
        for alias in node.names:
            self._imports.add(alias.name)
            first = alias.name.partition(".")[0]
            yield from self._bound_import(
                alias.asname or first, alias.name if alias.asname else first, scope
            )

    def import_from(self, node: ast.ImportFrom, scope: Scope) -> Iterator[_Step]:
        stem = "." * node.level + (f"{node.module}." if node.module else "")
        for alias in node.names:
            self._imports.add(stem + alias.name)
            if alias.name != "*":
                name = alias.asname or alias.name
                yield from self._bound_import(name, stem + alias.name, scope)

    def global_(self, node: ast.Global, scope: Scope) -> Iterable[_Step]:
        scope.global_names.update(node.names)
        return ()

    def nonlocal_(self, node: ast.Nonlocal, scope: Scope) -> Iterable[_Step]:
        scope.nonlocal_names.update(node.names)
        return ()

    def handler(self, node: ast.ExceptHandler, scope: Scope) -> Iterator[_Step]:
        if node.name is not None:
            scope.fleeting.add(node.name)
        return _all_in((node.type, *node.body), scope)

    def capture(self, node: Any, scope: Scope) -> Iterator[_Step]:
        yield from self.any_other(node, scope)
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name is not None:
            yield _store(name), scope

    def _open(self, scope: Scope, kind: ScopeKind) -> Scope:
        inner = scope.inner(kind)
        self._scopes.append(inner)
        return inner

    def _open_for_types(self, node: ast.AST, scope: Scope) -> Scope:
        """Open a scope for type parameters (Python 3.12), if there are any."""
        parameters: Sequence[Any] = getattr(node, "type_params", ())
        if not parameters:
            return scope
        inner = self._open(scope, ScopeKind.COMPREHENSION)
        inner.bound.update(each.name for each in parameters)
        return inner

    def _bound_import(self, name: str, dotted: str, scope: Scope) -> Iterable[_Step]:
        self._aliases[name] = dotted
        scope.imported.add(name)
        return [(_store(name), scope)]


def _all_in(nodes: Iterable[ast.AST | None], scope: Scope) -> Iterator[_Step]:
    return ((node, scope) for node in nodes if node is not None)


def _parameters(arguments: ast.arguments) -> list[ast.arg]:
    extra = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra]


def _load(name: str) -> ast.Name:
    return ast.Name(id=name, ctx=ast.Load())


def _store(name: str) -> ast.Name:
    return ast.Name(id=name, ctx=ast.Store())


_RULES: Mapping[str, Callable[[_Reading, Any, Scope], Iterable[_Step]]] = {
    "AnnAssign": _Reading.annotated,
    "Assign": _Reading.assignment,
    "AsyncFor": _Reading.loop,
    "AsyncFunctionDef": _Reading.function,
    "Attribute": _Reading.attribute,
    "AugAssign": _Reading.augmented,
    "ClassDef": _Reading.class_,
    "DictComp": _Reading.comprehension,
    "ExceptHandler": _Reading.handler,
    "For": _Reading.loop,
    "FunctionDef": _Reading.function,
    "GeneratorExp": _Reading.comprehension,
    "Global": _Reading.global_,
    "Import": _Reading.import_,
    "ImportFrom": _Reading.import_from,
    "Lambda": _Reading.function,
    "ListComp": _Reading.comprehension,
    "MatchAs": _Reading.capture,
    "MatchMapping": _Reading.capture,
    "MatchStar": _Reading.capture,
    "Name": _Reading.name,
    "NamedExpr": _Reading.named,
    "Nonlocal": _Reading.nonlocal_,
    "SetComp": _Reading.comprehension,
    "TypeAlias": _Reading.type_alias,
}
