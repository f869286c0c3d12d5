"""Outlines: what a unit defines, uses and imports, without its source."""

import pytest

from builders import WordCounter, a_unit
from litecode_nb.documents.opening import open_document
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.unit import UnitKind, UnitOutline
from litecode_nb.project.outlining import line_count, outline, outline_unit, shortened
from project_builders import Cell, a_notebook, a_project

MODULE = '''\
"""Reading tables. More words."""
import csv

SEPARATOR = ";"


def read_orders(path):
    """Read the orders."""
    return list(csv.reader(path, delimiter=SEPARATOR))


class Item:
    """A thing."""

    def label(self):
        return str(self.name)
'''


def a_cell(source: str) -> UnitOutline:
    cell = a_unit(source, document="a.ipynb", kind=UnitKind.CODE_CELL, unit="a.ipynb#x")
    return outline_unit(cell, WordCounter())


def cells(*of: Cell) -> tuple[UnitOutline, ...]:
    return a_project({"a.ipynb": of}).documents[0].units


def test_a_module_has_its_docstrings_first_line_as_title() -> None:
    assert outline_unit(a_unit(MODULE), WordCounter()).title == (
        "Reading tables. More words."
    )


def test_a_module_defines_functions_classes_and_constants_but_no_imports() -> None:
    found = outline_unit(a_unit(MODULE), WordCounter())
    assert found.defines == {"SEPARATOR", "read_orders", "Item"}
    assert found.imports == {"csv"}


def test_a_module_has_a_section_for_each_definition() -> None:
    found = outline_unit(a_unit(MODULE), WordCounter()).sections
    assert [each.name for each in found] == ["read_orders", "Item", "Item.label"]
    assert found[0].signature == "def read_orders(path)"
    assert found[0].summary == "Read the orders."
    assert (found[0].first_line, found[0].last_line) == (7, 9)
    assert found[0].tokens == 8


def test_a_section_uses_what_it_does_not_bind() -> None:
    found = outline_unit(a_unit(MODULE), WordCounter()).sections
    assert "SEPARATOR" in found[0].uses
    assert not {"path", "list", "read_orders"} & found[0].uses


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("# Plot the orders\nplot(x)", "Plot the orders"),
        ("%%bash\nls", "%%bash"),
        ("%matplotlib inline\nimport x", "calls %matplotlib"),
        ("!pip install x", "calls !pip"),
        ("fig, ax = plt.subplots()\nax.bar(x)\nplt.show()", None),
        ("orders.groupby('a').sum().plot()", "calls orders.plot"),
        ("x = 1", ""),
        ("", ""),
        ("def broken(:\n", ""),
    ],
)
def test_a_cell_is_titled_by_its_first_comment_its_magic_or_its_calls(
    source: str, title: str | None
) -> None:
    wanted = "calls plt.subplots, ax.bar, plt.show" if title is None else title
    assert a_cell(source).title == wanted


def test_a_markdown_cell_is_titled_by_its_heading() -> None:
    found = cells(("markdown", "Some text\n\n## The *orders* ##\n"))
    assert found[0].title == "The *orders*"


def test_a_cell_of_another_language_is_not_read_as_python() -> None:
    data = a_notebook("x <- 1", language="R")
    document = open_document(DocumentPath("a.ipynb"), data)
    found = outline(document, WordCounter()).units[0]
    assert found.defines == frozenset()
    assert found.lines == 1


def test_an_alias_of_a_cell_above_is_known_below() -> None:
    project = a_project(
        {
            "src/stats.py": "def total(a): return a",
            "a.ipynb": ["import src.stats as st", "x = st.total(1)"],
        }
    )
    assert "total" in project.documents[0].units[1].uses


def test_broken_code_is_outlined_as_far_as_it_parses() -> None:
    found = a_cell("def f(a):\n    return a\n\nx = (\n")
    assert [each.name for each in found.sections] == ["f"]


def test_deep_code_is_no_error() -> None:
    source = "x = " + "(" * 500 + "1" + ")" * 500
    assert a_cell(source).lines == 1
    chain = "if a:\n    pass\n" + "elif a:\n    pass\n" * 3000
    assert a_cell(chain).lines == 6002


@pytest.mark.parametrize(
    ("source", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1)]
)
def test_a_final_line_end_begins_no_line(source: str, lines: int) -> None:
    assert line_count(source) == lines


def test_a_shortened_text_is_one_printable_line() -> None:
    assert shortened("a\nb\x1b[31m  c") == "a b [31m c"
    assert shortened("word " * 30, 12) == "word word …"
    assert shortened("x" * 30, 5) == "xxxxx"
