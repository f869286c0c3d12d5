"""One sentence about a plan, from its tasks."""

from collections.abc import Iterable

from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.project import ProjectMap, Target
from litecode_nb.domain.unit import UnitKind
from litecode_nb.project.handles import label, positions_of

MOST_NAMED = 4
_VERBS = {
    Action.EDIT: "Change",
    Action.CREATE: "Add to",
    Action.DELETE: "Delete",
    Action.QUERY: "Read",
}


def summary_of(tasks: Iterable[Task], project: ProjectMap) -> str:
    """Say what the tasks touch: `Change src/load.py › read; add to a.ipynb.`."""
    found: dict[str, list[str]] = {}
    positions = positions_of(project)
    for task in tasks:
        target = Target(document=task.document, unit=task.unit, section=task.section)
        place = label(target, positions) if task.document else "the project"
        found.setdefault(_verb(task, project), []).append(place)
    parts = [f"{verb} {listed(places)}" for verb, places in found.items()]
    return "; ".join([*parts[:1], *(p[0].lower() + p[1:] for p in parts[1:])]) + "."


def _verb(task: Task, project: ProjectMap) -> str:
    is_new = project.document(task.document) is None
    if task.action is Action.CREATE and is_new:
        return "Create"
    if task.action is Action.CREATE and task.kind is not UnitKind.MODULE:
        return "Add a cell to"
    return _VERBS[task.action]


def listed(places: Iterable[str], joint: str = "and") -> str:
    """Write a short list: `a, b and c`, or `a, b, c, d and 3 more`."""
    every = list(dict.fromkeys(places))
    shown, further = every[:MOST_NAMED], len(every) - MOST_NAMED
    if further > 0:
        return f"{', '.join(shown)} and {further} more"
    *first, last = shown
    return f"{', '.join(first)} {joint} {last}" if first else last
