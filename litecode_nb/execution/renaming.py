"""Rename within one unit by its tokens: exact where it is safe, else not at all."""

import ast
from collections.abc import Collection, Sequence

from litecode_nb.documents.ipython_syntax import mask, tree_of
from litecode_nb.execution.imports import imports_in
from litecode_nb.execution.name_tokens import (
    NameToken,
    Position,
    Use,
    replaced,
    tokens_of,
)
from litecode_nb.execution.rename_ground import (
    COMMON_ATTRIBUTES,
    FunctionNode,
    Ground,
    binds_in_body,
    ground_of,
    has_method,
    holds,
    imports_itself,
    is_parameter,
)
from litecode_nb.execution.renames import Rename, RenameKind
from litecode_nb.execution.sections import Part

NOWHERE: frozenset[Position] = frozenset()


def renamed(
    source: str, rename: Rename, *, part: Part | None, known: Collection[str]
) -> str | None:
    """Give a unit with one name renamed; None where only a reader could be sure.

    Comments and strings stay, but for names in f-strings and in `__all__`. The result
    has the tree that the source had, but for the name.

    Args:
        source: The unit, with line feeds only.
        rename: What was asked for.
        part: The section that was named; None for all of the unit.
        known: Names that are at hand, or were made by earlier tasks.
    """
    ground = ground_of(source, rename, part, known)
    places = NOWHERE if ground is None else _places(ground)
    if ground is None or not places:
        return None
    text = replaced(ground.masked.text, rename.old, rename.new, places)
    return ground.masked.unmask(text) if _is_exact(ground, text) else None


def still_there(source: str, rename: Rename) -> bool:
    """Whether the old name still stands in a source as a name of its own."""
    tokens = tokens_of(rename.old, mask(source).text)
    return any(token.use is not Use.ATTRIBUTE for token in tokens or ())


def _places(ground: Ground) -> frozenset[Position]:
    """Find the tokens to replace; none where it is not safe."""
    if ground.rename.kind is not RenameKind.RENAME:
        return _references(ground)
    if ground.has(ground.rename.new):
        return NOWHERE
    inside = [node for node in ground.binders if _covers(ground.part, node)]
    if inside and not ground.is_about_its_part:
        return _in_functions(ground, inside)
    if ground.is_bound_at_top:
        return _at_top(ground)
    if _is_member(ground):
        return _members(ground)
    return _in_functions(ground, ground.binders) or _read_only(ground)


def _references(ground: Ground) -> frozenset[Position]:
    """`Use Y instead of X`: only where X is nothing that the unit itself makes."""
    new = ground.rename.new
    is_here = ground.has(new)
    if not ground.is_bound_at_top:
        is_call = ground.rename.kind is RenameKind.CALL_INSTEAD
        can_do = is_here or is_call or new in ground.known
        return _read_only(ground) if can_do else NOWHERE
    if ground.is_imported and new in ground.known and not is_here:
        return _at_top(ground)
    return NOWHERE


def _at_top(ground: Ground) -> frozenset[Position]:
    """A name of the unit's top: everywhere but where a function has its own."""
    is_in_a_class = any(
        binds_in_body(ground.old, each) or has_method(ground.old, each)
        for each in ground.classes
    )
    if is_in_a_class or not _can_rename_imports(ground):
        return NOWHERE
    return _plain(ground) | frozenset(ground.in_all())


def _read_only(ground: Ground) -> frozenset[Position]:
    """A name that the unit only reads, within the section if one was named."""
    if any(token.use is Use.DEFINED for token in ground.tokens):
        return NOWHERE
    part = ground.part
    return frozenset(
        at for at in _plain(ground) if part is None or part.first < at[0] <= part.last
    )


def _in_functions(ground: Ground, nodes: Sequence[FunctionNode]) -> frozenset[Position]:
    """A local name or parameter, and the calls that give it by its name."""
    if any(imports_itself(ground.old, node) for node in nodes):
        return NOWHERE
    called = {node.name for node in nodes if is_parameter(ground.old, node)}
    every = ground.keywords()
    inside = {
        token.at
        for token in ground.tokens
        if token.use is not Use.ATTRIBUTE
        and token.at not in every
        and _is_in(nodes, token)
    }
    return frozenset(inside | ground.keywords(called))


def _members(ground: Ground) -> frozenset[Position]:
    """A method or attribute: wherever a dot stands before it, and its definition."""
    imported = {each.bound for each in imports_in(ground.masked.text)}
    return frozenset(
        token.at
        for token in ground.tokens
        if token.use is Use.DEFINED
        or (token.use is Use.ATTRIBUTE and token.receiver not in imported)
    )


def _plain(ground: Ground) -> frozenset[Position]:
    """Tokens of the unit's own name: no attributes, keywords, or locals."""
    keywords, shadows = ground.keywords(), ground.binders
    return frozenset(
        token.at
        for token in ground.tokens
        if token.use is not Use.ATTRIBUTE
        and token.at not in keywords
        and not _is_in(shadows, token)
    )


def _is_in(nodes: Sequence[FunctionNode], token: NameToken) -> bool:
    return any(holds(node, token) for node in nodes)


def _covers(part: Part | None, node: FunctionNode) -> bool:
    return part is not None and part.first < node.lineno <= part.last


def _can_rename_imports(ground: Ground) -> bool:
    """An imported name can change only if it changed where it comes from, too."""
    for each in imports_in(ground.masked.text):
        if ground.old in (each.module or each.name).split("."):
            return False
        if each.name == ground.old and ground.rename.new not in ground.known:
            return False
    return True


def _is_member(ground: Ground) -> bool:
    """Whether the name is a method, or an attribute that `self` has, and no other's."""
    if ground.old in COMMON_ATTRIBUTES:
        return False
    if any(binds_in_body(ground.old, each) for each in ground.classes):
        return False
    is_method = any(has_method(ground.old, each) for each in ground.classes)
    return is_method or any(token.receiver == "self" for token in ground.tokens)


def _is_exact(ground: Ground, text: str) -> bool:
    """Whether the new tree is the old one but for the name."""
    tree = tree_of(text)
    if tree is None:
        return False
    old, new = repr(ground.old), repr(ground.rename.new)
    try:
        before, after = ast.dump(ground.tree), ast.dump(tree)
    except RecursionError:
        return False
    return before.replace(old, new) == after.replace(old, new)
