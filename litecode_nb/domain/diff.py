"""Differences between two texts, as plain values that any view can draw."""

from dataclasses import dataclass
from enum import StrEnum


class LineKind(StrEnum):
    """On which side of a difference a line stands."""

    CONTEXT = " "
    REMOVED = "-"
    ADDED = "+"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Characters of a line: 0-based, the end exclusive."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffLine:
    r"""One line of a difference.

    Attributes:
        kind: On which side it stands.
        text: The line without its final `\n`; a `\r` before that is kept.
        ended: Whether the line has a final `\n`.
        before_number: 1-based number in the text before; None for an added line.
        after_number: 1-based number in the text after; None for a removed line.
        marks: What differs from the line's counterpart; empty where it has none.
    """

    kind: LineKind
    text: str
    ended: bool = True
    before_number: int | None = None
    after_number: int | None = None
    marks: tuple[Span, ...] = ()

    @property
    def content(self) -> str:
        """The line as it stands in its text."""
        return self.text + "\n" if self.ended else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """Changed lines that lie close together, with unchanged ones around them.

    Attributes:
        before_start: 0-based index of its first line in the text before; where it has
            none there, the index that an inserted line would get.
        after_start: The same for the text after.
        lines: In reading order; of one change, the removed before the added ones.
    """

    before_start: int
    after_start: int
    lines: tuple[DiffLine, ...]

    @property
    def before(self) -> tuple[DiffLine, ...]:
        """Its lines in the text before."""
        return tuple(n for n in self.lines if n.kind is not LineKind.ADDED)

    @property
    def after(self) -> tuple[DiffLine, ...]:
        """Its lines in the text after."""
        return tuple(n for n in self.lines if n.kind is not LineKind.REMOVED)

    @property
    def header(self) -> str:
        """The line `@@ -1,3 +1,4 @@`, numbered as `diff -u` does."""
        before = _range(self.before_start, len(self.before))
        after = _range(self.after_start, len(self.after))
        return f"@@ -{before} +{after} @@"


def _range(start: int, count: int) -> str:
    """Number lines as `diff -u` does: an empty range names the line before it."""
    if count == 0:
        return f"{start},0"
    return f"{start + 1}" if count == 1 else f"{start + 1},{count}"
