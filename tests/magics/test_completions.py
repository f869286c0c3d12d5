"""What Tab gives in litecode's own lines."""

import json
from pathlib import Path

import pytest

from litecode_magics.completions import complete


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    for name in ("src/load.py", "src/notes.txt", "explore.ipynb", ".hidden.py", "a.py"):
        (tmp_path / name).touch()
    cells = [{"id": "imports"}, {"id": "orders"}]
    (tmp_path / "explore.ipynb").write_text(json.dumps({"cells": cells}))
    return tmp_path


def words(text: str, folder: Path, *, line: int = 0) -> set[str]:
    notebook = folder / "explore.ipynb"
    found = complete(text, is_first_line=line == 0, folder=folder, notebook=notebook)
    return set(found.words)


def test_options_are_completed(folder: Path) -> None:
    assert words("%%litecode --no", folder) == {"--no-memory", "--notebook"}


def test_the_options_of_a_verb_are_its_own(folder: Path) -> None:
    assert words("%litecode undo --", folder) == {"--force", "--notebook", "--help"}


def test_verbs_are_completed(folder: Path) -> None:
    assert words("%litecode re", folder) == {"reject", "redo"}


def test_cells_are_words_and_numbers(folder: Path) -> None:
    assert words("%%litecode -c ", folder) == {
        *("this", "above", "below", "last-error"),
        *("1", "2"),
    }


def test_cells_are_completed_by_id(folder: Path) -> None:
    assert words("%%litecode --cell=or", folder) == {"orders"}


def test_files_are_completed_folder_by_folder(folder: Path) -> None:
    assert words("%%litecode -f ", folder) == {"src/", "explore.ipynb", "a.py"}
    assert words("%%litecode -f src/", folder) == {"src/load.py"}


def test_only_a_notebook_is_offered_as_one(folder: Path) -> None:
    assert words("%%litecode --notebook e", folder) == {"explore.ipynb"}


def test_an_option_with_a_value_lets_the_next_be_completed(folder: Path) -> None:
    assert "--yes" in words("%%litecode -c 4 --y", folder)


@pytest.mark.parametrize(
    "text",
    [
        "%%litecode rename --n",
        "%%litecode -m ",
        "%litecode nonsense --",
        "x = %litecode --",
        "%%litecodes --",
    ],
)
def test_nothing_is_completed_in_the_persons_own_words(text: str, folder: Path) -> None:
    assert words(text, folder) == set()


def test_nothing_is_completed_below_the_first_line(folder: Path) -> None:
    assert words("%%litecode --n", folder, line=1) == set()
