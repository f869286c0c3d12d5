"""Between litecode and the person's notebook: whatever goes wrong becomes sentences."""

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from litecode_magics.desk import Desk
from litecode_nb.errors import LitecodeError

STOPPED = "Stopped; nothing was changed."


@contextmanager
def shielded(desk: Desk, say: Callable[[str], None]) -> Iterator[None]:
    """Say in one or two sentences what goes wrong inside; nothing comes out.

    Args:
        desk: Keeps an unexpected error in full, for `%litecode doctor --log`.
        say: Shows the sentences.
    """
    try:
        yield
    except LitecodeError as error:
        say(str(error))
    except KeyboardInterrupt:
        say(STOPPED)
    except Exception as error:  # noqa: BLE001  nothing may break the person's notebook
        desk.failure = traceback.format_exc()
        say(_unexpected(error))


def _unexpected(error: Exception) -> str:
    words = " ".join(str(error).split())[:300]
    return (
        f"Something unexpected went wrong in litecode ({type(error).__name__}: "
        f"{words}). `%litecode doctor` looks for the cause, and "
        "`%litecode doctor --log` shows where it happened."
    )
