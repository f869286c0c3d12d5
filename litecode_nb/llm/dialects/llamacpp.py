"""llama.cpp's own server: schemas, grammars, its prompt cache, and exact counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from litecode_nb.domain.prompt import Message, Prompt, ReplyForm
from litecode_nb.errors import ModelError
from litecode_nb.llm.dialect import Answer, Ask, Call, Piece
from litecode_nb.llm.dialects.json_values import items, mapping, positive, string
from litecode_nb.llm.dialects.openai import (
    CHAT,
    OpenAiDialect,
    chat_of,
    schema_format,
)
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.sse import ServerEvent

COMMON = OpenAiDialect()

# Thinking eats the reply's tokens. Templates that know no such switch ignore it; it
# changes the template's text, so it has to be the same wherever a chat is counted.
TEMPLATE = {"chat_template_kwargs": {"enable_thinking": False}}


@dataclass(frozen=True, slots=True)
class LlamaCppDialect:
    """Speaks to llama.cpp's server, and has it count."""

    def request(
        self,
        prompt: Prompt,
        traits: ModelTraits,
        *,
        temperature: float,
        without: frozenset[str],
    ) -> Call:
        """Ask for a streamed reply in the prompt's form, reusing the cached prefix."""
        call = COMMON.request(prompt, traits, temperature=temperature, without=without)
        form = _form(prompt.form)
        more = {"cache_prompt": True, **TEMPLATE, **form}
        kept = {field: more[field] for field in more if field not in without}
        return Call(path=CHAT, body={**(call.body or {}), **kept})

    def piece(self, event: ServerEvent) -> Piece:
        """Read one event."""
        return COMMON.piece(event)

    def refused_field(self, answer: Answer) -> str | None:
        """Give the field that an error names as one that the server does not know."""
        return COMMON.refused_field(answer)

    def error(self, answer: Answer) -> ModelError:
        """Say what an answer that is no reply means."""
        return COMMON.error(answer)

    def count_text(self, ask: Ask, text: str) -> int | None:
        """Have a text counted, `<|im_end|>` and the like as ordinary text."""
        plain = {"content": text, "add_special": False, "parse_special": False}
        return _length(ask(Call(path="/tokenize", body=plain)))

    def count_chat(self, ask: Ask, messages: Sequence[Message]) -> int | None:
        """Have a whole chat counted, by older servers in two steps."""
        chat = {"messages": chat_of(messages), **TEMPLATE}
        counted = ask(Call(path=f"{CHAT}/input_tokens", body=chat))
        tokens = positive(mapping(counted).get("input_tokens"))
        if tokens is not None:
            return tokens
        filled = ask(Call(path="/apply-template", body=chat))
        text = string(mapping(filled).get("prompt"))
        if not text:
            return None
        whole = {"content": text, "add_special": True, "parse_special": True}
        return _length(ask(Call(path="/tokenize", body=whole)))


def traits_of(props: Mapping[str, Any], name: str, server: str) -> ModelTraits:
    """Read what `/props` tells.

    Args:
        props: The answer to `/props`.
        name: The model's name.
        server: The server's kind and address, for a person.

    Returns:
        The window of one slot, not of all of them: an explicit number of slots divides
        the window (llama.cpp#11681).
    """
    window = positive(mapping(props.get("default_generation_settings")).get("n_ctx"))
    return ModelTraits(
        name=name,
        server=server,
        context_window=window or 0,
        slots=positive(props.get("total_slots")) or 1,
        takes_schema=True,
        takes_grammar=True,
    )


def _form(form: ReplyForm) -> dict[str, Any]:
    if form.grammar is not None:
        return {"grammar": form.grammar}
    if form.json_schema is not None:
        return {"response_format": schema_format(form.json_schema)}
    return {}


def _length(answer: Any) -> int | None:
    tokens = mapping(answer).get("tokens")
    return len(items(tokens)) if isinstance(tokens, list) else None
