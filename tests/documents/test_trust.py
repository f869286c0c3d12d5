"""Trust: signed notebooks stay signed, and nothing here fails its caller."""

from pathlib import Path

import pytest

from builders import an_edit
from litecode_nb.documents.notebook import read_notebook
from litecode_nb.documents.trust import is_trusted, sign
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.unit import UnitKind
from notebook_builders import NotebookStyle, a_code_cell, a_notebook, with_ids

NOTEBOOK = a_notebook(*with_ids([a_code_cell("a"), a_code_cell("b")]))


@pytest.fixture(autouse=True)
def jupyter_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the person's own key and signatures out of the tests."""
    folder = tmp_path / "jupyter"
    folder.mkdir()
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(folder))
    return folder


def edited(data: bytes) -> bytes:
    notebook = read_notebook(DocumentPath("a.ipynb"), data)
    unit = notebook.units[0]
    kind = UnitKind.CODE_CELL
    edit = an_edit(unit.source, "x", document="a.ipynb", unit=unit.id, kind=kind)
    return notebook.with_edits([edit]).to_bytes()


def test_nothing_is_trusted_before_it_is_signed() -> None:
    sign(a_notebook())
    assert not is_trusted(NOTEBOOK)


def test_a_signed_notebook_is_trusted() -> None:
    sign(NOTEBOOK)
    assert is_trusted(NOTEBOOK)


def test_an_edit_breaks_the_signature() -> None:
    sign(NOTEBOOK)
    assert not is_trusted(edited(NOTEBOOK))


def test_an_edited_notebook_can_be_signed_again() -> None:
    sign(NOTEBOOK)
    sign(edited(NOTEBOOK))
    assert is_trusted(edited(NOTEBOOK))


def test_the_layout_of_the_file_is_no_part_of_the_signature() -> None:
    cells = with_ids([a_code_cell("a"), a_code_cell("b")])
    sign(NOTEBOOK)
    assert is_trusted(a_notebook(*cells, style=NotebookStyle(indent=4)))


def test_asking_makes_no_key(jupyter_folder: Path) -> None:
    assert not is_trusted(NOTEBOOK)
    assert list(jupyter_folder.iterdir()) == []


def test_a_notebook_without_ids_can_be_trusted() -> None:
    data = a_notebook(a_code_cell("a"), style=NotebookStyle(minor=4))
    sign(data)
    assert is_trusted(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        b'{"nbformat": 4}',
        b'{"nbformat": "x", "cells": 1}',
        a_notebook(a_code_cell("\ud800"), style=NotebookStyle(has_ascii_escapes=True)),
        a_notebook(a_code_cell("a"), a_code_cell("b", id=None)),
        a_notebook(a_code_cell("a", id="twin"), a_code_cell("b", id="twin")),
    ],
)
def test_what_cannot_be_signed_is_not_trusted_and_fails_nobody(data: bytes) -> None:
    sign(NOTEBOOK)
    sign(data)
    assert is_trusted(data) in {True, False}


def test_a_missing_folder_fails_nobody(jupyter_folder: Path) -> None:
    jupyter_folder.rmdir()
    sign(NOTEBOOK)
    assert not is_trusted(NOTEBOOK)
