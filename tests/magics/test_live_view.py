"""A running request: heard on any thread, shown now and then."""

from collections.abc import Mapping
from typing import Any

from litecode_magics.live_view import LiveView
from litecode_magics.screen import NO_VIEW
from litecode_magics.views.blocks import Page
from litecode_magics.views.progress import Progress
from litecode_magics.views.text import render_text
from litecode_nb.domain.events import TaskStarted
from litecode_nb.domain.ids import TaskId


class Paper:
    """A screen that keeps what was shown."""

    def __init__(self) -> None:
        self.shown: list[Progress] = []
        self.page: Page = ()

    def progress(self, progress: Progress, seconds: int) -> None:
        del seconds
        self.shown.append(progress)

    def settled(self, page: Page, view: Mapping[str, Any] = NO_VIEW) -> None:
        del view
        self.page = page


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_request_is_shown_at_once() -> None:
    paper = Paper()
    LiveView(paper, "rename a", clock=Clock())
    assert [each.request for each in paper.shown] == ["rename a"]


def test_events_are_shown_at_the_next_tick() -> None:
    paper, clock = Paper(), Clock()
    live = LiveView(paper, "rename a", clock=clock)
    live.listen(TaskStarted(task=TaskId("t1")))
    clock.now = 1.0
    live.tick()
    assert paper.shown[-1].running == 1


def test_ticks_that_come_too_soon_show_nothing() -> None:
    paper, clock = Paper(), Clock()
    live = LiveView(paper, "rename a", clock=clock)
    clock.now = 0.1
    live.tick()
    assert len(paper.shown) == 1


def test_no_event_is_lost_between_two_pages() -> None:
    live = LiveView(Paper(), "rename a", clock=Clock())
    live.listen(TaskStarted(task=TaskId("t1")))
    live.tick()
    assert live.progress.running == 1


def test_a_failure_is_the_last_word() -> None:
    paper = Paper()
    live = LiveView(paper, "rename a", clock=Clock())
    live.fail("No server answers.")
    assert render_text(paper.page).endswith("✗ No server answers.")
