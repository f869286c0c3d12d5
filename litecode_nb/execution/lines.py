"""Lines of a text: models write plain ones, documents keep their own ends."""

import re
from difflib import SequenceMatcher

# `str.splitlines` also splits at form feeds and other marks that Python's own grammar,
# and a document's bytes, take for parts of a line.
LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
LINE_END = re.compile(r"\r\n|\r|\n")


def split_lines(text: str) -> tuple[str, ...]:
    """Split after each line end, whichever it is; the ends stay on."""
    return tuple(LINE.findall(text))


def plain(text: str) -> str:
    """Give the text with a plain line feed for every line end."""
    return LINE_END.sub("\n", text)


def core(text: str) -> str:
    """Give a text without the blank lines at its head and tail."""
    return _framed(text)[1]


def restored(
    before: str, after: str, *, keeps_spaces: bool = False, line_end: str | None = None
) -> str:
    """Dress a rewritten text as the old one was, so that only real changes remain.

    Lines that differ in nothing but trailing space or line end become the old lines,
    byte for byte. New lines get the line end that the old text has most, and lose
    trailing space. Blank lines at head and tail are the old text's.

    Args:
        before: The exact old text.
        after: The new text, with line feeds only.
        keeps_spaces: Whether trailing space of changed lines means something.
        line_end: Of new lines; None for the one that the old text has most.
    """
    end = line_end_of(before) if line_end is None else line_end
    head, old_core, tail = _framed(before)
    new_core = core(after)
    if not old_core:
        return with_line_end(new_core, end) if new_core else before
    old, new = split_lines(old_core), split_lines(new_core)
    if keeps_spaces:
        old_keys, new_keys = [_bare(x) for x in old], [_bare(x) for x in new]
    else:
        old_keys, new_keys = [x.rstrip() for x in old], [x.rstrip() for x in new]
    lines: list[str] = []
    matcher = SequenceMatcher(None, old_keys, new_keys, autojunk=False)
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        if tag == "equal":
            lines += old[first:last]
        else:
            lines += [key + end for key in new_keys[new_first:new_last]]
    return head + _joined(lines, end) + tail


def line_end_of(text: str) -> str:
    """Give the line end that a text has most; a line feed where it has none."""
    ends = LINE_END.findall(text)
    return max(("\n", "\r\n", "\r"), key=ends.count)


def with_line_end(text: str, end: str) -> str:
    """Give a plain text with another line end."""
    return text if end == "\n" else text.replace("\n", end)


def _bare(line: str) -> str:
    return line.rstrip("\r\n")


def _joined(lines: list[str], end: str) -> str:
    """Join lines so that each but the last has an end, wherever it stood before."""
    ended = [line if LINE_END.search(line) else line + end for line in lines]
    text = "".join(ended)
    return text.removesuffix("\n").removesuffix("\r") if text else text


def _framed(text: str) -> tuple[str, str, str]:
    """Split a text into its blank head, its core, and its blank tail."""
    lines = split_lines(text)
    full = [number for number, line in enumerate(lines) if line.strip()]
    if not full:
        return "", "", text
    head = "".join(lines[: full[0]])
    body = "".join(lines[full[0] : full[-1] + 1])
    bare = _bare(body)
    tail = body[len(bare) :] + "".join(lines[full[-1] + 1 :])
    return head, bare, tail
