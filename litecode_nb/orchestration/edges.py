"""Build the graph of a plan: what each task waits for, stated or implied."""

from itertools import permutations

from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.plan import Action, Plan, Task
from litecode_nb.domain.project import ProjectMap
from litecode_nb.orchestration.implied import feeds, meet


def build_graph(plan: Plan, project: ProjectMap) -> TaskGraph:
    """Find what each task of a plan waits for.

    1. What the plan states, without unknown ids and circles.
    2. Of two tasks that touch the same text, the later in the plan waits.
    3. A task that changes what another's unit uses goes first.

    A weaker rule never closes a circle over a stronger one. Questions wait for nothing:
    they are answered from the project as it is.
    """
    edges = _Edges(plan)
    edges.add_stated()
    edges.add_meetings()
    edges.add_implied(project)
    waits_for = {task: frozenset(needed) for task, needed in edges.waits_for.items()}
    return TaskGraph(tasks=plan.tasks, waits_for=waits_for, notes=tuple(edges.notes))


class _Edges:
    """The edges of one plan while they are gathered; never a circle."""

    def __init__(self, plan: Plan) -> None:
        self.waits_for: dict[TaskId, set[TaskId]] = {t.id: set() for t in plan.tasks}
        self.notes = list(plan.notes)
        self._tasks = plan.tasks
        self._changing = [t for t in plan.tasks if t.action is not Action.QUERY]

    def add_stated(self) -> None:
        """Take over what the plan says; those in its own order come first."""
        places = {task.id: place for place, task in enumerate(self._tasks)}
        stated = [(needed, t) for t in self._tasks for needed in self._usable(t)]
        for needed, task in sorted(
            stated, key=lambda e: places[e[0]] > places[e[1].id]
        ):
            if self._leads(task.id, needed):
                self.notes.append(
                    f"Tasks {task.id} and {needed} each waited for the other. "
                    f"{task.id} goes first."
                )
                continue
            self.waits_for[task.id].add(needed)

    def add_meetings(self) -> None:
        """Put tasks that touch the same text one after the other."""
        for place, later in enumerate(self._changing):
            for earlier in self._changing[:place]:
                if meet(earlier, later):
                    self._add(earlier, later)

    def add_implied(self, project: ProjectMap) -> None:
        """Let definers go before users; where two feed each other, the plan decides."""
        pairs = permutations(self._changing, 2)
        found = [(a, b) for a, b in pairs if feeds(a, b, project)]
        places = {task.id: place for place, task in enumerate(self._tasks)}
        for first, second in sorted(
            found, key=lambda e: places[e[0].id] > places[e[1].id]
        ):
            self._add(first, second)

    def _add(self, first: Task, second: Task) -> None:
        if not self._leads(second.id, first.id):
            self.waits_for[second.id].add(first.id)

    def _usable(self, task: Task) -> list[TaskId]:
        """Give the stated needs of a task that can be kept; note the others."""
        if task.action is Action.QUERY:
            return []
        unknown = [each for each in task.depends_on if each not in self.waits_for]
        for each in dict.fromkeys(unknown):
            note = f"Task {task.id} names {each!r}, which is no task of the plan."
            self.notes.append(f"{note} It does not wait for it.")
        known = dict.fromkeys(task.depends_on).keys() - set(unknown) - {task.id}
        return [each for each in dict.fromkeys(task.depends_on) if each in known]

    def _leads(self, first: TaskId, last: TaskId) -> bool:
        """Whether `last` waits for `first`, directly or through others."""
        seen, frontier = {last}, {last}
        while frontier:
            if first in frontier:
                return True
            needed = set().union(*(self.waits_for[each] for each in frontier))
            frontier = needed - seen
            seen |= frontier
        return False
