"""The map as text: within its tokens, coarser with falling rank, with handles."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import WordCounter
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.project import (
    DocumentOutline,
    ProjectMap,
    RenderedMap,
    Target,
)
from litecode_nb.domain.prompt import Message
from litecode_nb.domain.request import Request
from litecode_nb.project.rendering import render
from litecode_nb.tokens.tiktoken_counter import TiktokenCounter
from project_builders import Cell, a_project, asked

SHOP: dict[str, str | list[Cell]] = {
    "src/load.py": (
        '"""Reading tables."""\nSEP = ","\n\n'
        "def read_orders(path, sep=SEP):\n"
        '    """Read the orders."""\n    return path\n'
    ),
    "src/report.py": (
        '"""Text output."""\nfrom src.load import read_orders\n\n'
        "class Item:\n    def label(self, width: int = 3) -> str:\n        ...\n\n"
        "def main(argv):\n    read_orders(argv)\n"
    ),
    "explore.ipynb": [
        ("markdown", "# Orders 2024"),
        "import pandas as pd\nfrom src.load import read_orders",
        "orders = read_orders('a')",
        "orders.plot()",
        "%%litecode\nwhatever",
    ],
    "other.ipynb": ["a = 1", "b = a"],
}
WHOLE_MAP = """\
# Project shop (2 modules, 2 notebooks)
## f1 explore.ipynb — notebook, running now
- c1 markdown "Orders 2024"
- c2 imports pandas, src.load; defines pd
- c3 defines orders; uses read_orders
- c4 calls orders.plot; uses orders
- c5 the cell of this request
## f2 src/load.py — Reading tables; sets SEP
- m1 read_orders(path, sep=SEP) — Read the orders; uses SEP
## f3 other.ipynb
- f3c1 defines a
- f3c2 defines b; uses a
## f4 src/report.py — Text output
- m2 class Item
- m3 Item.label(width=3)
- m4 main(argv); uses read_orders
Other files: data/orders.csv
"""


@dataclass(frozen=True, slots=True)
class ByteCounter:
    """Counts bytes: the strictest counter there can be."""

    def count(self, text: str) -> int:
        return len(text.encode("utf-8", "surrogatepass"))

    def count_messages(self, messages: Sequence[Message]) -> int:
        return sum(self.count(message.text) for message in messages)


def shop(running: str | None = "explore.ipynb") -> ProjectMap:
    return a_project(SHOP, running=running, other_files=["data/orders.csv"])


def drawn(
    words: str, project: ProjectMap | None = None, *, tokens: int = 500
) -> RenderedMap:
    request = asked(words, cell="id5")
    return render(project or shop(), request, TiktokenCounter(), tokens=tokens)


def test_a_small_project_is_shown_wholly() -> None:
    assert drawn("Fix SEP").text == WHOLE_MAP


def test_handles_lead_to_cells_definitions_and_documents() -> None:
    handles = drawn("Fix SEP").handles
    load, notebook = DocumentPath("src/load.py"), DocumentPath("explore.ipynb")
    assert handles["c3"] == Target(document=notebook, unit=UnitId("explore.ipynb#id3"))
    assert handles["m1"] == Target(
        document=load, unit=UnitId("src/load.py"), section="read_orders"
    )
    assert handles["f2"] == Target(document=load)
    assert handles["f3c2"].unit == "other.ipynb#id2"


def test_every_handle_stands_in_the_map_or_in_a_fact() -> None:
    found = drawn("rename read_orders", tokens=60)
    words = set(re.findall(r"\w+", " ".join([found.text, *found.facts])))
    assert set(found.handles) <= words


def test_every_handle_in_the_map_leads_somewhere() -> None:
    found = drawn("rename read_orders")
    assert set(re.findall(r"^(?:-|##) (\w+) ", found.text, re.MULTILINE)) <= set(
        found.handles
    )


def test_facts_use_the_maps_handles() -> None:
    assert drawn("rename read_orders").facts == (
        "read_orders is defined in m1, used in c3, m4, imported in c2, f3",
    )


def test_a_fact_says_where_a_place_lies_that_the_map_does_not_show() -> None:
    found = drawn("rename read_orders", tokens=10)
    assert found.facts[0].startswith("read_orders is defined in m1 (src/load.py), ")
    assert found.handles["m1"].section == "read_orders"


def test_without_a_running_notebook_the_named_one_has_the_short_handles() -> None:
    found = drawn("explain other.ipynb", shop(running=None))
    assert found.handles["c2"].unit == "other.ipynb#id2"


def test_the_running_notebooks_cells_come_first_when_space_is_tight() -> None:
    lines = drawn("fix Item.label", tokens=80).text.splitlines()
    assert lines[1].startswith("## f1 explore.ipynb")
    assert lines[2].startswith("- c")


def test_of_a_long_notebook_the_cells_that_are_meant_are_shown() -> None:
    cells: list[Cell] = [f"value_{number} = {number}" for number in range(200)]
    project = a_project({"a.ipynb": cells, "b.py": "def f(): ...\n"}, running="a.ipynb")
    found = drawn("change value_150 in the hundredth cell", project, tokens=150)
    assert "- c151 defines value_150" in found.text
    assert "b.py" in found.text
    assert "- c150 defines value_149" in found.text
    assert "c1 " not in found.text
    assert re.search(r"\d+ more$", found.text, re.MULTILINE)


def test_documents_get_coarser_with_falling_rank() -> None:
    source = "".join(f"def work_{n}(a, b): ...\n" for n in range(6))
    files = {f"part_{number}.py": source for number in range(30)}
    found = drawn("explain part_7.py", a_project(files), tokens=300)
    pages = found.text.split("## ")[1:]
    assert "part_7.py" in pages[0]
    assert "(a, b)" in pages[0]
    assert "(a, b)" not in pages[-1]
    assert "Not shown: " in found.text


def test_only_the_documents_are_shown_that_the_person_chose() -> None:
    chosen = (DocumentPath("src/load.py"),)
    request = Request(instruction="explain orders", documents=chosen)
    text = render(shop(), request, TiktokenCounter()).text
    assert re.findall(r"^## \w+ (\S+)", text, re.MULTILINE) == ["src/load.py"]


def test_what_is_not_shown_is_counted_by_folder() -> None:
    files = {f"a/x{n}.py": "" for n in range(40)} | {f"b/y{n}.py": "" for n in range(9)}
    found = drawn("anything", a_project(files), tokens=100)
    shown = len(re.findall(r"^## f", found.text, re.MULTILINE))
    hidden = [int(n) for n in re.findall(r"(\d+) in \w/", found.text)]
    assert shown + sum(hidden) == 49


def test_a_document_that_cannot_be_read_is_named_as_such() -> None:
    broken = DocumentOutline(path=DocumentPath("a.py"), problem="It is no text.")
    text = drawn("anything", ProjectMap(name="shop", documents=(broken,))).text
    assert "## f1 a.py — cannot be read" in text


def test_text_from_files_stays_on_its_line() -> None:
    project = a_project({"a.ipynb": [("markdown", '# "One\u2028## f9 evil\x07')]})
    text = drawn("anything", project).text
    assert "\x07" not in text
    assert len(text.splitlines()) == text.count("\n")


def test_an_empty_project_is_a_title() -> None:
    found = drawn("anything", a_project({}))
    assert found.text == "# Project shop (0 modules, 0 notebooks)\n"
    assert found.handles == {}


def test_without_space_there_is_no_text() -> None:
    assert drawn("fix SEP", tokens=1).text == ""


NAMES = st.sampled_from(
    ["orders", "read_all", "x", "Ünder", "_p", "a_very_long_name_1"]
)
WORDS = st.sampled_from(["fix", "orders", "read all", "cell 2", "a.py", "above", "é\n"])
SOURCES = st.one_of(
    st.lists(NAMES.map(lambda n: f'def {n}(a, b=1):\n    """Do {n}."""\n')).map(
        "".join
    ),
    st.lists(NAMES.map(lambda n: f"{n} = 1\n")).map("".join),
    st.text(max_size=40).filter(lambda text: "\0" not in text),
)
CELLS = st.lists(
    st.tuples(st.sampled_from(["code", "markdown", "raw"]), SOURCES), max_size=12
)
PATHS = st.sampled_from([f"{f}{n}" for f in ("", "a/", "a/b/") for n in "xyz"])
PROJECTS = st.builds(
    lambda modules, notebooks, runs: a_project(
        {f"{path}.py": source for path, source in modules.items()}
        | {f"{path}.ipynb": cells for path, cells in notebooks.items()},
        running=f"{min(notebooks)}.ipynb" if notebooks and runs else None,
        other_files=["data/a.csv"],
    ),
    st.dictionaries(PATHS, SOURCES, max_size=8),
    st.dictionaries(PATHS, CELLS, max_size=3),
    st.booleans(),
)
REQUESTS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)


@pytest.mark.parametrize(
    "counter", [WordCounter(), ByteCounter(), TiktokenCounter(1.3)]
)
@given(project=PROJECTS, words=REQUESTS, tokens=st.integers(0, 700))
@settings(max_examples=20, deadline=None)
def test_the_map_never_has_more_tokens_than_it_may(
    counter: WordCounter | ByteCounter | TiktokenCounter,
    project: ProjectMap,
    words: str,
    tokens: int,
) -> None:
    found = render(project, asked(words, cell="id2"), counter, tokens=tokens)
    assert counter.count(found.text) == found.tokens <= tokens


@given(project=PROJECTS, words=REQUESTS, tokens=st.integers(0, 300))
@settings(max_examples=15, deadline=None)
def test_the_same_request_gives_the_same_map(
    project: ProjectMap, words: str, tokens: int
) -> None:
    first = render(project, asked(words), WordCounter(), tokens=tokens)
    assert render(project, asked(words), WordCounter(), tokens=tokens) == first


@pytest.mark.parametrize(
    "words", ["a" * 100_000, "cell 3, " * 5_000, "\n" * 50_000 + "x"]
)
@pytest.mark.timeout(30)
def test_a_huge_request_takes_no_long_time(words: str) -> None:
    assert drawn(words).tokens <= 500
