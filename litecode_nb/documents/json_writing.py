"""JSON text in the style of the file that it is written into."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from litecode_nb.documents.json_scanning import Node

_NEWLINE = re.compile(r"\r\n|\n|\r")
_SURROGATE = re.compile("[\ud800-\udfff]")

# An escape of a character beyond ASCII; it begins with its own letters, so that the
# search through megabytes of output is fast.
_ESCAPE = re.compile(r"\\u(?!00[0-7])[0-9a-fA-F]{4}")


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonStyle:
    r"""How a JSON text is laid out.

    Attributes:
        newline: The line end between members.
        indent: One step of indentation; None where all stands on one line.
        comma_space: What follows a comma that ends no line.
        colon: What stands between a key and its value, such as `: `.
        is_ascii: Whether characters beyond ASCII are written as `\\uXXXX`.
    """

    newline: str = "\n"
    indent: str | None = " "
    comma_space: str = " "
    colon: str = ": "
    is_ascii: bool = False

    def on_one_line(self) -> Self:
        """Give the same style without line ends."""
        return replace(self, indent=None)

    def lead(self, steps: int) -> str:
        """Give what comes before a value that is so many steps in."""
        return "" if self.indent is None else self.newline + self.indent * steps


def style_of(text: str, root: Node) -> JsonStyle:
    """Read the style off the outermost object of a text."""
    is_ascii = text.isascii() and has_escapes(text)
    if not root.children:
        return JsonStyle(is_ascii=is_ascii)
    first, *others = root.children
    before = text[root.start + 1 : first.outer]
    newline = newline_in(before)
    between = text[first.end : others[0].outer] if others else ", "
    return JsonStyle(
        newline=newline or "\n",
        indent=None if newline is None else after_newline(before),
        comma_space=" " if newline else between.partition(",")[2],
        colon=_colon(text, first),
        is_ascii=is_ascii,
    )


def dumped(value: Mapping[str, object], style: JsonStyle, *, lead: str) -> str:
    """Write an object; lines after the first begin with `lead`."""
    item_gap = "," if style.indent is not None else "," + style.comma_space
    text = json.dumps(
        value,
        ensure_ascii=style.is_ascii,
        indent=style.indent,
        separators=(item_gap, style.colon),
    )
    return _without_surrogates(text.replace("\n", style.newline + lead))


def dumped_string(value: str, *, is_ascii: bool) -> str:
    """Write a string with its quotes; lone surrogates are always escaped."""
    return _without_surrogates(json.dumps(value, ensure_ascii=is_ascii))


def has_escapes(raw: str) -> bool:
    r"""Whether a JSON text writes a character beyond ASCII as `\\uXXXX`."""
    return any(_is_escape(raw, found.start()) for found in _ESCAPE.finditer(raw))


def newline_in(space: str) -> str | None:
    """Give the first line end of some text; None where it has none."""
    found = _NEWLINE.search(space)
    return found.group() if found else None


def after_newline(space: str) -> str:
    """Give what follows the last line end of some text."""
    return _NEWLINE.split(space)[-1]


def _colon(text: str, member: Node) -> str:
    _, end = json.JSONDecoder().raw_decode(text, member.outer)
    return text[end : member.start]


def _is_escape(raw: str, at: int) -> bool:
    """Whether a backslash is not itself escaped by the ones before it."""
    before = at
    while before > 0 and raw[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 0


def _without_surrogates(text: str) -> str:
    """Escape what UTF-8 cannot carry."""
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
