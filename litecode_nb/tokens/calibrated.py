"""A counter that grows at once when a server reported more than was counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from litecode_nb.domain.prompt import Message
from litecode_nb.tokens.base import TokenCounter
from litecode_nb.tokens.calibration import Calibration


@dataclass(frozen=True, slots=True)
class CalibratedCounter:
    """Corrects another counter by what is known of a model.

    After `observe(messages, n)`, `count_messages(messages)` is at least n, unless n is
    beyond what any tokenizer could make of them.
    """

    inner: TokenCounter
    calibration: Calibration
    model: str

    def count(self, text: str) -> int:
        """Give the number of tokens of a text."""
        return ceil(self.inner.count(text) * self.calibration.factor(self.model))

    def count_messages(self, messages: Sequence[Message]) -> int:
        """Give the number of tokens of a whole chat, its template included."""
        counted = self.inner.count_messages(messages)
        return self.calibration.learnt(self.model).applied(counted)

    def observe(self, messages: Sequence[Message], reported: int) -> None:
        """Learn from a server's count of a whole chat."""
        counted = self.inner.count_messages(messages)
        self.calibration.observe(self.model, counted=counted, reported=reported)
