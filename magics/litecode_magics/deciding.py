"""The verbs that decide what is on the disk: apply, reject, undo, redo."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from litecode_magics.answering import (
    Consent,
    chosen_part,
    drop,
    make_again,
    open_ones,
    take_back,
    write,
)
from litecode_magics.arguments import Command, read_numbers
from litecode_magics.bridge import Wait, idle
from litecode_magics.desk import Desk
from litecode_magics.preview import REJECTED
from litecode_magics.views.blocks import Page, Sentence, Tone
from litecode_magics.views.record import Step, dropped_page, left_page, written_page
from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.errors import ChangeError

if TYPE_CHECKING:
    from litecode_nb.session import Session

PARTLY_REJECTED = "A part of this was rejected; what is left waits for an answer."


async def apply(desk: Desk, command: Command, wait: Wait) -> None:
    """Write the proposal that waits, or some of it."""
    numbers = read_numbers(command.text)
    context = desk.locate(command.choices.notebook)
    preview = desk.preview
    remembers = preview.consent.remembers if preview else True
    forces = command.choices.forces or (preview.consent.forces if preview else False)
    consent = Consent(context=context, forces=forces, remembers=remembers)

    async def work() -> tuple[Applied, Page]:
        session = await desk.session()
        applied = write(session, chosen_part(_waiting(session), numbers), consent)
        reloads = open_ones(applied, session.root, context)
        return applied, written_page(applied, Step.APPLIED, reloads)

    applied, page = await wait(work, idle)
    desk.screen().settled(page)
    if preview is not None:
        preview.settle_as_written(applied)


async def reject(desk: Desk, command: Command, wait: Wait) -> None:
    """Drop the proposal that waits, or some of it."""
    numbers = read_numbers(command.text)

    async def work() -> tuple[ChangeSet, ChangeSet | None]:
        session = await desk.session()
        return drop(session, _waiting(session), numbers)

    dropped, left = await wait(work, idle)
    told = REJECTED if left is None else PARTLY_REJECTED
    page = dropped_page(dropped, REJECTED)
    desk.screen().settled(page if left is None else (*page, *left_page(left)))
    if desk.preview is not None:
        desk.preview.settle((Sentence(text=told, tone=Tone.SOFT),))


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

    async def work() -> Page:
        session = await desk.session()
        applied = move(session, consent)
        reloads = open_ones(applied, session.root, context)
        return written_page(applied, step, reloads)

    desk.screen().settled(await wait(work, idle))


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
