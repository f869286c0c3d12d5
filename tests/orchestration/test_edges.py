"""The graph of a plan: stated and implied dependencies, and what is repaired."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from builders import a_plan, a_task
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import DocumentPath, TaskId, UnitId
from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.domain.unit import SectionOutline, UnitKind, UnitOutline
from litecode_nb.orchestration.edges import build_graph


def section(name: str, uses: Sequence[str] = ()) -> SectionOutline:
    return SectionOutline(
        name=name,
        signature=f"def {name}()",
        summary="",
        uses=frozenset(uses),
        tokens=10,
        first_line=1,
        last_line=2,
    )


def module(
    path: str, *sections: SectionOutline, imports: Sequence[str] = ()
) -> DocumentOutline:
    unit = UnitOutline(
        id=UnitId(path),
        kind=UnitKind.MODULE,
        position=0,
        title="",
        defines=frozenset(each.name for each in sections),
        uses=frozenset().union(*(each.uses for each in sections)),
        imports=frozenset(imports),
        sections=sections,
    )
    return DocumentOutline(path=DocumentPath(path), units=(unit,))


def cell(
    place: int, defines: str = "", uses: str = "", imports: Sequence[str] = ()
) -> UnitOutline:
    return UnitOutline(
        id=UnitId(f"n.ipynb#{place}"),
        kind=UnitKind.CODE_CELL,
        position=place,
        title="",
        defines=frozenset(defines.split()),
        uses=frozenset(uses.split()),
        imports=frozenset(imports),
    )


NOTEBOOK = DocumentOutline(
    path=DocumentPath("n.ipynb"),
    units=(
        cell(0, imports=["src.load.read", "pandas"]),
        cell(1, defines="orders", uses="read"),
        cell(2, defines="monthly", uses="orders"),
    ),
)
LOAD = module("src/load.py", section("read"), section("write", ["read"]))
STATS = module("src/stats.py", section("total", ["read"]), imports=["src.load.read"])
OTHER = module("src/other.py", section("read"), section("own", ["read"]))
PROJECT = ProjectMap(name="shop", documents=(NOTEBOOK, LOAD, STATS, OTHER))


def a_module_task(
    task: str, path: str, name: str, action: Action = Action.EDIT
) -> Task:
    return a_task(task, action=action, document=path, unit=path, section=name)


def a_cell_task(task: str, place: int, action: Action = Action.EDIT) -> Task:
    unit = f"n.ipynb#{place}"
    return a_task(task, action=action, document="n.ipynb", unit=unit)


def needing(task: Task, *needed: str) -> Task:
    return replace(task, depends_on=tuple(TaskId(each) for each in needed))


def waits(graph: TaskGraph) -> dict[str, set[str]]:
    return {task: set(needed) for task, needed in graph.waits_for.items()}


def built(*tasks: Task) -> dict[str, set[str]]:
    return waits(build_graph(a_plan(*tasks), PROJECT))


def test_a_stated_dependency_is_kept() -> None:
    first = a_cell_task("t1", 0)
    second = needing(a_module_task("t2", "src/other.py", "own"), "t1")
    assert built(first, second) == {"t1": set(), "t2": {"t1"}}


def test_an_unknown_id_is_dropped_with_a_note() -> None:
    graph = build_graph(a_plan(a_task("t1", depends_on=["t9"])), PROJECT)
    assert waits(graph) == {"t1": set()}
    assert graph.notes == (
        "Task t1 names 't9', which is no task of the plan. It does not wait for it.",
    )


def test_a_task_does_not_wait_for_itself() -> None:
    assert built(a_task("t1", depends_on=["t1"])) == {"t1": set()}


def test_a_stated_circle_is_broken_in_favour_of_the_plans_order() -> None:
    first = needing(a_cell_task("t1", 0), "t2")
    second = needing(a_module_task("t2", "src/other.py", "own"), "t1")
    graph = build_graph(a_plan(first, second), PROJECT)
    assert waits(graph) == {"t1": set(), "t2": {"t1"}}
    assert graph.notes == ("Tasks t1 and t2 each waited for the other. t1 goes first.",)


def test_a_definition_goes_before_a_cell_that_imports_it() -> None:
    user, definer = a_cell_task("t1", 1), a_module_task("t2", "src/load.py", "read")
    assert built(user, definer) == {"t1": {"t2"}, "t2": set()}


def test_a_definition_goes_before_a_module_that_imports_it() -> None:
    user = a_module_task("t1", "src/stats.py", "total")
    definer = a_module_task("t2", "src/load.py", "read")
    assert built(user, definer) == {"t1": {"t2"}, "t2": set()}


def test_a_name_that_is_not_imported_from_there_implies_nothing() -> None:
    user = a_module_task("t1", "src/stats.py", "total")
    namesake = a_module_task("t2", "src/other.py", "read")
    assert built(user, namesake) == {"t1": set(), "t2": set()}


def test_a_module_that_is_imported_as_a_whole_goes_first() -> None:
    user = module("use.py", section("run", ["read"]), imports=["src.load"])
    project = replace(PROJECT, documents=(*PROJECT.documents, user))
    plan = a_plan(
        a_module_task("t1", "use.py", "run"), a_module_task("t2", "src/load.py", "read")
    )
    assert waits(build_graph(plan, project)) == {"t1": {"t2"}, "t2": set()}


def test_a_cell_goes_before_a_cell_that_uses_its_name() -> None:
    assert built(a_cell_task("t1", 2), a_cell_task("t2", 1)) == {
        "t1": {"t2"},
        "t2": set(),
    }


def test_cells_that_share_no_name_do_not_wait() -> None:
    assert built(a_cell_task("t1", 0), a_cell_task("t2", 2)) == {
        "t1": set(),
        "t2": set(),
    }


def test_two_tasks_on_one_cell_follow_the_plans_order() -> None:
    assert built(a_cell_task("t1", 0), a_cell_task("t2", 0)) == {
        "t1": set(),
        "t2": {"t1"},
    }


def test_sections_of_one_module_follow_the_plans_order() -> None:
    user = a_module_task("t1", "src/load.py", "write")
    definer = a_module_task("t2", "src/load.py", "read")
    assert built(user, definer) == {"t1": set(), "t2": {"t1"}}


def test_a_stated_order_on_one_unit_beats_the_plans_order() -> None:
    first = needing(a_cell_task("t1", 0), "t2")
    assert built(first, a_cell_task("t2", 0)) == {"t1": {"t2"}, "t2": set()}


def test_an_implied_dependency_never_closes_a_circle() -> None:
    definer = needing(a_module_task("t1", "src/load.py", "read"), "t2")
    user = a_module_task("t2", "src/stats.py", "total")
    assert built(definer, user) == {"t1": {"t2"}, "t2": set()}


def test_a_question_waits_for_nothing() -> None:
    definer = a_module_task("t1", "src/load.py", "read")
    question = needing(a_cell_task("t2", 1, Action.QUERY), "t1")
    assert built(definer, question) == {"t1": set(), "t2": set()}


def test_nothing_waits_for_a_question_that_only_shares_its_unit() -> None:
    question = a_cell_task("t1", 1, Action.QUERY)
    assert built(question, a_cell_task("t2", 1)) == {"t1": set(), "t2": set()}


def test_a_user_waits_for_a_new_definition_that_it_is_told_to_use() -> None:
    new = replace(
        a_module_task("t1", "src/other.py", "", Action.CREATE),
        section=None,
        instruction="add a function quartiles(values)",
    )
    user = replace(a_cell_task("t2", 0), instruction="show the quartiles")
    assert built(user, new) == {"t2": {"t1"}, "t1": set()}


def test_new_cells_of_one_notebook_do_not_wait_for_each_other() -> None:
    new = a_task("t1", action=Action.CREATE, document="n.ipynb", unit=None)
    cells = [replace(new, id=TaskId(i), kind=UnitKind.CODE_CELL) for i in ("t1", "t2")]
    assert built(*cells) == {"t1": set(), "t2": set()}


def test_what_touches_a_document_that_is_deleted_follows_the_plans_order() -> None:
    deleted = a_task("t2", action=Action.DELETE, document="n.ipynb", unit=None)
    assert built(a_cell_task("t1", 0), deleted) == {"t1": set(), "t2": {"t1"}}


ids = [TaskId(f"t{n}") for n in range(6)]
places = st.one_of(
    st.integers(0, 2).map(lambda place: a_cell_task("t", place)),
    st.sampled_from(["read", "write"]).map(
        lambda name: a_module_task("t", "src/load.py", name)
    ),
    st.just(a_module_task("t", "src/stats.py", "total")),
)


@st.composite
def tasks(draw: st.DrawFn) -> tuple[Task, ...]:
    """Tasks on the sample project with whatever dependencies a model may state."""
    names = ids[: draw(st.integers(1, 6))]
    needs = st.lists(st.sampled_from([*ids, TaskId("t99")]), max_size=4)
    return tuple(
        replace(
            draw(places),
            id=name,
            action=draw(st.sampled_from(Action)),
            depends_on=tuple(draw(needs)),
        )
        for name in names
    )


@settings(max_examples=60, deadline=None)
@given(tasks())
def test_every_plan_has_a_graph_with_its_tasks_in_order(
    every: tuple[Task, ...],
) -> None:
    assert build_graph(a_plan(*every), PROJECT).tasks == every


@settings(max_examples=60, deadline=None)
@given(tasks())
def test_changes_of_one_unit_are_never_left_without_an_order(
    every: tuple[Task, ...],
) -> None:
    graph = build_graph(a_plan(*every), PROJECT)
    changing = [task for task in every if task.action is not Action.QUERY]
    for place, second in enumerate(changing):
        for first in changing[:place]:
            if first.unit == second.unit:
                later = graph.descendants(first.id) | {first.id}
                assert second.id in later or first.id in graph.descendants(second.id)


@settings(max_examples=60, deadline=None)
@given(tasks())
def test_no_question_waits(every: tuple[Task, ...]) -> None:
    graph = build_graph(a_plan(*every), PROJECT)
    asking = [task.id for task in every if task.action is Action.QUERY]
    assert all(not graph.waits_for[task] for task in asking)
