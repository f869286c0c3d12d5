"""Opening: the name decides what the bytes are."""

import pytest

from litecode_nb.documents.module import Module
from litecode_nb.documents.notebook import Notebook
from litecode_nb.documents.opening import is_document, new_document, open_document
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import UnreadableDocument
from notebook_builders import a_code_cell, a_notebook


@pytest.mark.parametrize("path", ["a.py", "a/b.ipynb", "a.b.py", "ä ö/日本.ipynb"])
def test_notebooks_and_modules_are_documents(path: str) -> None:
    assert is_document(path)


@pytest.mark.parametrize(
    "path", ["a.csv", "a", "py", ".py", ".ipynb", "a.pyc", "a.py/b", "a.pyi", ""]
)
def test_nothing_else_is_a_document(path: str) -> None:
    assert not is_document(path)


def test_a_notebook_is_opened_as_one() -> None:
    data = a_notebook(a_code_cell("a"))
    assert isinstance(open_document(DocumentPath("a.ipynb"), data), Notebook)


def test_a_module_is_opened_as_one() -> None:
    assert isinstance(open_document(DocumentPath("a.py"), b"a = 1\n"), Module)


def test_a_new_document_is_of_the_kind_that_its_name_says() -> None:
    assert isinstance(new_document(DocumentPath("a.ipynb")), Notebook)
    assert isinstance(new_document(DocumentPath("a.py")), Module)


def test_another_file_is_not_opened() -> None:
    with pytest.raises(UnreadableDocument, match=r"`a\.csv` is neither a notebook"):
        open_document(DocumentPath("a.csv"), b"")


def test_another_file_is_not_made() -> None:
    with pytest.raises(UnreadableDocument, match=r"`a\.csv` is neither a notebook"):
        new_document(DocumentPath("a.csv"))
