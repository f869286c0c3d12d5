"""Ask again where that can help: a wrapper around any chat model."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from litecode_nb.domain.prompt import Completion, Prompt
from litecode_nb.errors import (
    ModelError,
    RateLimited,
    ReplyBroken,
    ServerRefused,
    ServerUnreachable,
)
from litecode_nb.llm.model import ChatModel, ModelTraits, OnText
from litecode_nb.tokens.base import TokenCounter

PASSING = {408, 500, 502, 503, 504, 529}
"""Statuses that may be gone in a moment."""

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often and how long to try.

    Attributes:
        tries: Calls in all, the first one included.
        first_seconds: Wait before the second call; each further one is twice as long.
        longest_seconds: No wait is longer; a server that wants more is given up.
    """

    tries: int = 4
    first_seconds: float = 0.5
    longest_seconds: float = 60.0

    def wait(self, failures: int, error: ModelError, dice: float) -> float | None:
        """Give the seconds until the next try; None to give up.

        Args:
            failures: How many calls have failed, this one included.
            error: Why the last one failed.
            dice: Between 0 and 1, so that many clients do not come back at once.
        """
        if failures >= self.tries or not _may_pass(error):
            return None
        asked = error.retry_after if isinstance(error, RateLimited) else None
        if asked is not None and asked > self.longest_seconds:
            return None
        usual = min(self.first_seconds * 2.0 ** (failures - 1), self.longest_seconds)
        return (asked or usual * 0.5) + usual * 0.5 * dice


class RetryingModel:
    """Asks its inner model again after errors that may pass.

    Once a listener has got text of a reply, the call is not repeated: it would see the
    beginning twice, and nothing tells it to start anew.
    """

    def __init__(
        self,
        inner: ChatModel,
        *,
        patience: Patience | None = None,
        sleep: Sleep = asyncio.sleep,
        dice: Callable[[], float] = random.random,
    ) -> None:
        """Wrap a model.

        Args:
            inner: Whom to ask.
            patience: How often and how long to try.
            sleep: Waits for some seconds.
            dice: Gives numbers between 0 and 1.
        """
        self._inner = inner
        self._patience = patience or Patience()
        self._sleep = sleep
        self._dice = dice

    @property
    def traits(self) -> ModelTraits:
        """What is known of the inner model."""
        return self._inner.traits

    @property
    def counter(self) -> TokenCounter:
        """Counts as the inner model does."""
        return self._inner.counter

    async def complete(self, prompt: Prompt, on_text: OnText) -> Completion:
        """Ask until there is a reply, or until trying again cannot help.

        Raises:
            ModelError: What the last try failed with.
        """
        failures = 0
        shown = _Shown(on_text)
        while True:
            try:
                return await self._inner.complete(prompt, shown)
            except ModelError as error:
                failures += 1
                seconds = self._patience.wait(failures, error, self._dice())
                if seconds is None or shown.has_text:
                    raise
            await self._sleep(seconds)

    async def aclose(self) -> None:
        """Close the inner model's connections."""
        await self._inner.aclose()


class _Shown:
    """Passes text on and remembers that there was some."""

    def __init__(self, on_text: OnText) -> None:
        self._on_text = on_text
        self.has_text = False

    def __call__(self, text: str) -> None:
        self.has_text = True
        self._on_text(text)


def _may_pass(error: ModelError) -> bool:
    if isinstance(error, RateLimited | ServerUnreachable | ReplyBroken):
        return True
    return isinstance(error, ServerRefused) and error.status in PASSING
