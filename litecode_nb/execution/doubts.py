"""Doubts: gates that ask for a second answer, but do not refuse it."""

import ast
import re

from litecode_nb.documents.definitions import names
from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.execution.change import Change
from litecode_nb.execution.mentions import words_of
from litecode_nb.execution.plain_words import to_be_used
from litecode_nb.execution.renames import Rename, renames_within
from litecode_nb.execution.renaming import still_there
from litecode_nb.execution.sections import PartKind, definition_parts

DOCSTRING = re.compile(r"\bdoc-?strings?\b", re.IGNORECASE)
HINTS = re.compile(r"\b(?:type|typing)[ -]?(?:hints?|annotations?)\b", re.IGNORECASE)
DECORATOR = re.compile(r"^(@.+?)[ \t]*$", re.MULTILINE)
TAKES_OBJECT = re.compile(
    r"\A@(?:static|class)method\b|def \w+\(\s*(?:self|cls|mcs|_|\*)"
)
LESS = re.compile(r"\b(?:remove|delete|drop|without|no|strip)\b", re.IGNORECASE)


def made_again(change: Change) -> str | None:
    """Names that are to be used, but are given a new value instead."""
    there = to_be_used(change.instruction, change.known, knows_all=change.is_closed)
    old, new = names(change.before).defines, names(change.after).defines
    again = sorted(there & (new - old))
    # Where a name went, the new one may be its new name.
    if not again or old - new:
        return None
    return f"`{again[0]}` is there already. Use it, but do not make it again."


def unknown_names(change: Change) -> str | None:
    """Names that were not used before and exist nowhere: invented, or not imported."""
    old, new = names(change.before), names(change.after)
    if not change.is_closed or any(name.endswith("*") for name in new.imports):
        return None
    asked = words_of(change.instruction)
    fresh = sorted(new.uses - old.uses - old.defines - change.known - asked)
    if not fresh:
        return None
    return (
        f"`{fresh[0]}` is defined nowhere. Define or import it, or use what is there."
    )


def old_names(change: Change) -> str | None:
    """Names that were to be changed, among other things."""
    every = (still_named(change, each) for each in renames_within(change.instruction))
    return next((problem for problem in every if problem), None)


def still_named(change: Change, rename: Rename) -> str | None:
    """Say that the old name of a rename still stands in the new code."""
    if not any(still_there(text, rename) for text in change.new):
        return None
    return f"`{rename.old}` is still there. Write `{rename.new}` wherever it stands."


def left_out(change: Change) -> str | None:
    """A docstring or type hints that were asked for and are not in the new code."""
    if LESS.search(change.instruction):
        return None
    functions = [
        node
        for text in change.new
        if (tree := tree_of(text)) is not None
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    if not functions:
        return None
    documented = [node for node in functions if ast.get_docstring(node) is not None]
    if DOCSTRING.search(change.instruction) and not documented:
        return f"`{functions[0].name}` has no docstring yet. Write one, as was asked."
    if HINTS.search(change.instruction) and not any(map(_has_hints, functions)):
        return f"`{functions[0].name}` has no type hints yet. Write them, as was asked."
    return None


def lost_decorators(change: Change) -> str | None:
    """Decorators that nobody mentioned, of definitions that are still there."""
    after = {part.name: part.text for part in definition_parts(change.after)}
    asked = words_of(change.instruction)
    for part in definition_parts(change.before):
        new = after.get(part.name)
        for line in DECORATOR.findall(part.text) if new is not None else ():
            if line not in (new or "") and not words_of(line) & asked:
                return f"`{line}` above `{part.own_name}` got lost. Keep it."
    return None


def without_self(change: Change) -> str | None:
    """New methods that do not take the object that they belong to."""
    known = {part.name for part in definition_parts(change.before)}
    for part in definition_parts(change.after):
        is_method = part.kind is PartKind.METHOD and part.name not in known
        if is_method and not TAKES_OBJECT.search(part.text):
            return f"`{part.own_name}` is a method: its first parameter must be `self`."
    return None


def _has_hints(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    given = (n.annotation for n in ast.walk(node.args) if isinstance(n, ast.arg))
    return node.returns is not None or any(each is not None for each in given)
