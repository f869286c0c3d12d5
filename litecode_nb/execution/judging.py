"""Judge a reply: what it comes to, and whether that can be offered."""

from litecode_nb.domain.unit import UnitKind
from litecode_nb.execution.checking import Try, problem_of, syntax_problem
from litecode_nb.execution.context import known_names
from litecode_nb.execution.desk import Desk, Group, change_of, shown
from litecode_nb.execution.filled import Filled, Problem
from litecode_nb.execution.filling import (
    fill_definitions,
    fill_statements,
    fill_whole,
    readable,
)
from litecode_nb.execution.formats import Replacement
from litecode_nb.execution.imports import imports_in
from litecode_nb.execution.inserting import insertions, only_new
from litecode_nb.execution.lines import plain
from litecode_nb.execution.plain_words import SOMETHING_NEW, to_be_used
from litecode_nb.execution.repairs import with_cell_magic, without_made_again
from litecode_nb.execution.reply import Wanted, code_in, text_in
from litecode_nb.execution.sections import PartKind

SAME = (
    "It is the code as it was. If the task is not done in it, make the change; if it "
    "is, give the same code again."
)


def judged(desk: Desk, group: Group, reply: str, attempt: Try) -> Filled | Problem:
    """Read a reply, and say whether what it comes to can be offered."""
    filled = _filled(desk, group, reply)
    if isinstance(filled, Problem):
        return filled
    change = change_of(desk, group, [filled])
    if change.before == change.after:
        can_doubt = attempt is Try.FIRST and not desk.is_sweep
        return Problem(reason=SAME) if can_doubt else filled
    problem = problem_of(change, attempt)
    return filled if problem is None else Problem(reason=problem)


def _filled(desk: Desk, group: Group, reply: str) -> Filled | Problem:
    """Find the new text in a reply and put it to its parts."""
    if not desk.assignment.is_python:
        return _filled_text(desk, group, reply)
    names = frozenset(part.own_name for part in group if part.name)
    code = code_in(reply, Wanted(shown=shown(group), names=names))
    code = readable(code, group[0])
    source = plain(desk.unit.source)
    if group[0].kind is PartKind.WHOLE:
        code = with_cell_magic(source, code, desk.instruction)
        code = without_made_again(source, code, _to_be_used(desk))
        added = _added(desk, source, code)
        return added or fill_whole(source, group[0], code, desk.instruction)
    problem = syntax_problem(code)
    if problem is not None:
        return Problem(reason=problem)
    if group[0].is_definition:
        filled = fill_definitions(source, group, code, desk.instruction)
        can_add = isinstance(filled, Problem) and SOMETHING_NEW.search(desk.instruction)
        return (_added(desk, source, code) if can_add else None) or filled
    return fill_statements(source, group[0], code)


def _to_be_used(desk: Desk) -> frozenset[str]:
    known = known_names(desk.assignment.surroundings)
    return to_be_used(desk.instruction, known, knows_all=desk.knows_all_names)


def _added(desk: Desk, source: str, code: str) -> Filled | None:
    """Put an answer that is nothing but new definitions into the module."""
    if desk.unit.kind is not UnitKind.MODULE:
        return None
    task = desk.assignment.task
    new = only_new(source, code, task)
    if not new:
        return None
    return Filled(
        replacements=insertions(source, new, task),
        imports=imports_in(code),
        texts=tuple(statement.text for statement in new),
    )


def _filled_text(desk: Desk, group: Group, reply: str) -> Filled:
    """Text, and code in other languages, is taken as it is."""
    old = shown(group)
    if desk.assignment.is_text:
        text = text_in(reply, old)
    else:
        text = code_in(reply, Wanted(shown=old, is_python=False))
        text = with_cell_magic(plain(desk.unit.source), text, desk.instruction)
    part = group[0]
    replacement = Replacement(first=part.first, last=part.last, text=text)
    return Filled(replacements=(replacement,), texts=(text,))
