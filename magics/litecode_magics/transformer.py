"""Turns cells that are litecode's into calls, before IPython parses them.

IPython takes `%%litecode request` on one line for a mistake ("the cell body is empty"),
a line magic that ends in `?` for a call for help, and awaits no magic. All three are
mended by writing the call out.
"""

import re
from collections.abc import Callable
from enum import StrEnum

CELL = re.compile(
    r"\s*%%litecode(?=\s|$)[^\S\n]?(?P<line>[^\n]*)\n?(?P<body>.*)", re.DOTALL
)
LINE = re.compile(r"\s*%litecode(?=\s|$)[^\S\n]?(?P<line>[^\n]*)\n?")
IGNORED = re.compile(r"\s*(#[^\n]*)?\n?")

Transformer = Callable[[list[str]], list[str]]


class Way(StrEnum):
    """How a shell can run what is asked."""

    AWAITED = "awaited"
    BLOCKING = "blocking"


def transformer(way_now: Callable[[], Way]) -> Transformer:
    """Make the function that IPython calls with the lines of each cell.

    Args:
        way_now: Says how the shell can run it at that moment.
    """

    def transform(lines: list[str]) -> list[str]:
        text = "".join(lines)
        if match := CELL.fullmatch(text):
            return [_cell_call(match["line"], match["body"], way_now())]
        if found := _only_lines(text):
            return [_line_call(line, way_now()) for line in found]
        return lines

    # A terminal asks its transformers whether a cell is complete; `%%litecode` is so
    # only after an empty line, as every cell magic, and IPython knows that by itself.
    transform.has_side_effects = True  # type: ignore[attr-defined]  # IPython asks for it
    return transform


def _only_lines(text: str) -> list[str]:
    """Give the `%litecode` lines of a cell that has nothing else; else nothing."""
    lines = [line for line in text.split("\n") if not IGNORED.fullmatch(line)]
    matches = [LINE.fullmatch(line) for line in lines]
    found = [match["line"] for match in matches if match is not None]
    return found if len(found) == len(matches) else []


def _cell_call(line: str, body: str, way: Way) -> str:
    if way is Way.AWAITED:
        return _awaited("run_cell", line, body)
    filled = body or "\n"  # IPython refuses an empty one
    return f"get_ipython().run_cell_magic('litecode', {line!r}, {filled!r})\n"


def _line_call(line: str, way: Way) -> str:
    if way is Way.AWAITED:
        return _awaited("run_line", line)
    return f"get_ipython().run_line_magic('litecode', {line!r})\n"


def _awaited(function: str, *arguments: str) -> str:
    listed = ", ".join(map(repr, arguments))
    home = "__import__('litecode_magics.magic', fromlist=['magic'])"
    return f"await {home}.{function}({listed})\n"
