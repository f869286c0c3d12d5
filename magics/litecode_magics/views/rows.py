"""Tasks and budgets as rows that text and HTML draw alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from litecode_magics.views.progress import TaskState, TaskView
from litecode_nb.domain.events import CallEnded
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.outcome import Answered, Edited, Failed, Skipped, Unchanged

SHAPES: Mapping[TaskState, str] = MappingProxyType(
    {
        TaskState.WAITING: "○",
        TaskState.RUNNING: "▶",
        TaskState.EDITED: "✓",
        TaskState.ANSWERED: "✓",
        TaskState.UNCHANGED: "–",
        TaskState.FAILED: "✗",
        TaskState.SKIPPED: "↷",
        TaskState.STOPPED: "■",
    }
)
"""A shape for each state, so that none is told by its colour alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One task of the graph, in words.

    Attributes:
        number: 1-based, in the plan's order.
        state: How far it is.
        shape: The state's shape.
        label: What it works on.
        action: What it does with that; empty where no plan says so.
        after: Numbers of the tasks that it waits for: `1, 2`.
        detail: What else is known, for the state that it is in.
        instruction: What it was told to do.
    """

    number: int
    state: TaskState
    shape: str
    label: str
    action: str
    after: str
    detail: str
    instruction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One part of a call's window, in tokens."""

    name: str
    tokens: int
    percent: float


def task_rows(tasks: Sequence[TaskView]) -> tuple[TaskRow, ...]:
    """Give a row for each task, in order."""
    numbers = {view.id: number for number, view in enumerate(tasks, 1)}
    return tuple(_row(view, numbers) for view in tasks)


def shares(call: CallEnded) -> tuple[Share, ...]:
    """Share a call's window out: sections, what the template adds, reply, and the rest.

    The parts add up to the window.
    """
    prompt = call.prompt
    window = prompt.budget.context_window
    parts = [(size.name, size.tokens) for size in prompt.sections]
    template = prompt.tokens - sum(tokens for _, tokens in parts)
    if template > 0:
        parts.append(("chat template", template))
    parts.append(("reply, reserved", prompt.budget.reply_tokens))
    parts.append(("free", window - sum(tokens for _, tokens in parts)))
    return tuple(
        Share(name=name, tokens=tokens, percent=100 * tokens / window)
        for name, tokens in parts
        if tokens > 0
    )


def budget_sentence(call: CallEnded) -> str:
    """Say what was left out, and how the server's count compares with ours."""
    dropped = ", ".join(call.prompt.dropped) or "nothing"
    usage = call.completion.usage
    server = usage.prompt_tokens
    counted = "does not say" if server is None else f"counted {server:,}"
    reply = usage.reply_tokens
    length = "" if reply is None else f" The reply has {reply:,} tokens."
    return (
        f"Left out to fit: {dropped}. The server {counted} (ours "
        f"{call.prompt.tokens:,}).{length} {call.completion.seconds:.1f} s."
    )


def _row(view: TaskView, numbers: Mapping[TaskId, int]) -> TaskRow:
    waits = [numbers[each] for each in view.waits_for if each in numbers]
    return TaskRow(
        number=numbers[view.id],
        state=view.state,
        shape=SHAPES[view.state],
        label=view.label,
        action=view.task.action.value if view.task else "",
        after=", ".join(map(str, waits)),
        detail=_detail(view, numbers),
        instruction=view.task.instruction if view.task else "",
    )


def _detail(view: TaskView, numbers: Mapping[TaskId, int]) -> str:
    match view.outcome:
        case Unchanged(reason=reason) | Failed(reason=reason):
            return reason
        case Skipped(because_of=other):
            return f"because task {numbers.get(other, other)} did not end well"
        case Edited() | Answered():
            return _calls(view)
        case _:
            is_running = view.state is TaskState.RUNNING
            return f"about {view.pieces:,} tokens so far" if is_running else ""


def _calls(view: TaskView) -> str:
    if not view.calls:
        return "by code, without a model"
    word = "call" if view.calls == 1 else "calls"
    return f"{view.calls} {word}, {view.tokens:,} prompt tokens"
