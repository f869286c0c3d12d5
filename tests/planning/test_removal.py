"""Whole files go only by their own name: "remove the cell" never costs a notebook."""

import pytest

from litecode_nb.domain.plan import Action
from litecode_nb.planning.direct import plan_for_named
from litecode_nb.planning.removal import removed
from planning_builders import SHOP, a_wish, at, definition, document

HARMLESS = [
    "remove the cell from explore.ipynb",
    "delete explore.ipynb, cell 3",
    "delete explore.ipynb's third cell",
    "delete cell 3 of explore.ipynb",
    "delete the output of explore.ipynb",
    "remove the imports from src/load.py",
    "delete everything",
    "delete the notebook",
    "remove the plot",
    "explore.ipynb has a cell to delete",
    "do not delete explore.ipynb",
    "delete src",
    "delete explore",
]


@pytest.mark.parametrize("words", HARMLESS)
def test_a_document_stays_unless_it_is_what_goes(words: str) -> None:
    assert [t for t in removed(words, SHOP) if t.section is None] == []


@pytest.mark.parametrize(
    "words",
    [
        "delete explore.ipynb",
        "Please remove the notebook explore.ipynb.",
        "delete `explore.ipynb`, nobody uses it",
        "lösche explore.ipynb bitte",
        "explore.ipynb löschen",
        "get rid of the file explore.ipynb",
    ],
)
def test_a_document_goes_by_its_own_name(words: str) -> None:
    assert removed(words, SHOP) == (document("explore.ipynb"),)


def test_a_file_name_stands_for_its_path() -> None:
    assert removed("delete stats.py", SHOP) == (document("src/stats.py"),)


def test_several_documents_go_together() -> None:
    assert removed("delete old.ipynb and src/stats.py", SHOP) == (
        document("old.ipynb"),
        document("src/stats.py"),
    )


@pytest.mark.parametrize(
    "words",
    [
        "remove median",
        "Remove the function median",
        "delete `median()` from src/stats.py",
        "remove median, it is not used",
        "Lösche die Funktion median",
    ],
)
def test_a_definition_goes_by_its_name(words: str) -> None:
    assert removed(words, SHOP) == (definition("src/stats.py", "median"),)


def test_a_method_goes_by_its_qualified_name() -> None:
    found = removed("delete the method Report.text", SHOP)
    assert found == (definition("src/report.py", "Report.text"),)


def test_a_definition_is_looked_for_only_where_it_is_said_to_be() -> None:
    assert removed("delete median from src/load.py", SHOP) == ()


def test_one_thing_that_is_not_understood_stops_all() -> None:
    assert removed("delete median and the plot", SHOP) == ()


def test_a_variable_of_a_cell_is_no_definition() -> None:
    assert removed("delete orders", SHOP) == ()


def test_the_task_of_a_document_says_which_file() -> None:
    plan = plan_for_named(a_wish("delete src/stats.py"), SHOP)
    assert plan is not None
    assert plan.tasks[0].action is Action.DELETE
    assert plan.tasks[0].instruction == "delete the file src/stats.py"


def test_a_question_deletes_nothing() -> None:
    plan = plan_for_named(a_wish("what if I delete old.ipynb?"), SHOP)
    assert plan is not None
    assert at(plan) == [("query", "old.ipynb")]
