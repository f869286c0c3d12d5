"""Which document a request is likeliest about."""

import pytest

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.request import Request
from litecode_nb.project.ranking import rank
from project_builders import Cell, a_project, asked

FILES: dict[str, str | list[Cell]] = {
    "src/load.py": '"""Read tables."""\ndef read_orders(path): ...\n',
    "src/stats.py": '"""Numbers."""\ndef median(values):\n    """Middle value."""\n',
    "src/report.py": "from src.stats import median\ndef show(x):\n    median(x)\n",
    "src/mail.py": '"""Send letters to customers."""\ndef send(letter): ...\n',
    "tests/test_stats.py": "from src.stats import median\ndef test_median(): ...\n",
    "explore.ipynb": ["from src.load import read_orders", "read_orders('a')"],
}
PROJECT = a_project(FILES)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("median is wrong for even numbers", "src/stats.py"),
        ("letters go to the wrong customer", "src/mail.py"),
        ("reading of tables is slow", "src/load.py"),
        ("explain report.py", "src/report.py"),
        ("why does test_median fail", "tests/test_stats.py"),
        ("the middle of values", "src/stats.py"),
    ],
)
def test_the_document_that_is_meant_comes_first(words: str, first: str) -> None:
    assert rank(PROJECT, asked(words))[0] == first


def test_those_that_use_what_is_named_follow() -> None:
    assert rank(PROJECT, asked("rename median"))[1] == "src/report.py"


def test_the_running_notebook_comes_first_and_what_it_imports_is_near() -> None:
    project = a_project(FILES, running="explore.ipynb")
    assert rank(project, asked("make it faster"))[:2] == (
        "explore.ipynb",
        "src/load.py",
    )


def test_what_the_person_chose_comes_first() -> None:
    chosen = (DocumentPath("src/mail.py"),)
    request = Request(instruction="fix median", documents=chosen)
    assert rank(PROJECT, request)[0] == "src/mail.py"


def test_all_documents_are_in_the_order_once() -> None:
    order = rank(PROJECT, asked("fix median"))
    assert sorted(order) == sorted(FILES)


def test_without_a_hint_the_order_is_by_depth_and_path() -> None:
    project = a_project({"b/a.py": "", "c.py": "", "a.py": ""})
    assert rank(project, asked("xyzzy")) == ("a.py", "c.py", "b/a.py")


def test_an_empty_project_has_no_order() -> None:
    assert rank(a_project({}), asked("anything")) == ()
