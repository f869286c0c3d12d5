"""What kind of request it is, by its words; in doubt, nothing is said."""

import pytest

from litecode_nb.domain.plan import Action
from litecode_nb.domain.request import Intent
from litecode_nb.planning.intents import (
    action_in_words,
    action_of,
    bare,
    possible_actions,
)
from planning_builders import a_wish

QUESTIONS = [
    "What does median return?",
    "what would happen if sep was None",
    "why is total so slow?",
    "How many cells are there?",
    "which functions use read_prices",
    "Explain the third cell",
    "tell me what the notebook is about",
    "is median tested?",
    "Where is orders defined?",
    "Warum ist die Summe falsch?",
    "Was macht die vierte Zelle?",
    "Wo wird total verwendet?",
    "Erkläre die dritte Zelle",
]
CREATIONS = [
    "Add a cell after the plot that prints the largest month",
    "Insert a markdown cell before cell 5",
    "add a function variance(values) to stats.py",
    "could you write a function that sorts the rows?",
    "make a new module plots.py with a bar chart",
    "create a class Item with a name",
    "show the first five rows in a new cell",
    "new cell: plot the medians",
    "Ergänze eine Zelle, die die Summe ausgibt",
    "Schreibe eine neue Funktion, die den Mittelwert berechnet",
    "Explain the plot in a new cell",
]
DELETIONS = [
    "Delete the cell that computes top",
    "remove the last cell, please",
    "Remove the function median",
    "get rid of the two unused functions",
    "delete this",
    "Lösche die Zelle mit dem Histogramm",
]
EDITS = [
    "Rename total to grand_total everywhere",
    "Fix the bug in median",
    "can you make total faster?",
    "Make summary print the median too",
    "let total take a currency",
    "Sortiere top absteigend",
    "drop the column price from top",
    "delete the comments in load.py",
    "remove the second argument of total",
    "Fix the new cell",
    "Write the plot to a file plot.png",
]
DOUBTFUL = [
    "Add a title to the plot",
    "add a class attribute to Item",
    "add a function argument to main",
    "delete the cell's output",
    "remove the function calls to print",
    "When prices is empty, return 0",
    "Where a row has no amount, use 0",
    "add a comment before cell 3",
    "type hints please",
    "explain total in a docstring",
    "explain what is wrong and fix it",
]


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_is_one(words: str) -> None:
    assert action_in_words(words) is Action.QUERY


@pytest.mark.parametrize("words", CREATIONS)
def test_something_new_is_a_creation(words: str) -> None:
    assert action_in_words(words) is Action.CREATE


@pytest.mark.parametrize("words", DELETIONS)
def test_a_whole_thing_that_goes_is_a_deletion(words: str) -> None:
    assert action_in_words(words) is Action.DELETE


@pytest.mark.parametrize("words", EDITS)
def test_a_plain_change_is_an_edit(words: str) -> None:
    assert action_in_words(words) is Action.EDIT


@pytest.mark.parametrize("words", DOUBTFUL)
def test_in_doubt_a_model_is_to_say(words: str) -> None:
    assert action_in_words(words) is None


def test_what_was_forced_to_be_a_question_is_one() -> None:
    wish = a_wish("rename a to b", intent=Intent.ASK)
    assert action_of(wish) is Action.QUERY


def test_what_was_forced_to_be_an_edit_is_no_question() -> None:
    wish = a_wish("what a mess", intent=Intent.EDIT)
    assert action_of(wish) is Action.EDIT


def test_a_forced_edit_may_still_delete() -> None:
    wish = a_wish("delete the last cell", intent=Intent.EDIT)
    assert action_of(wish) is Action.DELETE


def test_nothing_may_be_deleted_unless_the_request_says_so() -> None:
    wish = a_wish("c5 fails, drop it from the list")
    assert Action.DELETE not in possible_actions(wish)


def test_what_may_be_a_deletion_is_left_to_the_model() -> None:
    assert Action.DELETE in possible_actions(a_wish("get rid of the plot"))


def test_politeness_is_no_question() -> None:
    assert bare("Could you please sort x?") == "sort x"


def test_a_pasted_traceback_is_not_read_as_a_request() -> None:
    words = "median fails\n" + "x" * 500 + "\nadd a function f"
    assert action_in_words(words) is None
