"""Edits of notebooks: changed, inserted and deleted cells, and who is refused."""

import json
from collections.abc import Callable
from typing import Any

import nbformat
import pytest
from nbformat import from_dict
from nbformat.v4 import writes

from builders import an_edit
from litecode_nb.documents.notebook import Notebook, new_notebook, read_notebook
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import StaleUnit, UnknownUnit
from notebook_builders import (
    NotebookStyle,
    a_code_cell,
    a_markdown_cell,
    a_notebook,
    a_raw_cell,
    with_ids,
    written,
)

PATH = DocumentPath("a.ipynb")
OLD = NotebookStyle(minor=4)


def a_cell_edit(
    before: str | None,
    after: str | None,
    cell: str,
    *,
    position: int = 0,
    kind: UnitKind = UnitKind.CODE_CELL,
) -> Edit:
    unit = f"{PATH}#{cell}"
    return an_edit(
        before, after, document=PATH, unit=unit, kind=kind, position=position
    )


def three_cells(style: NotebookStyle | None = None) -> Notebook:
    """Open a notebook of the cells `a`, `b`, `c` with the ids `id0`, `id1`, `id2`."""
    cells = [a_code_cell("a"), a_code_cell("b"), a_code_cell("c")]
    used = style or NotebookStyle()
    return read_notebook(PATH, a_notebook(*with_ids(cells), style=used))


def three_without_ids(*sources: str) -> Notebook:
    cells = [a_code_cell(source) for source in sources or ("a", "b", "c")]
    return read_notebook(PATH, a_notebook(*cells, style=OLD))


def sources(notebook: Notebook) -> str:
    return "|".join(unit.source for unit in notebook.units)


def cells_of(notebook: Notebook) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(notebook.to_bytes())["cells"]
    return cells


def test_no_edits_give_the_same_notebook() -> None:
    notebook = three_cells()
    assert notebook.with_edits([]) is notebook


def test_several_cells_are_edited_at_once() -> None:
    edits = [a_cell_edit("c", "z", "id2"), a_cell_edit("a", "x", "id0")]
    assert sources(three_cells().with_edits(edits)) == "x|b|z"


def test_edits_that_follow_one_another_on_a_cell_are_joined() -> None:
    edits = [a_cell_edit("a", "x", "id0"), a_cell_edit("x", "y", "id0")]
    assert sources(three_cells().with_edits(edits)) == "y|b|c"


@pytest.mark.parametrize(
    ("position", "expected"),
    [(0, "new|a|b|c"), (1, "a|new|b|c"), (3, "a|b|c|new"), (99, "a|b|c|new")],
)
def test_a_cell_is_inserted_at_its_position(position: int, expected: str) -> None:
    edit = a_cell_edit(None, "new", "fresh", position=position)
    assert sources(three_cells().with_edits([edit])) == expected


def test_insertions_at_one_position_keep_their_order() -> None:
    edits = [
        a_cell_edit(None, "z", "f3", position=2),
        a_cell_edit(None, "x", "f1", position=1),
        a_cell_edit(None, "y", "f2", position=1),
    ]
    assert sources(three_cells().with_edits(edits)) == "a|x|y|b|z|c"


@pytest.mark.parametrize(
    ("gone", "expected"),
    [("a", "b|c"), ("b", "a|c"), ("c", "a|b"), ("ab", "c"), ("bc", "a"), ("abc", "")],
)
@pytest.mark.parametrize("indent", [1, "\t", None])
def test_deleted_cells_leave_the_file_that_never_had_them(
    gone: str, expected: str, indent: int | str | None
) -> None:
    style = NotebookStyle(indent=indent)
    edits = [a_cell_edit(cell, None, f"id{'abc'.index(cell)}") for cell in gone]
    left = [
        a_code_cell(cell, id=f"id{'abc'.index(cell)}")
        for cell in expected.split("|")
        if cell
    ]
    changed = three_cells(style).with_edits(edits)
    assert changed.to_bytes() == a_notebook(*left, style=style)


def test_positions_count_in_the_notebook_as_it_was() -> None:
    edits = [
        a_cell_edit("a", None, "id0", position=0),
        a_cell_edit(None, "x", "f1", position=1),
        a_cell_edit("b", "y", "id1"),
        a_cell_edit(None, "z", "f2", position=3),
    ]
    assert sources(three_cells().with_edits(edits)) == "x|y|c|z"


@pytest.mark.parametrize("indent", [0, 1, 2, 4, "\t", None])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_an_inserted_cell_is_written_as_the_file_is(
    indent: int | str | None, line_end: str
) -> None:
    style = NotebookStyle(indent=indent, line_end=line_end)
    cells = with_ids([a_code_cell("a"), a_code_cell("b\nc")])
    notebook = read_notebook(PATH, a_notebook(cells[0], style=style))
    edit = a_cell_edit(None, "b\nc", "id1", position=1)
    assert notebook.with_edits([edit]).to_bytes() == a_notebook(*cells, style=style)


def test_an_inserted_cell_has_its_source_in_the_form_of_its_neighbours() -> None:
    style = NotebookStyle(has_source_lists=False)
    edit = a_cell_edit(None, "b\nc", "f1", position=3)
    assert b'"source": "b\\nc"' in three_cells(style).with_edits([edit]).to_bytes()


def test_an_inserted_cell_has_its_keys_in_the_order_of_its_neighbours() -> None:
    cell = {"source": "a", "metadata": {}, "outputs": [], "cell_type": "code"}
    style = NotebookStyle(has_sorted_keys=False)
    notebook = read_notebook(PATH, a_notebook(cell, style=style))
    edit = a_cell_edit(None, "b", "f1", position=1)
    names = list(cells_of(notebook.with_edits([edit]))[1])
    assert names == [*cell, "execution_count", "id"]


def test_an_inserted_cell_of_an_ascii_file_is_ascii() -> None:
    style = NotebookStyle(has_ascii_escapes=True)
    notebook = read_notebook(PATH, a_notebook(a_markdown_cell("é"), style=style))
    edit = a_cell_edit(None, "ü", "f1", position=1)
    assert notebook.with_edits([edit]).to_bytes().isascii()


def test_an_inserted_cell_can_hold_a_lone_surrogate() -> None:
    edit = a_cell_edit(None, "é\ud800", "f1", position=3)
    changed = three_cells().with_edits([edit])
    assert changed.units[3].source == "é\ud800"


def test_a_cell_on_a_line_of_its_own_has_neighbours_on_lines_of_their_own() -> None:
    lines = [json.dumps(cell) for cell in with_ids([a_code_cell("a")])]
    text = '{\n "cells": [\n  %s\n ],\n "nbformat": 4,\n "nbformat_minor": 5\n}'
    notebook = read_notebook(PATH, (text % lines[0]).encode())
    edit = a_cell_edit(None, "b", "id1", position=1)
    changed = notebook.with_edits([edit]).to_bytes().decode()
    assert len(changed.splitlines()) == len(text.splitlines()) + 1
    assert changed.splitlines()[2].endswith("},")


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (UnitKind.CODE_CELL, "code"),
        (UnitKind.MARKDOWN_CELL, "markdown"),
        (UnitKind.RAW_CELL, "raw"),
    ],
)
@pytest.mark.parametrize("minor", range(6))
def test_an_inserted_cell_is_valid(kind: UnitKind, name: str, minor: int) -> None:
    notebook = read_notebook(PATH, a_notebook(style=NotebookStyle(minor=minor)))
    changed = notebook.with_edits([a_cell_edit(None, "a", "f1", kind=kind)])
    node = json.loads(changed.to_bytes())
    nbformat.validate(node)
    assert node["cells"][0]["cell_type"] == name
    assert ("id" in node["cells"][0]) == (minor >= 5)


def test_an_inserted_cell_gets_the_id_of_its_address() -> None:
    edit = a_cell_edit(None, "x", "f1")
    assert three_cells().with_edits([edit]).unit(UnitId("a.ipynb#f1")).source == "x"


@pytest.mark.parametrize("wanted", ["0~ca978112", "ä", "", "x" * 65])
def test_an_address_that_is_no_cell_id_is_replaced_by_a_fresh_one(wanted: str) -> None:
    changed = three_cells().with_edits([a_cell_edit(None, "x", wanted)])
    cell = cells_of(changed)[0]
    assert len(cell["id"]) == 8


def test_an_id_that_twins_have_is_not_given_a_third_time() -> None:
    cells = [a_code_cell("a", id="twin"), a_code_cell("b", id="twin")]
    notebook = read_notebook(PATH, a_notebook(*cells))
    changed = notebook.with_edits([a_cell_edit(None, "x", "twin")])
    assert cells_of(changed)[0]["id"] != "twin"


def test_a_cell_that_changed_since_is_stale_and_named() -> None:
    with pytest.raises(StaleUnit, match=r"a\.ipynb › cell 2 changed since"):
        three_cells().with_edits([a_cell_edit("old", "new", "id1", position=1)])


def test_a_cell_that_became_another_kind_is_stale() -> None:
    edit = a_cell_edit("b", "x", "id1", kind=UnitKind.MARKDOWN_CELL)
    with pytest.raises(StaleUnit):
        three_cells().with_edits([edit])


def test_a_cell_that_should_not_be_there_is_stale() -> None:
    with pytest.raises(StaleUnit, match="is already there"):
        three_cells().with_edits([a_cell_edit(None, "b", "id1")])


def test_a_deleted_cell_that_changed_since_is_stale() -> None:
    with pytest.raises(StaleUnit):
        three_cells().with_edits([a_cell_edit("old", None, "id1", position=1)])


def test_an_unknown_id_is_unknown_although_a_neighbour_has_the_text() -> None:
    with pytest.raises(UnknownUnit, match="no cell `gone`"):
        three_cells().with_edits([a_cell_edit("b", "x", "gone", position=1)])


@pytest.mark.parametrize(
    "edit",
    [
        an_edit("b", "x", document="b.ipynb", unit="a.ipynb#id1"),
        an_edit("b", "x", document=PATH, unit=PATH, kind=UnitKind.MODULE),
        an_edit(None, "x", document=PATH, unit="a.ipynb#f1", kind=UnitKind.MODULE),
    ],
)
def test_an_edit_of_something_else_is_unknown(edit: Edit) -> None:
    with pytest.raises(UnknownUnit):
        three_cells().with_edits([edit])


def test_one_bad_edit_spoils_all() -> None:
    notebook = three_cells()
    edits = [a_cell_edit("a", "x", "id0"), a_cell_edit("old", "y", "id1")]
    with pytest.raises(StaleUnit):
        notebook.with_edits(edits)
    assert sources(notebook) == "a|b|c"


def test_an_unknown_address_is_no_unit() -> None:
    with pytest.raises(UnknownUnit, match="no cell with the address"):
        three_cells().unit(UnitId("a.ipynb#gone"))


def test_a_place_whose_text_changed_is_stale() -> None:
    notebook = three_without_ids()
    edit = a_cell_edit("old", "x", "1~00000000")
    with pytest.raises(StaleUnit):
        notebook.with_edits([edit])


def test_a_place_after_the_end_is_unknown() -> None:
    with pytest.raises(UnknownUnit):
        three_without_ids().with_edits([a_cell_edit("old", "x", "7~00000000")])


def test_a_cell_without_id_that_moved_is_found_if_it_is_the_only_one() -> None:
    before = three_without_ids("a", "b", "c")
    moved = three_without_ids("new", "a", "b", "c")
    address = before.units[1].id.partition("#")[2]
    changed = moved.with_edits([a_cell_edit("b", "x", address)])
    assert sources(changed) == "new|a|x|c"


def test_a_cell_without_id_that_moved_is_not_guessed_among_twins() -> None:
    before = three_without_ids("a", "b", "b")
    moved = three_without_ids("new", "a", "b", "b")
    address = before.units[1].id.partition("#")[2]
    with pytest.raises(StaleUnit):
        moved.with_edits([a_cell_edit("b", "x", address)])


def test_an_edit_without_id_can_be_taken_back() -> None:
    notebook = three_without_ids()
    address = notebook.units[1].id.partition("#")[2]
    edit = a_cell_edit("b", "x\ny", address)
    changed = notebook.with_edits([edit])
    assert changed.with_edits([edit.inverted()]).to_bytes() == notebook.to_bytes()


def test_an_insertion_without_id_can_be_taken_back() -> None:
    notebook = three_without_ids()
    edit = a_cell_edit(None, "b", "fresh", position=2)
    changed = notebook.with_edits([edit])
    assert sources(changed) == "a|b|b|c"
    assert changed.with_edits([edit.inverted()]).to_bytes() == notebook.to_bytes()


def test_two_equal_insertions_without_ids_can_be_taken_back() -> None:
    notebook = three_without_ids()
    edits = [
        a_cell_edit(None, "x", "f1", position=1),
        a_cell_edit(None, "x", "f2", position=1),
    ]
    changed = notebook.with_edits(edits)
    inverse = [edit.inverted() for edit in edits]
    assert changed.with_edits(inverse).to_bytes() == notebook.to_bytes()


def test_an_insertion_that_is_gone_cannot_be_taken_back() -> None:
    edit = a_cell_edit("gone", None, "fresh", position=9)
    with pytest.raises(UnknownUnit):
        three_without_ids().with_edits([edit])


@pytest.mark.parametrize("minor", [4, 5])
def test_a_deletion_can_be_taken_back(minor: int) -> None:
    notebook = three_cells(NotebookStyle(minor=minor))
    edit = a_cell_edit("b", None, "id1", position=1)
    changed = notebook.with_edits([edit]).with_edits([edit.inverted()])
    assert sources(changed) == "a|b|c"


def test_nothing_but_the_source_is_touched() -> None:
    output = {"output_type": "stream", "name": "stdout", "text": ["1\n"]}
    cell = a_code_cell("a", outputs=[output], execution_count=7, id="id0")
    notebook = read_notebook(PATH, a_notebook(cell))
    changed = cells_of(notebook.with_edits([a_cell_edit("a", "x", "id0")]))[0]
    assert changed == cell | {"source": ["x"]}


def test_a_fresh_id_is_valid_and_free() -> None:
    notebook = three_cells()
    changed = notebook.with_edits([a_cell_edit(None, "x", "no id!")])
    made = changed.units[0].id.removeprefix(f"{PATH}#")
    assert made not in {"id0", "id1", "id2"}
    nbformat.validate(json.loads(changed.to_bytes()))


def test_a_new_notebook_is_valid_and_empty() -> None:
    notebook = new_notebook(PATH)
    nbformat.validate(json.loads(notebook.to_bytes()))
    assert notebook.units == ()


def test_a_filled_new_notebook_is_what_nbformat_would_write() -> None:
    edits = [
        a_cell_edit(None, "# Title\n", "f1", kind=UnitKind.MARKDOWN_CELL),
        a_cell_edit(None, "a = 'é'\nb", "f2"),
        a_cell_edit(None, "", "f3"),
    ]
    data = new_notebook(PATH).with_edits(edits).to_bytes()
    as_node: Callable[..., Any] = from_dict
    write: Callable[..., str] = writes
    assert write(as_node(json.loads(data))).encode() + b"\n" == data


def test_the_title_is_the_first_heading_outside_of_code() -> None:
    cells = [
        a_code_cell("# comment"),
        a_raw_cell("# raw"),
        a_markdown_cell("text\n```\n# code\n```\n"),
        a_markdown_cell("##  Loading the *data* ##\n# Second"),
    ]
    assert read_notebook(PATH, a_notebook(*cells)).title == "Loading the *data*"


def test_a_notebook_without_headings_has_no_title() -> None:
    cell = a_markdown_cell("#hashtag\n#\n    # indented")
    assert read_notebook(PATH, a_notebook(cell)).title == ""


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({}, "python"),
        ({"language_info": {"name": "R"}}, "r"),
        ({"kernelspec": {"language": "julia"}}, "julia"),
        ({"language_info": {"name": 7}, "kernelspec": []}, "python"),
    ],
)
def test_the_language_is_read(metadata: object, language: str) -> None:
    assert read_notebook(PATH, a_notebook(metadata=metadata)).language == language


@pytest.mark.parametrize("minor", [None, "5", 4.5, True, -1])
def test_a_strange_minor_version_has_no_ids(minor: object) -> None:
    data = written({"nbformat": 4, "nbformat_minor": minor, "cells": []})
    assert not read_notebook(PATH, data).has_ids
