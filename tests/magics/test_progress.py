"""Law 8: the view never loses a task, whatever the order of events."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import a_change_set, a_plan, a_request, a_task, an_edit
from litecode_magics.views.progress import Named, Progress, TaskState
from litecode_nb.domain.edit import Applied
from litecode_nb.domain.events import (
    CallEnded,
    Event,
    Mapped,
    Planned,
    Proposed,
    TaskEnded,
    TaskStarted,
    TokensStreamed,
    Written,
)
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId, UnitId
from litecode_nb.domain.outcome import (
    Answered,
    Edited,
    Failed,
    Outcome,
    Skipped,
    Unchanged,
)
from litecode_nb.domain.plan import Task
from litecode_nb.domain.project import RenderedMap
from litecode_nb.domain.prompt import Completion, Message, Prompt, Role, TokenBudget
from litecode_nb.domain.proposal import Proposal

T1, T2 = TaskId("t1"), TaskId("t2")
IDS = tuple(TaskId(f"t{n}") for n in range(5))


def planned(*tasks: Task, **waits_for: set[TaskId]) -> Planned:
    waits = {t.id: frozenset(waits_for.get(t.id, ())) for t in tasks}
    return Planned(plan=a_plan(*tasks), graph=TaskGraph(tasks=tasks, waits_for=waits))


def a_call(task: TaskId | None = None) -> CallEnded:
    prompt = Prompt(
        messages=(Message(role=Role.USER, text="x"),), tokens=1, budget=TokenBudget()
    )
    completion = Completion(text="y")
    return CallEnded(task=task, purpose="plan", prompt=prompt, completion=completion)


def progress(*events: Event | Named) -> Progress:
    state = Progress(request="rename a to b")
    for event in events:
        state = state.after(event)
    return state


def state_of(state: Progress, task: TaskId = T1) -> TaskState:
    view = state.view(task)
    assert view is not None
    return view.state


ids = st.sampled_from(IDS)


def outcomes(task: TaskId) -> st.SearchStrategy[Outcome]:
    return st.sampled_from(
        (
            Edited(task=task, edits=(an_edit(),)),
            Answered(task=task, text="because"),
            Unchanged(task=task, reason="nothing to do"),
            Failed(task=task, reason="broken"),
            Skipped(task=task, because_of=T1),
        )
    )


plans = st.lists(ids, min_size=1, unique=True).map(
    lambda names: planned(*(a_task(name) for name in names))
)
task_events = st.one_of(
    st.builds(TaskStarted, task=ids),
    st.builds(TokensStreamed, task=ids, text=st.just("x")),
    ids.map(a_call),
    ids.flatmap(outcomes).map(lambda outcome: TaskEnded(outcome=outcome)),
)
other_events: st.SearchStrategy[Event] = st.sampled_from(
    (
        Mapped(map=RenderedMap(text="", tokens=0, handles={})),
        TokensStreamed(task=None, text="x"),
        a_call(),
        Proposed(change_set=a_change_set()),
        Written(applied=Applied(change_set=a_change_set(), digests={})),
    )
)
events: st.SearchStrategy[Event] = st.one_of(plans, task_events, other_events)


def named(event: Event) -> set[TaskId]:
    """The tasks that an event tells of."""
    match event:
        case Planned():
            return {task.id for task in event.graph.tasks}
        case TaskStarted():
            return {event.task}
        case TokensStreamed() | CallEnded():
            return {event.task} if event.task else set()
        case TaskEnded():
            return {event.outcome.task}
        case _:
            return set()


@settings(deadline=None)
@given(st.lists(events, max_size=25))
def test_no_task_is_ever_lost(happened: list[Event]) -> None:
    every = set().union(*map(named, happened))
    shown = [view.id for view in progress(*happened).tasks]
    assert sorted(shown) == sorted(every)


@settings(deadline=None)
@given(st.lists(events, max_size=25), st.lists(events, max_size=25))
def test_a_task_that_has_ended_stays_as_it_ended(
    before: list[Event], after: list[Event]
) -> None:
    first = progress(*before)
    later = progress(*before, *after)
    for view in first.tasks:
        if view.outcome is not None:
            known = later.view(view.id)
            assert known is not None
            assert (known.state, known.outcome) == (view.state, view.outcome)


@settings(deadline=None)
@given(st.permutations((planned(a_task("t1")), TaskStarted(task=T1))))
def test_a_running_task_runs_whenever_the_plan_comes(happened: list[Event]) -> None:
    assert state_of(progress(*happened)) is TaskState.RUNNING


@settings(deadline=None)
@given(st.permutations((planned(a_task("t1")), TaskStarted(task=T1))))
def test_what_the_plan_says_of_a_task_is_kept(happened: list[Event]) -> None:
    view = progress(*happened).view(T1)
    assert view is not None
    assert view.label == "a.py"


def test_tasks_come_in_the_plans_order() -> None:
    happened = (TaskStarted(task=T2), planned(a_task("t1"), a_task("t2")))
    assert [view.id for view in progress(*happened).tasks] == [T1, T2]


def test_a_task_shows_what_it_waits_for() -> None:
    state = progress(planned(a_task("t1"), a_task("t2"), t2={T1}))
    assert state.tasks[1].waits_for == (T1,)


def test_streamed_pieces_are_counted() -> None:
    piece = TokensStreamed(task=T1, text="x")
    assert progress(piece, piece).tasks[0].pieces == 2


def test_the_planners_pieces_belong_to_no_task() -> None:
    state = progress(TokensStreamed(task=None, text="x"))
    assert (state.pieces, state.tasks) == (1, ())


def test_stopped_tasks_are_told_from_those_that_ended() -> None:
    ended = TaskEnded(outcome=Unchanged(task=T1, reason="same"))
    state = progress(ended, TaskStarted(task=T2)).stopped()
    assert [view.state for view in state.tasks] == [
        TaskState.UNCHANGED,
        TaskState.STOPPED,
    ]


def test_an_edited_task_is_called_by_what_it_edits() -> None:
    edit = an_edit(document="n.ipynb", unit="n.ipynb#x", position=3)
    edited = TaskEnded(outcome=Edited(task=T1, edits=(edit,)))
    assert progress(edited).tasks[0].label == edit.label


@pytest.mark.parametrize(
    ("unit", "label"),
    [("n.ipynb#abc", "n.ipynb › cell abc"), ("n.ipynb#3~0a1b2c3d", "n.ipynb › cell 4")],
)
def test_a_cell_is_called_by_its_position_or_id(unit: str, label: str) -> None:
    task = a_task("t1", document="n.ipynb", unit=unit)
    assert progress(planned(task)).tasks[0].label == label


def test_a_cell_is_called_as_the_front_end_names_it() -> None:
    task = a_task("t1", document="n.ipynb", unit="n.ipynb#abc")
    named = Named(labels={UnitId("n.ipynb#abc"): "n.ipynb › cell 4"})
    assert progress(named, planned(task)).tasks[0].label == "n.ipynb › cell 4"


def test_calls_are_counted_for_their_task() -> None:
    view = progress(a_call(T1), a_call(T1)).tasks[0]
    assert (view.calls, view.tokens) == (2, 2)


def test_a_proposal_completes_what_events_told() -> None:
    task = a_task("t1")
    plan = planned(task)
    proposal = Proposal(
        request=a_request(),
        plan=plan.plan,
        graph=plan.graph,
        outcomes={T1: Edited(task=T1, edits=(an_edit(),))},
        change_set=a_change_set(),
        notes=("One note.",),
    )
    state = progress().with_proposal(proposal)
    assert (state_of(state), state.notes) == (TaskState.EDITED, ("One note.",))
