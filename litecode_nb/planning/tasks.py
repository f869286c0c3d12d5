"""Turn a sketch into a plan: places become units, positions and kinds."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.plan import Action, Plan, Task
from litecode_nb.domain.project import ProjectMap, Target
from litecode_nb.domain.request import Request
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import PlanError
from litecode_nb.planning.instructing import instruction_for
from litecode_nb.planning.menu import objection, unit_of
from litecode_nb.planning.placing import kind_of_cell, position_beside, wants_many
from litecode_nb.planning.sketch import MOST_TASKS, Row, Sketch
from litecode_nb.planning.summing import summary_of


def plan_of(sketch: Sketch, request: Request, project: ProjectMap) -> Plan:
    """Make the plan of a sketch.

    1. Join the rows that are one task, and keep no more than can be done.
    2. Number the tasks, and give each its unit, position, kind and instruction.
    3. Translate what each states to need; unknown needs stay for the graph's notes.
    """
    every = _joined(sketch.rows, request)
    rows, notes = every[:MOST_TASKS], sketch.notes
    if len(every) > MOST_TASKS:
        note = f"The plan had {len(every):,} tasks; only {MOST_TASKS} were kept."
        notes = (*notes, note)
    places = _ids(rows)
    tasks = tuple(
        replace(
            _task(row, request, project, is_alone=len(rows) == 1),
            id=TaskId(f"t{number}"),
            depends_on=_needs(row, places),
        )
        for number, row in enumerate(rows, start=1)
    )
    summary = sketch.summary or summary_of(tasks, project)
    return Plan(summary=summary, tasks=tasks, notes=notes)


def doable(sketch: Sketch, project: ProjectMap) -> Sketch:
    """Leave out the rows that cannot be done, with a note for each reason.

    Raises:
        PlanError: Nothing is left; the message is meant for the model, too.
    """
    objections = [objection(row.action, row.target, project) for row in sketch.rows]
    notes = tuple(dict.fromkeys(each for each in objections if each is not None))
    pairs = zip(sketch.rows, objections, strict=True)
    rows = tuple(row for row, problem in pairs if problem is None)
    if not rows:
        raise PlanError(" ".join(notes) or "The plan has no task in it.")
    return replace(sketch, rows=rows, notes=(*sketch.notes, *notes))


def _joined(rows: Iterable[Row], request: Request) -> list[Row]:
    """Join rows that ask one place for one thing; small models repeat themselves.

    What is deleted is not changed before.
    """
    found: dict[tuple[object, ...], Row] = {}
    for row in rows:
        key = _key(row, request)
        earlier = found.get(key)
        found[key] = row if earlier is None else _both(earlier, row)
    gone = {row.target for row in found.values() if row.action is Action.DELETE}
    return [
        r for r in found.values() if r.action is not Action.EDIT or r.target not in gone
    ]


def _key(row: Row, request: Request) -> tuple[object, ...]:
    """Say what makes two rows one task."""
    target = row.target
    if row.action is not Action.CREATE:
        return row.action, target
    if not target.document.endswith(".ipynb"):
        return row.action, target.document
    if wants_many(request.instruction):
        return row.action, target, row.words
    return row.action, target.document, "cell"


def _both(earlier: Row, later: Row) -> Row:
    if later.words in earlier.words or later.action is Action.CREATE:
        return earlier
    words = f"{earlier.words}; {later.words}" if earlier.words else later.words
    return replace(earlier, words=words)


def _task(row: Row, request: Request, project: ProjectMap, *, is_alone: bool) -> Task:
    asked = Task(
        id=TaskId("t1"),
        action=row.action,
        document=row.target.document,
        instruction=instruction_for(row, request, is_alone=is_alone),
    )
    if row.action is Action.CREATE:
        return _created(asked, row.target, request, project)
    unit = unit_of(row.target, project)
    return replace(asked, unit=unit, section=row.target.section)


def _created(task: Task, target: Target, request: Request, project: ProjectMap) -> Task:
    """Say what is made: a document, a definition in a module, or a cell."""
    is_new = project.document(target.document) is None
    if not target.document.endswith(".ipynb"):
        unit = None if is_new else unit_of(target, project)
        return replace(task, unit=unit, kind=UnitKind.MODULE)
    words = request.instruction
    kind = kind_of_cell(words)
    position = None if is_new else position_beside(target, words, project)
    return replace(task, kind=kind, position=position)


def _ids(rows: Iterable[Row]) -> Mapping[str, TaskId]:
    """Give the tasks by all that a row may call them; of a twofold name the first."""
    places: dict[str, TaskId] = {}
    for number, row in enumerate(rows, start=1):
        for name in filter(None, row.names):
            places.setdefault(name, TaskId(f"t{number}"))
    return places


def _needs(row: Row, places: Mapping[str, TaskId]) -> tuple[TaskId, ...]:
    named = (places.get(each, TaskId(_plain(each))) for each in row.needs)
    return tuple(dict.fromkeys(named))


def _plain(name: str) -> str:
    """Shorten an unknown id, which a person will read in a note."""
    return re.sub(r"[^\w.#/-]+", " ", name)[:40].strip()
