"""Lines of Python text: where logical lines end, without needing the text to parse."""

import re
from collections.abc import Iterator

# The line ends that Python's own tokenizer knows. str.splitlines knows more, and would
# count lines differently than the ast module does.
LINE_END = re.compile(r"\r\n|\r|\n")

_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\r\n]*+)
    | (?P<string>
          \"{3}[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:\"{3}|\Z|\\\Z)
        | '{3}[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+(?:'{3}|\Z|\\\Z)
        | "[^"\\\r\n]*+(?:\\(?:\r\n|.)[^"\\\r\n]*+)*+"?
        | '[^'\\\r\n]*+(?:\\(?:\r\n|.)[^'\\\r\n]*+)*+'?
      )
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<join>\\(?:\r\n|\r|\n))
    | (?P<end>\r\n|\r|\n)
    | (?P<space>[ \t\f]++)
    | (?P<other>[^\s\#"'()\[\]{}\\?]++|.)
    """,
    re.VERBOSE | re.DOTALL,
)


def line_starts(source: str) -> list[int]:
    """Give the offset of each line's first character, and last the source's length.

    Line n, 1-based, is `source[starts[n - 1] : starts[n]]`, with its end.
    """
    starts = [0, *(found.end() for found in LINE_END.finditer(source))]
    return starts if starts[-1] == len(source) > 0 else [*starts, len(source)]


def end_of(pattern: re.Pattern[str], source: str, start: int) -> int:
    """Give where a pattern's match at `start` ends; `start` where it has none."""
    found = pattern.match(source, start)
    return start if found is None else found.end()


def logical_line(source: str, start: int) -> tuple[int, str]:
    """Give where the logical line ends that begins at `start`, and its last token.

    Brackets, strings over many lines and joined lines are passed; the line end itself
    is not included. Comments and spaces are no tokens.
    """
    depth, last = 0, ""
    for found in _tokens(source, start):
        kind = found.lastgroup
        if kind == "end" and depth == 0:
            return found.start(), last
        if kind == "open":
            depth += 1
        if kind == "close":
            depth = max(depth - 1, 0)
        if kind not in {"end", "join", "space", "comment"}:
            last = found.group()
    return len(source), last


def next_line(source: str, start: int) -> int:
    """Give where the logical line begins that follows the one at `start`."""
    stop, _ = logical_line(source, start)
    return end_of(LINE_END, source, stop)


def _tokens(source: str, start: int) -> Iterator[re.Match[str]]:
    return _TOKEN.finditer(source, start)
