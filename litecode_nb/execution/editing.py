"""Edit one unit: choose what is shown, ask, and splice the answers in."""

from collections.abc import Sequence
from dataclasses import replace

from litecode_nb.domain.edit import Edit
from litecode_nb.domain.outcome import Edited, Failed, Unchanged
from litecode_nb.domain.plan import Task
from litecode_nb.domain.unit import Unit
from litecode_nb.errors import BudgetError
from litecode_nb.execution.assignment import Assignment
from litecode_nb.execution.checking import Try, held, problem_of
from litecode_nb.execution.choosing import Choice, choose
from litecode_nb.execution.context import edit_context
from litecode_nb.execution.desk import Desk, Group, change_of, shown, spliced
from litecode_nb.execution.filled import Filled, Problem
from litecode_nb.execution.judging import SAME, judged
from litecode_nb.execution.lines import core
from litecode_nb.execution.room import edit_budget, fits
from litecode_nb.execution.sections import whole
from litecode_nb.execution.twice import TWICE, Refused, ask_twice
from litecode_nb.prompting.executor_prompt import Job, Template

NOTHING_FOUND = "The model gave the text back as it was: it found nothing to change."


async def edit(assignment: Assignment, unit: Unit) -> Edited | Unchanged | Failed:
    """Let the model rewrite the parts of a unit that the task is about.

    Raises:
        BudgetError: A part does not fit into the window.
        ModelError: The server failed.
    """
    desk = Desk(assignment=assignment, unit=unit)
    choice = _choice(desk)
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


def _choice(desk: Desk) -> Choice:
    """Choose what is shown; what cannot be parsed cannot be taken apart either."""
    if not desk.assignment.is_python:
        return Choice(groups=((whole(desk.unit.source),),))
    can_fit = fits(desk.assignment, _job(desk, ()))
    return choose(desk.unit, desk.assignment.task, can_fit)


async def _rewritten(desk: Desk, group: Group) -> Filled | Refused:
    """One call for one group of parts."""
    job = _job(desk, group)
    label = " and ".join(part.label for part in group)
    label = label if any(part.name for part in group) else desk.unit.label
    try:
        budget = edit_budget(desk.assignment, job, label)
    except BudgetError as error:
        if desk.is_sweep:
            return Refused(reason=str(error), first_reason="", reply="")
        raise

    def judge(reply: str, attempt: Try) -> Filled | Problem:
        return judged(desk, group, reply, attempt)

    answer = await ask_twice(desk.assignment, job, budget, judge)
    if isinstance(answer, Refused) and answer.first_reason == SAME:
        return Filled(replacements=())
    return answer


def _outcome(
    desk: Desk,
    choice: Choice,
    filled: Sequence[Filled],
    refused: Sequence[tuple[Group, Refused]],
) -> Edited | Unchanged | Failed:
    task, unit = desk.assignment.task.id, desk.unit
    after = spliced(desk, filled)
    is_same = after == unit.source
    if refused and (is_same or not choice.is_sweep):
        last = refused[-1][1]
        return Failed(task=task, reason=TWICE + last.reason, reply=last.reply)
    if is_same:
        return Unchanged(task=task, reason=NOTHING_FOUND)
    every = tuple(part for group in choice.groups for part in group)
    change = change_of(desk, every, filled)
    problem = problem_of(change, Try.LAST)
    if problem is not None:
        return Failed(task=task, reason=f"The parts do not go together: {problem}")
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
        shown=core(shown(group)),
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
