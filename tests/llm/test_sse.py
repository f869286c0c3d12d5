from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litecode_nb.llm.sse import EventReader, ServerEvent


def read(*chunks: bytes) -> list[str]:
    reader = EventReader()
    events = [event for chunk in chunks for event in reader.feed(chunk)]
    return [event.data for event in [*events, *reader.flush()]]


def test_an_event_ends_at_a_blank_line() -> None:
    assert read(b"data: a\n\ndata: b\n\n") == ["a", "b"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_every_kind_of_line_end_is_read(end: bytes) -> None:
    assert read(b"data: a" + end * 2 + b"data: b" + end * 2) == ["a", "b"]


def test_only_line_ends_end_a_line() -> None:
    text = "a\u2028b\x0cc\x85d\x1ce"
    assert read(f"data: {text}\n\n".encode()) == [text]


def test_comments_are_passed_over() -> None:
    assert read(b": OPENROUTER PROCESSING\n\ndata: a\n\n: keep-alive\n\n") == ["a"]


def test_blank_lines_are_passed_over() -> None:
    assert read(b"\n\n\n\ndata: a\n\n\n\n\n") == ["a"]


def test_data_over_several_lines_is_one_event() -> None:
    assert read(b"data: a\ndata: b\n\n") == ["a\nb"]


def test_the_space_after_the_colon_may_be_missing() -> None:
    assert read(b"data:a\n\n") == ["a"]


def test_only_one_space_belongs_to_the_form() -> None:
    assert read(b"data:   a\n\n") == ["  a"]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read(b"\xef\xbb", b"\xbfdata: a\n\n") == ["a"]


def test_unknown_fields_are_passed_over() -> None:
    assert read(b"id: 7\nretry: 10\nfoo: bar\ndata: a\n\n") == ["a"]


def test_a_last_event_without_its_blank_line_is_read() -> None:
    assert read(b"data: a\n\ndata: [DONE]") == ["a", "[DONE]"]


def test_an_error_field_is_an_event_of_that_name() -> None:
    [event] = EventReader().feed(b'error: {"code": 500}\n\n')
    assert event == ServerEvent(data='{"code": 500}', name="error")


def test_an_event_s_name_is_kept() -> None:
    [event] = EventReader().feed(b"event: error\ndata: {}\n\n")
    assert event.name == "error"


def test_bare_json_between_events_is_read() -> None:
    assert read(b'{"error": {"message": "no"}}\n\n') == ['{"error": {"message": "no"}}']


def test_bytes_that_are_no_text_do_not_stop_the_reader() -> None:
    assert read(b"data: \xff\xfe\n\ndata: a\n\n")[-1] == "a"


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), min_size=1),
        max_size=5,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.data(),
)
def test_a_stream_may_be_cut_at_any_byte(
    texts: list[str], end: str, cuts: st.DataObject
) -> None:
    whole = "".join(f"data: {text}{end}{end}" for text in texts).encode()
    places = cuts.draw(st.lists(st.integers(0, len(whole)), max_size=6).map(sorted))
    bounds = [0, *places, len(whole)]
    chunks = [whole[a:b] for a, b in pairwise(bounds)]
    assert read(*chunks) == [text for text in texts if text.strip()]
