"""Which words ask for an undo, and what takes a change set back."""

import pytest

from builders import a_change_set, an_edit
from litecode_nb.session.taking_back import asks_for_undo, takes_back


@pytest.mark.parametrize(
    "words",
    [
        "undo",
        "Undo that.",
        "please undo that",
        "undo the last change",
        "revert it!",
        "take that back",
        "Mach das rückgängig",
        "bitte mache das wieder rückgängig",
    ],
)
def test_these_words_ask_for_an_undo(words: str) -> None:
    assert asks_for_undo(words)


@pytest.mark.parametrize(
    "words",
    [
        "undo the sorting in cell 3",
        "add an undo function",
        "what does undo do?",
        "revert the list before printing it",
        "make that an undo button",
    ],
)
def test_these_words_do_not(words: str) -> None:
    assert not asks_for_undo(words)


def test_the_inverted_edits_take_a_change_set_back() -> None:
    edits = (an_edit(), an_edit(document="b.py"))
    turned = a_change_set(*(e.inverted() for e in reversed(edits)))
    assert takes_back(turned, a_change_set(*edits))


def test_a_part_of_them_does_not() -> None:
    edits = (an_edit(), an_edit(document="b.py"))
    assert not takes_back(a_change_set(edits[0].inverted()), a_change_set(*edits))


def test_nothing_takes_back_nothing() -> None:
    assert not takes_back(a_change_set(), None)
