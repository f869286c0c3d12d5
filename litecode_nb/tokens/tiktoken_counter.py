"""Count with tiktoken's cl100k table, which lies on board: never a network."""

import base64
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import ceil

import tiktoken

from litecode_nb.domain.prompt import Message
from litecode_nb.tokens.base import MESSAGE_OVERHEAD, TEMPLATE_OVERHEAD

TABLE = "cl100k_base.tiktoken"

# The pattern of cl100k as OpenAI published it, without its possessive quantifiers,
# which older versions of tiktoken do not read.
PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

# A run of a million spaces overflows the stack of tiktoken's regular expressions
# (tiktoken#15), so no piece may be longer than this; cutting adds a token at most.
LONGEST_PIECE = 20_000

_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class TiktokenCounter:
    """Counts cl100k tokens, times a factor for models that cut text finer.

    A text never has more tokens than UTF-8 bytes, so no count goes above that.

    Attributes:
        factor: How many tokens the model makes of one cl100k token, at most.
    """

    factor: float = 1.0

    def count(self, text: str) -> int:
        """Give the number of tokens, rounded up."""
        tokens, size = _measured(text)
        return min(ceil(tokens * self.factor), size)

    def count_messages(self, messages: Sequence[Message]) -> int:
        """Give the number of tokens of a whole chat, its template included."""
        texts = sum(self.count(message.text) for message in messages)
        return texts + MESSAGE_OVERHEAD * len(messages) + TEMPLATE_OVERHEAD


@lru_cache(maxsize=512)
def _measured(text: str) -> tuple[int, int]:
    """Give cl100k tokens and UTF-8 bytes; the composer asks again and again."""
    encoding = _encoding()
    # `encode` refuses text such as `<|endoftext|>`; here it is only text.
    tokens = sum(
        len(encoding.encode_ordinary(text[start : start + LONGEST_PIECE]))
        for start in range(0, len(text), LONGEST_PIECE)
    )
    return tokens, len(text.encode("utf-8", "surrogatepass"))


def _encoding() -> tiktoken.Encoding:
    with _loading:
        return _loaded()


@cache
def _loaded() -> tiktoken.Encoding:
    table = (files("litecode_nb.tokens") / TABLE).read_bytes()
    pairs = (line.split() for line in table.splitlines() if line)
    return tiktoken.Encoding(
        name="cl100k_on_board",
        pat_str=PATTERN,
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in pairs},
        special_tokens={},
    )
