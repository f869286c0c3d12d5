import re

from hypothesis import given, settings
from hypothesis import strategies as st

from litecode_nb.execution.lines import core, plain, restored, split_lines

QUICK = settings(deadline=None, max_examples=60)
TEXTS = st.text(alphabet="ab \t\n\r\f#:", max_size=60)


@QUICK
@given(TEXTS)
def test_split_lines_lose_nothing(text: str) -> None:
    assert "".join(split_lines(text)) == text


@QUICK
@given(TEXTS)
def test_a_text_that_is_given_back_keeps_every_byte(text: str) -> None:
    assert restored(text, plain(text)) == text


@QUICK
@given(TEXTS)
def test_trailing_space_and_line_ends_alone_are_no_change(text: str) -> None:
    noisy = re.sub(r"(?m)$", "  ", plain(text).rstrip("\n"))
    if core(text).strip():
        assert restored(text, noisy) == text


def test_new_lines_get_the_line_end_of_the_old_text() -> None:
    assert restored("a\r\nb\r\n", "a\nx\nb") == "a\r\nx\r\nb\r\n"


def test_mixed_line_ends_stay_on_unchanged_lines() -> None:
    assert restored("a\nb\r\nc\r\n", "a\nx\nb\nc") == "a\nx\r\nb\r\nc\r\n"


def test_a_missing_final_newline_stays_missing() -> None:
    assert restored("a\nb", "a\nb\nc\n") == "a\nb\nc"


def test_a_lost_final_newline_comes_back() -> None:
    assert restored("a\nb\n", "a\nc") == "a\nc\n"


def test_blank_lines_at_both_ends_stay() -> None:
    assert restored("\n\na\n\n\n", "b") == "\n\nb\n\n\n"


def test_trailing_space_of_new_lines_goes() -> None:
    assert restored("a\n", "b   \n") == "b\n"


def test_trailing_space_of_new_lines_stays_where_it_means_something() -> None:
    assert restored("a\n", "b  \n", keeps_spaces=True) == "b  \n"


def test_a_form_feed_is_no_line_end() -> None:
    assert split_lines("a\fb\nc") == ("a\fb\n", "c")


def test_an_empty_text_takes_what_is_written() -> None:
    assert restored("", "a\nb\n") == "a\nb"
