"""What every way of counting tokens can do."""

from collections.abc import Sequence
from typing import Protocol

from litecode_nb.domain.prompt import Message

MESSAGE_OVERHEAD = 8
"""Tokens that a chat template adds to each message, at most: role, marks, line ends."""

TEMPLATE_OVERHEAD = 12
"""Tokens that a chat template adds once: its beginning and the reply's opening."""


class TokenCounter(Protocol):
    """Counts tokens; errs on the side of too many, never of too few."""

    def count(self, text: str) -> int:
        """Give the number of tokens of a text, without any template around it."""
        ...

    def count_messages(self, messages: Sequence[Message]) -> int:
        """Give the number of tokens of a whole chat, its template included."""
        ...
