"""How a task can end: expected endings are values, not exceptions."""

from dataclasses import dataclass

from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import TaskId, UnitId


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """The task has edits to offer.

    Attributes:
        task: The task.
        edits: What it would change, in order.
        gates: What was checked and held, a few words each: `parses`.
    """

    task: TaskId
    edits: tuple[Edit, ...]
    gates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The task has an answer; this type cannot carry an edit.

    Attributes:
        task: The task.
        text: Markdown.
        units: The units that the answer rests on.
    """

    task: TaskId
    text: str
    units: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unchanged:
    """The task found nothing to change, and says why."""

    task: TaskId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The task could not be done.

    Attributes:
        task: The task.
        reason: One or two sentences for the person.
        reply: What the model wrote last; empty where there was no reply.
    """

    task: TaskId
    reason: str
    reply: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """The task was not started, because one that it waits for did not end well."""

    task: TaskId
    because_of: TaskId


Outcome = Edited | Answered | Unchanged | Failed | Skipped
