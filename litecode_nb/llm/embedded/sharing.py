"""All kernels and terminals of a user share one server: join it, or start it."""

import asyncio
import hashlib
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from litecode_nb.errors import SettingsError, WeightsError
from litecode_nb.llm.embedded.finding import Weights
from litecode_nb.llm.embedded.locking import HeldLock, held_async
from litecode_nb.llm.embedded.places import CACHE_VARIABLE, run_folder
from litecode_nb.llm.embedded.room import Record, ServerRoom
from litecode_nb.llm.embedded.watching import last_words

IDLE_VARIABLE = "LITECODE_EMBEDDED_IDLE_MINUTES"
IDLE_MINUTES = 10.0
START_SECONDS = 180.0
"""Time limit for loading the model, from a slow disk too."""

LOOK_SECONDS = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which server a client needs; equal wishes share one server.

    Attributes:
        weights: What it serves.
        context_window: Tokens for each call.
        slots: Calls at the same time.
    """

    weights: Weights
    context_window: int
    slots: int

    def key(self) -> str:
        """Give a short name that changes with everything that makes a difference."""
        path = self.weights.path.resolve()
        found = path.stat()
        parts = (
            path,
            found.st_size,
            found.st_mtime_ns,
            self.context_window,
            self.slots,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A server that is ready, and the lease that keeps it alive."""

    record: Record
    lease: HeldLock


Child = subprocess.Popen[bytes]

Command = Callable[[Wanted, ServerRoom, float], Sequence[str]]
"""Gives the command that serves a wish in a room, ending after idle seconds."""


def server_command(
    wanted: Wanted, room: ServerRoom, idle_seconds: float
) -> Sequence[str]:
    """Give the command of the real server. It holds no secret: others can read it."""
    options = {
        "--room": room.folder,
        "--weights": wanted.weights.path,
        "--model": wanted.weights.model,
        "--window": wanted.context_window,
        "--slots": wanted.slots,
        "--idle-seconds": idle_seconds,
    }
    words = (str(word) for pair in options.items() for word in pair)
    # -P: modules in the working folder, a project's perhaps, must not be imported.
    return (sys.executable, "-P", "-m", "litecode_nb.llm.embedded.server", *words)


def room_for(wanted: Wanted, environment: Mapping[str, str]) -> ServerRoom:
    """Give the room where a wish is served, whether anybody serves there or not.

    Raises:
        WeightsError: The folder for running servers cannot be used.
    """
    return ServerRoom(folder=run_folder(environment) / wanted.key())


async def join(
    wanted: Wanted, environment: Mapping[str, str], command: Command = server_command
) -> Joined:
    """Give a server that is ready; where none lives, start it.

    The caller discards the lease when it needs the server no longer; a process that
    ends without doing so is noticed as well.

    Raises:
        WeightsError: It does not start, or not in time.
        WrongDigest: The weights claim to be an official file, and are not.
        SettingsError: The idle time in the environment is no number.
    """
    idle_seconds = idle_minutes(environment) * 60
    room = room_for(wanted, environment)
    try:
        room.prepare()
        lease = room.take_lease()
    except OSError as error:
        raise _no_room(room, error) from error

    async def start() -> Child:
        await asyncio.to_thread(wanted.weights.check)
        return _spawn(command(wanted, room, idle_seconds), room, environment)

    try:
        record = await _served(room, start)
    except BaseException:
        lease.discard()
        raise
    return Joined(record=record, lease=lease)


def idle_minutes(environment: Mapping[str, str]) -> float:
    """Give the minutes after which a server ends that nobody needs.

    Raises:
        SettingsError: The variable holds no number above zero.
    """
    text = environment.get(IDLE_VARIABLE) or str(IDLE_MINUTES)
    with suppress(ValueError):
        if 0 < (minutes := float(text)) < float("inf"):
            return minutes
    message = f"`{IDLE_VARIABLE}` is {text!r}; it must be a number of minutes above 0."
    raise SettingsError(message)


async def _served(room: ServerRoom, start: Callable[[], Awaitable[Child]]) -> Record:
    """Wait for the turn, and then for the record of a server that lives."""
    try:
        async with held_async(room.turn, START_SECONDS), asyncio.timeout(START_SECONDS):
            return await _ready(room, start)
    except TimeoutError as error:
        message = (
            f"The embedded model was not ready after {START_SECONDS:.0f} seconds. "
            f"Close other programs and try again; what it said is in {room.log}."
        )
        raise WeightsError(message) from error
    except OSError as error:
        raise _no_room(room, error) from error


async def _ready(room: ServerRoom, start: Callable[[], Awaitable[Child]]) -> Record:
    """Start a server where none lives, and wait until it has written its record.

    It may live without a record: then the client that started it died, and it still
    loads.
    """
    child: Child | None = None
    while True:
        if child is None and not room.is_served():
            room.remove_record()
            child = await start()
        elif (record := room.read_record()) is not None:
            return record
        elif child is not None and child.poll() is not None:
            if not room.is_served():
                raise _failed(room)
            child = None  # it left, since another one lives here
        await asyncio.sleep(LOOK_SECONDS)


def _spawn(
    command: Sequence[str], room: ServerRoom, environment: Mapping[str, str]
) -> Child:
    """Start a process that outlives this one and ignores its terminal."""
    with room.log.open("ab") as log:
        child = subprocess.Popen(  # noqa: S603 - the command is ours, no shell reads it
            command,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            creationflags=_OWN_PROCESS_GROUP,
        )
    # Somebody has to ask for its exit code, or it stays in the process table when it
    # ends before this process does.
    threading.Thread(target=child.wait, daemon=True).start()
    return child


def _failed(room: ServerRoom) -> WeightsError:
    return WeightsError(
        f"The embedded model does not start: {last_words(room.log)}. All that it said "
        f"is in {room.log}."
    )


def _no_room(room: ServerRoom, error: OSError) -> WeightsError:
    return WeightsError(
        f"{room.folder} cannot be used: {error.strerror or error}. Let "
        f"`{CACHE_VARIABLE}` name a folder of your own."
    )


_OWN_PROCESS_GROUP: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "CREATE_NO_WINDOW", 0
)
"""On Windows: no Ctrl-C from this terminal, and no terminal of its own."""
