"""What a view knows of a request: frozen, and changed by events only.

Whatever the order in which events come, no task that was ever named is lost, and a task
that has ended stays as it ended.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self, assert_never

from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.events import (
    CallEnded,
    Event,
    Mapped,
    Planned,
    Proposed,
    TaskEnded,
    TaskStarted,
    TokensStreamed,
    Written,
)
from litecode_nb.domain.ids import TaskId, UnitId
from litecode_nb.domain.outcome import (
    Answered,
    Edited,
    Failed,
    Outcome,
    Skipped,
    Unchanged,
)
from litecode_nb.domain.plan import Task
from litecode_nb.domain.proposal import Proposal


class TaskState(StrEnum):
    """How far a task is; the words that a person reads."""

    WAITING = "waiting"
    RUNNING = "running"
    EDITED = "edited"
    ANSWERED = "answered"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    SKIPPED = "skipped"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a person calls the units of a plan; told by the front end itself.

    Attributes:
        labels: Such as `explore.ipynb › cell 4`, by the unit's address.
    """

    labels: Mapping[UnitId, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskView:
    """One task as a view knows it.

    Attributes:
        id: Its name in the plan.
        task: What the plan says of it; None as long as no plan named it.
        unit: What a person calls its unit; None as long as nobody said.
        waits_for: What must end before it, in the plan's order.
        state: How far it is.
        pieces: How many pieces of a reply have come; about as many tokens.
        calls: How many model calls it took so far.
        tokens: How many tokens the prompts of these had.
        outcome: How it ended; None as long as it has not.
    """

    id: TaskId
    task: Task | None = None
    unit: str | None = None
    waits_for: tuple[TaskId, ...] = ()
    state: TaskState = TaskState.WAITING
    pieces: int = 0
    calls: int = 0
    tokens: int = 0
    outcome: Outcome | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state not in {TaskState.WAITING, TaskState.RUNNING}

    @property
    def label(self) -> str:
        """What it works on, as a person calls it."""
        section = f" › {self.task.section}" if self.task and self.task.section else ""
        if isinstance(self.outcome, Edited) and self.outcome.edits:
            return self.outcome.edits[0].label + section
        if self.unit is not None:
            return self.unit + section
        return f"task {self.id}" if self.task is None else _label(self.task)

    def started(self) -> Self:
        """Give it as running, unless it is over."""
        return self if self.is_over else replace(self, state=TaskState.RUNNING)

    def streamed(self) -> Self:
        """Give it with one more piece of its reply."""
        return replace(self.started(), pieces=self.pieces + 1)

    def called(self, call: CallEnded) -> Self:
        """Give it with one more call."""
        tokens = self.tokens + call.prompt.tokens
        return replace(self, calls=self.calls + 1, tokens=tokens)

    def ended(self, outcome: Outcome) -> Self:
        """Give it as ended; how it ended first is how it ended."""
        if self.outcome is not None:
            return self
        return replace(self, state=_state_after(outcome), outcome=outcome)

    def stopped(self) -> Self:
        """Give it as stopped, unless it is over."""
        return self if self.is_over else replace(self, state=TaskState.STOPPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One request as a view knows it.

    Attributes:
        request: The person's own words.
        is_mapped: Whether the project has been read.
        summary: The plan in one sentence; empty as long as there is none.
        tasks: In the plan's order; tasks that no plan named yet come last.
        pieces: How many pieces of the planner's reply have come.
        calls: Every model call, in the order in which they ended.
        change_set: What would be written; None without anything.
        applied: What was written; None as long as nothing was.
        notes: What the person should know, one sentence each.
        labels: What a person calls units, by their address.
    """

    request: str
    is_mapped: bool = False
    summary: str = ""
    tasks: tuple[TaskView, ...] = ()
    pieces: int = 0
    calls: tuple[CallEnded, ...] = ()
    change_set: ChangeSet | None = None
    applied: Applied | None = None
    notes: tuple[str, ...] = ()
    labels: Mapping[UnitId, str] = field(default_factory=dict)

    def after(self, event: Event | Named) -> Self:  # noqa: PLR0911  one for each kind of event
        """Give what is known after one more event."""
        match event:
            case Mapped():
                return replace(self, is_mapped=True)
            case Planned():
                return self._planned(event)
            case TaskStarted():
                return self._with(event.task, TaskView.started)
            case TokensStreamed():
                return self._streamed(event.task)
            case CallEnded():
                return self._called(event)
            case TaskEnded():
                ended = event.outcome
                return self._with(ended.task, lambda view: view.ended(ended))
            case Proposed():
                return replace(self, change_set=event.change_set)
            case Written():
                return replace(self, applied=event.applied)
            case Named():
                return replace(self, labels=event.labels)
            case _:
                assert_never(event)

    def with_proposal(self, proposal: Proposal) -> Self:
        """Give what is known when the whole result is there."""
        planned = self._planned(Planned(plan=proposal.plan, graph=proposal.graph))
        for outcome in proposal.outcomes.values():
            planned = planned.after(TaskEnded(outcome=outcome))
        return replace(
            planned,
            calls=proposal.calls,
            change_set=proposal.change_set,
            notes=proposal.notes,
        )

    def stopped(self) -> Self:
        """Give it with every task that has not ended as stopped."""
        return replace(self, tasks=tuple(view.stopped() for view in self.tasks))

    @property
    def over(self) -> int:
        """How many tasks have ended, in whichever way but being stopped."""
        return sum(view.outcome is not None for view in self.tasks)

    @property
    def running(self) -> int:
        """How many tasks are running."""
        return sum(view.state is TaskState.RUNNING for view in self.tasks)

    @property
    def answers(self) -> tuple[Answered, ...]:
        """All answers, in the plan's order."""
        every = (view.outcome for view in self.tasks)
        return tuple(each for each in every if isinstance(each, Answered))

    def view(self, task: TaskId) -> TaskView | None:
        """Find a task; None where it was never named."""
        return next((view for view in self.tasks if view.id == task), None)

    def _with(self, task: TaskId, change: Callable[[TaskView], TaskView]) -> Self:
        if self.view(task) is None:
            return replace(self, tasks=(*self.tasks, change(TaskView(id=task))))
        tasks = (change(view) if view.id == task else view for view in self.tasks)
        return replace(self, tasks=tuple(tasks))

    def _streamed(self, task: TaskId | None) -> Self:
        if task is None:
            return replace(self, pieces=self.pieces + 1)
        return self._with(task, TaskView.streamed)

    def _called(self, call: CallEnded) -> Self:
        calls = (*self.calls, call)
        if call.task is None:
            return replace(self, calls=calls)
        counted = self._with(call.task, lambda view: view.called(call))
        return replace(counted, calls=calls)

    def _planned(self, event: Planned) -> Self:
        """Put the plan's tasks first, each with what was known of it already."""
        order = [task.id for task in event.graph.tasks]
        views = []
        for task in event.graph.tasks:
            waits = event.graph.waits_for.get(task.id, frozenset())
            ordered = tuple(each for each in order if each in waits)
            known = self.view(task.id) or TaskView(id=task.id)
            unit = self.labels.get(task.unit) if task.unit else None
            views.append(replace(known, task=task, unit=unit, waits_for=ordered))
        others = (view for view in self.tasks if view.id not in order)
        return replace(self, summary=event.plan.summary, tasks=(*views, *others))


def _state_after(outcome: Outcome) -> TaskState:
    match outcome:
        case Edited():
            return TaskState.EDITED
        case Answered():
            return TaskState.ANSWERED
        case Unchanged():
            return TaskState.UNCHANGED
        case Failed():
            return TaskState.FAILED
        case Skipped():
            return TaskState.SKIPPED
        case _:
            assert_never(outcome)


def _label(task: Task) -> str:
    """Name a task's unit: a cell by its number where that is known, else by its id."""
    if task.cell is not None:
        return task.label
    cell = task.unit.partition("#")[2] if task.unit else ""
    if not cell:
        return task.label
    position, tilde, _ = cell.partition("~")
    is_position = bool(tilde) and position.isdecimal()
    return f"{task.document} › cell {int(position) + 1 if is_position else cell}"
