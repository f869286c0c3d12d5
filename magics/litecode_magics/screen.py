"""Where pages are shown: one output that is updated, or a terminal that scrolls."""

import uuid
from collections.abc import Mapping
from typing import Any, Protocol

from IPython.display import display, update_display

from litecode_magics.views.blocks import Page
from litecode_magics.views.html import render_html
from litecode_magics.views.pages import progress_page
from litecode_magics.views.progress import Progress
from litecode_magics.views.rows import task_rows
from litecode_magics.views.text import render_text, task_line

NO_VIEW: Mapping[str, Any] = {}


class Screen(Protocol):
    """The output of one cell."""

    def progress(self, progress: Progress, seconds: int) -> None:
        """Show how far a request is."""
        ...

    def settled(self, page: Page, view: Mapping[str, Any] = NO_VIEW) -> None:
        """Show a page in place of what was shown.

        Args:
            page: What to show.
            view: Richer forms of it, by mime type.
        """
        ...


class OutputScreen:
    """One output of a notebook, which is replaced again and again."""

    def __init__(self) -> None:
        """Begin with nothing shown."""
        self._name = uuid.uuid4().hex
        self._is_shown = False

    def progress(self, progress: Progress, seconds: int) -> None:
        """Show how far a request is, in place of what was shown."""
        self.settled(progress_page(progress, seconds))

    def settled(self, page: Page, view: Mapping[str, Any] = NO_VIEW) -> None:
        """Show a page in place of what was shown."""
        bundle = {
            "text/plain": render_text(page),
            "text/html": render_html(page),
            **view,
        }
        show = update_display if self._is_shown else display
        show(bundle, raw=True, display_id=self._name)
        self._is_shown = True


class ScrollScreen:
    """A terminal: what was printed stays, so only news is printed."""

    def __init__(self) -> None:
        """Begin with nothing printed."""
        self._printed: set[str] = set()

    def progress(self, progress: Progress, seconds: int) -> None:
        """Print tasks that have ended since; the time is of no interest here."""
        del seconds
        if progress.summary and not self._printed:
            self._print(progress.summary)
        for view, row in zip(progress.tasks, task_rows(progress.tasks), strict=True):
            if view.is_over:
                self._print(task_line(row))

    def settled(self, page: Page, view: Mapping[str, Any] = NO_VIEW) -> None:
        """Print a page; a terminal shows no richer form."""
        del view
        display({"text/plain": render_text(page)}, raw=True)

    def _print(self, line: str) -> None:
        if line not in self._printed:
            self._printed.add(line)
            display({"text/plain": line}, raw=True)
