"""What a request came to, before anything is written."""

from collections.abc import Mapping
from dataclasses import dataclass

from litecode_nb.domain.edit import ChangeSet
from litecode_nb.domain.events import CallEnded
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.outcome import Answered, Failed, Outcome
from litecode_nb.domain.plan import Plan
from litecode_nb.domain.request import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The whole result of one request.

    Attributes:
        request: What was asked for.
        plan: What was planned.
        graph: In which order it ran.
        outcomes: How each task ended; every task of the graph is in it.
        change_set: What would be written; None where there is nothing to write.
        calls: Every model call, in the order in which they ended.
        notes: What the person should know, one sentence each.
    """

    request: Request
    plan: Plan
    graph: TaskGraph
    outcomes: Mapping[TaskId, Outcome]
    change_set: ChangeSet | None
    calls: tuple[CallEnded, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def answers(self) -> tuple[Answered, ...]:
        """The answers, in the plan's order."""
        every = (self.outcomes[task.id] for task in self.graph.tasks)
        return tuple(o for o in every if isinstance(o, Answered))

    @property
    def failures(self) -> tuple[Failed, ...]:
        """The failures, in the plan's order."""
        every = (self.outcomes[task.id] for task in self.graph.tasks)
        return tuple(o for o in every if isinstance(o, Failed))
