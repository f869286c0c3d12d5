import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litecode_nb.errors import ReplyEndless
from litecode_nb.llm.repetition import LONGEST_PERIOD, RepetitionWatch, repeated_run


def feed(text: str, known: str = "", size: int = 7) -> None:
    watch = RepetitionWatch(known)
    for start in range(0, len(text), size):
        watch.feed(text[start : start + size])


@pytest.mark.parametrize(
    "unit", ["a", "ab ", "x = 1\n", "def f(x):\n    return x + 1\n\n\n", "\n", "  \t"]
)
def test_endless_repetition_is_stopped(unit: str) -> None:
    with pytest.raises(ReplyEndless, match="repeats"):
        feed("import os\n" + unit * 4000)


def test_white_space_is_stopped_sooner() -> None:
    with pytest.raises(ReplyEndless):
        feed('{"a": ' + " " * 600)


@pytest.mark.parametrize(
    "text",
    [
        "# " + "-" * 200 + "\n",
        "board = [" + "0, " * 250 + "]\n",
        "\n" * 100,
        "".join(f"x{n} = {n}\n" for n in range(2000)),
    ],
)
def test_ordinary_text_is_not_stopped(text: str) -> None:
    feed(text)


def test_what_the_prompt_repeats_may_be_written_again() -> None:
    zeros = "0, " * 2000
    feed(zeros, known=f"rename a\n{zeros}")


@settings(max_examples=40)
@given(st.text(min_size=1, max_size=LONGEST_PERIOD // 4), st.text(max_size=40))
def test_any_piece_is_noticed_once_it_fills_the_end(unit: str, start: str) -> None:
    assert repeated_run(start + unit * 2600) != ""


@settings(max_examples=40)
@given(st.text(max_size=900))
def test_a_short_reply_never_repeats_itself(text: str) -> None:
    assert not repeated_run(text) or text.endswith(" " * 300) or not text.strip()
