"""Which task's text feeds another's: judged from outlines, never from source."""

import re
from pathlib import PurePosixPath

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.project import ProjectMap
from litecode_nb.domain.unit import SectionOutline, UnitKind, UnitOutline

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
    provided = _provided(first, project)
    created = _created(first)
    if created & set(re.findall(r"\w+", second.instruction)):
        return True
    if first.document == second.document:
        return bool(provided & _used(second, project))
    imported = _imported(second.document, first.document, project)
    if "*" in imported:
        return True
    return bool(provided & imported & _used(second, project))


def _is_whole(task: Task) -> bool:
    """Whether a task makes or removes a document as a whole."""
    new_cell = task.action is Action.CREATE and task.kind is not UnitKind.MODULE
    return task.unit is None and not new_cell


def _provided(task: Task, project: ProjectMap) -> frozenset[str]:
    """Give the names that a task's text binds for others."""
    if task.section is not None:
        return frozenset(task.section.split("."))
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


def _imported(
    user: DocumentPath, definer: DocumentPath, project: ProjectMap
) -> frozenset[str]:
    """Give the names that a document imports from a module; `*` for all of it."""
    outline = project.document(user)
    if outline is None or not definer.endswith(".py"):
        return frozenset()
    dotted = [name for unit in outline.units for name in unit.imports]
    spellings = _spellings(definer)
    whole = {"*"} if set(dotted) & spellings else set()
    pairs = [name.rpartition(".") for name in dotted]
    return frozenset(whole | {last for base, _, last in pairs if base in spellings})


def _spellings(path: DocumentPath) -> frozenset[str]:
    """Give the dotted names that a module may be imported by: `src.load`, `load`."""
    parts = PurePosixPath(path).with_suffix("").parts
    if parts[-1] == "__init__" and len(parts) > 1:
        parts = parts[:-1]
    return frozenset(".".join(parts[start:]) for start in range(len(parts)))


def _unit(task: Task, project: ProjectMap) -> UnitOutline | None:
    return project.unit(task.unit) if task.unit is not None else None


def _section(task: Task, project: ProjectMap) -> SectionOutline | None:
    unit = _unit(task, project)
    sections = unit.sections if unit else ()
    return next((s for s in sections if s.name == task.section), None)
