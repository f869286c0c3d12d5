"""Where a new cell goes and what kind it is, by the request's words."""

import pytest

from litecode_nb.domain.project import Target
from litecode_nb.domain.unit import UnitKind
from litecode_nb.planning.placing import (
    is_for_cells,
    kind_of_cell,
    position_beside,
    wants_many,
)
from planning_builders import SHOP, cell, document

NOTEBOOK = document("explore.ipynb")


@pytest.mark.parametrize(
    ("words", "target", "position"),
    [
        ("add a cell that prints x", cell(3), 3),
        ("add a cell after the plot", cell(5), 5),
        ("insert a cell before the plot", cell(5), 4),
        ("füge eine Zelle vor dem Bild ein", cell(5), 4),
        ("after the plot, show what came before", cell(5), 5),
        ("add a cell at the top", cell(5), 0),
        ("add a cell at the end", cell(3), None),
        ("append a cell", cell(3), None),
        ("add a cell", NOTEBOOK, None),
        ("add a cell at the beginning", NOTEBOOK, 0),
    ],
)
def test_a_new_cell_goes_where_the_words_say(
    words: str, target: Target, position: int | None
) -> None:
    assert position_beside(target, words, SHOP) == position


@pytest.mark.parametrize(
    "words",
    ["insert a markdown cell", "add a heading above the plot", "add a text cell"],
)
def test_text_goes_into_a_markdown_cell(words: str) -> None:
    assert kind_of_cell(words) is UnitKind.MARKDOWN_CELL


@pytest.mark.parametrize("words", ["add a cell", "add a cell with a plot title"])
def test_all_else_goes_into_a_code_cell(words: str) -> None:
    assert kind_of_cell(words) is UnitKind.CODE_CELL


@pytest.mark.parametrize(
    "words", ["add two cells", "insert 3 new cells", "zwei Zellen"]
)
def test_more_than_one_cell_can_be_asked_for(words: str) -> None:
    assert wants_many(words)


def test_one_cell_is_one() -> None:
    assert not wants_many("add a cell that prints two numbers")


def test_a_request_for_a_function_is_not_for_cells() -> None:
    assert not is_for_cells("add a function")
