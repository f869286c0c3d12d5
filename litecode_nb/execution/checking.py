"""Gates: what an answer must hold before it is offered, in words for the model."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from litecode_nb.documents.definitions import names
from litecode_nb.documents.ipython_syntax import mask, parse, tree_of
from litecode_nb.execution.change import Change
from litecode_nb.execution.doubts import (
    left_out,
    lost_decorators,
    made_again,
    old_names,
    still_named,
    unknown_names,
    without_self,
)
from litecode_nb.execution.mentions import words_of
from litecode_nb.execution.placeholders import placeholder_in
from litecode_nb.execution.renames import RenameKind, rename_in
from litecode_nb.execution.sections import definition_parts

ABOUT_SYNTAX = re.compile(
    r"syntax|indent|parse|traceback|\berror\b|\bfix|repair|mend|broken|fehler",
    re.IGNORECASE,
)
ABOUT_LESS = re.compile(
    r"remov|delet|drop|short|simpl|refactor|replac|rewrit|\bonly\b|instead|clean|merg"
    r"|combin|comprehension|vector|extract|move|split|einfach|kürz|lösch|entfern|ersetz",
    re.IGNORECASE,
)
FENCE = re.compile(r"^\s*(?:`{3,}|~{3,})", re.MULTILINE)
CELL_MAGIC = re.compile(r"\s*%%(?P<name>\w+)")
REFUSAL = re.compile(
    r"\s*(?:<think>|i['\u2019]?m sorry\b|i am sorry\b|sorry, (?:but )?i\b"
    r"|as an ai\b|i (?:cannot|can['\u2019]t) (?:help|assist|do)\b)",
    re.IGNORECASE,
)
FEW_LINES = 6
FEW_WORDS = 2


class Try(Enum):
    """Which answer is judged."""

    FIRST = auto()
    LAST = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One check.

    Attributes:
        name: A few words that say what held.
        problem: Gives what is wrong, and what to do; None where it holds.
        is_for_python: Whether it can only judge Python.
        is_strict: Whether it also holds the second answer; others only ask for one.
    """

    name: str
    problem: Callable[[Change], str | None]
    is_for_python: bool = True
    is_strict: bool = True


def problem_of(change: Change, attempt: Try) -> str | None:
    """Give what the first gate that does not hold says; None where all hold.

    On the last try mere doubts no longer count.
    """
    has_more = attempt is Try.FIRST
    gates = (gate for gate in _applying(change) if gate.is_strict or has_more)
    return next((p for gate in gates if (p := gate.problem(change))), None)


def held(change: Change) -> tuple[str, ...]:
    """Name the gates that a change holds."""
    return tuple(g.name for g in _applying(change) if g.problem(change) is None)


def syntax_problem(code: str) -> str | None:
    """Say where code does not parse, and show the line."""
    try:
        tree = parse(code)
    except SyntaxError as error:
        lines = code.split("\n")
        number = error.lineno or 0
        line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
        place = f" in line {number}: `{line}`" if line else ""
        return (
            f"It is not valid Python: {error.msg}{place}. Write it without this error."
        )
    return None if tree.body else "There is no code in it. Write the complete new code."


def _applying(change: Change) -> Iterator[Gate]:
    return (gate for gate in GATES if change.is_python or not gate.is_for_python)


def _parses(change: Change) -> str | None:
    problem = syntax_problem(change.after)
    was_broken = bool(change.before.strip()) and tree_of(change.before) is None
    if problem and was_broken and not ABOUT_SYNTAX.search(change.instruction):
        return None
    is_emptied = tree_of(change.after) is not None
    return None if is_emptied and not change.before.strip() else problem


def _placeholder(change: Change) -> str | None:
    found = placeholder_in(change.new, change.shown, change.instruction)
    if found is None:
        return None
    return f"It leaves code out: `{found}`. Write every line in full."


def _emptied(change: Change) -> str | None:
    """A function that did something before and does nothing now."""
    old, new = _stubs(change.before), _stubs(change.after)
    had_body = {p.name for p in definition_parts(change.before)} - old
    fresh = new - {p.name for p in definition_parts(change.before)}
    asked = words_of(change.instruction.lower())
    if asked & {"stub", "stubs", "empty", "skeleton", "abstract", "protocol", "pass"}:
        return None
    lost = sorted((new & had_body) | fresh)
    return f"`{lost[0]}` has no body. Write its code in full." if lost else None


def _lost_definitions(change: Change) -> str | None:
    old = dict.fromkeys(part.name for part in definition_parts(change.before))
    new = {part.name for part in definition_parts(change.after)}
    asked = words_of(f"{change.instruction} {change.section}")
    own = (name for name in old if name not in new)
    lost = [name for name in own if not set(name.split(".")) & asked]
    if not lost:
        return None
    every = ", ".join(f"`{name}`" for name in lost[:5])
    return f"{every} got lost. Write the complete code, with all that it had."


def _lost_values(change: Change) -> str | None:
    """Names that other units read; a name that the task mentions may go."""
    bound = names(change.after).defines
    lost = (names(change.before).defines & change.used_elsewhere) - bound
    gone = sorted(lost - words_of(change.instruction))
    if not gone or tree_of(change.after) is None:
        return None
    return f"`{gone[0]}` is used elsewhere and is no longer made. Keep it."


def _lost_magics(change: Change) -> str | None:
    old, new = mask(change.before).originals, change.after
    asked = words_of(change.instruction)
    lost = [each for each in old if each not in new and not words_of(each) & asked]
    return f"The line `{lost[0].strip()[:80]}` got lost. Keep it." if lost else None


def _no_text(change: Change) -> str | None:
    """A text that was blanked, or a refusal where the text should be."""
    if change.is_python or not change.before.strip():
        return None
    if not change.after.strip():
        return "There is no text in it. Write the complete new text."
    is_new = REFUSAL.match(change.after) and not REFUSAL.match(change.before)
    return "That is talk about the task. Write only the new text." if is_new else None


def _foreign(change: Change) -> str | None:
    """Code that has no word in common with what it would stand for."""
    old, new = words_of(change.before), words_of(change.after)
    is_small = len(old) < FEW_WORDS or not change.after.strip()
    if is_small or old & new or ABOUT_LESS.search(change.instruction):
        return None
    return "Nothing of the old code is left. Write that code, with the change made."


def _new_magic(change: Change) -> str | None:
    """A cell that becomes one for another language, though nobody asked for that."""
    old, new = (CELL_MAGIC.match(text) for text in (change.before, change.after))
    if new is None or old is not None or not change.before.strip():
        return None
    is_asked = new["name"].lower() in change.instruction.lower()
    is_asked = is_asked or "magic" in change.instruction.lower()
    line = f"%%{new['name']}"
    return None if is_asked else f"`{line}` was not asked for. Leave it out."


def _lost_blocks(change: Change) -> str | None:
    """Code blocks of a text; one that the task mentions may go."""
    old, new = (len(FENCE.findall(text)) for text in (change.before, change.after))
    is_text = not change.is_python and old > 1
    if not is_text or new >= old or ABOUT_LESS.search(change.instruction):
        return None
    return (
        "A code block of the text got lost. Write the complete text, with all blocks."
    )


def _shrunk(change: Change) -> str | None:
    """A fragment that was written as if it were all."""
    old = [line for line in change.before.split("\n") if line.strip()]
    new = [line for line in change.after.split("\n") if line.strip()]
    is_small = len(old) < FEW_LINES or 2 * len(new) >= len(old)
    if is_small or ABOUT_LESS.search(change.instruction):
        return None
    return (
        f"Of {len(old)} lines only {len(new)} are left. Write all of it, with the "
        "change made."
    )


def _old_name(change: Change) -> str | None:
    rename = rename_in(change.instruction, change.section or None)
    if rename is None or rename.kind is not RenameKind.RENAME:
        return None
    return still_named(change, rename)


def _stubs(source: str) -> frozenset[str]:
    """Names of functions whose body does nothing at all."""
    tree = tree_of(source)
    if tree is None:
        return frozenset()
    stubs = {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and all(_does_nothing(each) for each in node.body)
        and not node.decorator_list
    }
    parts = definition_parts(source)
    return frozenset(part.name for part in parts if part.first + 1 in stubs)


def _does_nothing(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
    return False


GATES = (
    Gate(name="no placeholder", problem=_placeholder, is_for_python=False),
    Gate(name="parses", problem=_parses),
    Gate(name="no function emptied", problem=_emptied),
    Gate(name="no definition lost", problem=_lost_definitions),
    Gate(name="nothing lost that others use", problem=_lost_values),
    Gate(name="no magic lost", problem=_lost_magics),
    Gate(name="says something", problem=_no_text, is_for_python=False),
    Gate(name="the same code", problem=_foreign),
    Gate(name="the same language", problem=_new_magic),
    Gate(name="no code block lost", problem=_lost_blocks, is_for_python=False),
    Gate(name="complete", problem=_shrunk, is_for_python=False),
    Gate(name="old name gone", problem=_old_name),
    Gate(name="no decorator lost", problem=lost_decorators, is_strict=False),
    Gate(name="methods take self", problem=without_self, is_strict=False),
    Gate(name="every old name gone", problem=old_names, is_strict=False),
    Gate(name="what is there is used", problem=made_again, is_strict=False),
    Gate(name="what was asked for is there", problem=left_out, is_strict=False),
    Gate(name="names exist", problem=unknown_names, is_strict=False),
)
