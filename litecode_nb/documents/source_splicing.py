"""A cell's `source` in JSON: read it, and write another text in the form it has."""

import json
import re

from litecode_nb.documents.json_scanning import Node, decoded, scan_at
from litecode_nb.documents.json_writing import (
    JsonStyle,
    dumped_string,
    has_escapes,
)

# Lines end at "\n" only; str.splitlines would also split at U+2028, "\f" and others.
_LINE = re.compile(r"[^\n]*\n|[^\n]+")

# The same within the raw text of a JSON string, where "\n" is an escape.
_RAW_LINE = re.compile(r"(?=.)[^\\]*+(?:\\[^n][^\\]*+)*+(?:\\n)?")
_SURROGATE = re.compile("[\ud800-\udfff]")


def lines_of(source: str) -> list[str]:
    """Split a source into lines that keep their ends."""
    return _LINE.findall(source)


def source_in(text: str, node: Node | None) -> str | None:
    """Give the text of a `source` value; None where it is neither string nor lines."""
    value = decoded(text, node)
    if isinstance(value, str):
        return _with_pairs_joined(value)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return _with_pairs_joined("".join(value))
    return None


def is_list(text: str, node: Node) -> bool:
    """Whether a `source` value is a list of lines."""
    return text[node.start] == "["


def rewritten(text: str, node: Node, after: str, style: JsonStyle) -> str:
    """Give the JSON of a source in the form that the old one has.

    Lines that stay keep their very characters, so that a difference shows only what
    changed.
    """
    raw = text[node.start : node.end]
    is_ascii = raw.isascii() and (style.is_ascii or has_escapes(raw))
    items = scan_at(text, node.start, depth=1).children
    known = _known_items(text, items) if is_list(text, node) else _known_lines(raw)
    written = [
        known.get(line) or dumped_string(line, is_ascii=is_ascii)[1:-1]
        for line in lines_of(after)
    ]
    if not is_list(text, node):
        return '"' + "".join(written) + '"'
    return _list_of(written, _gaps(text, node, items, style))


def _list_of(written: list[str], gaps: tuple[str, str, str]) -> str:
    if not written:
        return "[]"
    opening, between, closing = gaps
    return "[" + opening + between.join(f'"{line}"' for line in written) + closing + "]"


def _gaps(
    text: str, node: Node, items: tuple[Node, ...], style: JsonStyle
) -> tuple[str, str, str]:
    """Give what stands before the first item, between two, and after the last."""
    if not items:
        return _gaps_of_empty(text, node, style)
    opening = text[node.start + 1 : items[0].start]
    closing = text[items[-1].end : node.end - 1]
    if len(items) > 1:
        return opening, text[items[0].end : items[1].start], closing
    return opening, "," + (opening or style.comma_space), closing


def _gaps_of_empty(text: str, node: Node, style: JsonStyle) -> tuple[str, str, str]:
    """Lay out a list that had no items, by the indentation of its key."""
    line_start = max(text.rfind("\n", 0, node.outer), text.rfind("\r", 0, node.outer))
    lead = text[line_start + 1 : node.outer]
    if style.indent is None or lead.strip(" \t") or line_start < 0:
        return "", "," + style.comma_space, ""
    opening = style.newline + lead + style.indent
    return opening, "," + opening, style.newline + lead


def _known_items(text: str, items: tuple[Node, ...]) -> dict[str, str]:
    """Map the lines of a list to their raw texts, without quotes."""
    raws = [text[item.start + 1 : item.end - 1] for item in items]
    return {_plain(raw): raw for raw in raws}


def _known_lines(raw: str) -> dict[str, str]:
    """Map the lines of a string to their raw texts."""
    return {_plain(line): line for line in _RAW_LINE.findall(raw[1:-1])}


def _plain(raw: str) -> str:
    value: str = json.loads(f'"{raw}"')
    return value


def _with_pairs_joined(value: str) -> str:
    """Join surrogates that two lines hold one half of each."""
    if _SURROGATE.search(value) is None:
        return value
    units = value.encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "surrogatepass")
