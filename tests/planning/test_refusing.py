"""Requests that no plan can stand for are refused in words, before any model call."""

import pytest

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.project import ProjectMap
from litecode_nb.errors import PlanError
from litecode_nb.planning.refusing import refuse_what_cannot_be_done

PROJECT = ProjectMap(name="shop", other_files=(DocumentPath("data/orders.csv"),))


@pytest.mark.parametrize(
    "words",
    [
        "delete orders.csv",
        "lösche die Datei orders.csv",
        "remove the csv file `data/orders.csv`.",
        "please edit orders.csv",
    ],
)
def test_files_of_another_kind_are_left_to_the_person(words: str) -> None:
    with pytest.raises(PlanError, match=r"orders\.csv` is neither a notebook"):
        refuse_what_cannot_be_done(words, PROJECT)


@pytest.mark.parametrize(
    "words",
    [
        "remove the cell that reads orders.csv",
        "change the path of orders.csv to a variable",
        "delete total",
        "fix orders",
    ],
)
def test_code_that_uses_them_may_be_changed(words: str) -> None:
    refuse_what_cannot_be_done(words, PROJECT)


def test_cells_are_not_moved() -> None:
    with pytest.raises(PlanError, match="cannot be moved"):
        refuse_what_cannot_be_done("move the third cell to the end", PROJECT)


def test_a_new_file_needs_a_path() -> None:
    with pytest.raises(PlanError, match="Which path"):
        refuse_what_cannot_be_done("create a new module", PROJECT)
