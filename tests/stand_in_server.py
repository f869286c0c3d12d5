"""The embedded server's process without a model: it owns its room and listens nowhere.

Run as a program it takes the real server's arguments.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from litecode_nb.llm.embedded.room import Record, ServerRoom
from litecode_nb.llm.embedded.server import Serving, read_arguments, serve
from litecode_nb.llm.embedded.sharing import Wanted, server_command


def stand_in(wanted: Wanted, room: ServerRoom, idle_seconds: float) -> Sequence[str]:
    """Give the command that the real server has, but for what it runs."""
    python, safe_path, _, _, *words = server_command(wanted, room, idle_seconds)
    return (python, safe_path, str(Path(__file__).resolve()), *words)


def starts(room: ServerRoom) -> int:
    """Count how often somebody began to serve in a room."""
    return len((room.folder / "starts").read_text().splitlines())


def _begin(serving: Serving, key: str) -> Record:
    with (serving.room.folder / "starts").open("a") as file:
        file.write("started\n")
    return Record(
        address="http://127.0.0.1:9",
        key=key,
        process=os.getpid(),
        model=serving.model,
        context_window=serving.context_window,
        slots=serving.slots,
    )


if __name__ == "__main__":
    read = read_arguments()
    serve(read, lambda key: _begin(read, key))
    sys.exit(0)
