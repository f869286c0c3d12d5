"""Pages about a request: while it runs, when it can be judged, and afterwards."""

from collections.abc import Sequence

from litecode_magics.views.blocks import (
    Answer,
    Block,
    Budget,
    Fold,
    Heading,
    Meter,
    Page,
    Sentence,
    Tasks,
    Tone,
)
from litecode_magics.views.cards import cards, gates_of
from litecode_magics.views.progress import Progress
from litecode_nb.domain.events import CallEnded

TITLE_CHARACTERS = 200


def progress_page(progress: Progress, seconds: int) -> Page:
    """The page while a request is worked on.

    Args:
        progress: What is known of it.
        seconds: Since it began.
    """
    blocks: list[Block] = [
        Heading(text=title(progress.request), note=_note(progress, seconds))
    ]
    if not progress.tasks:
        return (*blocks, Sentence(text=_before_the_plan(progress), tone=Tone.SOFT))
    blocks.append(Meter(done=progress.over, total=len(progress.tasks)))
    return (*blocks, *_summary(progress), Tasks(tasks=progress.tasks))


def plan_page(progress: Progress, seconds: int) -> Page:
    """The page of a plan that nobody asked to be carried out."""
    return (
        Heading(text=title(progress.request), note=f"planned in {_time(seconds)}"),
        *_summary(progress),
        Tasks(tasks=progress.tasks),
        *_notes(progress),
        *budget_blocks(progress.calls, progress),
        Sentence(text="Nothing was done: this is only the plan.", tone=Tone.SOFT),
    )


def failed_page(progress: Progress, seconds: int, reason: str) -> Page:
    """The page of a request that ended with an error or was stopped."""
    page = progress_page(progress.stopped(), seconds)
    kept = page if progress.tasks else page[:1]
    return (*kept, Sentence(text=reason, tone=Tone.BAD))


def proposal_page(progress: Progress, seconds: int, ending: Sequence[Sentence]) -> Page:
    """The page when a request can be judged: answers, differences, and what to do.

    Args:
        progress: What is known of it.
        seconds: How long it took.
        ending: What to do now.
    """
    heading = Heading(text=title(progress.request), note=_note(progress, seconds))
    answers = tuple(Answer(text=answer.text) for answer in progress.answers)
    return (
        heading,
        *answers,
        *_tasks(progress),
        *change_blocks(progress),
        *_notes(progress),
        *budget_blocks(progress.calls, progress),
        *ending,
    )


def change_blocks(progress: Progress) -> tuple[Block, ...]:
    """The difference of each unit; nothing without any."""
    if progress.change_set is None:
        return ()
    return cards(progress.change_set, gates_of(progress.tasks))


def budget_blocks(
    calls: Sequence[CallEnded], progress: Progress | None = None
) -> tuple[Block, ...]:
    """Where the tokens went, folded; nothing without any call."""
    if not calls:
        return ()
    blocks = tuple(
        Budget(label=_call_label(n, call, progress), call=call)
        for n, call in enumerate(calls, 1)
    )
    total = sum(call.prompt.tokens for call in calls)
    word = "call" if len(calls) == 1 else "calls"
    return (Fold(title=f"{len(calls)} {word}, {total:,} prompt tokens", blocks=blocks),)


def title(request: str) -> str:
    """A request as one line for a heading."""
    line = " ".join(request.split())
    is_long = len(line) > TITLE_CHARACTERS
    return f"{line[:TITLE_CHARACTERS]}…" if is_long else line


def _tasks(progress: Progress) -> tuple[Block, ...]:
    """The graph, folded where the answers say it all."""
    blocks = (*_summary(progress), Tasks(tasks=progress.tasks))
    is_answer = progress.answers and len(progress.answers) == len(progress.tasks)
    return (Fold(title="How it was answered", blocks=blocks),) if is_answer else blocks


def _summary(progress: Progress) -> tuple[Block, ...]:
    """The plan in one sentence, unless it only repeats the request."""
    is_new = progress.summary.split() != progress.request.split()
    return (Sentence(text=progress.summary),) if is_new and progress.summary else ()


def _notes(progress: Progress) -> tuple[Block, ...]:
    return tuple(Sentence(text=note, tone=Tone.WARNING) for note in progress.notes)


def _call_label(number: int, call: CallEnded, progress: Progress | None) -> str:
    view = progress.view(call.task) if progress and call.task else None
    what = f"{call.purpose} · {view.label}" if view else call.purpose
    window = call.prompt.budget.context_window
    return f"Call {number}: {what}, window {window:,}"


def _note(progress: Progress, seconds: int) -> str:
    parts = [_time(seconds)]
    if progress.running:
        parts.insert(0, f"{progress.running} running")
    if progress.tasks:
        parts.insert(0, f"{progress.over} of {len(progress.tasks)} done")
    return " · ".join(parts)


def _time(seconds: int) -> str:
    return f"{seconds} s" if seconds else "under 1 s"


def _before_the_plan(progress: Progress) -> str:
    if not progress.is_mapped:
        return "Reading the project…"
    if not progress.pieces:
        return "Planning…"
    return f"Planning… about {progress.pieces:,} tokens so far"
