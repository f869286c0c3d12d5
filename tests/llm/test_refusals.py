import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litecode_nb.errors import ContextExceeded, ModelError, RateLimited, ServerRefused
from litecode_nb.llm.dialect import Answer
from litecode_nb.llm.dialects.refusals import refusal

Numbers = tuple[int | None, int | None]


def refused(
    message: str, *, status: int | None = 400, headers: dict[str, str] | None = None
) -> ModelError:
    text = json.dumps({"error": {"message": message}})
    return refusal(Answer(status=status, text=text, headers=headers or {}))


VLLM = (
    "This model's maximum context length is 6048 tokens. However, you requested 6616 "
    "tokens (568 in the messages, 6048 in the completion)"
)
NEWER_VLLM = (
    "This model's maximum context length is 2048 tokens. However, your request has "
    "3000 input tokens."
)
OPENAI = (
    "This model's maximum context length is 4,097 tokens. However, your messages "
    "resulted in 5,000 tokens."
)
LM_STUDIO = (
    "The number of tokens to keep from the initial prompt is greater than the context "
    "length (n_keep: 4200 >= n_ctx: 4096)"
)
LLAMACPP = "request (6031 tokens) exceeds the available context size (2048 tokens)"


@pytest.mark.parametrize(
    ("message", "numbers"),
    [
        (VLLM, (568, 6048)),
        (NEWER_VLLM, (3000, 2048)),
        (OPENAI, (5000, 4097)),
        (LM_STUDIO, (4200, 4096)),
        (LLAMACPP, (6031, 2048)),
        ("the request exceeds the available context size", (None, None)),
        ("prompt is too long", (None, None)),
    ],
)
def test_an_overflow_is_known_by_its_words(message: str, numbers: Numbers) -> None:
    error = refused(message)
    assert isinstance(error, ContextExceeded)
    assert (error.prompt_tokens, error.context_window) == numbers


def test_tokens_a_minute_are_a_window() -> None:
    error = refused(
        "Request too large for model on tokens per minute (TPM): Limit 6000, "
        "Requested 12328, please reduce your message size and try again.",
        status=413,
    )
    assert isinstance(error, ContextExceeded)
    assert error.context_window == 6000


def test_a_body_that_is_too_large_for_a_proxy_is_no_overflow() -> None:
    error = refusal(Answer(status=413, text="<html>Request Entity Too Large</html>"))
    assert not isinstance(error, ContextExceeded)


@pytest.mark.parametrize(
    ("headers", "message", "seconds"),
    [
        ({"retry-after": "7"}, "slow down", 7.0),
        ({"retry-after": "0.5"}, "slow down", 0.5),
        ({}, "Please try again in 5.289s. Visit our page.", 5.289),
        ({}, "Please try again in 2m59.56s.", 179.56),
        ({}, "Please try again in 120ms.", 0.12),
        ({}, "Please retry in 1h2m.", 3720.0),
        ({}, "slow down", None),
        ({"retry-after": "soon"}, "slow down", None),
        ({}, "try again in ...s", None),
    ],
)
def test_a_rate_limit_tells_when_to_come_back(
    headers: dict[str, str], message: str, seconds: float | None
) -> None:
    error = refused(message, status=429, headers=headers)
    assert isinstance(error, RateLimited)
    assert error.retry_after == (None if seconds is None else pytest.approx(seconds))


def test_an_account_without_credit_is_no_rate_limit() -> None:
    error = refused("You exceeded your quota: insufficient_quota", status=429)
    assert not isinstance(error, RateLimited)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "refuses the key"),
        (402, "no credit"),
        (403, "refuses the key"),
        (404, "does not know the model"),
        (500, "just now"),
        (503, "just now"),
        (418, "refused the request"),
    ],
)
def test_a_status_says_what_to_do(status: int, words: str) -> None:
    error = refused("because", status=status)
    assert isinstance(error, ServerRefused)
    assert error.status == status
    assert words in str(error)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "because"}},
        {"error": "because"},
        {"message": "because"},
        {"detail": "because"},
        {"detail": [{"msg": "because"}]},
        [{"error": {"message": "because"}}],
        "because",
    ],
)
def test_the_server_s_words_are_found_wherever_they_are(body: Any) -> None:
    assert "because" in str(refusal(Answer(status=400, text=json.dumps(body))))


def test_the_server_s_words_are_kept_short() -> None:
    assert len(str(refused("x" * 10_000))) < 500


def test_the_server_s_words_cannot_play_with_a_terminal() -> None:
    assert "\x1b" not in str(refused("\x1b[2J\x1b]0;title\x07"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "type", "detail", "n_ctx"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@given(json_values, st.none() | st.sampled_from([200, 400, 413, 429, 500]))
def test_any_answer_becomes_an_error_of_ours(body: Any, status: int | None) -> None:
    error = refusal(Answer(status=status, text=json.dumps(body)))
    assert isinstance(error, ModelError)
