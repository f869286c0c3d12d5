"""What every chat model can do, wherever it runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from litecode_nb.domain.prompt import Completion, Prompt
from litecode_nb.tokens.base import TokenCounter

OnText = Callable[[str], None]
"""Gets each piece of content as it arrives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTraits:
    """What is known of a model and the server that runs it.

    Attributes:
        name: The model's name as its server calls it.
        server: The server's kind and address for a person, without any key.
        context_window: Tokens that one call may use, prompt and reply together.
        slots: Calls that the server answers at the same time.
        takes_schema: Whether it can hold a reply to a JSON schema.
        takes_grammar: Whether it can hold a reply to a GBNF grammar.
    """

    name: str
    server: str
    context_window: int
    slots: int = 1
    takes_schema: bool = False
    takes_grammar: bool = False


class ChatModel(Protocol):
    """A model that can be asked; it takes nothing but a prompt that is known to fit."""

    @property
    def traits(self) -> ModelTraits:
        """What is known of it."""
        ...

    @property
    def counter(self) -> TokenCounter:
        """Counts tokens as this model does, or more."""
        ...

    async def complete(self, prompt: Prompt, on_text: OnText) -> Completion:
        """Ask once and stream the reply.

        A reply that was cut off at its limit is returned with `FinishReason.LENGTH`.

        Raises:
            ModelError: The server failed, or its answer cannot be trusted.
        """
        ...

    async def aclose(self) -> None:
        """Close all connections."""
        ...
