"""Where new code goes in a module, with the blank lines that belong around it."""

import re
from collections.abc import Sequence

from litecode_nb.domain.plan import Task
from litecode_nb.execution.choosing import section_of
from litecode_nb.execution.formats import Replacement
from litecode_nb.execution.indents import indent_of, indented
from litecode_nb.execution.lines import plain
from litecode_nb.execution.mentions import words_of
from litecode_nb.execution.sections import (
    Part,
    PartKind,
    as_statement,
    definition_parts,
)
from litecode_nb.execution.statements import (
    Statement,
    StatementKind,
    statements,
)

METHOD = re.compile(
    r"\A(?:@.*\n)*(?:async )?def \w+\(\s*(?:self|cls)\b|\A@(?:static|class)method\b"
)
STEP = "    "


def new_statements(source: str, code: str, task: Task) -> tuple[Statement, ...]:
    """Give what of some code is new to a module; calls that only try it out are not.

    Of a class that the code repeats, the new methods are.
    """
    known = {name for each in statements(source) for name in each.defines}
    fresh = tuple(
        each
        for each in statements(code)
        if each.kind in {StatementKind.DEFINITION, StatementKind.OTHER}
        and each.defines
        and not each.defines & known
    )
    holder = _class_of(source, code, task)
    return fresh if holder is None else (*fresh, *_new_methods(source, holder, code))


def only_new(source: str, code: str, task: Task) -> tuple[Statement, ...]:
    """Give the new definitions of some code that holds nothing else.

    Small models write what is to be added although all was asked for; a code that
    repeats anything of the source, or has statements of its own, is no such answer.
    """
    usual = {StatementKind.DEFINITION, StatementKind.IMPORT, StatementKind.DOCSTRING}
    parts = statements(code)
    defined = [p for p in parts if p.kind is StatementKind.DEFINITION]
    known = {part.name for part in statements(source) if part.name}
    repeats = known & {part.name for part in defined}
    if not known or repeats or any(part.kind not in usual for part in parts):
        return ()
    return new_statements(source, code, task)


def insertions(
    source: str, new: Sequence[Statement], task: Task
) -> tuple[Replacement, ...]:
    """Say where new statements go.

    Methods go to the end of their class, definitions behind the section that the task
    names, else to the end, but before an `if __name__` guard; values stand before the
    first definition.
    """
    return tuple(_insertion(source, each, task) for each in new)


def _insertion(source: str, new: Statement, task: Task) -> Replacement:
    holder = _class_named(source, task) if METHOD.search(new.text) else None
    if holder is not None:
        return _into_class(source, new, holder)
    parts = statements(source)
    if new.kind is not StatementKind.DEFINITION:
        return _among_values(source, parts, new)
    section = section_of(source, task.section) if task.section else None
    if section is not None:
        top = next((p for p in parts if p.first <= section.first < p.last), None)
        at = section.last if top is None else top.last
        return Replacement(first=at, last=at, text=f"\n\n{new.text}")
    guard = next((p for p in parts if p.kind is StatementKind.MAIN_GUARD), None)
    return _at_end(source, parts, new) if guard is None else _before(source, guard, new)


def _at_end(source: str, parts: Sequence[Statement], new: Statement) -> Replacement:
    """Behind the last statement, comments after it included."""
    lines = plain(source).split("\n")
    full = [number for number, line in enumerate(lines) if line.strip()]
    at = full[-1] + 1 if full else 0
    gap = "\n\n" if parts or full else ""
    return Replacement(first=at, last=at, text=f"{gap}{new.text}")


def _before(source: str, guard: Statement, new: Statement) -> Replacement:
    lines = plain(source).split("\n")
    at = guard.first
    while at > 0 and lines[at - 1].startswith("#"):
        at -= 1
    return Replacement(first=at, last=at, text=f"{new.text}\n\n")


def _among_values(
    source: str, parts: Sequence[Statement], new: Statement
) -> Replacement:
    """Behind the last value or import that stands before the first definition.

    A value that needs a definition of the module goes to the end.
    """
    defined = {part.name for part in parts if part.name}
    if new.uses & defined:
        return _at_end(source, parts, new)
    last: Statement | None = None
    for part in parts:
        if part.kind in {StatementKind.DEFINITION, StatementKind.MAIN_GUARD}:
            break
        last = part
    if last is None:
        return Replacement(
            first=0, last=0, text=f"{new.text}\n\n" if parts else new.text
        )
    gap = "" if last.kind is StatementKind.OTHER else "\n"
    return Replacement(first=last.last, last=last.last, text=f"{gap}{new.text}")


def _into_class(source: str, new: Statement, holder: Part) -> Replacement:
    lines = plain(source).split("\n")[holder.first : holder.last]
    within = (indent_of(line) for line in lines[1:] if line.strip())
    deeper = (indent for indent in within if len(indent) > len(holder.indent))
    indent = next(deeper, holder.indent + STEP)
    text = "\n" + indented(new.text, indent)
    return Replacement(first=holder.last, last=holder.last, text=text)


def _class_named(source: str, task: Task) -> Part | None:
    """The class of the task's section, or the only one that its words name."""
    if task.section is not None:
        section = section_of(source, task.section)
        name = task.section.rpartition(".")[0]
        owner = section_of(source, name) if name else None
        for each in (section, owner):
            if each is not None and each.kind is PartKind.CLASS:
                return each
    words = words_of(task.instruction)
    classes = [p for p in definition_parts(source) if p.kind is PartKind.CLASS]
    named = [part for part in classes if part.own_name in words]
    found = named or classes
    return found[0] if len(found) == 1 else None


def _class_of(source: str, code: str, task: Task) -> Part | None:
    """The class that a reply repeats around its new methods."""
    holder = _class_named(source, task)
    is_asked = holder is not None and (
        task.section is not None or holder.own_name in words_of(task.instruction)
    )
    if holder is None or not is_asked:
        return None
    repeated = {p.own_name for p in definition_parts(code) if p.kind is PartKind.CLASS}
    return holder if holder.own_name in repeated else None


def _new_methods(source: str, holder: Part, code: str) -> tuple[Statement, ...]:
    known = {part.name for part in definition_parts(source)}
    return tuple(
        as_statement(part)
        for part in definition_parts(code)
        if part.owner == holder.own_name
        and f"{holder.name}.{part.own_name}" not in known
    )
