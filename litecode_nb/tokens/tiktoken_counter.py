"""Count with tiktoken's cl100k table, which lies on board: never a network."""

import base64
import re
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

DIGITS = re.compile(r"[0-9]{2,}")
BLANKS = re.compile(r"[\t\r\n]{2,}")
FOREIGN = re.compile(r"[^\x00-\x7f]+")
DIGITS_IN_ONE = 3
"""As many digits does cl100k put into one token."""

_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class TiktokenCounter:
    """Counts cl100k tokens, corrected for models that cut text finer.

    A text never has more tokens than UTF-8 bytes, so no count goes above that.

    Attributes:
        factor: How many tokens the model makes of one such token, at most.
        digits_apart: Whether each digit is a token; cl100k joins three.
        blanks_apart: Whether each line end and tab may be a token, even in a run.
        bytes_apart: Whether each byte beyond ASCII may be a token; a small vocabulary
            has no room for other scripts.
    """

    factor: float = 1.0
    digits_apart: bool = False
    blanks_apart: bool = False
    bytes_apart: bool = False

    def count(self, text: str) -> int:
        """Give the number of tokens, rounded up."""
        measure = _measured(text)
        tokens = measure.tokens
        if self.digits_apart:
            tokens += measure.joined_digits
        if self.blanks_apart:
            tokens += measure.joined_blanks
        if self.bytes_apart:
            tokens += measure.joined_bytes
        return min(ceil(tokens * self.factor), measure.size)

    def count_messages(self, messages: Sequence[Message]) -> int:
        """Give the number of tokens of a whole chat, its template included."""
        texts = sum(self.count(message.text) for message in messages)
        return texts + MESSAGE_OVERHEAD * len(messages) + TEMPLATE_OVERHEAD


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What is known of a text, whatever the model.

    Attributes:
        tokens: Its cl100k tokens.
        joined_digits: Tokens more if each digit is one.
        joined_blanks: Tokens more, at most, if each tab and line end is one.
        joined_bytes: Tokens more, at most, if each byte beyond ASCII is one.
        size: Its UTF-8 bytes.
    """

    tokens: int
    joined_digits: int
    joined_blanks: int
    joined_bytes: int
    size: int


@lru_cache(maxsize=512)
def _measured(text: str) -> Measure:
    """Measure a text; remembered, since the composer asks again and again."""
    digits = (len(run) for run in DIGITS.findall(text))
    blanks = (len(run) for run in BLANKS.findall(text))
    tokens = _tokens(text)
    return Measure(
        tokens=tokens,
        joined_digits=sum(size - ceil(size / DIGITS_IN_ONE) for size in digits),
        joined_blanks=sum(size - 1 for size in blanks),
        joined_bytes=_joined_bytes(text, tokens),
        size=_size(text),
    )


def _joined_bytes(text: str, tokens: int) -> int:
    if text.isascii():
        return 0
    foreign = sum(_size(run) for run in FOREIGN.findall(text))
    return max(0, foreign - (tokens - _tokens(FOREIGN.sub(" ", text))))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _tokens(text: str) -> int:
    """Count; `encode` would refuse text such as `<|endoftext|>`, here only text."""
    encoding = _encoding()
    starts = range(0, len(text), LONGEST_PIECE)
    pieces = (text[start : start + LONGEST_PIECE] for start in starts)
    return sum(len(encoding.encode_ordinary(piece)) for piece in pieces)


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
