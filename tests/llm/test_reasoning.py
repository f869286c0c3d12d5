from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litecode_nb.llm.reasoning import ReasoningSplitter, split_unopened


def split(*pieces: str) -> tuple[str, str]:
    splitter = ReasoningSplitter()
    parts = [*map(splitter.feed, pieces), splitter.flush()]
    return "".join(c for c, _ in parts), "".join(r for _, r in parts)


def test_reasoning_is_separated_from_content() -> None:
    assert split("<think>why</think>\n\nbecause") == ("because", "why")


def test_white_space_before_the_tag_does_not_hide_it() -> None:
    assert split("\n <think>why</think>because") == ("because", "why")


def test_a_reply_without_a_tag_is_content() -> None:
    assert split("x = ", "1\n") == ("x = 1\n", "")


def test_an_unclosed_tag_leaves_no_content() -> None:
    assert split("<think>why", " not") == ("", "why not")


def test_a_tag_later_on_is_content() -> None:
    assert split("a = '<think>x</think>'") == ("a = '<think>x</think>'", "")


def test_the_indent_after_reasoning_is_kept() -> None:
    assert split("<think>why</think>\n\n    return 1") == ("    return 1", "why")


def test_what_only_looks_like_a_tag_is_content() -> None:
    assert split("<thi", "s is content") == ("<this is content", "")


def test_content_is_given_as_soon_as_it_is_certain() -> None:
    assert ReasoningSplitter().feed("x") == ("x", "")


@given(st.data())
def test_a_tag_may_be_cut_anywhere(data: st.DataObject) -> None:
    whole = "<think>is 1 < 2 </thin or </think>yes </think> no"
    places = data.draw(st.lists(st.integers(0, len(whole)), max_size=8).map(sorted))
    bounds = [0, *places, len(whole)]
    pieces = [whole[a:b] for a, b in pairwise(bounds)]
    assert split(*pieces) == ("yes </think> no", "is 1 < 2 </thin or ")


@given(st.lists(st.text(max_size=8), max_size=6))
def test_nothing_is_lost_without_a_tag(pieces: list[str]) -> None:
    whole = "".join(pieces)
    if "<" not in whole:
        assert split(*pieces) == (whole, "")


def test_an_unopened_tag_ends_the_reasoning() -> None:
    assert split_unopened("why\n</think>\n\nbecause") == ("because", "why\n")


@pytest.mark.parametrize(
    "code",
    ['END = "</think>"\n', "r'</think>'", "`</think>`", "(</think>)", "a\\</think>"],
)
def test_a_quoted_tag_is_content(code: str) -> None:
    assert split_unopened(code) == (code, "")
