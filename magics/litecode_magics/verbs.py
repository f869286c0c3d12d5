"""What each verb of `%litecode` does."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from litecode_magics import deciding, reporting
from litecode_magics.arguments import Command
from litecode_magics.bridge import Wait
from litecode_magics.conversation import converse, show_plan
from litecode_magics.desk import Desk
from litecode_magics.grammar import Verb
from litecode_magics.help_text import help_for
from litecode_magics.views.reports import text_page

Act = Callable[[Desk, Command, Wait], Awaitable[None]]

ACTS: Mapping[Verb, Act] = MappingProxyType(
    {
        Verb.REQUEST: converse,
        Verb.ASK: converse,
        Verb.PLAN: show_plan,
        Verb.APPLY: deciding.apply,
        Verb.REJECT: deciding.reject,
        Verb.UNDO: deciding.undo,
        Verb.REDO: deciding.redo,
        Verb.STATUS: reporting.status,
        Verb.MAP: reporting.show_map,
        Verb.HISTORY: reporting.history,
        Verb.MEMORY: reporting.memory,
        Verb.FORGET: reporting.forget,
        Verb.BUDGET: reporting.budget,
        Verb.CONFIG: reporting.config,
        Verb.DOCTOR: reporting.doctor,
    }
)


async def perform(desk: Desk, command: Command, wait: Wait) -> None:
    """Do what a command says, and show what comes of it.

    Raises:
        LitecodeError: It cannot be done.
    """
    if command.choices.wants_help:
        desk.screen().settled(text_page("help", help_for(command.verb)))
        return
    await ACTS[command.verb](desk, command, wait)
