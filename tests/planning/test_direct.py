"""Requests that name their place need no planner; those that cannot be done stop."""

import pytest

from litecode_nb.domain.plan import Action, Plan, Task
from litecode_nb.domain.request import Intent
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import PlanError
from litecode_nb.planning.direct import plan_for_named
from planning_builders import SHOP, a_wish, at
from project_builders import a_project


def planned(words: str) -> Plan:
    plan = plan_for_named(a_wish(words), SHOP)
    assert plan is not None
    return plan


def only_task(words: str) -> Task:
    (task,) = planned(words).tasks
    return task


def cell(number: int) -> str:
    return f"explore.ipynb#id{number}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("explain cell 3", [("query", cell(3))]),
        ("What does the third cell do?", [("query", cell(3))]),
        ("Was macht die vierte Zelle?", [("query", cell(4))]),
        ("Fix the last cell", [("edit", cell(6))]),
        ("Delete cells 4 and 5", [("delete", cell(4)), ("delete", cell(5))]),
        ("Delete cell 4", [("delete", cell(4))]),
        ("change cell 3: use read_prices and print the result", [("edit", cell(3))]),
        ("explain src/stats.py", [("query", "src/stats.py")]),
        ("what is in stats.py?", [("query", "src/stats.py")]),
        ("what is in old.ipynb?", [("query", "old.ipynb")]),
        ("what does median return?", [("query", "median")]),
        ("what does main in report.py do?", [("query", "main")]),
        ("let stats.py have docstrings", [("edit", "src/stats.py")]),
        ("add a function variance(v) to stats.py", [("create", "src/stats.py")]),
        ("create src/plots.py with a bar chart", [("create", "src/plots.py")]),
        ("create new.ipynb that plots x", [("create", "new.ipynb")]),
        ("create src/p.py with a chart and a legend", [("create", "src/p.py")]),
    ],
)
def test_what_is_named_is_planned_by_code(
    words: str, expected: list[tuple[str, str]]
) -> None:
    plan = plan_for_named(a_wish(words), SHOP)
    assert (at(plan) if plan else []) == expected


@pytest.mark.parametrize(
    "words",
    [
        "use read_prices in cell 3",
        "fix cell 3 and the heading",
        "fix cells 3 and 4 and stats.py",
        "which functions does median use?",
        "what is the difference between total and median?",
        "add a function that computes the variance",
        "create src/plots.py with a chart and use it in cell 3",
        "move total into a new module src/sums.py",
        "fix stats.py",
        "delete the plot",
        "cell 3 is odd",
    ],
)
def test_in_doubt_a_planner_is_asked(words: str) -> None:
    assert plan_for_named(a_wish(words), SHOP) is None


def test_chosen_units_get_a_task_each() -> None:
    wish = a_wish("fix it", units=[cell(3), cell(4)])
    plan = plan_for_named(wish, SHOP)
    assert plan is not None
    assert at(plan) == [("edit", cell(3)), ("edit", cell(4))]


def test_the_kind_of_a_request_about_chosen_units_may_still_be_unknown() -> None:
    assert plan_for_named(a_wish("tidy", units=[cell(3)]), SHOP) is None


def test_a_question_about_a_chosen_unit_is_one() -> None:
    plan = plan_for_named(a_wish("tidy", units=[cell(3)], intent=Intent.ASK), SHOP)
    assert plan is not None
    assert at(plan) == [("query", cell(3))]


def test_a_chosen_unit_that_has_gone_is_refused() -> None:
    with pytest.raises(PlanError, match="is not in this project"):
        plan_for_named(a_wish("fix it", units=[cell(99)]), SHOP)


def test_a_chosen_module_is_changed_as_a_whole() -> None:
    plan = plan_for_named(a_wish("fix it", documents=["src/stats.py"]), SHOP)
    assert plan is not None
    assert at(plan) == [("edit", "src/stats.py")]


def test_within_a_chosen_notebook_a_planner_finds_the_cell() -> None:
    wish = a_wish("fix the plot", documents=["explore.ipynb"])
    assert plan_for_named(wish, SHOP) is None


def test_a_cell_that_does_not_exist_is_refused() -> None:
    with pytest.raises(PlanError, match=r'no "cell 12": explore\.ipynb has 6 cells'):
        plan_for_named(a_wish("delete cell 12"), SHOP)


def test_cells_are_counted_in_the_notebook_that_is_named() -> None:
    assert only_task("explain the first cell of old.ipynb").unit == "old.ipynb#id1"


def test_the_cell_above_is_seen_from_the_cell_of_the_request() -> None:
    plan = plan_for_named(a_wish("fix the cell above", cell="id4"), SHOP)
    assert plan is not None
    assert at(plan) == [("edit", cell(3))]


def test_the_only_task_gets_the_persons_own_words() -> None:
    assert only_task("Fix the last cell").instruction == "Fix the last cell"


def test_a_new_definition_goes_into_its_module() -> None:
    task = only_task("add a function variance(values) to stats.py")
    assert (task.unit, task.kind) == ("src/stats.py", UnitKind.MODULE)


def test_a_new_module_has_no_unit_yet() -> None:
    task = only_task("create src/plots.py with a bar chart")
    assert (task.unit, task.kind) == (None, UnitKind.MODULE)


def test_a_new_notebook_begins_with_a_cell() -> None:
    task = only_task("create new.ipynb that plots x")
    assert (task.unit, task.kind) == (None, UnitKind.CODE_CELL)


def test_a_new_cell_goes_after_the_cell_that_is_named() -> None:
    task = only_task("add a cell after cell 3 that prints the orders")
    assert (task.action, task.position) == (Action.CREATE, 3)


def test_a_new_cell_may_go_before_the_cell_that_is_named() -> None:
    task = only_task("insert a markdown cell before cell 3")
    assert (task.kind, task.position) == (UnitKind.MARKDOWN_CELL, 2)


@pytest.mark.parametrize(
    "words",
    ["move cell 3 to the end", "merge the last two cells", "split cell 4 in two"],
)
def test_cells_are_not_rearranged(words: str) -> None:
    with pytest.raises(PlanError, match="cannot be moved"):
        plan_for_named(a_wish(words), SHOP)


def test_a_new_file_without_a_name_is_asked_back() -> None:
    with pytest.raises(PlanError, match="Which path shall the new file have"):
        plan_for_named(a_wish("make a new module with a bar chart"), SHOP)


def test_a_new_file_of_another_kind_is_refused() -> None:
    with pytest.raises(PlanError, match="neither a notebook nor a module"):
        plan_for_named(a_wish("create a file notes.md with a list"), SHOP)


@pytest.mark.parametrize("path", ["../evil.py", "/evil.py", "~/evil.py"])
def test_no_document_is_made_outside_of_the_project(path: str) -> None:
    plan = plan_for_named(a_wish(f"create {path} with a function"), SHOP)
    assert plan is None


def test_a_document_that_cannot_be_read_is_not_planned_for() -> None:
    broken = a_project({"a.py": "x = 1\n"})
    wish = a_wish("what is in b.py?")
    assert plan_for_named(wish, broken) is None
