"""The common form of chat completions: only fields that every such server reads."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from litecode_nb.domain.prompt import FinishReason, Message, Prompt, Usage
from litecode_nb.errors import ContextExceeded, ModelError, ReplyBroken
from litecode_nb.llm.dialect import Answer, Call, Piece
from litecode_nb.llm.dialects.json_values import (
    items,
    mapping,
    parsed,
    positive,
    string,
)
from litecode_nb.llm.dialects.refusals import error_object, refusal
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.sse import ServerEvent

CHAT = "chat/completions"
DONE = "[DONE]"
REASONING_FIELDS = ("reasoning_content", "reasoning", "thinking")
FINISH_REASONS = {
    "stop": FinishReason.STOP,
    "eos": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    "content_filter": FinishReason.FILTERED,
}
BROKEN = {"error", "insufficient_system_resource", "abort"}
DISPENSABLE = ("stream_options", "response_format", "temperature", "max_tokens")
UNSUPPORTED = re.compile(
    r"support|unrecogni|unknown|permitted|not allowed|extra|unexpected|deprecated",
    re.IGNORECASE,
)
REFUSING = {400, 422}


@dataclass(frozen=True, slots=True)
class OpenAiDialect:
    """Speaks to any server with OpenAI's chat completions."""

    def request(
        self,
        prompt: Prompt,
        traits: ModelTraits,
        *,
        temperature: float,
        without: frozenset[str],
    ) -> Call:
        """Ask for a streamed reply; the reply's form only where it is understood."""
        limit = "max_completion_tokens" if "max_tokens" in without else "max_tokens"
        body: dict[str, Any] = {
            "model": traits.name,
            "messages": chat_of(prompt.messages),
            limit: prompt.budget.reply_tokens,
            "temperature": temperature,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if traits.takes_schema and prompt.form.json_schema is not None:
            body["response_format"] = schema_format(prompt.form.json_schema)
        return Call(path=CHAT, body={k: v for k, v in body.items() if k not in without})

    def piece(self, event: ServerEvent) -> Piece:
        """Read one event; an error inside of a good answer is an error."""
        if event.data.strip() == DONE:
            return Piece(is_last=True)
        body = parsed(event.data)
        if body is None:
            return Piece(error=_no_json(event.data))
        is_error = mapping(body).get("error") or event.name == "error"
        if is_error or not isinstance(body, dict):
            return Piece(error=_inner_error(event.data))
        return _piece(body)

    def refused_field(self, answer: Answer) -> str | None:
        """Give the field that an error names as one that the server does not know."""
        error = self.error(answer)
        if answer.status not in REFUSING or isinstance(error, ContextExceeded):
            return None
        said = f"{error_object(answer).get('param', '')} {answer.text}"
        for field in DISPENSABLE:
            is_named = re.search(rf"\b{field}\b", said) is not None
            # A wrong value is named in the same way; but this one cannot be wrong.
            if is_named and (field == "stream_options" or UNSUPPORTED.search(said)):
                return field
        return None

    def error(self, answer: Answer) -> ModelError:
        """Say what an answer that is no reply means."""
        return refusal(answer)


def chat_of(messages: Sequence[Message]) -> list[dict[str, str]]:
    """Give a chat in OpenAI's form."""
    return [{"role": each.role, "content": each.text} for each in messages]


def schema_format(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Give the `response_format` that holds a reply to a schema."""
    named = {"name": "reply", "strict": True, "schema": dict(schema)}
    return {"type": "json_schema", "json_schema": named}


def _no_json(data: str) -> ReplyBroken:
    return ReplyBroken(
        f"The model server sent {data[:80]!r}, which is no JSON, so its reply is "
        "useless. Try again; if it stays so, check `server`."
    )


def _inner_error(text: str) -> ModelError:
    """Read an error inside of a good answer; it may tell its status in `code`."""
    code = error_object(Answer(status=None, text=text)).get("code")
    status = code if isinstance(code, int) and not isinstance(code, bool) else None
    return refusal(Answer(status=status, text=text))


def _piece(body: Mapping[str, Any]) -> Piece:
    """Read a chunk; `choices` may be null, empty, or without any message."""
    choice = mapping(next(iter(items(body.get("choices"))), None))
    if choice.get("error"):
        return Piece(error=_inner_error(json.dumps(choice)))
    reason = choice.get("finish_reason")
    if reason in BROKEN:
        return Piece(error=_broken(reason))
    message = mapping(choice.get("delta") or choice.get("message"))
    text, thought = _content(message.get("content"))
    return Piece(
        text=text or string(choice.get("text")),
        reasoning=thought + _reasoning(message),
        finish=FINISH_REASONS.get(reason, FinishReason.OTHER) if reason else None,
        usage=_usage(body.get("usage")),
    )


def _broken(reason: str) -> ReplyBroken:
    return ReplyBroken(
        f"The model server ended the reply with `{reason}`, so it is not whole. "
        "Try again in a moment."
    )


def _content(value: Any) -> tuple[str, str]:
    """Give content and reasoning; some servers send a list of typed parts."""
    if isinstance(value, str):
        return value, ""
    text, thought = "", ""
    for part in map(mapping, items(value)):
        text += string(part.get("text"))
        inner = map(mapping, items(part.get("thinking")))
        thought += "".join(string(each.get("text")) for each in inner)
    return text, thought


def _reasoning(message: Mapping[str, Any]) -> str:
    """Give the reasoning; where two fields are sent, they say the same."""
    fields = (string(message.get(field)) for field in REASONING_FIELDS)
    return next((text for text in fields if text), "")


def _usage(value: Any) -> Usage | None:
    """Read the counts; they may be missing, zero, or only one of them there."""
    usage = mapping(value)
    prompt = positive(usage.get("prompt_tokens"))
    details = mapping(usage.get("prompt_tokens_details"))
    cached = positive(details.get("cached_tokens")) or 0
    if prompt is not None and cached > prompt:
        # Cached tokens are a part of the prompt's, but not in every server's books.
        prompt += cached
    reply = positive(usage.get("completion_tokens"))
    if prompt is None and reply is None:
        return None
    return Usage(prompt_tokens=prompt, reply_tokens=reply)
