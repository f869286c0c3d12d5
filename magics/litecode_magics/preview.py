"""A proposal that is shown and waits for an answer, until it becomes a record."""

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from litecode_magics.answering import Consent, open_ones, step_of, write
from litecode_magics.bridge import idle
from litecode_magics.desk import Desk
from litecode_magics.screen import NO_VIEW, Screen
from litecode_magics.shield import shielded
from litecode_magics.views.blocks import Page, Sentence, Tone
from litecode_magics.views.html import render_html
from litecode_magics.views.pages import proposal_page
from litecode_magics.views.progress import Progress
from litecode_magics.views.record import written_sentences
from litecode_nb.domain.edit import Applied, ChangeSet

if TYPE_CHECKING:
    from litecode_magics.views.widgets import Buttons
    from litecode_nb.session import Session

REJECTED = "Rejected; nothing was changed."


class Preview:
    """One proposal in the output of the cell that asked for it.

    Attributes:
        change_set: What is proposed.
        consent: What the person agreed to when asking.
    """

    def __init__(
        self,
        desk: Desk,
        session: "Session",
        screen: Screen,
        *,
        change_set: ChangeSet,
        progress: Progress,
        seconds: int,
        consent: Consent,
    ) -> None:
        """Prepare it; nothing is shown yet."""
        self.change_set = change_set
        self.consent = consent
        self._desk = desk
        self._session = session
        self._screen = screen
        self._progress = progress
        self._seconds = seconds
        self._buttons: Buttons | None = None
        self._answered = False
        self._lock = threading.Lock()

    def show(self, ending: Sequence[Sentence]) -> None:
        """Show it, with buttons where a front end can show them."""
        page = self._page(ending)
        if self._can_have_buttons():
            from litecode_magics.views.widgets import Buttons  # noqa: PLC0415  heavy

            self._buttons = Buttons(
                render_html(page), accept=self._accepted, reject=self._rejected
            )
        view = NO_VIEW if self._buttons is None else self._buttons.view
        self._screen.settled(page, view)

    def settle(self, ending: Sequence[Sentence]) -> None:
        """Make a static record of it: no button lives on, whatever is pressed."""
        if not self._is_first_answer():
            return
        self._screen.settled(self._page(ending))
        if self._buttons is not None:
            self._buttons.close()
        if self._desk.preview is self:
            self._desk.preview = None

    def settle_as_written(self, applied: Applied) -> None:
        """Make the record of what was written of it."""
        reloads = open_ones(applied, self._session.root, self.consent.context)
        step = step_of(applied, self.change_set)
        self.settle(written_sentences(applied, step, reloads))

    def _accepted(self) -> None:
        with shielded(self._desk, self._say):
            self.settle_as_written(self._desk.engine.blocking(self._write, idle))

    def _rejected(self) -> None:
        with shielded(self._desk, self._say):
            self._desk.engine.blocking(self._drop, idle)
            self.settle((Sentence(text=REJECTED, tone=Tone.SOFT),))

    async def _write(self) -> Applied:
        return write(self._session, self.change_set, self.consent)

    async def _drop(self) -> None:
        self._session.reject()

    def _say(self, text: str) -> None:
        if self._buttons is not None:
            self._buttons.say(text)

    def _page(self, ending: Sequence[Sentence]) -> Page:
        return proposal_page(self._progress, self._seconds, ending)

    def _can_have_buttons(self) -> bool:
        has_place = self._desk.is_kernel and self.consent.context.has_front_end
        return has_place and find_spec("ipywidgets") is not None

    def _is_first_answer(self) -> bool:
        """Buttons may be pressed on another thread than the one that runs cells."""
        with self._lock:
            is_first, self._answered = not self._answered, True
            return is_first
