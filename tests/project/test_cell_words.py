"""Cells that a request points at."""

import pytest

from litecode_nb.project.cell_words import cells_in
from project_builders import a_project

CELLS = (
    a_project(
        {
            "a.ipynb": [
                ("markdown", "# Orders"),
                "import pandas as pd",
                "orders = pd.read_csv('a.csv')",
                "orders.plot()",
                "top = orders.head()",
                ("markdown", "The end"),
                "print(top)",
            ]
        }
    )
    .documents[0]
    .units
)
ORIGIN = 5


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("explain the third cell", "3"),
        ("explain the 3rd cell", "3"),
        ("delete the last cell", "7"),
        ("delete the second to last cell", "6"),
        ("delete the penultimate cell", "6"),
        ("the first code cell", "2"),
        ("the last markdown cell", "6"),
        ("explain cell 3", "3"),
        ("explain cell #3 and cell no. 4", "3 4"),
        ("run cells 3, 5 and 7", "3 5 7"),
        ("merge cells 2-4", "2 3 4"),
        ("merge cells 2 to 4", "2 3 4"),
        ("the first two cells", "1 2"),
        ("the last 3 cells", "5 6 7"),
        ("fix c4", "4"),
        ("why does c5 fail", "5"),
        ("erkläre die dritte Zelle", "3"),
        ("lösche die letzte Zelle", "7"),
        ("die vorletzte Zelle", "6"),
        ("Zelle 3 und 4", "3 4"),
        ("explique la première cellule", "1"),
        ("explica la última celda", "7"),
        ("explain this cell", "6"),
        ("explain the cell above", "5"),
        ("explain the previous code cell", "5"),
        ("explain the next cell", "7"),
        ("die Zelle darüber", "5"),
        ("fix the plot above", "4"),
        ("fix the code above.", "5"),
        ("compare the third cell with the cell below", "3 7"),
        ("all values above the average", ""),
        ("rename a to b", ""),
        ("the method c3() of the class", ""),
        ("the cell phone data", ""),
        ("explain all cells", ""),
    ],
)
def test_the_cells_that_are_meant(words: str, meant: str) -> None:
    found = cells_in(words, CELLS, ORIGIN)
    numbers = [str(cell.position + 1) for each in found for cell in each.cells]
    assert " ".join(numbers) == meant


@pytest.mark.parametrize("words", ["cell 12", "the ninth cell", "c99", "cells 0"])
def test_a_cell_that_is_not_there_is_told(words: str) -> None:
    (found,) = cells_in(words, CELLS, None)
    assert found.cells == ()


@pytest.mark.parametrize("words", ["the cell above", "this cell", "the plot above"])
def test_without_an_origin_there_is_no_above(words: str) -> None:
    assert cells_in(words, CELLS, None) == ()


def test_a_huge_range_is_no_work() -> None:
    assert cells_in("cells 1-999999", CELLS[:3], None)[0].cells == CELLS[:3]
