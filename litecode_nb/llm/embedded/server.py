"""The embedded server's process: `python -m litecode_nb.llm.embedded.server`.

It ends at once on SIGTERM and SIGHUP, when its record is removed (on Linux the system
does so at the last log-out), and some minutes after its last client has gone.
"""

import argparse
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litecode_nb.llm.embedded.cores import physical_cores, threads_for
from litecode_nb.llm.embedded.locking import HeldLock, try_hold
from litecode_nb.llm.embedded.room import Record, ServerRoom

LOOK_SECONDS = 2.0
ALIVE_TRIES = 20
LOOPBACK = "127.0.0.1"
EXTRAS: Mapping[str, Any] = {
    "cache_ram_mib": 512,  # for prompts read before; else it takes eight gigabytes
    "cors_origins": "",  # no web page may talk with it
    "ui": False,
    "endpoint_slots": False,  # it would show what others ask
}
"""Options that one can do without, where another version of llama.cpp lacks them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """What one server process serves, and to whom."""

    room: ServerRoom
    weights: Path
    model: str
    context_window: int
    slots: int
    idle_seconds: float


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until nobody needs it any more, then end the process."""
    serving = read_arguments(arguments)
    os.umask(0o077)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored
    os.chdir(serving.room.folder.anchor)  # no folder shall be kept from its removal
    keep: list[object] = []
    serve(serving, lambda key: _begin(serving, key, keep))
    # llama.cpp would wait for replies that nobody reads any more.
    sys.stdout.flush()
    os._exit(0)


def serve(serving: Serving, begin: Callable[[str], Record]) -> HeldLock | None:
    """Own the room, begin to serve, tell clients, and watch until it is time to end.

    Args:
        serving: Where, and for how long.
        begin: Starts to serve with a key and gives the record for clients.

    Returns:
        The lock that nobody can start another server with before this process has
        ended; None where somebody else serves already, or the record has gone.
    """
    if _own(serving.room) is None:
        return None
    record = begin(secrets.token_urlsafe(32))
    serving.room.write_record(record)
    return _watch(serving.room, record, serving.idle_seconds)


def read_arguments(arguments: Sequence[str] | None = None) -> Serving:
    """Read what `sharing.server_command` writes; None reads this process's own."""
    parser = argparse.ArgumentParser(description="Serve the embedded model.")
    parser.add_argument("--room", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--window", type=int, required=True)
    parser.add_argument("--slots", type=int, required=True)
    parser.add_argument("--idle-seconds", type=float, required=True)
    read = parser.parse_args(arguments)
    return Serving(
        room=ServerRoom(folder=read.room),
        weights=read.weights,
        model=read.model,
        context_window=read.window,
        slots=read.slots,
        idle_seconds=read.idle_seconds,
    )


def _own(room: ServerRoom) -> HeldLock | None:
    """Hold the lock that says that a server lives; who looks at it holds it briefly."""
    for _ in range(ALIVE_TRIES):
        if (lock := try_hold(room.alive)) is not None:
            return lock
        time.sleep(LOOK_SECONDS / ALIVE_TRIES)
    return None


def _watch(room: ServerRoom, record: Record, idle_seconds: float) -> HeldLock | None:
    """Wait until the record is gone or no client has been there for some time."""
    since = time.monotonic()
    while room.read_record() == record:
        time.sleep(min(LOOK_SECONDS, idle_seconds / 4))
        room.trim_log()
        if room.has_lease():
            since = time.monotonic()
        elif time.monotonic() - since >= idle_seconds and (end := _end(room)):
            return end
    return None


def _end(room: ServerRoom) -> HeldLock | None:
    """Close the room, unless a client is just about to come in."""
    turn = try_hold(room.turn)
    if turn is None:
        return None
    if room.has_lease():
        turn.release()
        return None
    room.remove_record()
    return turn


def _begin(serving: Serving, key: str, keep: list[object]) -> Record:
    """Load the model and listen on loopback, on a port that the system chooses."""
    import xllamacpp  # noqa: PLC0415 - the part of it that is heavy and may be missing

    cores = physical_cores()
    options = xllamacpp.CommonParams()
    options.model.path = str(serving.weights)
    options.model_alias = {serving.model}
    options.n_parallel = serving.slots
    options.n_ctx = serving.context_window * serving.slots  # it divides it among them
    options.cpuparams.n_threads = threads_for(cores)
    if hasattr(options, "hostnames"):
        options.hostnames = [LOOPBACK]
    else:  # so it was until 2026.9
        options.hostname = LOOPBACK
    options.port = 0
    options.api_keys = [key]
    for name, value in EXTRAS.items():
        if hasattr(options, name):
            setattr(options, name, value)
    server = xllamacpp.Server(options)
    keep.append(server)
    return Record(
        address=server.listening_address,
        key=key,
        process=os.getpid(),
        model=serving.model,
        context_window=serving.context_window,
        slots=serving.slots,
    )


if __name__ == "__main__":
    main()
