"""What code knows about the words of a request."""

import pytest

from litecode_nb.domain.project import ProjectMap
from litecode_nb.project.facts import find_facts, main_notebook
from litecode_nb.project.handles import HandleBook, label, positions_of
from project_builders import Cell, a_project, asked

FILES: dict[str, str | list[Cell]] = {
    "src/load.py": "def read_orders(path): ...\nSEP = 1\n",
    "src/stats.py": (
        "from src.load import read_orders\n"
        "def by_month(orders): ...\n"
        "def main():\n    return by_month(read_orders(1))\n"
    ),
    "explore.ipynb": [
        ("markdown", "# Orders"),
        "from src.load import read_orders\nfrom src import stats",
        "orders = read_orders('a')",
        "monthly = stats.by_month(orders)",
        "%%litecode\nwhatever",
    ],
    "other.ipynb": ["a = 1", "b = 2"],
}
PROJECT = a_project(FILES, running="explore.ipynb")


def said(words: str, project: ProjectMap = PROJECT, *, cell: str = "id5") -> list[str]:
    """The facts in a person's words."""
    positions = positions_of(project)
    facts = find_facts(asked(words, cell=cell), project)
    return [fact.worded(lambda target: label(target, positions)) for fact in facts]


def test_a_name_is_told_with_its_definer_its_users_and_its_importers() -> None:
    assert " ".join(said("Rename read_orders everywhere")) == (
        "read_orders is defined in src/load.py › read_orders, used in explore.ipynb › "
        "cell 3, src/stats.py › main, imported in explore.ipynb › cell 2, src/stats.py"
    )


def test_a_name_of_a_cell_is_told_with_its_cell() -> None:
    assert said("sort monthly") == ["monthly is defined in explore.ipynb › cell 4"]


def test_a_constant_is_told_with_its_module() -> None:
    assert said("change SEP") == ["SEP is defined in src/load.py"]


def test_an_ordinal_is_told_with_its_cell() -> None:
    assert said("Explain the third cell") == [
        "the third cell is explore.ipynb › cell 3"
    ]


def test_the_cell_above_is_told_from_where_the_request_was_written() -> None:
    assert said("fix the cell above") == ["the cell above is explore.ipynb › cell 4"]
    assert said("fix the cell above", cell="id3") == [
        "the cell above is explore.ipynb › cell 2"
    ]


def test_a_cell_that_is_not_there_is_told_as_such() -> None:
    assert said("delete cell 9") == ['there is no "cell 9": the notebook has 5 cells']


def test_another_notebook_that_is_named_is_the_one_whose_cell_is_meant() -> None:
    assert said("explain the second cell of other.ipynb")[0] == (
        "the second cell is other.ipynb › cell 2"
    )


def test_a_document_that_is_named_is_told() -> None:
    assert said("add a function to stats.py") == ["src/stats.py is src/stats.py"]


@pytest.mark.parametrize(
    "words", ["How many cells are there?", "Wie viele Zellen sind es?"]
)
def test_counts_are_told_when_they_are_asked_for(words: str) -> None:
    assert said(words) == ["explore.ipynb has 5 cells (4 code, 1 markdown)"]


def test_the_size_of_a_module_is_told_when_it_is_asked_for() -> None:
    assert "src/stats.py has 4 lines, 2 functions" in said(
        "how many lines has stats.py"
    )


def test_two_homes_of_a_name_are_two_facts() -> None:
    files = {"a.py": "def load(): ...\n", "b.py": "def load(): ...\n"}
    facts = said("fix the function load", a_project(files))
    assert facts == ["load is defined in a.py › load", "load is defined in b.py › load"]


def test_many_homes_of_a_name_are_counted() -> None:
    files = {f"{c}.py": "def launch(): ...\n" for c in "abcdefghi"}
    (fact,) = said("fix launch", a_project(files))
    assert fact.startswith("launch is defined in 9 places: a.py › launch, ")
    assert fact.endswith(" and 3 more")


def test_there_are_never_too_many_facts() -> None:
    names = [f"name_{number}" for number in range(30)]
    project = a_project({"a.py": "".join(f"{name} = 1\n" for name in names)})
    assert len(said(" ".join(names), project)) == 6


def test_without_anything_known_there_are_no_facts() -> None:
    assert said("make it pretty") == []


def test_facts_name_places_by_their_handles_or_else_for_a_person() -> None:
    facts = find_facts(asked("rename by_month"), PROJECT)
    book = HandleBook(positions_of(PROJECT), PROJECT.documents[0].path)
    handles = {book.of(target): target for target in facts[0].targets[:1]}
    by_target = {target: handle for handle, target in handles.items()}
    positions = positions_of(PROJECT)
    fact = facts[0].worded(lambda t: by_target.get(t) or label(t, positions))
    assert fact.startswith("by_month is defined in m1, used in explore.ipynb › cell 4")


def test_the_main_notebook_is_the_running_one() -> None:
    found = main_notebook(PROJECT, asked("explain other.ipynb"))
    assert found is not None
    assert found.path == "explore.ipynb"


def test_without_a_running_one_the_main_notebook_is_the_one_that_is_named() -> None:
    found = main_notebook(a_project(FILES), asked("explain other.ipynb"))
    assert found is not None
    assert found.path == "other.ipynb"


def test_without_notebooks_there_is_no_main_one() -> None:
    assert main_notebook(a_project({"a.py": ""}), asked("explain")) is None
