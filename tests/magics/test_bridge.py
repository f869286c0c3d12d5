"""Work on the engine's loop: awaited, blocking, and stopped."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from litecode_magics.bridge import Engine
from litecode_nb.errors import Stopped


@pytest.fixture
def engine() -> Iterator[Engine]:
    made = Engine()
    yield made
    made.close()


def nothing() -> None:
    return


async def forty_two() -> int:
    return 42


async def broken() -> int:
    message = "broken"
    raise ValueError(message)


class Endless:
    """Work that never ends by itself, and knows how it ended."""

    def __init__(self) -> None:
        self.started = threading.Event()
        self.cleaned_up = False

    async def __call__(self) -> None:
        self.started.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            self.cleaned_up = True


def interrupted(work: Endless) -> None:
    """A tick that stands for Ctrl+C once the work runs."""
    if work.started.is_set():
        work.started.clear()
        raise KeyboardInterrupt


async def test_awaited_work_gives_its_result(engine: Engine) -> None:
    assert await engine.awaited(forty_two, nothing) == 42


def test_blocking_work_gives_its_result(engine: Engine) -> None:
    assert engine.blocking(forty_two, nothing) == 42


async def test_both_ways_use_one_loop(engine: Engine) -> None:
    async def loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    one = await engine.awaited(loop, nothing)
    assert one is engine.blocking(loop, nothing)


async def test_an_error_of_awaited_work_is_raised(engine: Engine) -> None:
    with pytest.raises(ValueError, match="broken"):
        await engine.awaited(broken, nothing)


def test_an_error_of_blocking_work_is_raised(engine: Engine) -> None:
    with pytest.raises(ValueError, match="broken"):
        engine.blocking(broken, nothing)


def test_the_last_tick_comes_after_the_end(engine: Engine) -> None:
    seen: list[str] = []

    async def work() -> None:
        seen.append("work")

    engine.blocking(work, lambda: seen.append("tick"))
    assert seen[-1] == "tick"


async def test_ticks_come_on_the_callers_thread(engine: Engine) -> None:
    threads: set[threading.Thread] = set()
    tick = lambda: threads.add(threading.current_thread())  # noqa: E731  a one-liner
    await engine.awaited(forty_two, tick)
    assert threads == {threading.current_thread()}


async def test_a_cancelled_caller_stops_the_work(engine: Engine) -> None:
    work = Endless()
    caller = asyncio.create_task(engine.awaited(work, nothing))
    await asyncio.to_thread(work.started.wait)
    caller.cancel()
    with pytest.raises(Stopped):
        await caller
    assert work.cleaned_up


async def test_after_the_stop_the_caller_can_await_again(engine: Engine) -> None:
    work = Endless()

    async def cell() -> int:
        with pytest.raises(Stopped):
            await engine.awaited(work, nothing)
        return await engine.awaited(forty_two, nothing)

    caller = asyncio.create_task(cell())
    await asyncio.to_thread(work.started.wait)
    caller.cancel()
    assert await caller == 42


def test_ctrl_c_stops_blocking_work(engine: Engine) -> None:
    work = Endless()
    with pytest.raises(Stopped):
        engine.blocking(work, lambda: interrupted(work))
    assert work.cleaned_up


def test_work_that_ends_all_the_same_gives_its_result(engine: Engine) -> None:
    started = threading.Event()

    async def stubborn() -> int:
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return 7
        return 0

    def tick() -> None:
        if started.is_set():
            started.clear()
            raise KeyboardInterrupt

    assert engine.blocking(stubborn, tick) == 7


def test_a_broken_tick_stops_the_work(engine: Engine) -> None:
    work = Endless()

    def tick() -> None:
        message = "broken view"
        raise ValueError(message)

    with pytest.raises(ValueError, match="broken view"):
        engine.blocking(work, tick)
    engine.close()
    assert work.cleaned_up


def test_a_closed_engine_leaves_no_thread() -> None:
    engine = Engine()
    engine.blocking(forty_two, nothing)
    engine.close()
    assert "litecode" not in {thread.name for thread in threading.enumerate()}


def test_a_closed_engine_can_be_used_again(engine: Engine) -> None:
    engine.close()
    assert engine.blocking(forty_two, nothing) == 42
