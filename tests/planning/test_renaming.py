"""A rename is planned wholly by code, or refused in words; nothing is guessed."""

import pytest

from litecode_nb.domain.plan import Plan
from litecode_nb.errors import PlanError
from litecode_nb.planning.direct import plan_for_named
from litecode_nb.planning.rename_words import renaming_in
from litecode_nb.planning.renaming import plan_rename
from planning_builders import SHOP, a_wish, at
from project_builders import a_project

TWO_MAINS = a_project(
    {
        "a.py": "def main():\n    pass\n",
        "b.py": "def main():\n    pass\n",
        "c.py": "from a import main\n\nmain()\n",
    }
)


def renamed(words: str) -> Plan:
    plan = plan_rename(a_wish(words), SHOP)
    assert plan is not None
    return plan


@pytest.mark.parametrize(
    "words",
    [
        "rename a to b",
        "Rename a to b everywhere.",
        "please rename the function a() to b() in all files",
        "could you rename `a` to `b`?",
        "change the name of a to b throughout the project",
        "benenne a in b um",
        "Benenne die Funktion a überall in b um",
        "a in b umbenennen",
    ],
)
def test_the_words_of_a_rename_are_understood(words: str) -> None:
    asked = renaming_in(words)
    assert asked is not None
    assert (asked.old, asked.new) == ("a", "b")


@pytest.mark.parametrize(
    "words",
    [
        "rename a to b and add a docstring",
        "rename the column a to b",
        "rename the parameter a of f to b",
        "rename a to b in cell 3",
        "rename everything",
        "rename a to a",
        "rename the notebook's heading to Orders",
    ],
)
def test_what_asks_for_more_or_less_is_not_planned_here(words: str) -> None:
    assert renaming_in(words) is None


def test_everywhere_is_heard() -> None:
    asked = renaming_in("rename a to b everywhere")
    assert asked is not None
    assert asked.is_everywhere


def test_a_file_is_not_renamed() -> None:
    with pytest.raises(PlanError, match="files cannot be renamed"):
        renaming_in("rename load.py to read.py")


def test_a_keyword_is_no_name() -> None:
    with pytest.raises(PlanError, match="`class` is a word of Python"):
        renaming_in("rename orders to class")


def test_the_definition_comes_first_and_all_users_follow() -> None:
    plan = renamed("rename read_orders to load_orders everywhere")
    assert at(plan)[0] == ("edit", "src/load.py")
    assert {unit for _, unit in at(plan)[1:]} == {
        "src/report.py",
        "explore.ipynb#id2",
        "explore.ipynb#id3",
    }


def test_users_wait_for_the_definition() -> None:
    plan = renamed("rename read_orders to load_orders")
    assert plan.tasks[0].depends_on == ()
    assert {t.depends_on for t in plan.tasks[1:]} == {("t1",)}


def test_a_definition_that_nothing_uses_is_one_section() -> None:
    assert at(renamed("rename median to middle")) == [("edit", "median")]


def test_each_executor_is_told_the_rename_and_no_more() -> None:
    plan = renamed("could you rename median to middle everywhere?")
    assert plan.tasks[0].instruction == "rename median to middle"


def test_a_module_that_is_changed_as_a_whole_is_told_so() -> None:
    plan = renamed("rename total to grand_total")
    assert plan.tasks[1].instruction == "rename total to grand_total everywhere"


def test_a_variable_of_cells_is_renamed_in_its_notebook() -> None:
    plan = renamed("rename orders to sales")
    assert at(plan) == [("edit", "explore.ipynb#id3"), ("edit", "explore.ipynb#id4")]


def test_a_method_is_known_by_its_own_name() -> None:
    plan = renamed("rename the method text to as_text")
    assert plan.tasks[0].document == "src/report.py"


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(PlanError, match="No function, class or variable `frobnicate`"):
        plan_rename(a_wish("rename frobnicate to x"), SHOP)


def test_a_near_miss_gets_a_suggestion() -> None:
    with pytest.raises(PlanError, match="Did you mean median"):
        plan_rename(a_wish("rename meadian to x"), SHOP)


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(
        PlanError, match=r"`median` is defined in src/stats\.py already"
    ):
        plan_rename(a_wish("rename total to median"), SHOP)


def test_of_two_definitions_neither_is_guessed() -> None:
    with pytest.raises(PlanError, match=r"a\.py and b\.py"):
        plan_rename(a_wish("rename main to run"), TWO_MAINS)


def test_the_file_says_which_of_two_is_meant() -> None:
    plan = plan_rename(a_wish("rename main in a.py to run"), TWO_MAINS)
    assert plan is not None
    assert [t.document for t in plan.tasks] == ["a.py", "c.py"]


def test_everywhere_means_both() -> None:
    plan = plan_rename(a_wish("rename main to run everywhere"), TWO_MAINS)
    assert plan is not None
    assert {t.document for t in plan.tasks} == {"a.py", "b.py", "c.py"}


def test_users_follow_a_definition_that_was_renamed_by_hand() -> None:
    project = a_project(
        {"a.py": "def run():\n    pass\n", "c.py": "from a import main\n\nmain()\n"}
    )
    plan = plan_rename(a_wish("rename main to run"), project)
    assert plan is not None
    assert [t.document for t in plan.tasks] == ["c.py"]


def test_within_a_chosen_cell_a_rename_is_an_edit_of_that_cell() -> None:
    wish = a_wish("rename orders to sales", units=["explore.ipynb#id4"])
    plan = plan_for_named(wish, SHOP)
    assert plan is not None
    assert at(plan) == [("edit", "explore.ipynb#id4")]
