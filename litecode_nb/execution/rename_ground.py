"""What a rename stands on: who binds the name, where it is read, what it belongs to."""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from litecode_nb.documents.definitions import names
from litecode_nb.documents.ipython_syntax import Masked, mask, tree_of
from litecode_nb.execution.imports import imports_in
from litecode_nb.execution.name_tokens import NameToken, Position, Use, tokens_of
from litecode_nb.execution.renames import Rename
from litecode_nb.execution.sections import Part

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
OWN_SCOPES = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
COMMON_ATTRIBUTES = frozenset(
    name
    for kind in (str, bytes, list, dict, set, int, float, tuple)
    for name in dir(kind)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A unit that can be read, in which the old name occurs.

    Attributes:
        rename: What was asked for.
        masked: The unit, its IPython parts masked.
        tree: Its tree.
        tokens: All tokens of the old name.
        part: Where it shall happen; None for all of the unit.
        known: Names that are at hand, or were made by earlier tasks.
    """

    rename: Rename
    masked: Masked
    tree: ast.Module
    tokens: tuple[NameToken, ...]
    part: Part | None
    known: Collection[str]

    @property
    def old(self) -> str:
        """The old name."""
        return self.rename.old

    @property
    def is_bound_at_top(self) -> bool:
        """Whether the unit itself binds the old name, an import included."""
        return self.old in names(self.masked.text).defines

    @property
    def is_imported(self) -> bool:
        """Whether an import binds the old name."""
        return self.old in {each.bound for each in imports_in(self.masked.text)}

    @property
    def is_about_its_part(self) -> bool:
        """Whether the section that was named is what the old name stands for."""
        return self.part is not None and self.part.own_name == self.old

    @property
    def binders(self) -> tuple[FunctionNode, ...]:
        """Functions that have the old name as a parameter or local variable."""
        every = (n for n in ast.walk(self.tree) if isinstance(n, FunctionNode))
        return tuple(node for node in every if _binds(self.old, node))

    @property
    def classes(self) -> tuple[ast.ClassDef, ...]:
        """All classes."""
        return tuple(n for n in ast.walk(self.tree) if isinstance(n, ast.ClassDef))

    def has(self, name: str) -> bool:
        """Whether a name is in use, so that two would become one."""
        found = tokens_of(name, self.masked.text)
        return found is None or any(t.use is not Use.ATTRIBUTE for t in found)

    def keywords(self, called: Collection[str] | None = None) -> frozenset[Position]:
        """Places where calls, of some functions only, give an argument by the name."""
        return frozenset(
            self.position(word)
            for call in ast.walk(self.tree)
            if isinstance(call, ast.Call)
            and (called is None or _called_name(call) in called)
            for word in call.keywords
            if word.arg == self.old
        )

    def position(self, node: ast.keyword | ast.expr) -> Position:
        """Where a node begins; the tree counts columns in UTF-8 bytes."""
        line = self.masked.text.split("\n")[node.lineno - 1]
        start = line.encode("utf-8", "surrogatepass")[: node.col_offset]
        return node.lineno, len(start.decode("utf-8", "surrogatepass"))

    def in_all(self) -> Iterator[Position]:
        """Places within the strings of `__all__`."""
        for node in self.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                    for each in ast.walk(value):
                        if isinstance(each, ast.Constant) and each.value == self.old:
                            line, column = self.position(each)
                            yield line, column + 1


def ground_of(
    source: str, rename: Rename, part: Part | None, known: Collection[str]
) -> Ground | None:
    """Read a unit; None where the old name does not occur or could not be found."""
    masked = mask(source)
    word = re.compile(rf"\b{re.escape(rename.old)}\b")
    if any(word.search(original) for original in masked.originals):
        return None
    tree = tree_of(masked.text)
    tokens = tokens_of(rename.old, masked.text)
    if tree is None or not tokens:
        return None
    return Ground(
        rename=rename, masked=masked, tree=tree, tokens=tokens, part=part, known=known
    )


def holds(node: FunctionNode, token: NameToken) -> bool:
    """Whether a token lies in a function's own scope: its name does not."""
    is_name = token.use is Use.DEFINED and token.at[0] == node.lineno
    return not is_name and node.lineno <= token.at[0] <= (node.end_lineno or 0)


def is_parameter(name: str, node: FunctionNode) -> bool:
    """Whether a function takes an argument of this name."""
    return any(n.arg == name for n in ast.walk(node.args) if isinstance(n, ast.arg))


def imports_itself(name: str, node: FunctionNode) -> bool:
    """Whether a function binds the name by an import of its own."""
    return any(
        isinstance(each, ast.alias) and (each.asname or each.name) == name
        for each in _own_nodes(node)
    )


def binds_in_body(name: str, node: ast.ClassDef) -> bool:
    """Whether a class binds a name by a statement that is no definition."""
    return any(
        isinstance(each, ast.Name)
        and each.id == name
        and isinstance(each.ctx, ast.Store)
        for each in _own_nodes(node)
    )


def has_method(name: str, node: ast.ClassDef) -> bool:
    """Whether a class defines a method of this name."""
    return any(isinstance(n, FunctionNode) and n.name == name for n in node.body)


def _binds(name: str, node: FunctionNode) -> bool:
    """Whether a name is local to a function, nested scopes left out."""
    own = tuple(_own_nodes(node))
    declared = (n for n in own if isinstance(n, ast.Global | ast.Nonlocal))
    if any(name in each.names for each in declared):
        return False
    stored = (
        n.id == name and isinstance(n.ctx, ast.Store)
        for n in own
        if isinstance(n, ast.Name)
    )
    return is_parameter(name, node) or any(stored) or imports_itself(name, node)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Walk over what runs in a node's own scope."""
    stack = list(ast.iter_child_nodes(node))
    while stack:
        each = stack.pop()
        yield each
        if not isinstance(each, OWN_SCOPES):
            stack.extend(ast.iter_child_nodes(each))


def _called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
