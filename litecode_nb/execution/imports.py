"""Imports: which ones a unit lacks, and where in it they belong."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.execution.formats import Replacement
from litecode_nb.execution.lines import plain
from litecode_nb.execution.statements import Statement, StatementKind, statements

FUTURE = "__future__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One name that an import statement binds.

    Attributes:
        module: What follows `from`, with its dots; None for `import x`.
        name: What is imported.
        alias: What it is called here, if not by its name.
    """

    module: str | None
    name: str
    alias: str | None = None

    @property
    def bound(self) -> str:
        """The name that it binds."""
        return self.alias or (self.name if self.module else self.name.split(".")[0])

    @property
    def text(self) -> str:
        """The statement that imports just this."""
        alias = f" as {self.alias}" if self.alias else ""
        head = f"from {self.module} " if self.module else ""
        return f"{head}import {self.name}{alias}"


def imports_in(source: str) -> tuple[Import, ...]:
    """Give all imports at the top level, those in `try` and `if` included."""
    tree = tree_of(source)
    return () if tree is None else tuple(_imports(tree.body))


def missing_imports(
    source: str, offered: Iterable[Import], used: frozenset[str]
) -> tuple[Import, ...]:
    """Give those of the offered imports that are used and whose name is still free."""
    present = imports_in(source)
    taken = {each.bound for each in present} | _bound_in(source)
    return tuple(
        each
        for each in dict.fromkeys(offered)
        if each not in present
        and (each.module == FUTURE or (each.bound in used and each.bound not in taken))
    )


def insertion(source: str, imports: Iterable[Import]) -> Replacement | None:
    """Say where new imports go: behind the last one before the first definition.

    Without any, they go behind the docstring, or before the first statement; a cell
    magic stays the first line. None where there is nothing to add.
    """
    texts = _grouped(imports)
    if not texts:
        return None
    parts = statements(source)
    last = _last_import(parts)
    if last is not None:
        # A future import has to come before all others.
        first = next(p for p in parts if p.kind is StatementKind.IMPORT)
        at = first.first if FUTURE in texts[0] else last.last
        return Replacement(first=at, last=at, text="\n".join(texts))
    return _into_new_block(parts, plain(source).split("\n"), texts)


def _into_new_block(
    parts: tuple[Statement, ...], lines: list[str], texts: list[str]
) -> Replacement:
    """Begin a block of imports where there was none."""
    heads = (StatementKind.DOCSTRING, StatementKind.MAGIC)
    rest = next((n for n, p in enumerate(parts) if p.kind not in heads), len(parts))
    block = "\n".join(texts)
    if rest > 0:
        at = parts[rest - 1].last
        is_docstring = parts[rest - 1].kind is StatementKind.DOCSTRING
        text = f"\n{block}" if is_docstring else block
        return Replacement(first=at, last=at, text=text)
    if not parts:
        return Replacement(first=0, last=0, text=block)
    at = _above_comments(lines, parts[0].first)
    gap = "\n\n" if parts[0].kind is StatementKind.DEFINITION else "\n"
    return Replacement(first=at, last=at, text=block + gap)


def _above_comments(lines: list[str], line: int) -> int:
    """Step over comments that touch a statement; those of a file's head stay first."""
    at = line
    while at > 0 and lines[at - 1].lstrip().startswith("#"):
        at -= 1
    return at if at > 0 else line


def _last_import(parts: tuple[Statement, ...]) -> Statement | None:
    found: Statement | None = None
    for part in parts:
        if part.kind is StatementKind.DEFINITION:
            break
        if part.kind is StatementKind.IMPORT:
            found = part
    return found


def _grouped(imports: Iterable[Import]) -> list[str]:
    """Write the statements, future ones first, one for each module."""
    by_module: dict[str, list[Import]] = {}
    for each in imports:
        by_module.setdefault(each.module or each.text, []).append(each)
    texts = [_statement(group) for group in by_module.values()]
    return sorted(texts, key=lambda text: FUTURE not in text)


def _statement(group: list[Import]) -> str:
    if group[0].module is None:
        return group[0].text
    names = (f"{i.name} as {i.alias}" if i.alias else i.name for i in group)
    return f"from {group[0].module} import {', '.join(names)}"


def _imports(body: Iterable[ast.stmt]) -> Iterator[Import]:
    for node in body:
        match node:
            case ast.Import(names=found):
                yield from (
                    Import(module=None, name=a.name, alias=a.asname) for a in found
                )
            case ast.ImportFrom(module=module, names=found, level=level):
                source = "." * level + (module or "")
                yield from (
                    Import(module=source, name=a.name, alias=a.asname) for a in found
                )
            case ast.If() | ast.Try():
                handlers = node.handlers if isinstance(node, ast.Try) else []
                inner = [
                    *node.body,
                    *node.orelse,
                    *(s for h in handlers for s in h.body),
                ]
                yield from _imports(inner)


def _bound_in(source: str) -> frozenset[str]:
    """Names that the source binds at its top by anything but an import."""
    from_imports = {each.bound for each in imports_in(source)}
    bound = {name for part in statements(source) for name in part.defines}
    return frozenset(bound - from_imports)
