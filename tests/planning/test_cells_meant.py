"""The one cell that a request describes, or none."""

import pytest

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.plan import Action
from litecode_nb.planning.cells_meant import cell_meant
from project_builders import a_project

PROJECT = a_project(
    {
        "n.ipynb": [
            ("markdown", "# Survey of customers"),
            "import seaborn as sns",
            "top = [1, 2]",
            "print(top)",
            "sns.heatmap([top])",
            "sns.barplot(x=[1], y=[2])",
        ]
    },
    running="n.ipynb",
)


def found(words: str, action: Action) -> str | None:
    notebook = PROJECT.document(DocumentPath("n.ipynb"))
    assert notebook is not None
    unit = cell_meant(words, action, notebook, PROJECT)
    return unit.partition("#")[2] if unit else None


@pytest.mark.parametrize(
    ("words", "action", "cell"),
    [
        ("delete the heatmap", Action.DELETE, "id5"),
        ("use red in the heatmap", Action.EDIT, "id5"),
        ("what does the heatmap show?", Action.QUERY, "id5"),
        ("delete the cell that computes top", Action.DELETE, "id3"),
        ("lösche die Zelle, die top berechnet", Action.DELETE, "id3"),
        ("sort the imports", Action.EDIT, "id2"),
        ("add a cell after the heatmap", Action.CREATE, "id5"),
    ],
)
def test_a_cell_is_found_by_its_description(
    words: str, action: Action, cell: str
) -> None:
    assert found(words, action) == cell


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("make the plot larger", Action.EDIT),
        ("sort top before the heatmap", Action.EDIT),
        ("add a cell that shows the heatmap again", Action.CREATE),
        ("delete the cell that uses top", Action.DELETE),
        ("delete the cell that computes bottom", Action.DELETE),
        ("make it faster", Action.EDIT),
    ],
)
def test_a_description_that_fits_none_or_two_finds_nothing(
    words: str, action: Action
) -> None:
    assert found(words, action) is None
