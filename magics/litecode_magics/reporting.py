"""The verbs that only tell: status, map, history, memory, budget, settings, doctor."""

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeVar

from litecode_magics.arguments import Command
from litecode_magics.bridge import Wait, idle
from litecode_magics.desk import Desk
from litecode_magics.notebook_context import NotebookContext
from litecode_magics.views.blocks import Heading, Page
from litecode_magics.views.pages import budget_blocks
from litecode_magics.views.reports import (
    checks_page,
    history_page,
    map_page,
    memory_page,
    sentence_page,
    settings_page,
    status_page,
    text_page,
)
from litecode_nb.domain.request import Request

if TYPE_CHECKING:
    from litecode_nb.session import Session
    from litecode_nb.session.status import Check

T = TypeVar("T")
ANY_REQUEST = "this project"


async def status(desk: Desk, command: Command, wait: Wait) -> None:
    """Tell what is connected, and what to type next."""
    context = desk.locate(command.choices.notebook)

    async def work() -> Page:
        session = await desk.session()
        status = await session.status()
        notebook = _notebook_in_words(context, session)
        return status_page(status, notebook, desk.news_of(session))

    desk.screen().settled(await wait(work, idle))


async def show_map(desk: Desk, command: Command, wait: Wait) -> None:
    """Show what a planner sees."""
    from litecode_magics.requesting import documents_from  # noqa: PLC0415  engine rooms

    context = desk.locate(command.choices.notebook)

    async def work() -> Page:
        session = await desk.session()
        place = desk.place(session.root, context)
        request = Request(
            instruction=command.text or ANY_REQUEST,
            origin=context.document(session.root),
            documents=documents_from(command, place),
        )
        return map_page(session.render_map(request), command.text)

    desk.screen().settled(await wait(work, idle))


async def history(desk: Desk, command: Command, wait: Wait) -> None:
    """Show the changes that were made."""
    del command
    desk.screen().settled(
        history_page(await _of_session(desk, wait, lambda s: s.history()))
    )


async def memory(desk: Desk, command: Command, wait: Wait) -> None:
    """Show what the next request will be told."""
    del command
    desk.screen().settled(
        memory_page(await _of_session(desk, wait, lambda s: s.memory()))
    )


async def forget(desk: Desk, command: Command, wait: Wait) -> None:
    """Empty the memory."""
    del command
    await _of_session(desk, wait, lambda s: s.forget())
    desk.screen().settled(
        sentence_page("The memory is empty now; files are as they were.")
    )


async def budget(desk: Desk, command: Command, wait: Wait) -> None:
    """Show where the tokens of the last calls went."""
    del command, wait
    blocks = budget_blocks(desk.calls)
    if not blocks:
        text = "No model was asked in this kernel yet, so no tokens were used."
        desk.screen().settled(sentence_page(text))
        return
    desk.screen().settled((Heading(text="budget of the last calls"), *blocks))


async def config(desk: Desk, command: Command, wait: Wait) -> None:
    """Show the settings, or set one."""
    key, equals, value = (part.strip() for part in command.text.partition("="))
    settings = await _of_session(desk, wait, lambda s: s.settings)
    if key:
        checked = value or getattr(settings, key, None)
        settings.with_values({key: checked}, "`%litecode config`")
    if equals:  # with an empty value, what holds without it
        desk.options.pop(key, None)
        desk.options.update({key: value} if value else {})
        settings = await _of_session(desk, wait, lambda s: s.settings)
    values = asdict(settings)
    shown = {key: values[key]} if key else values
    desk.screen().settled(settings_page(shown, desk.options))


async def doctor(desk: Desk, command: Command, wait: Wait) -> None:
    """Check everything, or show the last unexpected error."""
    if command.choices.wants_log:
        text = desk.failure or "No unexpected error happened in this kernel."
        desk.screen().settled(text_page("last unexpected error", text))
        return
    context = desk.locate(command.choices.notebook)

    async def work() -> Page:
        session = await desk.session()
        checks = (*await session.doctor(), _notebook_check(context, session))
        return checks_page(checks)

    desk.screen().settled(await wait(work, idle))


async def _of_session(desk: Desk, wait: Wait, read: "Callable[[Session], T]") -> T:
    """Read something from the session, on the engine's loop."""

    async def work() -> T:
        return read(await desk.session())

    return await wait(work, idle)


def _notebook_in_words(context: NotebookContext, session: "Session") -> str:
    """Say which notebook this is, or why that is unknown."""
    document = context.document(session.root)
    if document is not None:
        return document
    if context.path is not None:
        return f"{context.path} (not in this project)"
    if context.has_front_end:
        return "unknown: save the notebook, or name it with `--notebook PATH`"
    return "none: no window shows one"


def _notebook_check(context: NotebookContext, session: "Session") -> "Check":
    """Check whether it is known which notebook this is."""
    from litecode_nb.session.status import Check  # noqa: PLC0415  engine room

    is_good = context.path is not None or not context.has_front_end
    text = _notebook_in_words(context, session)
    return Check(name="notebook", is_good=is_good, text=text)
