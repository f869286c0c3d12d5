"""The verbs that decide what is on the disk: apply, reject, undo, redo."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from litecode_magics.answering import (
    Consent,
    chosen_part,
    drop,
    make_again,
    open_ones,
    step_of,
    take_back,
    write,
)
from litecode_magics.arguments import Command, read_numbers
from litecode_magics.bridge import Wait, idle
from litecode_magics.desk import Desk
from litecode_magics.notebook_context import NotebookContext
from litecode_magics.preview import REJECTED, Preview
from litecode_magics.views.blocks import Page, Sentence, Tone
from litecode_magics.views.record import Step, dropped_page, left_page, written_page
from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.errors import ChangeError

if TYPE_CHECKING:
    from litecode_nb.session import Session

OVERTAKEN = "Files were changed back since, so this proposal was dropped. Ask again."
PARTLY_REJECTED = "A part of this was rejected; what is left waits for an answer."


async def apply(desk: Desk, command: Command, wait: Wait) -> None:
    """Write the proposal that waits, or some of it."""
    numbers = read_numbers(command.text)
    context = desk.locate(command.choices.notebook)

    async def work() -> tuple[ChangeSet, Applied, Page]:
        session = await desk.session()
        asked = _waiting(session)
        consent = _consent(_preview_of(asked, desk), command, context)
        applied = write(session, chosen_part(asked, numbers), consent)
        reloads = open_ones(applied, session.root, context)
        return asked, applied, written_page(applied, step_of(applied, asked), reloads)

    asked, applied, page = await wait(work, idle)
    desk.screen().settled(page)
    if (preview := _preview_of(asked, desk)) is not None:
        preview.settle_as_written(applied)


async def reject(desk: Desk, command: Command, wait: Wait) -> None:
    """Drop the proposal that waits, or some of it."""
    numbers = read_numbers(command.text)

    async def work() -> tuple[ChangeSet, ChangeSet | None]:
        session = await desk.session()
        return drop(session, _waiting(session), numbers)

    dropped, left = await wait(work, idle)
    page = dropped_page(dropped, REJECTED)
    desk.screen().settled(page if left is None else (*page, *left_page(left)))
    if (preview := _preview_of(dropped, desk)) is not None:
        preview.settle(_softly(REJECTED if left is None else PARTLY_REJECTED))


async def undo(desk: Desk, command: Command, wait: Wait) -> None:
    """Take the last change back."""
    await _moved(desk, command, wait, move=take_back, step=Step.UNDONE)


async def redo(desk: Desk, command: Command, wait: Wait) -> None:
    """Make the change again that was taken back last."""
    await _moved(desk, command, wait, move=make_again, step=Step.REDONE)


async def _moved(
    desk: Desk,
    command: Command,
    wait: Wait,
    *,
    move: "Callable[[Session, Consent], Applied]",
    step: Step,
) -> None:
    """Undo or redo, and show what was written."""
    context = desk.locate(command.choices.notebook)
    consent = Consent(context=context, forces=command.choices.forces)

    async def work() -> tuple[Page, bool]:
        session = await desk.session()
        applied = move(session, consent)
        reloads = open_ones(applied, session.root, context)
        return written_page(applied, step, reloads), session.pending() is None

    page, is_dropped = await wait(work, idle)
    desk.screen().settled(page)
    if is_dropped and desk.preview is not None:
        desk.preview.settle(_softly(OVERTAKEN))


def _preview_of(change_set: ChangeSet, desk: Desk) -> Preview | None:
    """Give the preview that shows a change set; another kernel may have made it."""
    preview = desk.preview
    is_it = preview is not None and preview.change_set.id == change_set.id
    return preview if is_it else None


def _consent(
    preview: Preview | None, command: Command, context: NotebookContext
) -> Consent:
    """What was agreed to when asking holds when applying."""
    forces = command.choices.forces or (preview is not None and preview.consent.forces)
    remembers = preview is None or preview.consent.remembers
    return Consent(context=context, forces=forces, remembers=remembers)


def _softly(text: str) -> tuple[Sentence, ...]:
    return (Sentence(text=text, tone=Tone.SOFT),)


def _waiting(session: "Session") -> ChangeSet:
    """Give the proposal that waits.

    Raises:
        ChangeError: None does.
    """
    change_set = session.pending()
    if change_set is None:
        message = "No proposal waits for an answer. `%%litecode` makes one."
        raise ChangeError(message)
    return change_set
