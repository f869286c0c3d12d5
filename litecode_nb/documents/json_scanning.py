"""JSON text by its spans: where values begin and end, so that they can be spliced."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_SPACE = re.compile(r"[ \t\n\r]*")
_CLOSERS = {"{": "}", "[": "]"}

# Numbers are never needed. `bool` turns every number, NaN and Infinity into True; `int`
# would keep it, and would refuse those of more than 4,300 digits.
_DECODER = json.JSONDecoder(parse_int=bool, parse_float=bool, parse_constant=bool)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A value in a JSON text; all offsets are characters, ends are exclusive.

    Attributes:
        outer: Where its member begins: at its key in an object, else at `start`.
        start: Where the value begins.
        end: Where the value ends.
        name: Its key in an object; None elsewhere.
        children: What it holds, as deep as was asked for.
    """

    outer: int
    start: int
    end: int
    name: str | None = None
    children: tuple["Node", ...] = ()

    def child(self, name: str) -> "Node | None":
        """Give the member with a key; of duplicates the last, as every reader does."""
        found = (each for each in reversed(self.children) if each.name == name)
        return next(found, None)


def scan(text: str, *, depth: int) -> Node:
    """Find the spans of a whole JSON text, down to `depth` levels of containers.

    Deeper values are checked and passed over at the speed of the json module.

    Raises:
        json.JSONDecodeError: The text is not JSON.
        RecursionError: It is nested too deeply.
    """
    node = _value(text, _after_space(text, 0), depth=depth)
    end = _after_space(text, node.end)
    if end != len(text):
        message = "Extra data"
        raise json.JSONDecodeError(message, text, end)
    return node


def scan_at(text: str, start: int, *, depth: int) -> Node:
    """Find the spans of the one value that begins at `start`."""
    return _value(text, start, depth=depth)


def decoded(text: str, node: Node | None) -> object:
    """Give the value itself, numbers as True; None where there is no such node."""
    if node is None:
        return None
    value: object = _DECODER.decode(text[node.start : node.end])
    return value


def string_at(text: str, node: Node | None) -> str | None:
    """Give a string; None where there is no such node, or where it is no string."""
    value = decoded(text, node)
    return value if isinstance(value, str) else None


def _value(text: str, start: int, *, depth: int) -> Node:
    opener = text[start : start + 1]
    if depth == 0 or opener not in _CLOSERS:
        _, end = _DECODER.raw_decode(text, start)
        return Node(outer=start, start=start, end=end)
    children = tuple(_children(text, start, depth=depth))
    last = children[-1].end if children else start + 1
    end = _after_space(text, last) + 1
    return Node(outer=start, start=start, end=end, children=children)


def _children(text: str, start: int, *, depth: int) -> Iterator[Node]:
    """Read up to the closing bracket, which is left to the caller."""
    closer = _CLOSERS[text[start]]
    read = _member if closer == "}" else _value
    at = _after_space(text, start + 1)
    if text[at : at + 1] == closer:
        return
    while True:
        child = read(text, at, depth=depth - 1)
        yield child
        at = _after_space(text, child.end)
        if text[at : at + 1] == closer:
            return
        _expect(text, at, ",")
        at = _after_space(text, at + 1)


def _member(text: str, start: int, *, depth: int) -> Node:
    _expect(text, start, '"')
    name, end = _DECODER.raw_decode(text, start)
    colon = _after_space(text, end)
    _expect(text, colon, ":")
    value = _value(text, _after_space(text, colon + 1), depth=depth)
    return Node(
        outer=start,
        start=value.start,
        end=value.end,
        name=name,
        children=value.children,
    )


def _expect(text: str, at: int, mark: str) -> None:
    if text[at : at + 1] != mark:
        message = f"Expecting '{mark}'"
        raise json.JSONDecodeError(message, text, at)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
