"""Create: a cell, a module, or something new within a module."""

import re
import secrets
from dataclasses import replace

from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.outcome import Edited, Failed
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.assignment import Assignment
from litecode_nb.execution.change import Change
from litecode_nb.execution.checking import (
    Try,
    held,
    problem_of,
    syntax_problem,
)
from litecode_nb.execution.context import known_names, new_context
from litecode_nb.execution.editing import edit_of
from litecode_nb.execution.filled import Problem
from litecode_nb.execution.formats import splice
from litecode_nb.execution.imports import imports_in
from litecode_nb.execution.indents import mended
from litecode_nb.execution.inserting import insertions, new_statements
from litecode_nb.execution.lines import core, plain
from litecode_nb.execution.repairs import with_imports
from litecode_nb.execution.reply import Wanted, code_in, text_in
from litecode_nb.execution.room import new_budget
from litecode_nb.execution.sections import definition_parts
from litecode_nb.execution.statements import Statement
from litecode_nb.execution.twice import TWICE, Refused, ask_twice
from litecode_nb.prompting.executor_prompt import Job, Template

BEHIND_ALL = 1_000_000
"""Position of a last cell, where nobody told how many there are."""

CREATED = re.compile(
    r"\b(?:function|method|class|funktion|methode|klasse)\s+(?:called\s+|named\s+)?"
    r"[`'\"]?([^\W\d]\w*)|([^\W\d]\w*)\(",
    re.IGNORECASE,
)


async def create_unit(assignment: Assignment) -> Edited | Failed:
    """Let the model write a new cell or a new module.

    Raises:
        BudgetError: The task leaves no room for a reply.
        ModelError: The server failed.
    """
    job = _new_job(assignment, _template(assignment))

    def judge(reply: str, attempt: Try) -> str | Problem:
        text = _text_of(assignment, reply)
        problem = problem_of(_created(assignment, text), attempt)
        if not text.strip():
            return Problem(reason="There is nothing in it. Write the complete text.")
        return text if problem is None else Problem(reason=problem)

    answer = await ask_twice(assignment, job, new_budget(assignment, job), judge)
    if isinstance(answer, Refused):
        return _failed(assignment, answer)
    gates = held(_created(assignment, answer))
    edit = _edit_of_new(assignment, answer)
    return Edited(task=assignment.task.id, edits=(edit,), gates=gates)


async def create_within(assignment: Assignment, unit: Unit) -> Edited | Failed:
    """Let the model write a definition or value, and splice it into a module.

    Raises:
        BudgetError: The task leaves no room for a reply.
        ModelError: The server failed.
    """
    job = _new_job(assignment, Template.NEW_DEFINITION)

    def judge(reply: str, attempt: Try) -> str | Problem:
        wanted = Wanted(names=_wanted_names(assignment.task.instruction))
        return _joined(assignment, unit, code_in(reply, wanted), attempt)

    answer = await ask_twice(assignment, job, new_budget(assignment, job), judge)
    if isinstance(answer, Refused):
        return _failed(assignment, answer)
    edit = edit_of(assignment.task, unit, answer)
    gates = held(_change(assignment, unit, answer, ()))
    return Edited(task=assignment.task.id, edits=(edit,), gates=gates)


def _joined(
    assignment: Assignment, unit: Unit, code: str, attempt: Try
) -> str | Problem:
    """Put new code into a module; all that the module has already is left out."""
    ways = mended(code, "")
    code = next((way for way in ways if tree_of(way) is not None), code)
    problem = syntax_problem(code)
    if problem is not None:
        return Problem(reason=problem)
    new = new_statements(unit.source, code, assignment.task)
    missing = _missing(assignment, unit, new)
    if missing is not None:
        return missing
    after = splice(unit.source, insertions(unit.source, new, assignment.task))
    known = known_names(assignment.surroundings)
    after = with_imports(unit.source, after, imports_in(code), known)
    texts = tuple(statement.text for statement in new)
    refused = problem_of(_change(assignment, unit, after, texts), attempt)
    return after if refused is None else Problem(reason=refused)


def _missing(
    assignment: Assignment, unit: Unit, new: tuple[Statement, ...]
) -> Problem | None:
    """Say what was asked for and is not there; None where all is well."""
    known = {part.own_name for part in definition_parts(unit.source)}
    asked = _wanted_names(assignment.task.instruction) - known
    made = {name for each in new for name in each.defines}
    if new and (not asked or asked & made):
        return None
    if not asked:
        return Problem(
            reason=f"All of it is in {unit.label} already. Write what is new."
        )
    name = min(asked)
    return Problem(
        reason=f"`{name}` is missing. Write `{name}` alone, and no class around it."
    )


def _change(
    assignment: Assignment, unit: Unit, after: str, new: tuple[str, ...]
) -> Change:
    return Change(
        before=plain(unit.source),
        after=plain(after),
        new=new,
        instruction=assignment.task.instruction,
        section=assignment.task.section or "",
        used_elsewhere=assignment.surroundings.used_elsewhere,
        known=known_names(assignment.surroundings),
        is_closed=True,
    )


def _created(assignment: Assignment, text: str) -> Change:
    around = assignment.surroundings
    is_module = assignment.kind is UnitKind.MODULE
    return Change(
        before="",
        after=text,
        new=(text,),
        instruction=assignment.task.instruction,
        is_python=assignment.is_python,
        known=known_names(around),
        is_closed=is_module or bool(around.names_at_hand),
    )


def _text_of(assignment: Assignment, reply: str) -> str:
    """Find the new unit's text, with the imports that it forgot."""
    if assignment.is_text:
        return text_in(reply)
    code = code_in(reply, Wanted(is_python=assignment.is_python))
    if not assignment.is_python:
        return code
    ways = mended(code, "")
    code = next((way for way in ways if tree_of(way) is not None), code)
    if tree_of(code) is None:
        return code
    return core(with_imports("", code, (), known_names(assignment.surroundings)))


def _edit_of_new(assignment: Assignment, text: str) -> Edit:
    task, kind = assignment.task, assignment.kind
    if kind is UnitKind.MODULE:
        return Edit(
            task=task.id,
            document=task.document,
            unit=UnitId(task.document),
            kind=kind,
            before=None,
            after=f"{text}\n",
        )
    cells = assignment.surroundings.cells
    end = BEHIND_ALL if cells is None else cells
    position = end if task.position is None else task.position
    return Edit(
        task=task.id,
        document=task.document,
        unit=UnitId(f"{task.document}#{secrets.token_hex(4)}"),
        kind=kind,
        before=None,
        after=text,
        position=position,
    )


def _template(assignment: Assignment) -> Template:
    if assignment.is_text:
        return Template.NEW_TEXT
    is_module = assignment.kind is UnitKind.MODULE
    return Template.NEW_MODULE if is_module else Template.NEW_CELL


def _new_job(assignment: Assignment, template: Template) -> Job:
    context = new_context(assignment, plain(assignment.source))
    if assignment.is_text:
        context = replace(context, names=(), neighbours=(), others=())
    return Job(
        template=template,
        language=assignment.language,
        task=_task(assignment),
        context=context,
    )


def _task(assignment: Assignment) -> str:
    """The instruction, with the file's name for a new module."""
    task = assignment.task
    words = task.instruction.strip()
    if assignment.unit is None and assignment.kind is UnitKind.MODULE:
        return f"write {task.document}: {words}"
    owner = task.section
    return f"in {owner}: {words}" if owner and owner not in words else words


def _wanted_names(instruction: str) -> frozenset[str]:
    found = CREATED.findall(instruction)
    return frozenset(name for each in found for name in each if name)


def _failed(assignment: Assignment, refused: Refused) -> Failed:
    reason = TWICE + refused.reason
    return Failed(task=assignment.task.id, reason=reason, reply=refused.reply)
