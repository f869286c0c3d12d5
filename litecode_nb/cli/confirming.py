"""A question to the person in the terminal, who may also just leave."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.prompt import Confirm
from rich.text import Text

from litecode_nb.cli.showing import plain


def confirmed(question: str, eyes: Console) -> bool:
    """Ask until there is a yes or a no; the end of the input is a no."""
    with _interruptible():
        try:
            return Confirm.ask(Text(plain(question)), console=eyes, default=False)
        except EOFError:
            eyes.print()
            return False


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end the block at once.

    The event loop only notes the first one, and acts on it when the block has ended; a
    question ends when it is answered.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
