"""Markdown as far as it is needed: the first heading of a text."""

import re

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(?P<words>.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})")


def first_heading(text: str) -> str:
    """Give the words of the first heading outside of fenced code; may be empty."""
    fence: str | None = None
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark is not None:
            fence = _after_fence(fence, mark.group("fence"))
            continue
        heading = _HEADING.match(line) if fence is None else None
        if heading is not None and heading.group("words"):
            return heading.group("words")
    return ""


def _after_fence(fence: str | None, mark: str) -> str | None:
    """Open a fence, or close it with one of its own kind that is no shorter."""
    if fence is None:
        return mark
    return None if mark.startswith(fence) else fence
