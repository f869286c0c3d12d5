"""The executor: exactly one unit, or one section of it, and exactly one task."""

from typing import assert_never

from litecode_nb.domain.events import Listener, ignore
from litecode_nb.domain.outcome import Edited, Failed, Outcome, Unchanged
from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.errors import BudgetError, ModelError
from litecode_nb.execution.assignment import Assignment
from litecode_nb.execution.choosing import section_of
from litecode_nb.execution.context import known_names
from litecode_nb.execution.creating import create_unit, create_within
from litecode_nb.execution.deleting import delete
from litecode_nb.execution.editing import edit, edit_of
from litecode_nb.execution.lines import plain, restored
from litecode_nb.execution.mentions import words_of
from litecode_nb.execution.plain_words import is_addition, is_removal
from litecode_nb.execution.querying import answer_to
from litecode_nb.execution.renames import RenameKind, rename_in
from litecode_nb.execution.renaming import renamed
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.llm.model import ChatModel
from litecode_nb.settings import Settings

RENAMED = ("renamed by code", "parses", "nothing else changed")


async def execute(
    model: ChatModel,
    task: Task,
    unit: Unit | None,
    *,
    surroundings: Surroundings | None = None,
    settings: Settings | None = None,
    listen: Listener = ignore,
) -> Outcome:
    """Do one task on one unit, and give what came of it.

    Args:
        model: Whom to ask, where code alone cannot do it.
        task: What to do.
        unit: What to do it to; None for a new cell or module. To delete a notebook as a
            whole, a unit that is the whole document.
        surroundings: What may be known beside the unit.
        settings: The choices that hold.
        listen: Gets the events of the calls.
    """
    assignment = Assignment(
        model=model,
        task=task,
        unit=unit,
        surroundings=surroundings or Surroundings(),
        settings=settings or Settings(),
        listen=listen,
    )
    try:
        return await _done(assignment)
    except (BudgetError, ModelError) as error:
        return Failed(task=task.id, reason=str(error))


async def _done(assignment: Assignment) -> Outcome:
    task, unit = assignment.task, assignment.unit
    match task.action:
        case Action.QUERY:
            return await answer_to(assignment)
        case Action.CREATE:
            return await _created(assignment)
        case Action.EDIT | Action.DELETE if unit is None:
            reason = f"There is nothing at {task.label} that could be changed."
            return Failed(task=task.id, reason=reason)
        case Action.DELETE:
            return delete(task, unit)
        case Action.EDIT:
            return await _edited(assignment, unit)
    assert_never(task.action)


async def _edited(assignment: Assignment, unit: Unit) -> Outcome:
    """An edit; what the words plainly call a removal or an addition is done as such."""
    task = assignment.task
    if assignment.is_python and unit.kind is UnitKind.MODULE:
        if is_removal(task, unit):
            return delete(task, unit)
        if is_addition(task, unit):
            return await create_within(assignment, unit)
    return _renamed(assignment, unit) or await edit(assignment, unit)


async def _created(assignment: Assignment) -> Outcome:
    """A new unit, or something new within one; a cell that exists is edited."""
    unit = assignment.unit
    if unit is None:
        return await create_unit(assignment)
    if unit.kind is UnitKind.MODULE:
        return await create_within(assignment, unit)
    return await edit(assignment, unit)


def _renamed(assignment: Assignment, unit: Unit) -> Edited | Unchanged | None:
    """Rename without a model, where the words ask for just that and it is safe."""
    task = assignment.task
    rename = rename_in(task.instruction, task.section)
    if rename is None or not assignment.is_python:
        return None
    if rename.kind is RenameKind.RENAME and rename.old not in words_of(unit.source):
        reason = f"`{rename.old}` does not stand in {unit.label}."
        return Unchanged(task=task.id, reason=reason)
    part = section_of(unit.source, task.section) if task.section else None
    known = known_names(assignment.surroundings)
    after = renamed(plain(unit.source), rename, part=part, known=known)
    if after is None:
        return None
    dressed = restored(unit.source, after, keeps_spaces=True)
    edit = edit_of(task, unit, dressed)
    return Edited(task=task.id, edits=(edit,), gates=RENAMED)
