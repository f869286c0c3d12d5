"""Name tokens of a source: where a name stands, and as what."""

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

Position = tuple[int, int]
"""1-based line and 0-based column, in characters."""

FORMAT_PREFIX = re.compile(r"(?i:f|rf|fr)(?=['\"])")
QUOTES = re.compile(r"\"{3}|'{3}|\"|'")
TOKEN_NOISE = frozenset(
    {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE}
)


class Use(Enum):
    """As what a name stands somewhere."""

    PLAIN = auto()
    ATTRIBUTE = auto()
    DEFINED = auto()
    BEFORE_EQUALS = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class NameToken:
    """A name at one place.

    Attributes:
        at: Where it begins.
        use: As what it stands; `DEFINED` follows `def` or `class`, and `BEFORE_EQUALS`
            is a keyword argument, a default, or an assignment.
        receiver: The name before the dot of an attribute; empty for an expression.
    """

    at: Position
    use: Use
    receiver: str = ""


def tokens_of(name: str, text: str) -> tuple[NameToken, ...] | None:
    """Find all tokens of a name, those in f-strings included.

    Gives None where the text cannot be taken into tokens.
    """
    try:
        return tuple(_tokens(name, text))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None


def replaced(text: str, name: str, new: str, at: Iterable[Position]) -> str:
    """Put a new name where the old one stands at the given places."""
    lines = text.split("\n")
    for line, column in sorted(at, reverse=True):
        old = lines[line - 1]
        lines[line - 1] = old[:column] + new + old[column + len(name) :]
    return "\n".join(lines)


def _tokens(name: str, text: str) -> Iterator[NameToken]:
    every = [
        token
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in TOKEN_NOISE
    ]
    for number, token in enumerate(every):
        if token.type == tokenize.NAME and token.string == name:
            yield _name_token(every, number)
        if token.type == tokenize.STRING and FORMAT_PREFIX.match(token.string):
            yield from _in_format(name, token.string, token.start)


def _name_token(every: list[tokenize.TokenInfo], number: int) -> NameToken:
    before = every[number - 1].string if number > 0 else ""
    after = every[number + 1].string if number + 1 < len(every) else ""
    at = every[number].start
    if before == ".":
        holder = every[number - 2] if number > 1 else None
        is_name = holder is not None and holder.type == tokenize.NAME
        receiver = holder.string if is_name and holder is not None else ""
        return NameToken(at=at, use=Use.ATTRIBUTE, receiver=receiver)
    if before in {"def", "class"}:
        return NameToken(at=at, use=Use.DEFINED)
    return NameToken(at=at, use=Use.BEFORE_EQUALS if after == "=" else Use.PLAIN)


def _in_format(name: str, string: str, start: Position) -> Iterator[NameToken]:
    """Look into the fields of an f-string, which is one token before Python 3.12."""
    for offset, code in _fields(string):
        base = _moved(start, string[:offset])
        # The bracket lets a field go over several lines, as it may.
        for token in tokens_of(name, f"({code})") or ():
            line, column = token.at
            at = (base[0], base[1] + column - 1)
            if line > 1:
                at = (base[0] + line - 1, column)
            yield replace(token, at=at)


def _moved(start: Position, text: str) -> Position:
    """Give the position behind some text that begins at `start`."""
    breaks = text.count("\n")
    if not breaks:
        return start[0], start[1] + len(text)
    return start[0] + breaks, len(text) - text.rindex("\n") - 1


def _fields(string: str) -> Iterator[tuple[int, str]]:
    """Give the expressions in an f-string with their offsets, nested ones included."""
    at = 0
    while at < len(string):
        if string.startswith(("{{", "}}"), at):
            at += 2
            continue
        if string[at] != "{":
            at += 1
            continue
        end = _expression_end(string, at + 1)
        yield at + 1, string[at + 1 : end].removesuffix("=")
        # A format follows a colon; fields in it are found as the walk goes on.
        at = end + 1


def _expression_end(string: str, at: int) -> int:
    """Find where an expression ends: at a colon, a conversion or the closing brace."""
    depth = 0
    while at < len(string):
        quote = QUOTES.match(string, at)
        if quote is not None:
            closing = string.find(quote.group(), quote.end())
            at = len(string) if closing < 0 else closing + len(quote.group())
            continue
        char = string[at]
        is_conversion = char == "!" and string[at + 1 : at + 2] != "="
        if depth == 0 and (char in ":}" or is_conversion):
            return at
        depth += (char in "([{") - (char in ")]}")
        at += 1
    return len(string)
