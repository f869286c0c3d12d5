"""The dependency graph of a plan's tasks: it cannot be built with a cycle."""

from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.plan import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskGraph:
    """Tasks and what each waits for.

    Attributes:
        tasks: In the plan's order.
        waits_for: For each task's id, the ids of the tasks that must end before it.
        notes: What had to be repaired to build it, one sentence each.
    """

    tasks: tuple[Task, ...]
    waits_for: Mapping[TaskId, frozenset[TaskId]]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse unknown ids and cycles."""
        known = {task.id for task in self.tasks}
        named = set(self.waits_for) | set().union(*self.waits_for.values())
        if unknown := sorted(named - known):
            message = f"The graph names tasks that are not in it: {unknown}."
            raise ValueError(message)
        try:
            TopologicalSorter(self.waits_for).prepare()
        except CycleError as error:
            message = f"The tasks wait for each other in a circle: {error.args[1]}."
            raise ValueError(message) from error

    def task(self, task: TaskId) -> Task:
        """Give the task of an id; a `KeyError` where there is none."""
        return {each.id: each for each in self.tasks}[task]

    def descendants(self, task: TaskId) -> frozenset[TaskId]:
        """Give all tasks that wait for this one, directly or through others."""
        found: set[TaskId] = set()
        frontier = {task}
        while frontier:
            frontier = {
                other
                for other, needed in self.waits_for.items()
                if needed & frontier and other not in found
            }
            found |= frontier
        return frozenset(found)
