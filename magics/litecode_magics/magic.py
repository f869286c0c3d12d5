"""The magics themselves: reads a cell, asks a session, shows a view."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from IPython.core.getipython import get_ipython
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import no_var_expand

from litecode_magics.arguments import Command, read_cell, read_line
from litecode_magics.bridge import Wait, at_once, idle
from litecode_magics.completions import Matcher, matcher_for
from litecode_magics.desk import Desk, clear_desk, desk_of
from litecode_magics.shield import shielded
from litecode_magics.transformer import Transformer, Way, transformer
from litecode_magics.verbs import perform
from litecode_magics.views.blocks import Tone
from litecode_magics.views.reports import sentence_page
from litecode_nb.errors import CommandError
from litecode_nb.llm.model import ChatModel

if TYPE_CHECKING:
    from litecode_nb.session import Session

NAME = "litecode"
KINDS = ("line", "cell")
_IN_USE: dict[InteractiveShell, tuple[Transformer, Matcher]] = {}


def register(shell: InteractiveShell) -> None:
    """Make `%%litecode` and `%litecode` known to a shell; twice does nothing."""
    if shell in _IN_USE:
        return
    desk = desk_of(shell)
    for kind in KINDS:
        magic = _magic_of(desk)
        shell.magics_manager.register_function(magic, magic_kind=kind, magic_name=NAME)
    transform, match = transformer(lambda: _way_of(shell)), matcher_for(desk)
    # Before all others: they take what looks like a prompt out of the person's words.
    shell.input_transformers_cleanup.insert(0, transform)
    if shell.Completer is not None:
        shell.Completer.custom_matchers.append(match)
    _IN_USE[shell] = (transform, match)


def unregister(shell: InteractiveShell) -> None:
    """Take everything back that `register` did, and end what runs."""
    if shell not in _IN_USE:
        return
    transform, match = _IN_USE.pop(shell)
    shell.input_transformers_cleanup.remove(transform)
    if shell.Completer is not None:
        shell.Completer.custom_matchers.remove(match)
    for kind in KINDS:
        shell.magics_manager.magics[kind].pop(NAME, None)
    clear_desk(shell)


async def run_cell(line: str, body: str) -> None:
    """Run a `%%litecode` cell on the kernel's own loop; the transformer calls this."""
    desk = desk_of(_shell())
    await _run(desk, lambda: read_cell(line, body), desk.engine.awaited)


async def run_line(line: str) -> None:
    """Run a `%litecode` line on the kernel's own loop; the transformer calls this."""
    desk = desk_of(_shell())
    await _run(desk, lambda: read_line(line), desk.engine.awaited)


def use_model(model: ChatModel | None) -> None:
    """Let this notebook ask a model of your own; None to look for a server again.

    Args:
        model: Anything that can do what `litecode_nb.llm.model.ChatModel` asks for,
            such as a `ScriptedModel` for a tutorial that runs anywhere.
    """
    desk_of(_shell()).use_model(model)


def session_of(shell: InteractiveShell) -> "Session":
    """Give the one session of a shell, opened in its working folder's project.

    Raises:
        LitecodeError: The project or a setting cannot be used.
    """
    desk = desk_of(shell)
    return desk.engine.blocking(desk.session, idle)


def _magic_of(desk: Desk) -> Callable[..., None]:
    """Make the registered magic: for callers that await nothing."""

    @no_var_expand
    def litecode(line: str, cell: str | None = None) -> None:
        """Change or explain notebooks and modules in your own words.

        %%litecode [options] what you want, on this line or below

        `%litecode` shows what is connected, `%litecode --help` all that can be typed.
        """

        def read() -> Command:
            return read_line(line) if cell is None else read_cell(line, cell)

        at_once(_run(desk, read, desk.engine.held))

    magic: Callable[..., None] = litecode
    return magic


async def _run(desk: Desk, read: Callable[[], Command], wait: Wait) -> None:
    def say(text: str) -> None:
        desk.screen().settled(sentence_page(text, Tone.BAD))

    with shielded(desk, say):
        await perform(desk, read(), wait)


def _way_of(shell: InteractiveShell) -> Way:
    """A kernel can await a cell; in a terminal Ctrl+C would tear the loop itself."""
    has_kernel = getattr(shell, "kernel", None) is not None
    uses_asyncio = shell.loop_runner is shell.loop_runner_map["asyncio"][0]
    is_awaiting = has_kernel and shell.autoawait and uses_asyncio
    return Way.AWAITED if is_awaiting else Way.BLOCKING


def _shell() -> InteractiveShell:
    shell = get_ipython()
    if shell is None:
        message = "This works in IPython and notebooks only."
        raise CommandError(message)
    return shell
