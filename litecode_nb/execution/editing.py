"""Edit one unit: choose what is shown, ask, judge, and splice the answers in."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.outcome import Edited, Failed, Unchanged
from litecode_nb.domain.plan import Task
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.assignment import Assignment
from litecode_nb.execution.change import Change
from litecode_nb.execution.checking import (
    Try,
    held,
    problem_of,
    syntax_problem,
)
from litecode_nb.execution.choosing import Choice, choose
from litecode_nb.execution.context import edit_context, known_names
from litecode_nb.execution.filled import Filled, Problem
from litecode_nb.execution.filling import (
    fill_definitions,
    fill_statements,
    fill_whole,
    readable,
)
from litecode_nb.execution.formats import Replacement, splice
from litecode_nb.execution.imports import imports_in
from litecode_nb.execution.inserting import insertions, only_new
from litecode_nb.execution.lines import core, plain
from litecode_nb.execution.plain_words import SOMETHING_NEW, to_be_used
from litecode_nb.execution.repairs import (
    with_cell_magic,
    with_imports,
    without_made_again,
)
from litecode_nb.execution.reply import Wanted, code_in, text_in
from litecode_nb.execution.room import edit_budget, fits
from litecode_nb.execution.sections import Part, PartKind
from litecode_nb.execution.twice import TWICE, Refused, ask_twice
from litecode_nb.prompting.executor_prompt import Job, Template

ABOUT_SPACES = re.compile(
    r"white ?space|trailing|blank line|leerzeichen", re.IGNORECASE
)
NOTHING_FOUND = "The model gave the text back as it was: it found nothing to change."
SAME = (
    "It is the code as it was. If the task is not done in it, make the change; if it "
    "is, give the same code again."
)

Group = tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """An assignment whose unit is there.

    Attributes:
        assignment: The assignment.
        unit: Its unit.
        is_sweep: Whether it goes over the unit part by part, so that one of them may
            well have nothing to change.
    """

    assignment: Assignment
    unit: Unit
    is_sweep: bool = False

    @property
    def instruction(self) -> str:
        """The task's words."""
        return self.assignment.task.instruction


async def edit(assignment: Assignment, unit: Unit) -> Edited | Unchanged | Failed:
    """Let the model rewrite the parts of a unit that the task is about.

    Raises:
        BudgetError: A part does not fit into the window.
        ModelError: The server failed.
    """
    desk = Desk(assignment=assignment, unit=unit)
    choice = choose(unit, assignment.task, fits(assignment, _job(desk, ())))
    desk = replace(desk, is_sweep=choice.is_sweep)
    filled: list[Filled] = []
    refused: list[tuple[Group, Refused]] = []
    for group in choice.groups:
        answer = await _rewritten(desk, group)
        if isinstance(answer, Filled):
            filled.append(answer)
            continue
        refused.append((group, answer))
        if not choice.is_sweep:
            break
    return _outcome(desk, choice, filled, refused)


async def _rewritten(desk: Desk, group: Group) -> Filled | Refused:
    """One call for one group of parts."""
    job = _job(desk, group)
    label = " and ".join(part.label for part in group)
    label = label if any(part.name for part in group) else desk.unit.label
    budget = edit_budget(desk.assignment, job, label)

    def judge(reply: str, attempt: Try) -> Filled | Problem:
        return judged(desk, group, reply, attempt)

    answer = await ask_twice(desk.assignment, job, budget, judge)
    if isinstance(answer, Refused) and answer.first_reason == SAME:
        return Filled(replacements=())
    return answer


def judged(desk: Desk, group: Group, reply: str, attempt: Try) -> Filled | Problem:
    """Read a reply, and say whether what it comes to can be offered."""
    filled = _filled(desk, group, reply)
    if isinstance(filled, Problem):
        return filled
    change = _change(desk, group, filled)
    if change.before == change.after:
        can_doubt = attempt is Try.FIRST and not desk.is_sweep
        return Problem(reason=SAME) if can_doubt else filled
    problem = problem_of(change, attempt)
    return filled if problem is None else Problem(reason=problem)


def _filled(desk: Desk, group: Group, reply: str) -> Filled | Problem:
    """Find the new text in a reply and put it to its parts."""
    shown = _shown(group)
    if not desk.assignment.is_python:
        return _filled_text(desk, group, reply)
    names = frozenset(part.own_name for part in group if part.name)
    code = code_in(reply, Wanted(shown=shown, names=names))
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
    return to_be_used(desk.instruction, known, knows_all=_is_closed(desk))


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
    shown = _shown(group)
    if desk.assignment.is_text:
        text = text_in(reply, shown)
    else:
        text = code_in(reply, Wanted(shown=shown, is_python=False))
        text = with_cell_magic(plain(desk.unit.source), text, desk.instruction)
    part = group[0]
    replacement = Replacement(first=part.first, last=part.last, text=text)
    return Filled(replacements=(replacement,), texts=(text,))


def _change(desk: Desk, group: Group, filled: Filled) -> Change:
    surroundings = desk.assignment.surroundings
    return Change(
        before=plain(desk.unit.source),
        after=plain(_after(desk, [filled])),
        new=filled.texts,
        shown=_shown(group),
        instruction=desk.instruction,
        section=desk.assignment.task.section or "",
        is_python=desk.assignment.is_python,
        used_elsewhere=surroundings.used_elsewhere,
        known=known_names(surroundings),
        is_closed=_is_closed(desk),
    )


def _after(desk: Desk, filled: Sequence[Filled]) -> str:
    """Splice everything into the unit's exact text, imports last."""
    source = desk.unit.source
    keeps = desk.assignment.is_text or bool(ABOUT_SPACES.search(desk.instruction))
    changes = [change for each in filled for change in each.replacements]
    after = splice(source, changes, keeps_spaces=keeps)
    if not desk.assignment.is_python or tree_of(after) is None:
        return after
    offered = [each for one in filled for each in one.imports]
    known = known_names(desk.assignment.surroundings)
    return with_imports(source, after, offered, known)


def _outcome(
    desk: Desk,
    choice: Choice,
    filled: Sequence[Filled],
    refused: Sequence[tuple[Group, Refused]],
) -> Edited | Unchanged | Failed:
    task, unit = desk.assignment.task.id, desk.unit
    after = _after(desk, filled)
    is_same = after == unit.source
    if refused and (is_same or not choice.is_sweep):
        last = refused[-1][1]
        return Failed(task=task, reason=TWICE + last.reason, reply=last.reply)
    if is_same:
        return Unchanged(task=task, reason=NOTHING_FOUND)
    every = tuple(part for group in choice.groups for part in group)
    joint = replace(filled[0], texts=tuple(t for each in filled for t in each.texts))
    change = replace(_change(desk, every, joint), after=plain(after))
    left = tuple(f"left as it was: {group[0].label}" for group, _ in refused)
    return Edited(
        task=task,
        edits=(edit_of(desk.assignment.task, unit, after),),
        gates=(*held(change), *left),
    )


def edit_of(task: Task, unit: Unit, after: str | None) -> Edit:
    """Make the edit that gives a unit another text, or none."""
    return Edit(
        task=task.id,
        document=unit.document,
        unit=unit.id,
        kind=unit.kind,
        before=unit.source,
        after=after,
        position=unit.position,
    )


def _job(desk: Desk, group: Group) -> Job:
    assignment = desk.assignment
    template = Template.EDIT_TEXT if assignment.is_text else Template.EDIT_CODE
    return Job(
        template=template,
        language=assignment.language,
        task=_task(desk, group),
        shown=core(_shown(group)),
        place=_place(group),
        context=edit_context(assignment, desk.unit, group),
    )


def _task(desk: Desk, group: Group) -> str:
    """The instruction, with the name of what is shown, if it does not say it."""
    words = desk.instruction.strip()
    names = [part.own_name for part in group if part.name]
    if len(names) != 1 or names[0] in words:
        return words
    return f"in {names[0]}: {words}"


def _place(group: Group) -> str:
    if len(group) == 1 and group[0].owner:
        return f"A method of the class {group[0].owner}:"
    return ""


def _shown(group: Group) -> str:
    return "\n\n\n".join(part.text for part in group)


def _is_closed(desk: Desk) -> bool:
    """Whether all names are known: in a cell only if its notebook told its names."""
    is_module = desk.unit.kind is UnitKind.MODULE
    return is_module or bool(desk.assignment.surroundings.names_at_hand)
