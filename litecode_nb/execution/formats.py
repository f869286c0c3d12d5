"""Splice new text into a unit: to the byte outside of what was replaced."""

from collections.abc import Sequence
from dataclasses import dataclass

from litecode_nb.execution.lines import (
    line_end_of,
    restored,
    split_lines,
    with_line_end,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """New text for some whole lines of a unit.

    Attributes:
        first: 0-based number of the first line that is replaced.
        last: 0-based number of the line after them; as `first` to insert before it.
        text: What stands there afterwards, with line feeds only and no final one; blank
            lines that shall be there belong to it. Empty to take the lines out.
    """

    first: int
    last: int
    text: str

    def __post_init__(self) -> None:
        """Refuse a range that runs backwards."""
        if not 0 <= self.first <= self.last:
            message = f"Lines {self.first} to {self.last} are no range."
            raise ValueError(message)


def splice(
    source: str, replacements: Sequence[Replacement], *, keeps_spaces: bool = False
) -> str:
    """Give a source with some lines replaced; all others keep every byte.

    Within replaced lines, those that are the same but for line end and trailing space
    keep their bytes too. A source without a final newline stays without.

    Args:
        source: The exact old text, whatever its line ends.
        replacements: What to replace; they must not overlap. Insertions before the same
            line keep their order.
        keeps_spaces: Whether trailing space of new lines means something.
    """
    lines = list(split_lines(source))
    end = line_end_of(source)
    made: list[str] = []
    at = 0
    for each in sorted(replacements, key=lambda each: (each.first, each.last)):
        if each.first < at:
            message = f"Two replacements overlap in line {each.first + 1}."
            raise ValueError(message)
        made += lines[at : each.first]
        before = "".join(lines[each.first : each.last])
        made += _new_lines(before, each.text, end, keeps_spaces=keeps_spaces)
        at = each.last
    made += lines[at:]
    return _joined(made, end, ends_in_newline=_ends_in_newline(source))


def _new_lines(
    before: str, text: str, end: str, *, keeps_spaces: bool
) -> tuple[str, ...]:
    """Dress a replacement's text as what it replaces."""
    if not text:
        return ()
    if not before.strip():
        return split_lines(with_line_end(text, end) + end)
    # The old lines may lack what tells their line end; the whole unit has it.
    dressed = restored(before, text, keeps_spaces=keeps_spaces, line_end=end)
    return split_lines(dressed)


def _ends_in_newline(source: str) -> bool:
    return not source or source.endswith(("\n", "\r"))


def _joined(lines: list[str], end: str, *, ends_in_newline: bool) -> str:
    """Join lines, of which only the last may lack its end."""
    ended = [line if line.endswith(("\n", "\r")) else line + end for line in lines]
    text = "".join(ended)
    if ends_in_newline:
        return text
    return text.removesuffix("\n").removesuffix("\r")
