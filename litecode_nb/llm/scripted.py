"""A model from a function: for tests and demonstrations, without any server."""

import asyncio
from collections.abc import Callable

from litecode_nb.domain.prompt import Completion, Prompt, Usage
from litecode_nb.llm.model import ModelTraits, OnText
from litecode_nb.tokens.base import TokenCounter
from litecode_nb.tokens.tiktoken_counter import TiktokenCounter

SCRIPTED = ModelTraits(name="scripted", server="a script", context_window=8192)
PIECE = 12

Answer = Callable[[Prompt], str | Completion | Exception]
"""Gives the reply to a prompt; an exception is raised instead of answering."""


class ScriptedModel:
    """Answers from a function, streams as a server does, and keeps what it was asked.

    Attributes:
        prompts: All prompts so far, in order.
    """

    def __init__(
        self,
        answer: Answer,
        *,
        traits: ModelTraits = SCRIPTED,
        counter: TokenCounter | None = None,
    ) -> None:
        self._answer = answer
        self._traits = traits
        self._counter = TiktokenCounter() if counter is None else counter
        self.prompts: list[Prompt] = []

    @property
    def traits(self) -> ModelTraits:
        """What the script says of itself."""
        return self._traits

    @property
    def counter(self) -> TokenCounter:
        """Counts as it was told to."""
        return self._counter

    async def complete(self, prompt: Prompt, on_text: OnText) -> Completion:
        """Answer in pieces of a few characters; others may run in between."""
        self.prompts.append(prompt)
        answer = self._answer(prompt)
        if isinstance(answer, Exception):
            raise answer
        completion = self._completion(answer, prompt)
        for start in range(0, len(completion.text), PIECE):
            await asyncio.sleep(0)
            on_text(completion.text[start : start + PIECE])
        return completion

    async def aclose(self) -> None:
        """Close nothing: there is no connection."""

    def _completion(self, answer: str | Completion, prompt: Prompt) -> Completion:
        if isinstance(answer, Completion):
            return answer
        reply_tokens = self._counter.count(answer)
        usage = Usage(prompt_tokens=prompt.tokens, reply_tokens=reply_tokens)
        return Completion(text=answer, usage=usage)
