"""Tell inline reasoning from content: `<think>…</think>`, however it was cut."""

import re

OPENING = "<think>"
CLOSING = "</think>"
LINE_ENDS = "\r\n"
"""Stripped after reasoning; spaces may be the indent of the first line."""

# A closing tag in code that is about such tags has quotes or the like around it.
BARE_CLOSING = re.compile(r"(?<![\"'`\\/|(\[])</think>(?![\"'`\\/|)\],;])")


class ReasoningSplitter:
    """Splits a stream whose reply may begin with reasoning.

    Only the beginning of a reply counts: later on, such a tag is the model's content.
    """

    def __init__(self) -> None:
        self._held = ""
        self._is_thinking: bool | None = None

    def feed(self, text: str) -> tuple[str, str]:
        """Give content and reasoning of what has come; a possible tag is held back."""
        self._held += text
        if self._is_thinking is None:
            self._decide()
        if self._is_thinking:
            return self._think()
        content = self._held if self._is_thinking is False else ""
        self._held = self._held[len(content) :]
        return content, ""

    def flush(self) -> tuple[str, str]:
        """Give what was held back, now that nothing follows."""
        held, self._held = self._held, ""
        return ("", held) if self._is_thinking else (held, "")

    def _decide(self) -> None:
        """Find out whether the reply begins with the tag, if enough of it is there."""
        start = self._held.lstrip()
        if start.startswith(OPENING):
            self._is_thinking = True
            self._held = start.removeprefix(OPENING)
        elif not OPENING.startswith(start):
            self._is_thinking = False

    def _think(self) -> tuple[str, str]:
        reasoning, tag, rest = self._held.partition(CLOSING)
        if tag:
            self._is_thinking, self._held = False, ""
            return rest.lstrip(LINE_ENDS), reasoning
        kept = _overlap(self._held)
        cut = len(self._held) - kept
        reasoning, self._held = self._held[:cut], self._held[cut:]
        return "", reasoning


def split_unopened(content: str) -> tuple[str, str]:
    """Split a whole reply whose opening tag was part of the chat template.

    Returns:
        Content and reasoning; the reasoning is empty where no bare closing tag is.
    """
    match = BARE_CLOSING.search(content)
    if match is None:
        return content, ""
    return content[match.end() :].lstrip(LINE_ENDS), content[: match.start()]


def _overlap(text: str) -> int:
    """Give how many of the last characters may be the beginning of the closing tag."""
    sizes = range(min(len(CLOSING) - 1, len(text)), 0, -1)
    return next((size for size in sizes if text.endswith(CLOSING[:size])), 0)
