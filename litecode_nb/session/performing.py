"""One task's turn: gather what its executor may know, run it, keep its edits."""

from litecode_nb.domain.edit import Edit
from litecode_nb.domain.events import Listener
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.outcome import Edited, Outcome
from litecode_nb.domain.plan import Action, Task
from litecode_nb.execution.executor import execute
from litecode_nb.execution.querying import answer
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.llm.model import ChatModel
from litecode_nb.session.ground import Ground
from litecode_nb.session.surroundings import surroundings_of
from litecode_nb.session.workspace import Workspace


class Performer:
    """Runs the tasks of one graph; the scheduler calls `perform`."""

    def __init__(
        self,
        ground: Ground,
        *,
        model: ChatModel,
        graph: TaskGraph,
        workspace: Workspace,
        listen: Listener,
    ) -> None:
        """Begin with no task done.

        Args:
            ground: Request, map and settings.
            model: Whom the executors ask.
            graph: What waits for what.
            workspace: The documents.
            listen: Gets the events of the calls.
        """
        self._ground = ground
        self._model = model
        self._graph = graph
        self._workspace = workspace
        self._listen = listen
        self._made: dict[TaskId, tuple[Edit, ...]] = {}

    async def perform(self, task: Task) -> Outcome:
        """Do one task on the text that the tasks before it left.

        Raises:
            LitecodeError: Its unit cannot be read, or the model failed.
        """
        unit = self._workspace.unit_of(task)
        run = answer if task.action is Action.QUERY else execute
        outcome = await run(
            self._model,
            task,
            unit,
            surroundings=self._surroundings(task),
            settings=self._ground.settings,
            listen=self._listen,
        )
        if isinstance(outcome, Edited):
            self._keep(outcome)
        return outcome

    def _surroundings(self, task: Task) -> Surroundings:
        waited = sorted(self._graph.waits_for.get(task.id, frozenset()))
        earlier = tuple(e for each in waited for e in self._made.get(each, ()))
        return surroundings_of(
            task,
            self._workspace,
            project=self._ground.project,
            rendered=self._ground.rendered,
            memory=self._ground.memory,
            earlier=earlier,
        )

    def _keep(self, outcome: Edited) -> None:
        self._workspace.record(outcome.edits)
        self._made[outcome.task] = outcome.edits
