"""From a command to a request."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builders import a_task
from litecode_magics.arguments import read_cell, read_line
from litecode_magics.notebook_context import NotebookContext
from litecode_magics.requesting import Place, labels_of, request_from
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.request import Intent, Request
from litecode_nb.errors import NoSuchPath, NotebookUnknown, UnknownUnit


def a_notebook(*ids: str) -> str:
    cells: list[dict[str, Any]] = [
        {
            "id": each,
            "cell_type": "code",
            "source": f"{each} = 1",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for each in ids
    ]
    return json.dumps(
        {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    )


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "load.py").write_text("a = 1\n")
    (tmp_path / "n.ipynb").write_text(a_notebook("one", "two", "three"))
    (tmp_path / "other.ipynb").write_text(a_notebook("x", "y"))
    context = NotebookContext(path=tmp_path / "n.ipynb", cell="two", has_front_end=True)
    return Place(
        root=tmp_path, folder=tmp_path, context=context, failing=lambda _: None
    )


def request(line: str, place: Place) -> Request:
    return request_from(read_cell(line, ""), place)


def test_a_request_says_where_it_was_typed(place: Place) -> None:
    made = request("rename a", place)
    assert (made.origin, made.origin_cell) == ("n.ipynb", "n.ipynb#two")


def test_a_cell_that_is_not_saved_is_no_origin(place: Place) -> None:
    context = replace(place.context, cell="new")
    assert request("x", replace(place, context=context)).origin_cell is None


@pytest.mark.parametrize(
    ("ref", "unit"),
    [
        ("1", "n.ipynb#one"),
        ("three", "n.ipynb#three"),
        ("this", "n.ipynb#two"),
        ("above", "n.ipynb#one"),
        ("below", "n.ipynb#three"),
    ],
)
def test_a_cell_is_found_by_its_reference(place: Place, ref: str, unit: str) -> None:
    assert request(f"-c {ref} mend it", place).units == (unit,)


def test_cells_are_of_the_notebook_that_is_named(place: Place) -> None:
    made = request("-f other.ipynb -c 2 mend it", place)
    assert (made.units, made.documents) == (("other.ipynb#y",), ())


def test_the_unit_of_the_last_error_is_found(place: Place) -> None:
    unit = UnitId("src/load.py")
    failing = replace(place, failing=lambda _: unit)
    assert request("-c last-error mend it", failing).units == (unit,)


@pytest.mark.parametrize("ref", ["0", "4", "none", "last-error"])
def test_a_cell_that_does_not_exist_is_refused(place: Place, ref: str) -> None:
    with pytest.raises(UnknownUnit):
        request(f"-c {ref} mend it", place)


def test_above_needs_a_saved_cell(place: Place) -> None:
    context = replace(place.context, cell="new")
    with pytest.raises(UnknownUnit, match="Save the notebook"):
        request("-c above mend it", replace(place, context=context))


def test_cells_of_an_unknown_notebook_are_refused(place: Place) -> None:
    context = NotebookContext(has_front_end=True)
    with pytest.raises(NotebookUnknown, match="--notebook PATH"):
        request("-c 1 mend it", replace(place, context=context))


def test_a_file_is_relative_to_the_working_folder(place: Place) -> None:
    within = replace(place, folder=place.root / "src")
    assert request("-f load.py mend it", within).documents == ("src/load.py",)


def test_a_file_may_be_relative_to_the_project(place: Place) -> None:
    within = replace(place, folder=place.root / "src")
    assert request("-f n.ipynb mend it", within).documents == ("n.ipynb",)


def test_a_mistyped_file_is_refused_with_the_right_one(place: Place) -> None:
    with pytest.raises(NoSuchPath, match=r"Did you mean `src/load\.py`"):
        request("-f src/laod.py mend it", place)


def test_a_file_outside_of_the_project_is_refused(place: Place, tmp_path: Path) -> None:
    (tmp_path / "out.py").touch()
    inner = replace(place, root=tmp_path / "src", folder=tmp_path / "src")
    with pytest.raises(NoSuchPath):
        request("-f ../out.py mend it", inner)


def test_a_file_that_is_no_document_is_refused(place: Place) -> None:
    with pytest.raises(NoSuchPath, match="neither a notebook"):
        request("-f orders.csv mend it", place)


def test_the_verb_ask_is_a_question(place: Place) -> None:
    made = request_from(read_line("ask why?"), place)
    assert (made.intent, made.instruction) == (Intent.ASK, "why?")


def test_without_memory_none_is_used(place: Place) -> None:
    assert not request("--no-memory x", place).uses_memory


def test_cells_of_a_plan_are_named_by_their_number(place: Place) -> None:
    task = a_task(document="n.ipynb", unit="n.ipynb#two")
    graph = TaskGraph(tasks=(task,), waits_for={task.id: frozenset()})
    assert labels_of(graph, place.root)[UnitId("n.ipynb#two")] == "n.ipynb › cell 2"


def test_cells_of_a_broken_notebook_have_no_names(place: Place) -> None:
    (place.root / "n.ipynb").write_text("{")
    task = a_task(document="n.ipynb", unit="n.ipynb#two")
    graph = TaskGraph(tasks=(task,), waits_for={task.id: frozenset()})
    assert labels_of(graph, place.root) == {}
