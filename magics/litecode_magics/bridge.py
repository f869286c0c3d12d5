"""The only place that owns an event loop, a thread, or an interrupt.

All work of a session runs on one loop in one thread, whoever waits for it: an awaited
cell on the kernel's loop, or a plain call. Connections stay on the loop that they were
opened on; the kernel stays responsive while a project is read; and an interrupt, which
only ever reaches the main thread, cannot tear a file that is being written.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, wait
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from litecode_nb.errors import Stopped

TICK = 0.1
"""Seconds between two looks at what has happened."""

GRACE = 3.0
"""Seconds that stopped work may take to close its connections."""

T = TypeVar("T")
Work = Callable[[], Coroutine[Any, Any, T]]
Tick = Callable[[], None]


class Wait(Protocol):
    """A way to wait for work of the engine."""

    async def __call__(self, work: Work[T], tick: Tick) -> T:
        """Give what the work comes to; call the tick all the while."""
        ...


def idle() -> None:
    """Show nothing while waiting."""


def at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never waits on any loop, as with `Engine.held`."""
    try:
        coroutine.send(None)
    except StopIteration as ended:
        result: T = ended.value
        return result
    coroutine.close()
    message = "A coroutine that should not wait on a loop did so."
    raise RuntimeError(message)


class Engine:
    """One event loop in a thread of its own, started when it is first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    async def awaited(self, work: Work[T], tick: Tick) -> T:
        """Wait for some work on the caller's own loop.

        Args:
            work: Makes the coroutine.
            tick: Called on the caller's thread all the while, and once at the end.

        Raises:
            Stopped: The caller was cancelled, which is how a kernel interrupts.
        """
        running = Running(self._started(), work)
        ending = _signal(running.ended)
        try:
            while not await _is_set_within(TICK, ending):
                tick()
        except asyncio.CancelledError:
            running.stop()
            await _grace(ending)
        finally:
            running.stop()
        tick()
        return running.result()

    def blocking(self, work: Work[T], tick: Tick) -> T:
        """Wait for some work without a loop.

        Args:
            work: Makes the coroutine.
            tick: Called on the caller's thread all the while, and once at the end.

        Raises:
            Stopped: A `KeyboardInterrupt` came.
        """
        running = Running(self._started(), work)
        try:
            while not running.waits(TICK):
                tick()
        except KeyboardInterrupt:
            running.stop()
            with suppress(KeyboardInterrupt):  # pressed again: leave at once
                running.waits(GRACE)
        finally:
            running.stop()
        tick()
        return running.result()

    async def held(self, work: Work[T], tick: Tick) -> T:
        """Wait as `blocking` does, for callers that are written to await."""
        return self.blocking(work, tick)

    def close(self, last: Work[None] | None = None) -> None:
        """Stop all work and end the thread; the engine can be used again later.

        Args:
            last: Work to be done before that, for some seconds at most.
        """
        if last is not None and self._loop is not None:
            Running(self._loop, last).waits(GRACE)
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        ending = asyncio.run_coroutine_threadsafe(_stop_all_others(), loop)
        wait([ending], GRACE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(GRACE)
        if not thread.is_alive():
            loop.close()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                run = self._loop.run_forever
                self._thread = threading.Thread(
                    target=run, name="litecode", daemon=True
                )
                self._thread.start()
            return self._loop


class Running(Generic[T]):
    """Some work on the engine's loop.

    A cancelled future is done at once, its clean-up is not; this one is done only when
    the work has really ended.

    Attributes:
        ended: Holds the result or the error.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, work: Work[T]) -> None:
        self.ended: Future[T] = Future()
        self._loop = loop
        self._task: asyncio.Task[T] | None = None
        loop.call_soon_threadsafe(self._start, work)

    def stop(self) -> None:
        """Ask the work to end; work that has ended is left alone."""
        if not self.ended.done():
            self._loop.call_soon_threadsafe(self._cancel)

    def waits(self, seconds: float) -> bool:
        """Block until it ends, but not longer; give whether it has ended."""
        return bool(wait([self.ended], seconds).done)

    def result(self) -> T:
        """Give what it came to.

        Raises:
            Stopped: It was stopped, or will end later.
        """
        if not self.ended.done():
            raise _stopped()
        return self.ended.result()

    def _start(self, work: Work[T]) -> None:
        self._task = self._loop.create_task(work())
        self._task.add_done_callback(self._settle)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _settle(self, task: "asyncio.Task[T]") -> None:
        if task.cancelled():
            self.ended.set_exception(_stopped())
        elif (error := task.exception()) is not None:
            self.ended.set_exception(error)
        else:
            self.ended.set_result(task.result())


def _signal(future: "Future[Any]") -> asyncio.Event:
    """Give an event of the caller's loop that is set when a future is done."""
    caller, done = asyncio.get_running_loop(), asyncio.Event()

    def tell(_: "Future[Any]") -> None:
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            caller.call_soon_threadsafe(done.set)

    future.add_done_callback(tell)
    return done


async def _is_set_within(seconds: float, event: asyncio.Event) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()


async def _grace(ending: asyncio.Event) -> None:
    """Let a cancelled caller wait for the clean-up of what it waited for."""
    with suppress(asyncio.CancelledError):  # pressed again: leave at once
        await _is_set_within(GRACE, ending)
    # The interrupt has been answered: what the caller awaits next is not cancelled.
    if (caller := asyncio.current_task()) is not None:
        while caller.uncancel():
            continue


async def _stop_all_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        if not task.cancelling():  # a second time would cut its clean-up short
            task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()


def _stopped() -> Stopped:
    return Stopped("Stopped; nothing was changed.")
