"""Which task's text feeds another's: judged from outlines, never from source."""

import re

from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.project import ProjectMap
from litecode_nb.domain.unit import SectionOutline, UnitKind, UnitOutline
from litecode_nb.project.implied import Place, users_of

NEW_NAME = re.compile(
    r"(?:\b(?:function|class|method|def|funktion|klasse|methode)\s+`?(\w+))"
    r"|(?:\b([^\W\d]\w*)\()",
    re.IGNORECASE,
)
"""How a request names what shall be created: `function quartiles`, `quartiles(v)`."""


def meet(first: Task, second: Task) -> bool:
    """Whether two tasks touch the same text, so that one must follow the other."""
    if first.document != second.document:
        return False
    if _is_whole(first) or _is_whole(second):
        return True
    return first.unit is not None and first.unit == second.unit


def feeds(first: Task, second: Task, project: ProjectMap) -> bool:
    """Whether the first task's text defines something that the second's uses."""
    if _created(first) & set(re.findall(r"\w+", second.instruction)):
        return True
    if first.unit is None or second.unit is None:
        return False
    if not _provided(first, project) & _used(second, project):
        return False
    definer, user = Place(first.unit), Place(second.unit)
    return bool(users_of(definer, [user], project))


def _is_whole(task: Task) -> bool:
    """Whether a task makes or removes a document as a whole."""
    new_cell = task.action is Action.CREATE and task.kind is not UnitKind.MODULE
    return task.unit is None and not new_cell


def _provided(task: Task, project: ProjectMap) -> frozenset[str]:
    """Give the names that a task's text binds for others."""
    if task.section is not None:
        return frozenset({task.section, *task.section.split(".")})
    unit = _unit(task, project)
    return unit.defines if unit else frozenset()


def _created(task: Task) -> frozenset[str]:
    """Give the names that a task will bind and that do not exist yet."""
    if task.action is not Action.CREATE:
        return frozenset()
    found = NEW_NAME.findall(task.instruction)
    return frozenset(name for pair in found for name in pair if name)


def _used(task: Task, project: ProjectMap) -> frozenset[str]:
    """Give the names that a task's text reads from elsewhere."""
    section = _section(task, project)
    if section is not None:
        return section.uses
    unit = _unit(task, project)
    return unit.uses if unit else frozenset()


def _unit(task: Task, project: ProjectMap) -> UnitOutline | None:
    return project.unit(task.unit) if task.unit is not None else None


def _section(task: Task, project: ProjectMap) -> SectionOutline | None:
    unit = _unit(task, project)
    sections = unit.sections if unit else ()
    return next((s for s in sections if s.name == task.section), None)
