"""Run the tasks of a graph: each as soon as all that it waits for has ended well."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from litecode_nb.domain.events import Listener, TaskEnded, TaskStarted
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.outcome import Failed, Outcome, Skipped
from litecode_nb.domain.plan import Task
from litecode_nb.errors import LitecodeError

Execute = Callable[[Task], Awaitable[Outcome]]
"""Does one task; it may raise, which ends the task as failed."""


async def run(
    graph: TaskGraph, execute: Execute, *, parallel: int, listen: Listener
) -> Mapping[TaskId, Outcome]:
    """Run every task at most once and tell how each ended.

    A task starts when all that it waits for has ended well; of several that could, the
    plan's first does. A failure skips what waits for it, directly or through others,
    and nothing else. When this is cancelled, no task is left running.

    Args:
        graph: The tasks and what each waits for.
        execute: Does one task.
        parallel: Most tasks at the same time; less than one counts as one.
        listen: Gets `TaskStarted` and `TaskEnded` of each task.

    Returns:
        The outcome of every task, in the plan's order.
    """
    course = _Run(graph, execute, max(1, parallel), listen)
    try:
        while course.start_what_is_ready():
            await course.next_ending()
    finally:
        await course.cancel()
    return {task.id: course.outcomes[task.id] for task in graph.tasks}


class _Run:
    """What is running and what has ended, of one graph."""

    def __init__(
        self, graph: TaskGraph, execute: Execute, parallel: int, listen: Listener
    ) -> None:
        self.outcomes: dict[TaskId, Outcome] = {}
        self._running: dict[TaskId, asyncio.Task[Outcome]] = {}
        self._graph = graph
        self._execute = execute
        self._parallel = parallel
        self._listen = listen

    def start_what_is_ready(self) -> bool:
        """Fill the free places in the plan's order; whether anything is running."""
        ready = [task for task in self._graph.tasks if self._is_ready(task.id)]
        for task in ready[: self._parallel - len(self._running)]:
            self._listen(TaskStarted(task=task.id))
            work = asyncio.create_task(_outcome(self._execute, task), name=task.id)
            self._running[task.id] = work
        return bool(self._running)

    async def next_ending(self) -> None:
        """Wait for at least one task to end, and note what has."""
        works = self._running.values()
        ended, _ = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
        for task in [t for t, work in self._running.items() if work in ended]:
            self._end(task, self._running.pop(task).result())

    async def cancel(self) -> None:
        """Cancel what still runs, and wait until it has stopped."""
        for work in self._running.values():
            work.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def _is_ready(self, task: TaskId) -> bool:
        if task in self.outcomes or task in self._running:
            return False
        return self._graph.waits_for.get(task, frozenset()) <= self.outcomes.keys()

    def _end(self, task: TaskId, outcome: Outcome) -> None:
        self._note(task, outcome)
        if not isinstance(outcome, Failed):
            return
        waiting = self._graph.descendants(task) - self.outcomes.keys()
        for other in [t.id for t in self._graph.tasks if t.id in waiting]:
            self._note(other, Skipped(task=other, because_of=task))

    def _note(self, task: TaskId, outcome: Outcome) -> None:
        self.outcomes[task] = outcome
        self._listen(TaskEnded(outcome=outcome))


async def _outcome(execute: Execute, task: Task) -> Outcome:
    """Do a task; whatever goes wrong in it is its own failure, not the run's."""
    try:
        return await execute(task)
    except LitecodeError as error:
        return Failed(task=task.id, reason=str(error))
    except Exception as error:  # noqa: BLE001 - a fault in one task must not end the others
        reason = (
            f"The task ended in an unexpected {type(error).__name__}: {error}. "
            "Nothing of it was kept; please report it."
        )
        return Failed(task=task.id, reason=reason)
