"""What a dialect translates: our values to a server's requests, its answers to ours."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from litecode_nb.domain.prompt import FinishReason, Message, Prompt, Usage
from litecode_nb.errors import ModelError
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.sse import ServerEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request to a server, without its address and key.

    Attributes:
        path: Below the server's root if it starts with a slash, else below its API.
        body: What is sent as JSON; None to ask with GET.
    """

    path: str
    body: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A whole answer of a server.

    Attributes:
        status: The HTTP status; None for an error inside of a stream.
        text: The body.
        headers: By names in lower case.
    """

    status: int | None
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """What one event of a stream says; most say one of these things.

    Attributes:
        text: Content.
        reasoning: What the model thinks aloud; never content.
        finish: Why the reply ended; None while it goes on.
        usage: The server's counts; None where it has none to tell yet.
        error: What went wrong after the answer had begun.
        is_last: Whether the server says that nothing follows.
    """

    text: str = ""
    reasoning: str = ""
    finish: FinishReason | None = None
    usage: Usage | None = None
    error: ModelError | None = None
    is_last: bool = False


class Dialect(Protocol):
    """Speaks to one kind of server; it translates only, and knows no connection."""

    def request(
        self,
        prompt: Prompt,
        traits: ModelTraits,
        *,
        temperature: float,
        without: frozenset[str],
    ) -> Call:
        """Ask for a streamed reply.

        Args:
            prompt: What is asked; its budget says how long the reply may be.
            traits: Which model is asked, and what it can do.
            temperature: Of sampling.
            without: Fields that this server has refused before.
        """
        ...

    def piece(self, event: ServerEvent) -> Piece:
        """Read one event of a stream, or a whole body; never raises."""
        ...

    def refused_field(self, answer: Answer) -> str | None:
        """Give the field that made the server refuse, if one can do without it."""
        ...

    def error(self, answer: Answer) -> ModelError:
        """Say what an answer that is no reply means."""
        ...


Ask = Callable[[Call], Any]
"""Sends a call and gives the JSON of its answer; None where there is no good answer."""


class CountingDialect(Protocol):
    """Knows how to have a server count; `None` means that it does not answer."""

    def count_text(self, ask: Ask, text: str) -> int | None:
        """Have a text counted, without any template around it."""
        ...

    def count_chat(self, ask: Ask, messages: Sequence[Message]) -> int | None:
        """Have a whole chat counted, its template included."""
        ...
