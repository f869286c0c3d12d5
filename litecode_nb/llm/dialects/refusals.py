"""What a server's error means: status and body in, one of our errors out."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litecode_nb.errors import (
    ContextExceeded,
    ModelError,
    RateLimited,
    ServerRefused,
)
from litecode_nb.llm.dialect import Answer
from litecode_nb.llm.dialects.json_values import mapping, parsed, positive, string

LONGEST_QUOTE = 300

OTHERWISE = "The model server refused the request: {what}. See `litecode doctor`."
WEB_PAGE = (
    "A web page answers at the model server's address, and no model. Check `server`; a "
    "sign-in page may stand before it."
)
BAD_KEY = (
    "The model server refuses the key: {what}. Put the right one into the environment "
    "variable of `api_key_variable`."
)
NO_MONEY = "The account at the model server has no credit left: {what}."
NO_SUCH = (
    "The model server does not know the model or the path: {what}. Check `model` and "
    "`server`."
)
MOVED = "The model server moved to {where}. Set `server` to that address."
NOT_NOW = (
    "The model server cannot answer just now: {what}. Try again in a moment, or look "
    "into the server's log."
)
ADVICE: Mapping[int | None, str] = {
    200: WEB_PAGE,
    **dict.fromkeys((301, 302, 307, 308), MOVED),
    **dict.fromkeys((401, 403), BAD_KEY),
    **dict.fromkeys((402, 429), NO_MONEY),
    **dict.fromkeys((404, 405), NO_SUCH),
    **dict.fromkeys((500, 502, 503, 504, 529), NOT_NOW),
}
NUMBER = r"(\d[\d,]*)"

WINDOW = re.compile(
    rf"maximum context length (?:is|of) {NUMBER}|context size \({NUMBER} tokens"
    rf"|n_ctx:? ?=? ?{NUMBER}|\(TPM\): Limit {NUMBER}"
)
PROMPT = re.compile(
    rf"\({NUMBER} in the (?:messages|prompt)|resulted in {NUMBER} tokens"
    rf"|{NUMBER} input tokens|request \({NUMBER} tokens\)|n_keep:? ?=? ?{NUMBER}"
)
CONTEXT = re.compile(
    r"context.(?:length|size|window)|n_keep|prompt is too long|too many tokens"
    r"|reduce the length|\(TPM\): Limit",
    re.IGNORECASE,
)
CONTEXT_STATUS = {None, 400, 413, 422, 500}
NO_CREDIT = re.compile("insufficient_quota|insufficient balance", re.IGNORECASE)
AGAIN_IN = re.compile(r"(?:try again|retry) in ([\d.hms]+)", re.IGNORECASE)
SPAN = re.compile(r"([\d.]+)(ms|h|m|s)")
SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}


def refusal(answer: Answer) -> ModelError:
    """Give the error that an answer stands for."""
    quote = _quote(answer)
    if answer.status in CONTEXT_STATUS and _is_about_context(answer, quote):
        return _context_exceeded(answer, quote)
    message = _advice(answer, quote)
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS and not NO_CREDIT.search(quote):
        return _rate_limited(answer, quote)
    return ServerRefused(message, status=answer.status)


def error_object(answer: Answer) -> Mapping[str, Any]:
    """Give the object that tells of the error, wherever the server puts it.

    Gemini wraps it into an array; others give a text in place of the object.
    """
    body = parsed(answer.text)
    if isinstance(body, list) and body:
        body = body[0]
    inner = mapping(body).get("error", body)
    if isinstance(inner, str):
        return {"message": inner}
    return mapping(inner)


def _quote(answer: Answer) -> str:
    """Give the server's own words in one line: they are a stranger's text."""
    error = error_object(answer)
    said = error.get("message") or error.get("detail") or answer.text
    code = string(error.get("code")) or string(error.get("type"))
    words = said if isinstance(said, str) else str(said)
    if code and code not in words:
        words = f"{words} [{code}]"
    line = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    return line if len(line) <= LONGEST_QUOTE else line[:LONGEST_QUOTE] + "…"


def _is_about_context(answer: Answer, quote: str) -> bool:
    is_named = "exceed_context" in string(error_object(answer).get("type"))
    return is_named or CONTEXT.search(quote) is not None


def _context_exceeded(answer: Answer, quote: str) -> ContextExceeded:
    error = error_object(answer)
    prompt = positive(error.get("n_prompt_tokens")) or _number(PROMPT, quote)
    window = positive(error.get("n_ctx")) or _number(WINDOW, quote)
    message = (
        f"The prompt does not fit into the model server's window: “{quote}”. "
        "Choose a larger window on the server, or set `context_window` to its window."
    )
    return ContextExceeded(
        message, status=answer.status, prompt_tokens=prompt, context_window=window
    )


def _rate_limited(answer: Answer, quote: str) -> RateLimited:
    seconds = _retry_after(answer, quote)
    when = "later" if seconds is None else f"in {seconds:.0f} seconds"
    message = (
        f"The model server allows no more for now: “{quote}”. Try again {when}, or "
        "choose another server."
    )
    return RateLimited(message, status=answer.status, retry_after=seconds)


def _retry_after(answer: Answer, quote: str) -> float | None:
    header = answer.headers.get("retry-after", "")
    if re.fullmatch(r"\d+(\.\d+)?", header):
        return float(header)
    match = AGAIN_IN.search(quote)
    spans = SPAN.findall(match.group(1)) if match else []
    try:
        return sum(float(n) * SECONDS[unit] for n, unit in spans) if spans else None
    except ValueError:
        return None


def _advice(answer: Answer, quote: str) -> str:
    what = f"({answer.status}) “{quote}”" if answer.status else f"“{quote}”"
    where = answer.headers.get("location", "another address")
    words = ADVICE.get(answer.status, OTHERWISE)
    return words.format(what=what, where=where)


def _number(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    digits = next((g for g in match.groups() if g), "") if match else ""
    return positive(int(digits.replace(",", ""))) if digits else None
