"""One request in a notebook: work on it, show it, offer what would change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from litecode_magics.answering import Consent, open_ones, step_of, write
from litecode_magics.arguments import Command, refuse_empty
from litecode_magics.bridge import Wait, idle
from litecode_magics.choices import Writing
from litecode_magics.desk import Desk
from litecode_magics.live_view import LiveView
from litecode_magics.notebook_context import NotebookContext
from litecode_magics.preview import Preview
from litecode_magics.screen import Screen
from litecode_magics.shield import shielded
from litecode_magics.views.blocks import Sentence, Tone
from litecode_magics.views.pages import plan_page, proposal_page
from litecode_magics.views.progress import Named, Progress
from litecode_magics.views.record import written_sentences
from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.events import Event, Listener, Planned
from litecode_nb.domain.proposal import Proposal
from litecode_nb.errors import LitecodeError

if TYPE_CHECKING:
    from litecode_nb.session import Session

Hear = Callable[[Event | Named], None]
REPLACED = "A newer proposal took the place of this one; nothing of it was written."


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What the engine gave back.

    Attributes:
        session: The session that made the proposal, and can write it.
        proposal: The whole result.
        news: What the session found at its start, one sentence each.
    """

    session: "Session"
    proposal: Proposal
    news: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A proposal, where it is shown.

    Attributes:
        made: What the engine gave back.
        screen: The output of the cell.
        progress: What the view knows of it.
        seconds: How long it took.
        consent: What the person agreed to when asking.
    """

    made: Made
    screen: Screen
    progress: Progress
    seconds: int
    consent: Consent

    def show(self, ending: Sequence[Sentence]) -> None:
        """Show it for good."""
        page = proposal_page(self.progress, self.seconds, ending)
        self.screen.settled(page)


async def converse(desk: Desk, command: Command, wait: Wait) -> None:
    """Work on a request and show what it comes to.

    1. Find out where it was typed. 2. Let the engine propose, and show how far it is.
    3. Show answers and differences. 4. Offer, write or drop the change, as was chosen.
    """
    refuse_empty(command)
    context = desk.locate(command.choices.notebook)
    screen = desk.screen()
    live = LiveView(screen, command.text)
    with shielded(desk, live.fail):
        made = await wait(lambda: _made(desk, command, context, live.listen), live.tick)
        progress = live.progress.with_proposal(made.proposal)
        desk.keep_calls(progress.calls)
        result = Result(
            made=made,
            screen=screen,
            progress=replace(progress, notes=(*made.news, *progress.notes)),
            seconds=live.seconds,
            consent=_consent(command, context),
        )
        await _settle(desk, command, result, wait)


async def show_plan(desk: Desk, command: Command, wait: Wait) -> None:
    """Make the plan of a request and show it; nothing of it is done."""
    refuse_empty(command)
    context = desk.locate(command.choices.notebook)
    screen = desk.screen()
    live = LiveView(screen, command.text)
    with shielded(desk, live.fail):
        await wait(lambda: _planned(desk, command, context, live.listen), live.tick)
        desk.keep_calls(live.progress.calls)
        screen.settled(plan_page(live.progress, live.seconds))


async def _planned(
    desk: Desk, command: Command, context: NotebookContext, listen: Hear
) -> None:
    from litecode_magics.requesting import request_from  # noqa: PLC0415  engine rooms

    async with desk.session_for(command.choices.settings) as session:
        request = request_from(command, desk.place(session.root, context))
        await session.plan(request, _naming(session.root, listen))


async def _made(
    desk: Desk, command: Command, context: NotebookContext, listen: Hear
) -> Made:
    """Let the engine propose; runs on the engine's loop."""
    from litecode_magics.requesting import request_from  # noqa: PLC0415  engine rooms

    async with desk.session_for(command.choices.settings) as session:
        request = request_from(command, desk.place(session.root, context))
        waits = command.choices.writing is not Writing.NEVER
        hear = _naming(session.root, listen)
        proposal = await session.propose(request, hear, waits=waits)
        return Made(session=session, proposal=proposal, news=desk.news_of(session))


def _naming(root: Path, listen: Hear) -> Listener:
    """Tell the names of a plan's cells before the plan: addresses are for machines."""
    from litecode_magics.requesting import labels_of  # noqa: PLC0415  engine rooms

    def hear(event: Event) -> None:
        if isinstance(event, Planned):
            listen(Named(labels=labels_of(event.graph, root)))
        listen(event)

    return hear


def _consent(command: Command, context: NotebookContext) -> Consent:
    choices = command.choices
    return Consent(
        context=context, forces=choices.forces, remembers=choices.uses_memory
    )


async def _settle(desk: Desk, command: Command, result: Result, wait: Wait) -> None:
    """Do with a change what was chosen; without one there is nothing to do."""
    change_set = result.made.proposal.change_set
    if change_set is None:
        result.show(_nothing_to_write(result.progress))
        return
    _replace_preview(desk)
    match command.choices.writing:
        case Writing.NEVER:
            result.show((Sentence(text="Dry run: nothing was written."),))
        case Writing.AT_ONCE:
            await _write_at_once(desk, result, change_set, wait)
        case Writing.WHEN_ACCEPTED:
            _offer(desk, result, change_set, ())
        case _:
            assert_never(command.choices.writing)


async def _write_at_once(
    desk: Desk, result: Result, change_set: ChangeSet, wait: Wait
) -> None:
    """Write without a question, unless a file would be gone or it cannot be written."""
    if gone := change_set.deleted_documents:
        text = f"This deletes {', '.join(gone)}, which `--yes` does not agree to."
        _offer(desk, result, change_set, (Sentence(text=text, tone=Tone.WARNING),))
        return
    session, consent = result.made.session, result.consent
    try:
        applied = await wait(lambda: _written(session, change_set, consent), idle)
    except LitecodeError as error:
        _offer(desk, result, change_set, (Sentence(text=str(error), tone=Tone.BAD),))
        return
    reloads = open_ones(applied, session.root, consent.context)
    step = step_of(applied, change_set)
    result.show(written_sentences(applied, step, reloads))


def _offer(
    desk: Desk, result: Result, change_set: ChangeSet, news: Sequence[Sentence]
) -> None:
    """Show the proposal and let it wait for an answer."""
    preview = desk.preview = Preview(
        desk,
        result.made.session,
        result.screen,
        change_set=change_set,
        progress=result.progress,
        seconds=result.seconds,
        consent=result.consent,
    )
    root, context = result.made.session.root, result.consent.context
    barred = context.protected(root, change_set.documents)
    warning = _warning(barred[0], context) if barred else None
    is_forced = result.consent.forces
    shown = [warning] if warning and not is_forced and not news else []
    preview.show((*news, *shown, _what_to_type(change_set)))


def _replace_preview(desk: Desk) -> None:
    if desk.preview is not None:
        desk.preview.settle((Sentence(text=REPLACED, tone=Tone.SOFT),))


def _what_to_type(change_set: ChangeSet) -> Sentence:
    some = ", `%litecode apply [1]` a part of it" if len(change_set.edits) > 1 else ""
    text = (
        f"Nothing is written yet. `%litecode apply` writes it{some}, and "
        "`%litecode reject` drops it."
    )
    return Sentence(text=text)


def _warning(document: str, context: NotebookContext) -> Sentence:
    """Say before it is tried why an open notebook is not simply written."""
    if context.path is None and context.has_front_end:
        text = (
            "It cannot be told which notebook this cell is in, so no notebook is "
            "written. Save it and run the cell again, or add `--notebook PATH`."
        )
    else:
        text = (
            f"{document} is open and may have unsaved work. To write it all the same, "
            "save it, type `%litecode apply --force`, and reload it from the disk."
        )
    return Sentence(text=text, tone=Tone.WARNING)


def _nothing_to_write(progress: Progress) -> tuple[Sentence, ...]:
    is_answered = len(progress.answers) == len(progress.tasks)
    return () if is_answered else (Sentence(text="Nothing was changed."),)


async def _written(
    session: "Session", change_set: ChangeSet, consent: Consent
) -> Applied:
    return write(session, change_set, consent)
