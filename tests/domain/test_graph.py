from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import a_task
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.plan import Plan


def a_graph(tasks: str, waits_for: Mapping[str, str]) -> TaskGraph:
    return TaskGraph(
        tasks=tuple(a_task(each) for each in tasks),
        waits_for={
            TaskId(task): frozenset(TaskId(each) for each in needed)
            for task, needed in waits_for.items()
        },
    )


@st.composite
def any_edges(draw: st.DrawFn) -> dict[str, str]:
    names = st.sampled_from("abcde")
    pairs = draw(st.lists(st.tuples(names, names), max_size=8))
    edges: dict[str, str] = {}
    for task, needed in pairs:
        edges[task] = edges.get(task, "") + needed
    return edges


def reaches(edges: Mapping[str, str], start: str) -> set[str]:
    """All that can be reached over at least one edge."""
    found: set[str] = set()
    rest = list(edges.get(start, ""))
    while rest:
        here = rest.pop()
        if here not in found:
            found.add(here)
            rest += edges.get(here, "")
    return found


@given(any_edges())
def test_a_graph_is_built_exactly_if_it_has_no_circle(edges: dict[str, str]) -> None:
    if any(each in reaches(edges, each) for each in "abcde"):
        with pytest.raises(ValueError, match="in a circle"):
            a_graph("abcde", edges)
    else:
        assert len(a_graph("abcde", edges).tasks) == 5


@given(any_edges())
def test_descendants_are_all_that_wait_directly_or_not(edges: dict[str, str]) -> None:
    forward = {k: "".join(e for e in v if e > k) for k, v in edges.items()}
    graph = a_graph("abcde", forward)
    waiting = {each for each in "abcde" if "c" in reaches(forward, each)}
    assert graph.descendants(TaskId("c")) == waiting


def test_an_id_that_is_no_task_is_refused() -> None:
    with pytest.raises(ValueError, match=r"not in it: \['x'\]"):
        a_graph("ab", {"a": "x"})


def test_a_waiting_id_that_is_no_task_is_refused() -> None:
    with pytest.raises(ValueError, match=r"not in it: \['x'\]"):
        a_graph("ab", {"x": "a"})


def test_a_task_that_waits_for_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="in a circle"):
        a_graph("a", {"a": "a"})


def test_a_graph_without_tasks_can_be_built() -> None:
    assert a_graph("", {}).tasks == ()


def test_a_task_is_found_by_its_id() -> None:
    assert a_graph("ab", {}).task(TaskId("b")) == a_task("b")


def test_a_task_that_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        a_graph("ab", {}).task(TaskId("x"))


def test_a_plan_with_two_tasks_of_one_id_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="the same id"):
        Plan(summary="", tasks=(a_task("t1"), a_task("t1")))
