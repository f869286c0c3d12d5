"""The scheduler: law 6, and what the listener is told."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import a_task
from litecode_nb.domain.events import Event, TaskEnded, TaskStarted, ignore
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.outcome import Answered, Failed, Outcome, Skipped, Unchanged
from litecode_nb.domain.plan import Task
from litecode_nb.errors import BudgetError
from litecode_nb.orchestration.scheduler import run

TURNS = 6
"""Turns of the event loop in which a scheduler has long reacted to an ending."""


class Stage:
    """Executes tasks on a clock of its own: each takes its duration, none any time.

    When nothing more starts, one task ends: of those that run, the one whose time is
    up first.
    """

    def __init__(self, durations: Mapping[str, int], failing: Sequence[str]) -> None:
        self.now = 0
        self.started: list[str] = []
        self.log: list[tuple[str, str]] = []
        self.most = 0
        self._is_watching = False
        self._durations = durations
        self._failing = failing
        self._running: dict[tuple[int, int], tuple[str, asyncio.Future[Outcome]]] = {}

    async def execute(self, task: Task) -> Outcome:
        self.log.append(("start", task.id))
        self.started.append(task.id)
        ending: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        due = self.now + self._durations.get(task.id, 1)
        self._running[due, len(self.started)] = (task.id, ending)
        self.most = max(self.most, len(self._running))
        if not self._is_watching:
            self._is_watching = True
            self._let_start(TURNS)
        return await ending

    def _let_start(self, turns: int) -> None:
        """Give the loop some turns, in which the scheduler may start more."""
        loop = asyncio.get_running_loop()
        if turns:
            loop.call_soon(self._let_start, turns - 1)
        elif self._running:
            self._end_the_first()
            loop.call_soon(self._let_start, TURNS)
        else:
            self._is_watching = False

    def _end_the_first(self) -> None:
        first = min(self._running)
        task, ending = self._running.pop(first)
        self.now = first[0]
        self.log.append(("end", task))
        if task in self._failing:
            ending.set_result(Failed(task=TaskId(task), reason="It did not work."))
        else:
            ending.set_result(Answered(task=TaskId(task), text="Done."))


def a_graph(waits_for: Mapping[str, Sequence[str]]) -> TaskGraph:
    return TaskGraph(
        tasks=tuple(a_task(name) for name in waits_for),
        waits_for={
            TaskId(task): frozenset(TaskId(each) for each in needed)
            for task, needed in waits_for.items()
        },
    )


@st.composite
def graphs(draw: st.DrawFn) -> TaskGraph:
    """Graphs without circles, whose plan's order need not be their own."""
    names = [f"t{n}" for n in range(draw(st.integers(1, 8)))]
    order = draw(st.permutations(names))
    needed = {
        name: draw(st.sets(st.sampled_from(order[:place]))) if place else set()
        for place, name in enumerate(order)
    }
    return a_graph({name: sorted(needed[name]) for name in names})


names = st.sampled_from([f"t{n}" for n in range(8)])
durations = st.dictionaries(names, st.integers(0, 5))
quick = settings(max_examples=40, deadline=None)
law = given(graphs(), durations, st.lists(names, max_size=3), st.integers(1, 4))


async def never() -> Outcome:
    """Wait for what does not come."""
    endless: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    return await endless


def played(
    graph: TaskGraph, stage: Stage, parallel: int
) -> tuple[Mapping[TaskId, Outcome], list[Event]]:
    events: list[Event] = []
    course = run(graph, stage.execute, parallel=parallel, listen=events.append)
    return asyncio.run(course), events


@quick
@law
def test_every_task_runs_at_most_once(
    graph: TaskGraph, durations: dict[str, int], failing: list[str], parallel: int
) -> None:
    stage = Stage(durations, failing)
    played(graph, stage, parallel)
    assert len(set(stage.started)) == len(stage.started)


@quick
@law
def test_no_task_starts_before_those_it_waits_for_have_ended(
    graph: TaskGraph, durations: dict[str, int], failing: list[str], parallel: int
) -> None:
    stage = Stage(durations, failing)
    played(graph, stage, parallel)
    for task in stage.started:
        before = stage.log[: stage.log.index(("start", task))]
        needed = graph.waits_for[TaskId(task)]
        assert {("end", each) for each in needed} <= set(before)


@quick
@law
def test_a_failure_skips_exactly_its_descendants(
    graph: TaskGraph, durations: dict[str, int], failing: list[str], parallel: int
) -> None:
    outcomes, _ = played(graph, Stage(durations, failing), parallel)
    failed = {task for task, o in outcomes.items() if isinstance(o, Failed)}
    skipped = {task for task, o in outcomes.items() if isinstance(o, Skipped)}
    assert skipped == set().union(*(graph.descendants(task) for task in failed))


@quick
@law
def test_what_was_skipped_names_a_failure_that_it_waited_for(
    graph: TaskGraph, durations: dict[str, int], failing: list[str], parallel: int
) -> None:
    outcomes, _ = played(graph, Stage(durations, failing), parallel)
    for task, outcome in outcomes.items():
        if isinstance(outcome, Skipped):
            assert isinstance(outcomes[outcome.because_of], Failed)
            assert task in graph.descendants(outcome.because_of)


@quick
@law
def test_never_more_tasks_run_than_are_allowed(
    graph: TaskGraph, durations: dict[str, int], failing: list[str], parallel: int
) -> None:
    stage = Stage(durations, failing)
    played(graph, stage, parallel)
    assert stage.most <= parallel


@quick
@law
def test_every_task_has_one_ending_in_outcomes_and_events(
    graph: TaskGraph, durations: dict[str, int], failing: list[str], parallel: int
) -> None:
    outcomes, events = played(graph, Stage(durations, failing), parallel)
    ended = [e.outcome for e in events if isinstance(e, TaskEnded)]
    assert list(outcomes) == [task.id for task in graph.tasks]
    assert sorted(o.task for o in ended) == sorted(outcomes)


@quick
@given(graphs(), durations, st.lists(names, max_size=3))
def test_of_tasks_that_could_start_the_plans_first_does(
    graph: TaskGraph, durations: dict[str, int], failing: list[str]
) -> None:
    stage = Stage(durations, failing)
    outcomes, _ = played(graph, stage, 1)
    order = [task.id for task in graph.tasks]
    done: set[str] = set()
    for task in stage.started:
        could = [
            each
            for each in order
            if each not in done
            and graph.waits_for[each] <= done
            and not isinstance(outcomes[each], Skipped)
        ]
        assert task == could[0]
        done.add(task)


def test_a_task_starts_without_waiting_for_a_whole_wave() -> None:
    graph = a_graph({"short": [], "long": [], "next": ["short"]})
    stage = Stage({"short": 1, "long": 9, "next": 1}, [])
    played(graph, stage, 2)
    assert stage.log.index(("start", "next")) < stage.log.index(("end", "long"))


def test_a_place_that_is_given_as_zero_counts_as_one() -> None:
    stage = Stage({}, [])
    played(a_graph({"t1": [], "t2": []}), stage, 0)
    assert stage.started == ["t1", "t2"]


def test_a_plan_without_tasks_ends_at_once() -> None:
    assert played(a_graph({}), Stage({}, []), 1) == ({}, [])


async def test_unchanged_counts_as_ended_well() -> None:
    async def execute(task: Task) -> Outcome:
        return Unchanged(task=task.id, reason="It is so already.")

    graph = a_graph({"t1": [], "t2": ["t1"]})
    outcomes = await run(graph, execute, parallel=1, listen=ignore)
    assert isinstance(outcomes[TaskId("t2")], Unchanged)


async def test_an_error_on_purpose_becomes_the_reason() -> None:
    async def execute(_task: Task) -> Outcome:
        message = "The cell needs 9,400 tokens."
        raise BudgetError(message)

    outcomes = await run(a_graph({"t1": []}), execute, parallel=1, listen=ignore)
    assert outcomes == {
        "t1": Failed(task=TaskId("t1"), reason="The cell needs 9,400 tokens.")
    }


async def test_any_other_error_fails_its_task_only() -> None:
    async def execute(task: Task) -> Outcome:
        if task.id == "t1":
            raise ZeroDivisionError
        return Answered(task=task.id, text="Done.")

    graph = a_graph({"t1": [], "t2": []})
    outcomes = await run(graph, execute, parallel=1, listen=ignore)
    failure = outcomes[TaskId("t1")]
    assert isinstance(failure, Failed)
    assert "ZeroDivisionError" in failure.reason
    assert isinstance(outcomes[TaskId("t2")], Answered)


async def test_the_listener_hears_the_start_before_the_end() -> None:
    async def execute(task: Task) -> Outcome:
        return Unchanged(task=task.id, reason="It is so already.")

    events: list[Event] = []
    await run(a_graph({"t1": []}), execute, parallel=1, listen=events.append)
    assert [type(e) for e in events] == [TaskStarted, TaskEnded]


async def test_cancellation_leaves_nothing_running() -> None:
    both = asyncio.Barrier(3)
    stopped: list[str] = []

    async def execute(task: Task) -> Outcome:
        await both.wait()
        try:
            return await never()
        finally:
            stopped.append(task.id)

    graph = a_graph({"t1": [], "t2": [], "t3": ["t1"]})
    course = asyncio.create_task(run(graph, execute, parallel=2, listen=ignore))
    await both.wait()
    course.cancel()
    with pytest.raises(asyncio.CancelledError):
        await course
    assert sorted(stopped) == ["t1", "t2"]
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_an_error_of_the_listener_leaves_nothing_running() -> None:
    def listen(event: Event) -> None:
        if isinstance(event, TaskEnded):
            raise BrokenPipeError

    async def execute(task: Task) -> Outcome:
        if task.id == "t1":
            return Unchanged(task=task.id, reason="It is so already.")
        return await never()

    graph = a_graph({"t1": [], "t2": []})
    with pytest.raises(BrokenPipeError):
        await run(graph, execute, parallel=2, listen=listen)
    assert asyncio.all_tasks() == {asyncio.current_task()}
