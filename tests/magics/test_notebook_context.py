"""Which notebook is this: the surest source first, unknown rather than guessed."""

import json
from pathlib import Path

import pytest

from litecode_magics.notebook_context import (
    Clues,
    NotebookContext,
    clues_from,
    find_notebook,
    holds_cell,
)
from litecode_magics.running_servers import OpenNotebook
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import NoSuchPath

HERE = DocumentPath("here.ipynb")
OTHER = DocumentPath("other.ipynb")
MODULE = DocumentPath("a.py")


def a_notebook(folder: Path, name: str = "here.ipynb", cell: str = "abc") -> Path:
    path = folder / name
    path.write_text(json.dumps({"cells": [{"id": cell, "source": ""}]}))
    return path


def found(
    folder: Path, *opened: OpenNotebook, named: str | None = None, **clues: str
) -> NotebookContext:
    return find_notebook(
        Clues(folder=folder, **clues), named=named, ask_servers=lambda: opened
    )


def test_a_name_from_the_server_is_taken_if_its_file_has_the_cell(
    tmp_path: Path,
) -> None:
    path = a_notebook(tmp_path)
    assert found(tmp_path, cell="abc", session_name=str(path)).path == path


def test_a_name_relative_to_the_server_is_looked_up_in_the_folder(
    tmp_path: Path,
) -> None:
    path = a_notebook(tmp_path)
    assert found(tmp_path, cell="abc", session_name="sub/here.ipynb").path == path


def test_a_stale_name_is_not_taken(tmp_path: Path) -> None:
    a_notebook(tmp_path, cell="another")
    assert found(tmp_path, cell="abc", session_name="here.ipynb").path is None


def test_an_inherited_name_is_not_taken(tmp_path: Path) -> None:
    a_notebook(tmp_path)
    assert found(tmp_path, session_name="here.ipynb").path is None


def test_what_servers_say_is_surer_than_the_name(tmp_path: Path) -> None:
    a_notebook(tmp_path)
    told = a_notebook(tmp_path, "renamed.ipynb", cell="older")
    row = OpenNotebook(path=told, kernel="k")
    context = found(tmp_path, row, cell="abc", session_name="here.ipynb", kernel="k")
    assert context.path == told


def test_two_notebooks_on_one_kernel_are_told_apart_by_the_cell(
    tmp_path: Path,
) -> None:
    here, other = a_notebook(tmp_path), a_notebook(tmp_path, "other.ipynb", cell="x")
    rows = [OpenNotebook(path=each, kernel="k") for each in (here, other)]
    context = found(tmp_path, *rows, cell="abc", session_name=str(here), kernel="k")
    assert context.path == here


def test_a_notebook_that_is_gone_is_not_taken(tmp_path: Path) -> None:
    row = OpenNotebook(path=tmp_path / "gone.ipynb", kernel="k")
    assert found(tmp_path, row, cell="abc", kernel="k").path is None


def test_every_notebook_that_a_server_has_open_is_protected(tmp_path: Path) -> None:
    other = a_notebook(tmp_path, "other.ipynb")
    context = found(tmp_path, OpenNotebook(path=other, kernel="x"))
    assert context.protected(tmp_path, [HERE, OTHER]) == (OTHER,)


def test_vscode_says_it_itself(tmp_path: Path) -> None:
    path = a_notebook(tmp_path)
    cell = "vscode-notebook-cell:/x/here.ipynb#W0"
    context = found(tmp_path, cell=cell, vscode_file=str(path))
    assert (context.path, context.cell, context.has_front_end) == (path, None, True)


def test_the_person_knows_best(tmp_path: Path) -> None:
    a_notebook(tmp_path)
    other = a_notebook(tmp_path, "other.ipynb")
    context = found(
        tmp_path, named="other.ipynb", cell="abc", session_name="here.ipynb"
    )
    assert context.path == other


@pytest.mark.parametrize("named", ["none.ipynb", "a.py", "."])
def test_a_named_notebook_must_exist(tmp_path: Path, named: str) -> None:
    (tmp_path / "a.py").touch()
    with pytest.raises(NoSuchPath, match="not a notebook that exists"):
        found(tmp_path, named=named)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"cells": 1}', "[" * 9000])
def test_a_file_that_is_no_notebook_holds_no_cell(tmp_path: Path, content: str) -> None:
    path = tmp_path / "torn.ipynb"
    path.write_text(content)
    assert not holds_cell(path, "abc")


def test_the_known_notebook_is_protected_and_no_other(tmp_path: Path) -> None:
    context = NotebookContext(path=a_notebook(tmp_path), has_front_end=True)
    assert context.protected(tmp_path, [HERE, OTHER, MODULE]) == (HERE,)


def test_a_link_to_the_known_notebook_is_protected(tmp_path: Path) -> None:
    context = NotebookContext(path=a_notebook(tmp_path), has_front_end=True)
    (tmp_path / OTHER).symlink_to(tmp_path / HERE)
    assert context.protected(tmp_path, [OTHER]) == (OTHER,)


def test_an_unknown_notebook_protects_all(tmp_path: Path) -> None:
    context = NotebookContext(has_front_end=True)
    assert context.protected(tmp_path, [HERE, OTHER, MODULE]) == (HERE, OTHER)


def test_without_a_front_end_nothing_is_protected(tmp_path: Path) -> None:
    assert NotebookContext().protected(tmp_path, [HERE]) == ()


def test_a_notebook_within_the_project_is_a_document(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    path = a_notebook(tmp_path / "sub")
    assert NotebookContext(path=path).document(tmp_path) == "sub/here.ipynb"


def test_a_notebook_outside_of_the_project_is_none(tmp_path: Path) -> None:
    path = a_notebook(tmp_path)
    assert NotebookContext(path=path).document(tmp_path / "sub") is None


def test_clues_of_a_terminal_are_empty() -> None:
    clues = clues_from(parent={}, names={}, environment={}, kernel=None)
    assert (clues.cell, clues.session_name, clues.vscode_file) == (None, None, None)


def test_clues_of_a_front_end_are_read() -> None:
    clues = clues_from(
        parent={"metadata": {"cellId": "abc"}},
        names={"__vsc_ipynb_file__": "/x.ipynb"},
        environment={"JPY_SESSION_NAME": "y.ipynb"},
        kernel="k",
    )
    assert (clues.cell, clues.vscode_file, clues.session_name) == (
        "abc",
        "/x.ipynb",
        "y.ipynb",
    )


@pytest.mark.parametrize("metadata", [None, [], {"cellId": 7}, {"cellId": ""}])
def test_odd_metadata_is_no_clue(metadata: object) -> None:
    parent = {"metadata": metadata}
    clues = clues_from(parent=parent, names={}, environment={}, kernel=None)
    assert clues.cell is None
