"""Which words differ between two lines that take each other's place."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from litecode_nb.domain.diff import Span

WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
LONGEST_LINE = 1000
"""In characters; a longer line, such as embedded base64, gets no marks."""

ALIKE = 0.4
"""Least share of equal words; below it, marks would cover most of both lines."""

Marks = tuple[Span, ...]


def word_marks(before: str, after: str) -> tuple[Marks, Marks]:
    """Mark the words, blanks and signs that only one of two lines has.

    Both are empty where the lines have too little in common, or are too long.
    """
    if max(len(before), len(after)) > LONGEST_LINE:
        return (), ()
    old, new = WORD.findall(before), WORD.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return (), ()
    changed = [each for each in matcher.get_opcodes() if each[0] != "equal"]
    return (
        tuple(_spans(old, [(i1, i2) for _, i1, i2, _, _ in changed])),
        tuple(_spans(new, [(j1, j2) for _, _, _, j1, j2 in changed])),
    )


def _spans(words: Sequence[str], ranges: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """Turn ranges of words into ranges of characters."""
    ends = [0]
    for word in words:
        ends.append(ends[-1] + len(word))
    for start, end in ranges:
        if start != end:
            yield Span(start=ends[start], end=ends[end])
