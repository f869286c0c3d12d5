import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from litecode_nb.errors import SettingsError, WeightsError
from litecode_nb.llm.embedded.finding import Weights
from litecode_nb.llm.embedded.locking import held_async, is_held, try_hold
from litecode_nb.llm.embedded.room import Record, ServerRoom
from litecode_nb.llm.embedded.sharing import (
    Joined,
    Wanted,
    idle_minutes,
    join,
    room_for,
    server_command,
)
from stand_in_server import stand_in, starts

Environment = Mapping[str, str]
END_SECONDS = 20.0


@pytest.fixture
def wish(tmp_path: Path) -> Wanted:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF")
    weights = Weights(path=path, model="tiny", official=None, is_checked=False)
    return Wanted(weights=weights, context_window=2048, slots=1)


@pytest.fixture
def briefly(environment: Environment) -> Environment:
    """Let servers end very soon after their last client."""
    idle = {"LITECODE_EMBEDDED_IDLE_MINUTES": "0.002"}
    return {**os.environ, **environment, **idle}


@pytest.fixture
async def joined(wish: Wanted, briefly: Environment) -> AsyncIterator[Joined]:
    made = await join(wish, briefly, stand_in)
    yield made
    made.lease.discard()
    await ended(room_for(wish, briefly))


async def ended(room: ServerRoom) -> None:
    """Wait until no server lives in a room."""
    async with held_async(room.alive, END_SECONDS):
        """The server's lock is free, so its process has ended."""


async def test_two_starts_give_one_server(wish: Wanted, briefly: Environment) -> None:
    both = await asyncio.gather(*(join(wish, briefly, stand_in) for _ in range(2)))
    assert starts(room_for(wish, briefly)) == 1
    assert both[0].record == both[1].record
    for each in both:
        each.lease.discard()


async def test_a_second_client_joins(
    joined: Joined, wish: Wanted, briefly: Environment
) -> None:
    second = await join(wish, briefly, stand_in)
    second.lease.discard()
    assert second.record == joined.record


async def test_the_server_ends_after_its_last_client(
    joined: Joined, wish: Wanted, briefly: Environment
) -> None:
    joined.lease.discard()
    await ended(room_for(wish, briefly))
    assert room_for(wish, briefly).read_record() is None


async def test_the_server_ends_when_its_record_is_removed(
    joined: Joined, wish: Wanted, briefly: Environment
) -> None:
    room_for(wish, briefly).remove_record()
    await ended(room_for(wish, briefly))
    assert is_held(joined.lease.path)


async def test_a_killed_server_is_replaced(
    joined: Joined, wish: Wanted, briefly: Environment
) -> None:
    os.kill(joined.record.process, signal.SIGKILL)
    await ended(room_for(wish, briefly))
    second = await join(wish, briefly, stand_in)
    second.lease.discard()
    assert second.record.key != joined.record.key


async def test_a_leftover_record_is_not_believed(
    wish: Wanted, briefly: Environment
) -> None:
    room = room_for(wish, briefly)
    room.prepare()
    leftover = a_record(process=os.getpid())
    room.write_record(leftover)
    found = await join(wish, briefly, stand_in)
    found.lease.discard()
    assert found.record != leftover


async def test_a_server_whose_starter_died_is_waited_for(
    wish: Wanted, briefly: Environment
) -> None:
    room = room_for(wish, briefly)
    room.prepare()
    alive = try_hold(room.alive)
    assert alive is not None
    waiting = asyncio.create_task(join(wish, briefly, no_command))
    await asyncio.sleep(0)
    room.write_record(a_record())
    found = await waiting
    found.lease.discard()
    alive.release()
    assert found.record == a_record()


async def test_a_server_that_does_not_start_is_told_in_its_words(
    wish: Wanted, briefly: Environment
) -> None:
    with pytest.raises(WeightsError, match="does not start: no such model"):
        await join(wish, briefly, failing)


async def test_a_failed_start_leaves_no_lease(
    wish: Wanted, briefly: Environment
) -> None:
    with pytest.raises(WeightsError):
        await join(wish, briefly, failing)
    assert not list(room_for(wish, briefly).leases.iterdir())


async def test_an_interrupted_start_leaves_no_lease(
    wish: Wanted, briefly: Environment
) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await join(wish, briefly, stand_in)
    assert not list(room_for(wish, briefly).leases.iterdir())


def test_another_window_is_another_server(wish: Wanted, briefly: Environment) -> None:
    larger = replace(wish, context_window=4096)
    assert room_for(larger, briefly) != room_for(wish, briefly)


def test_new_weights_are_another_server(wish: Wanted, briefly: Environment) -> None:
    before = room_for(wish, briefly)
    wish.weights.path.write_bytes(b"GGUF and more")
    assert room_for(wish, briefly) != before


def test_idle_minutes_have_a_default() -> None:
    assert idle_minutes({}) == 10


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf"])
def test_idle_minutes_must_be_a_number(text: str) -> None:
    with pytest.raises(SettingsError, match="number of minutes above 0"):
        idle_minutes({"LITECODE_EMBEDDED_IDLE_MINUTES": text})


def a_record(process: int = 1) -> Record:
    return Record(
        address="http://127.0.0.1:9",
        key="old",
        process=process,
        model="tiny",
        context_window=2048,
        slots=1,
    )


def failing(_wanted: Wanted, _room: ServerRoom, _idle: float) -> Sequence[str]:
    return (sys.executable, "-c", "raise SystemExit('no such model')")


def no_command(wanted: Wanted, room: ServerRoom, idle_seconds: float) -> Sequence[str]:
    raise AssertionError(server_command(wanted, room, idle_seconds))
