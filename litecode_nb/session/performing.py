"""One task's turn: gather what its executor may know, run it, keep its edits."""

from dataclasses import dataclass, field

from litecode_nb.domain.edit import Edit
from litecode_nb.domain.events import Listener
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.outcome import Edited, Outcome
from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.project import ProjectMap, RenderedMap
from litecode_nb.execution.executor import execute
from litecode_nb.execution.querying import answer
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.llm.model import ChatModel
from litecode_nb.session.surroundings import surroundings_of
from litecode_nb.session.workspace import Workspace
from litecode_nb.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Performer:
    """Runs the tasks of one graph; the scheduler calls `perform`.

    Attributes:
        model: Whom the executors ask.
        settings: The choices that hold for this request.
        project: The map, for neighbours.
        rendered: The map as the planner saw it, for questions and facts.
        memory: Former requests; empty where they shall not be used.
        graph: What waits for what.
        workspace: The documents.
        listen: Gets the events of the calls.
    """

    model: ChatModel
    settings: Settings
    project: ProjectMap
    rendered: RenderedMap
    memory: tuple[MemoryEntry, ...]
    graph: TaskGraph
    workspace: Workspace
    listen: Listener
    _made: dict[TaskId, tuple[Edit, ...]] = field(default_factory=dict)

    async def perform(self, task: Task) -> Outcome:
        """Do one task on the text that the tasks before it left.

        Raises:
            LitecodeError: Its unit cannot be read, or the model failed.
        """
        unit = self.workspace.unit_of(task)
        run = answer if task.action is Action.QUERY else execute
        outcome = await run(
            self.model,
            task,
            unit,
            surroundings=self._surroundings(task),
            settings=self.settings,
            listen=self.listen,
        )
        if isinstance(outcome, Edited):
            self._keep(outcome)
        return outcome

    def _surroundings(self, task: Task) -> Surroundings:
        waited = sorted(self.graph.waits_for.get(task.id, frozenset()))
        earlier = tuple(e for each in waited for e in self._made.get(each, ()))
        return surroundings_of(
            task,
            self.workspace,
            project=self.project,
            rendered=self.rendered,
            memory=self.memory,
            earlier=earlier,
        )

    def _keep(self, outcome: Edited) -> None:
        self.workspace.record(outcome.edits)
        self._made[outcome.task] = outcome.edits
