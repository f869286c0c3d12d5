"""What no answer may do, whatever the model writes; judged without a model."""

import pytest

from litecode_nb.execution.change import Change
from litecode_nb.execution.checking import Try, problem_of

CELL = "rows = [1, 2, 3]\ntotal(rows)"
TEXT = "# Orders\n\nAll of them."


def last_problem(
    before: str, after: str, *, instruction: str = "improve it", is_python: bool = True
) -> str | None:
    """Give what still stands against an answer at the last try."""
    change = Change(
        before=before,
        after=after,
        new=(after,),
        shown=before,
        instruction=instruction,
        is_python=is_python,
    )
    return problem_of(change, Try.LAST)


@pytest.mark.parametrize("after", ["", "\n", "   \n\n"])
def test_a_text_is_not_blanked(after: str) -> None:
    assert last_problem(TEXT, after, is_python=False) is not None


@pytest.mark.parametrize(
    "after",
    [
        "I'm sorry, but I can't help with that.",
        "As an AI, I do not know.",
        "<think>Let me think",
        "I cannot help with that.",
    ],
)
def test_a_refusal_is_no_text(after: str) -> None:
    assert last_problem(TEXT, after, is_python=False) is not None


def test_a_text_may_begin_with_sorry_if_it_did_before() -> None:
    before = "I'm sorry for the delay."
    after = "I'm sorry for the long delay."
    assert last_problem(before, after, is_python=False) is None


def test_code_is_not_replaced_by_something_else() -> None:
    assert last_problem(CELL, '{"source": "x"}') is not None


def test_code_may_be_replaced_where_the_words_say_so() -> None:
    words = "print hello instead"
    assert last_problem(CELL, 'print("hello")', instruction=words) is None


def test_a_cell_does_not_turn_into_a_shell() -> None:
    after = f"%%bash\nrm -rf /\n{CELL}"
    assert last_problem(CELL, after) is not None


def test_a_magic_may_be_asked_for() -> None:
    after = f"%%time\n{CELL}"
    assert last_problem(CELL, after, instruction="time this cell") is None


def test_a_change_of_the_same_code_is_fine() -> None:
    assert last_problem(CELL, f"{CELL}\nprint(rows)") is None
