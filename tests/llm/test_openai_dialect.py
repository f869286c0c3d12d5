import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import a_prompt
from litecode_nb.domain.prompt import ReplyForm
from litecode_nb.llm.dialect import Answer, Piece
from litecode_nb.llm.dialects.openai import OpenAiDialect
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.sse import ServerEvent

DIALECT = OpenAiDialect()
TRAITS = ModelTraits(name="m", server="s", context_window=8192)
SCHEMA = ReplyForm(json_schema={"type": "object"})


def body_of(traits: ModelTraits, form: ReplyForm) -> Any:
    prompt = a_prompt(form=form)
    call = DIALECT.request(prompt, traits, temperature=0.5, without=frozenset())
    return call.body


def refused(message: str, status: int = 400, **more: str) -> str | None:
    text = json.dumps({"error": {"message": message, **more}})
    return DIALECT.refused_field(Answer(status=status, text=text))


def test_a_schema_is_not_sent_where_it_may_not_be_understood() -> None:
    assert "response_format" not in body_of(TRAITS, SCHEMA)


def test_a_schema_is_sent_where_it_is_understood() -> None:
    able = replace(TRAITS, takes_schema=True)
    assert body_of(able, SCHEMA)["response_format"]["type"] == "json_schema"


def test_a_grammar_is_never_sent() -> None:
    assert "grammar" not in body_of(TRAITS, ReplyForm(grammar='root ::= "a"'))


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ("Unrecognized request argument supplied: stream_options", "stream_options"),
        ("stream_options: Extra inputs are not permitted", "stream_options"),
        ("'stream_options' must be null", "stream_options"),
        ("Unsupported value: 'temperature' does not support 0", "temperature"),
        ("response_format is not supported by this model", "response_format"),
        ("max_tokens must be at least 1", None),
        ("temperature is too hot", None),
        ("no idea", None),
    ],
)
def test_only_a_field_that_is_not_understood_is_left_out(
    message: str, field: str | None
) -> None:
    assert refused(message) == field


def test_a_field_may_be_named_apart_from_the_message() -> None:
    assert refused("Unknown parameter.", param="stream_options") == "stream_options"


def test_an_overflow_that_names_a_field_is_an_overflow() -> None:
    message = "maximum context length is 100; max_tokens not supported at 200"
    assert refused(message) is None


def test_only_a_refusal_is_read_for_fields() -> None:
    assert refused("Unknown field: stream_options", status=500) is None


FIELDS = (
    *("choices", "delta", "message", "content", "usage", "error", "text"),
    *("finish_reason", "prompt_tokens", "reasoning", "prompt_tokens_details"),
)
events = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(FIELDS),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(events)
def test_any_event_is_read_without_a_failure(value: Any) -> None:
    piece = DIALECT.piece(ServerEvent(data=json.dumps(value)))
    assert isinstance(piece, Piece)


@given(st.text())
def test_any_text_is_read_without_a_failure(text: str) -> None:
    assert isinstance(DIALECT.piece(ServerEvent(data=text)), Piece)
