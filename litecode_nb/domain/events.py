"""What happens while a request is worked on: the only source of every view."""

from collections.abc import Callable
from dataclasses import dataclass

from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.outcome import Outcome
from litecode_nb.domain.plan import Plan
from litecode_nb.domain.project import RenderedMap
from litecode_nb.domain.prompt import Completion, Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
    """The map for the request is made."""

    map: RenderedMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """The plan is made and its graph is built."""

    plan: Plan
    graph: TaskGraph


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStarted:
    """A task's turn has come."""

    task: TaskId


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensStreamed:
    """A piece of a reply arrived; the task is None for the planner's call."""

    task: TaskId | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """A model call ended; the task is None for the planner's call."""

    task: TaskId | None
    purpose: str
    prompt: Prompt
    completion: Completion


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEnded:
    """A task ended, in whichever way."""

    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A change set is ready to be looked at."""

    change_set: ChangeSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A change set is on disk."""

    applied: Applied


Event = (
    Mapped
    | Planned
    | TaskStarted
    | TokensStreamed
    | CallEnded
    | TaskEnded
    | Proposed
    | Written
)

Listener = Callable[[Event], None]
"""Gets every event, in order, on the thread of the event loop; must not block."""


def ignore(_event: Event) -> None:
    """Listen to nothing."""
