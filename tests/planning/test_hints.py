"""Facts about what has no name: plots, headings, imports, and rare words."""

from litecode_nb.planning.hints import hints_for
from planning_builders import SHOP, a_wish, mapped
from project_builders import a_project

PLOTS = a_project(
    {
        "n.ipynb": [
            "import seaborn as sns",
            "sns.barplot(x=[1], y=[2])",
            "sns.heatmap([[1]])",
            ("markdown", "# Survey of customers"),
        ]
    },
    running="n.ipynb",
)


def hints(words: str) -> tuple[str, ...]:
    return hints_for(words, SHOP, mapped(a_wish(words)).handles)


def test_a_plot_is_found_by_what_its_cell_calls() -> None:
    assert hints("add a title to the chart") == ("plots are drawn in c5",)


def test_headings_are_found() -> None:
    assert hints("change the heading to Sales") == ("headings are in c1, c6",)


def test_imports_are_found() -> None:
    assert hints("remove unused imports") == ("imports are in c2",)


def test_a_word_of_one_heading_points_at_it() -> None:
    assert hints("write the conclusions") == ("conclusions is in c6",)


def test_a_word_that_picks_one_plot_is_said_instead_of_all() -> None:
    menu = mapped(a_wish("delete the heatmap"), PLOTS).handles
    assert hints_for("delete the heatmap", PLOTS, menu) == ("heatmap is in c3",)


def test_names_of_the_project_are_left_to_the_facts() -> None:
    assert hints("what does orders hold") == ()


def test_what_has_no_handle_is_not_spoken_of() -> None:
    assert hints_for("add a title to the chart", SHOP, {}) == ()


def test_a_definition_that_shares_several_words_is_said() -> None:
    project = a_project(
        {
            "a.py": 'def drop(rows):\n    """Remove outliers by limit."""\n',
            "b.py": 'def keep(rows):\n    """Keep a limit."""\n',
        }
    )
    words = "how are the outliers removed"
    handles = mapped(a_wish(words), project).handles
    place = next(h for h, t in handles.items() if t.section == "drop")
    expected = (f"outliers and removed are in {place}",)
    assert hints_for(words, project, handles) == expected
