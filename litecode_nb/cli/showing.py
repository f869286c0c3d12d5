"""What a terminal shows: plan, graph, budget, diff and answers, as rich renderables.

Everything from a model, a notebook or a file name goes through `Text`, which shows it
as it is: no markup in it is read, and control characters are taken out.
"""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from litecode_nb.changes.diffing import stat, unified
from litecode_nb.domain.edit import ChangeSet, Edit
from litecode_nb.domain.events import CallEnded
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.outcome import (
    Answered,
    Edited,
    Failed,
    Outcome,
    Skipped,
    Unchanged,
)
from litecode_nb.domain.plan import Plan
from litecode_nb.domain.project import RenderedMap
from litecode_nb.domain.proposal import Proposal

KEPT_CONTROLS = "\n\t"


def plain(text: str) -> str:
    """Give a text without characters that could steer a terminal."""
    return "".join(c for c in text if c.isprintable() or c in KEPT_CONTROLS)


def show_map(rendered: RenderedMap) -> RenderableType:
    """The map as a planner sees it, with its size and the facts by code."""
    facts = "\n".join(f"fact: {fact}" for fact in rendered.facts)
    return Group(
        Text(plain(rendered.text)),
        Text(plain(facts), style="cyan"),
        Text(f"{rendered.tokens:,} tokens", style="dim"),
    )


def show_plan(plan: Plan, graph: TaskGraph) -> RenderableType:
    """The plan's tasks, and for each what it waits for."""
    table = Table(title=Text(plain(plan.summary)), title_justify="left", box=None)
    for heading in ("task", "action", "unit", "waits for", "instruction"):
        table.add_column(heading, overflow="fold")
    for task in graph.tasks:
        waits = ", ".join(sorted(graph.waits_for.get(task.id, ()))) or "–"
        row = (task.id, task.action.value, task.label, waits, task.instruction)
        table.add_row(*(Text(plain(each)) for each in row))
    notes = [Text(plain(note), style="yellow") for note in graph.notes]
    return Group(table, *notes)


def show_budget(calls: Sequence[CallEnded]) -> RenderableType:
    """What each call used of its window: our count beside the server's own."""
    table = Table(
        title="Budget of each call, in tokens", title_justify="left", box=None
    )
    headings = ("call", "prompt", "server's count", "reply", "reserved", "window")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "call" else "right")
    table.add_column("seconds", justify="right")
    table.add_column("left out")
    for call in calls:
        table.add_row(*_budget_row(call))
    return table


def show_changes(change_set: ChangeSet) -> RenderableType:
    """The diff of each unit, in document order."""
    return Group(*(_show_edit(edit) for edit in change_set.edits))


def show_outcomes(proposal: Proposal) -> RenderableType:
    """How each task ended, in words."""
    lines = [
        _outcome_line(task.label, proposal.outcomes[task.id])
        for task in proposal.graph.tasks
        if not isinstance(proposal.outcomes[task.id], Answered)
    ]
    notes = [Text(plain(note), style="yellow") for note in proposal.notes]
    return Group(*lines, *notes)


def show_answer(answer: Answered) -> RenderableType:
    """An answer as Markdown; links in it are shown, not followed."""
    return Markdown(plain(answer.text), hyperlinks=False)


def _budget_row(call: CallEnded) -> tuple[str, ...]:
    usage, prompt = call.completion.usage, call.prompt
    return (
        f"{call.purpose} {call.task or ''}".strip(),
        f"{prompt.tokens:,}",
        "–" if usage.prompt_tokens is None else f"{usage.prompt_tokens:,}",
        "–" if usage.reply_tokens is None else f"{usage.reply_tokens:,}",
        f"{prompt.budget.reply_tokens:,}",
        f"{prompt.budget.context_window:,}",
        f"{call.completion.seconds:.1f}",
        ", ".join(prompt.dropped) or "nothing",
    )


def _show_edit(edit: Edit) -> RenderableType:
    added, removed = stat(edit)
    verb = "new" if edit.creates else "deleted" if edit.deletes else "changed"
    heading = Text(f"{plain(edit.label)} ({verb}, +{added} -{removed})", style="bold")
    return Group(heading, Syntax(plain(unified(edit)), "diff", word_wrap=True))


def _outcome_line(label: str, outcome: Outcome) -> Text:
    match outcome:
        case Edited():
            words = f"✓ {label}: edited; checks held: {len(outcome.gates)}"
            return Text(plain(words), style="green")
        case Answered():
            return Text(plain(f"✓ {label}: answered"), style="green")
        case Unchanged():
            return Text(plain(f"– {label}: unchanged. {outcome.reason}"))
        case Failed():
            return Text(plain(f"✗ {label}: failed. {outcome.reason}"), style="red")
        case Skipped():
            words = f"· {label}: skipped, because {outcome.because_of} did not end well"
            return Text(plain(words), style="yellow")
