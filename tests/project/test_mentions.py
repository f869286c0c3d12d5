"""Names and documents of the project in a request."""

import pytest

from litecode_nb.project.mentions import documents_in, names_in, vocabulary
from litecode_nb.project.words import stems
from project_builders import a_project

KNOWN = vocabulary(
    {
        *("total", "by_month", "format_money", "Item", "Item.label", "add", "orders"),
        *("x", "value", "SEPARATOR", "_hidden", "readOrders"),
    }
)
DOCUMENTS = a_project(
    {"src/stats.py": "", "src/report.py": "", "explore.ipynb": ["x = 1"], "on.py": ""}
).documents


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("What does by_month return?", "by_month"),
        ("explain total() and `orders`", "total orders"),
        ("Total is wrong", "total"),
        ("format the money: change format money", "format_money"),
        ("why is Item.label empty", "Item.label"),
        ("why does label() fail", "Item.label"),
        ("rename stats.total", "total"),
        ("the item is wrong", "Item"),
        ("please read orders again", "readOrders orders"),
        ("add a function", ""),
        ("rename the function add", "add"),
        ("what does add() do", "add"),
        ("print the value", ""),
        ("print `value`", "value"),
        ("set x to 3", ""),
        ("use SEPARATOR", "SEPARATOR"),
        ("use a separator", ""),
        ("it is hidden", ""),
        ("explain total.py", ""),
        ("by month", "by_month"),
    ],
)
def test_the_names_that_are_mentioned(words: str, names: str) -> None:
    assert " ".join(names_in(words, KNOWN)) == names


@pytest.mark.parametrize(
    ("words", "paths"),
    [
        ("explain stats.py", "src/stats.py"),
        ("explain src/stats.py and report.py", "src/stats.py src/report.py"),
        ("add a function to stats", "src/stats.py"),
        ("the report module is slow", "src/report.py"),
        ("what is in explore?", "explore.ipynb"),
        ("look at src\\stats.py", "src/stats.py"),
        ("the stats are wrong", ""),
        ("stats.total is wrong", ""),
        ("sort in on", ""),
        ("explain other/stats.py", ""),
    ],
)
def test_the_documents_that_are_mentioned(words: str, paths: str) -> None:
    assert " ".join(documents_in(words, DOCUMENTS)) == paths


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("readOrders", "reading orders"),
        ("HTTPServer", "http servers"),
        ("plotting", "plots"),
        ("summaries", "summary"),
        ("classes", "class"),
        ("naming", "names"),
    ],
)
def test_words_that_differ_in_their_endings_are_the_same(
    first: str, second: str
) -> None:
    assert stems(first) == stems(second)


def test_common_words_say_nothing() -> None:
    assert stems("How is the and wie ist das") == ()
