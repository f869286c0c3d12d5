"""What a terminal shows while a request is worked on: one line that moves."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape

from litecode_nb.cli.showing import plain, show_plan
from litecode_nb.domain.events import (
    CallEnded,
    Event,
    Listener,
    Mapped,
    Planned,
    TaskEnded,
    TaskStarted,
    TokensStreamed,
)


@contextmanager
def following(console: Console) -> Iterator[Listener]:
    """Show progress on a console until the block ends.

    On a console that is no terminal only the plan is printed.
    """
    with console.status("Reading the project …") as status:
        pieces = 0
        ended = 0

        def listen(event: Event) -> None:
            nonlocal pieces, ended
            match event:
                case Mapped():
                    status.update(f"Planning with a map of {event.map.tokens} tokens …")
                case Planned():
                    console.print(show_plan(event.plan, event.graph))
                case TaskStarted():
                    status.update(escape(f"Task {plain(event.task)} …"))
                case TokensStreamed():
                    pieces += 1
                    whose = event.task or "plan"
                    status.update(escape(f"{plain(whose)}: {pieces} pieces received"))
                case CallEnded():
                    pieces = 0
                case TaskEnded():
                    ended += 1
                    status.update(f"{ended} tasks ended")
                case _:
                    return

        yield listen
