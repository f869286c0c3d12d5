"""The view of a running request: events go in on any thread, pages come out on one."""

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from litecode_magics.screen import Screen
from litecode_magics.views.pages import failed_page
from litecode_magics.views.progress import Named, Progress
from litecode_nb.domain.events import Event

LEAST_SECONDS = 0.25
"""Between two pages; more often is not seen, and costs the browser."""


class LiveView:
    """Hears the engine and shows what it heard.

    Attributes:
        progress: What is known so far.
    """

    def __init__(
        self,
        screen: Screen,
        request: str,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Show the request at once.

        Args:
            screen: Where to show it.
            request: The person's own words.
            clock: Gives seconds.
        """
        self.progress = Progress(request=request)
        self._screen = screen
        self._inbox: SimpleQueue[Event | Named] = SimpleQueue()
        self._clock = clock
        self._began = self._shown_at = clock()
        screen.progress(self.progress, 0)

    @property
    def seconds(self) -> int:
        """Since it began."""
        return int(self._clock() - self._began)

    def listen(self, event: Event | Named) -> None:
        """Take an event, on whatever thread it comes."""
        self._inbox.put(event)

    def tick(self) -> None:
        """Show what is new, on the thread of the person's cell."""
        self._hear()
        now = self._clock()
        if now - self._shown_at >= LEAST_SECONDS:
            self._shown_at = now
            self._screen.progress(self.progress, self.seconds)

    def fail(self, reason: str) -> None:
        """Show that it ended without a result, and why."""
        self._hear()
        self._screen.settled(failed_page(self.progress, self.seconds, reason))

    def _hear(self) -> None:
        while True:
            try:
                event = self._inbox.get_nowait()
            except Empty:
                return
            self.progress = self.progress.after(event)
