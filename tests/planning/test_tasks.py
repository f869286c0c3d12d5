"""A sketch becomes a plan: joined, numbered, placed, and put into words."""

import pytest

from litecode_nb.domain.plan import Action, Plan
from litecode_nb.domain.project import Target
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import PlanError
from litecode_nb.planning.sketch import MOST_TASKS, Row, Sketch
from litecode_nb.planning.tasks import doable, plan_of
from planning_builders import SHOP, a_wish, at, cell, definition, document

WISH = "give total a rate and show it in cell 4"
TOTAL = definition("src/stats.py", "total")


def a_row(
    target: Target = TOTAL,
    action: Action = Action.EDIT,
    *,
    words: str = "",
    names: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
) -> Row:
    return Row(action=action, target=target, words=words, names=names, needs=needs)


def planned(*rows: Row, wish: str = WISH) -> Plan:
    return plan_of(Sketch(rows=rows), a_wish(wish), SHOP)


def test_tasks_are_numbered_in_the_planners_order() -> None:
    plan = planned(a_row(cell(4)), a_row())
    assert [task.id for task in plan.tasks] == ["t1", "t2"]
    assert at(plan) == [("edit", "explore.ipynb#id4"), ("edit", "total")]


def test_two_rows_for_one_place_are_one_task() -> None:
    plan = planned(a_row(words="add a rate"), a_row(words="default 0"), a_row(cell(4)))
    assert plan.tasks[0].instruction.startswith("add a rate; default 0 (part of:")
    assert len(plan.tasks) == 2


def test_what_is_deleted_is_not_edited_as_well() -> None:
    plan = planned(a_row(cell(4)), a_row(cell(4), Action.DELETE))
    assert at(plan) == [("delete", "explore.ipynb#id4")]


def test_two_new_functions_of_one_module_are_one_task() -> None:
    plan = planned(
        a_row(TOTAL, Action.CREATE, words="add f"),
        a_row(document("src/stats.py"), Action.CREATE, words="add g"),
    )
    assert len(plan.tasks) == 1


def test_one_cell_is_made_where_one_is_asked_for() -> None:
    rows = (a_row(cell(3), Action.CREATE), a_row(cell(4), Action.CREATE))
    plan = planned(*rows, wish="add a cell that prints x")
    assert [task.position for task in plan.tasks] == [3]


def test_several_cells_are_made_where_several_are_asked_for() -> None:
    rows = (a_row(cell(3), Action.CREATE), a_row(cell(4), Action.CREATE))
    plan = planned(*rows, wish="add two cells that print x and y")
    assert [task.position for task in plan.tasks] == [3, 4]


def test_a_long_plan_is_cut_with_a_note() -> None:
    rows = [a_row(document("src/load.py"), words=f"do {n}") for n in range(3)] + [
        a_row(definition("src/stats.py", f"f{n}")) for n in range(40)
    ]
    plan = planned(*rows)
    assert len(plan.tasks) == MOST_TASKS
    assert plan.notes == ("The plan had 41 tasks; only 24 were kept.",)


def test_a_module_as_a_whole_is_its_unit() -> None:
    (task,) = planned(a_row(document("src/stats.py"))).tasks
    assert (task.unit, task.section) == ("src/stats.py", None)


def test_a_question_about_a_notebook_has_no_unit() -> None:
    (task,) = planned(a_row(document("explore.ipynb"), Action.QUERY)).tasks
    assert task.unit is None


def test_a_new_cell_of_a_notebook_goes_to_the_end() -> None:
    (task,) = planned(a_row(document("explore.ipynb"), Action.CREATE)).tasks
    assert (task.kind, task.position) == (UnitKind.CODE_CELL, None)


def test_the_only_task_gets_the_request_itself() -> None:
    (task,) = planned(a_row(words="add a parameter")).tasks
    assert task.instruction == WISH


def test_of_several_tasks_each_gets_its_part_and_the_whole() -> None:
    plan = planned(
        a_row(words="add a parameter rate."), a_row(cell(4), words="show it")
    )
    assert plan.tasks[0].instruction == f"add a parameter rate (part of: {WISH})"


def test_words_that_say_too_little_are_replaced_by_the_request() -> None:
    plan = planned(a_row(words="add a parameter rate"), a_row(cell(4), words="show"))
    assert plan.tasks[1].instruction == WISH


def test_a_rename_stays_as_short_as_executors_know_it() -> None:
    words = "call load_orders instead of read_orders"
    plan = planned(a_row(words=words), a_row(cell(4), words="add a title to it"))
    assert plan.tasks[0].instruction == words


def test_a_question_is_passed_on_as_it_is() -> None:
    rows = (a_row(action=Action.QUERY, words="say what it does"), a_row(cell(4)))
    assert planned(*rows).tasks[0].instruction == WISH


def test_needs_are_found_by_id_and_by_handle() -> None:
    plan = planned(
        a_row(names=("a", "m3")),
        a_row(cell(3), names=("b", "c3"), needs=("a",)),
        a_row(cell(4), names=("c", "c4"), needs=("c3",)),
    )
    assert [task.depends_on for task in plan.tasks] == [(), ("t1",), ("t2",)]


def test_of_an_id_that_was_used_twice_the_first_is_meant() -> None:
    plan = planned(
        a_row(names=("a",)),
        a_row(cell(3), names=("a",)),
        a_row(cell(4), needs=("a",)),
    )
    assert plan.tasks[2].depends_on == ("t1",)


def test_unknown_needs_are_kept_for_the_graph_to_speak_of() -> None:
    plan = planned(a_row(needs=("t9\n" + "x" * 99,)))
    assert plan.tasks[0].depends_on == ("t9 " + "x" * 37,)


def test_the_summary_says_what_is_touched() -> None:
    plan = planned(a_row(), a_row(cell(4)), a_row(cell(3), Action.CREATE))
    assert plan.summary == (
        "Change src/stats.py › total and explore.ipynb › cell 4; "
        "add a cell to explore.ipynb."
    )


def test_the_planners_own_summary_is_kept() -> None:
    sketch = Sketch(rows=(a_row(),), summary="Add a rate.")
    assert plan_of(sketch, a_wish(WISH), SHOP).summary == "Add a rate."


@pytest.mark.parametrize(
    ("action", "path"),
    [
        (Action.DELETE, "explore.ipynb"),
        (Action.DELETE, "src/stats.py"),
        (Action.EDIT, "explore.ipynb"),
        (Action.EDIT, "src/absent.py"),
        (Action.EDIT, ""),
    ],
)
def test_a_planner_cannot_do_this_to_a_document(action: Action, path: str) -> None:
    with pytest.raises(PlanError):
        doable(Sketch(rows=(a_row(document(path), action),)), SHOP)


def test_what_cannot_be_done_is_left_out_with_a_note() -> None:
    rows = (a_row(document("explore.ipynb"), Action.DELETE), a_row())
    sketch = doable(Sketch(rows=rows), SHOP)
    assert sketch.rows == (a_row(),)
    assert sketch.notes == ("Name the cells or functions to delete, never a document.",)
