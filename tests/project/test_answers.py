"""Questions that code answers wholly, and those that it leaves to the model."""

import pytest

from litecode_nb.project.answers import answer_by_code
from project_builders import a_project

PROJECT = a_project(
    {
        "src/load.py": (
            "SEP = 1\n\n\ndef read_orders(path):\n"
            '    """Read the orders."""\n    return path\n'
        ),
        "src/stats.py": (
            "from src.load import read_orders\n\n\n"
            "def total(orders):\n    return read_orders(orders)\n\n\n"
            "class Item:\n    def label(self):\n        return self\n"
        ),
        "explore.ipynb": [
            ("markdown", "# Orders"),
            "from src.load import read_orders",
            "orders = read_orders('a')\nprint(orders)",
        ],
    },
    running="explore.ipynb",
)
ANSWERS = {
    "How many cells does the notebook have?": "`explore.ipynb` has 3 cells.",
    "how many cells are there": "`explore.ipynb` has 3 cells.",
    "How many code cells are in explore.ipynb?": "`explore.ipynb` has 2 code cells.",
    "Please tell me how many markdown cells are in this notebook": (
        "`explore.ipynb` has 1 Markdown cell."
    ),
    "Wie viele Zellen hat das Notebook?": "`explore.ipynb` hat 3 Zellen.",
    "Wieviele Code-Zellen gibt es?": "`explore.ipynb` hat 2 Code-Zellen.",
    "How many lines does load.py have?": "`src/load.py` has 6 lines.",
    "how many lines of code are in the stats module": "`src/stats.py` has 10 lines.",
    "how long is read_orders()?": "`read_orders` has 3 lines.",
    "how many lines are in the third cell?": "`explore.ipynb`, cell 3 has 2 lines.",
    "Wie lang ist src/stats.py?": "`src/stats.py` hat 10 Zeilen.",
    "how many functions are in src/stats.py": "`src/stats.py` has 1 function.",
    "How many classes does stats define?": "`src/stats.py` has 1 class.",
    "Wie viele Methoden hat stats.py?": "`src/stats.py` hat 1 Methode.",
    "how many notebooks are there?": "The project has 1 notebook.",
    "Wie viele Module gibt es?": "Das Projekt hat 2 Module.",
    "list the notebooks": "The project has 1 notebook.\n\n- `explore.ipynb`",
    "where is SEP defined?": "`SEP` is defined in `src/load.py`.",
    "Show me where `orders` is defined": (
        "`orders` is defined in `explore.ipynb`, cell 3."
    ),
    "Wo ist total definiert?": (
        "`total` ist definiert in `src/stats.py`, `total` (Zeile 4 bis 5)."
    ),
    "list all functions in load": (
        "`src/load.py` has 1 function:\n\n- `read_orders(path)`: Read the orders."
    ),
    "Liste alle Methoden in stats.py auf": (
        "`src/stats.py` hat 1 Methode:\n\n- `Item.label(self)`"
    ),
    "which functions are in the notebook?": "`explore.ipynb` has no functions.",
    "Which functions use read_orders?": (
        "`read_orders` is used in:\n\n- `explore.ipynb`, cell 3\n"
        "- `src/stats.py`, `total` (lines 4 to 5)\n\n"
        "It is imported in:\n\n- `explore.ipynb`, cell 2\n- `src/stats.py`"
    ),
    "who uses total": "Nothing in this project uses `total`, as far as names tell.",
    "Wer benutzt Item.label?": (
        "Soweit Namen es zeigen, verwendet nichts in diesem Projekt `Item.label`."
    ),
}
LEFT = (
    "What does total return?",
    "How many cells does the notebook have and what do they do?",
    "how many orders are there?",
    "list all functions that return a list",
    "list all functions",
    "who uses nonsense?",
    "where is nonsense defined?",
    "how long is nonsense?",
    "How many lines does gone.py have?",
    "how many cells does load.py have",
    "which functions should use read_orders?",
    "rename total to sum_up",
    "where is the bug?",
    "wie viele Bestellungen gibt es?",
    "how many cells are there? " * 20,
)


@pytest.mark.parametrize(("question", "answer"), ANSWERS.items())
def test_the_answer_by_code(question: str, answer: str) -> None:
    assert answer_by_code(question, PROJECT) == answer


@pytest.mark.parametrize("question", LEFT)
def test_what_is_left_to_the_model(question: str) -> None:
    assert answer_by_code(question, PROJECT) is None


def test_two_notebooks_of_which_none_runs_are_in_doubt() -> None:
    project = a_project({"a.ipynb": ["x"], "b.ipynb": ["y"]})
    assert answer_by_code("how many cells are there?", project) is None


def test_a_name_with_two_homes_is_in_doubt() -> None:
    project = a_project({"a.py": "def f(): ...\n", "b.py": "def f(): ...\n"})
    assert answer_by_code("who uses f?", project) is None


def test_a_long_list_ends_with_how_much_more_there_is() -> None:
    source = "".join(f"def f{number}(): ...\n" for number in range(50))
    answer = answer_by_code("list the functions in a.py", a_project({"a.py": source}))
    assert answer is not None
    assert answer.endswith("- 10 more")
