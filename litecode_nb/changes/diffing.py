r"""What an edit changes, line by line and word by word; plain values, no HTML.

Lines end at `\n` only, as in git: a form feed or U+2028 is part of its line.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest

from litecode_nb.changes.words import word_marks
from litecode_nb.domain.diff import DiffLine, Hunk, LineKind
from litecode_nb.domain.edit import Edit

SMALL = 100_000
"""Pairs of lines that are compared exactly; beyond, frequent lines are no anchors."""

NOWHERE = "/dev/null"
NO_NEWLINE = "\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines `start:end` of the text before that lines of the text after replace."""

    start: int
    end: int
    new_start: int
    new_end: int


def unified(edit: Edit, *, context: int = 3) -> str:
    """Give an edit as a unified diff; empty where nothing changes.

    Args:
        edit: Its text before and after.
        context: Unchanged lines around each change.
    """
    if edit.before == edit.after:
        return ""
    before = NOWHERE if edit.creates else f"a/{edit.label}"
    after = NOWHERE if edit.deletes else f"b/{edit.label}"
    parts = [f"--- {before}\n+++ {after}\n"]
    for hunk in hunks(edit, context=context):
        parts.append(f"{hunk.header}\n")
        parts.extend(_printed(line) for line in hunk.lines)
    return "".join(parts)


def hunks(edit: Edit, *, context: int = 3) -> tuple[Hunk, ...]:
    """Give the changed places of an edit in order.

    Args:
        edit: Its text before and after; `None` counts as no lines.
        context: Unchanged lines around each change; nearby changes share a hunk.
    """
    old, new = _lines(edit.before), _lines(edit.after)
    groups = _grouped(_blocks(old, new), context)
    return tuple(_hunk(old, new, group, context) for group in groups)


def stat(edit: Edit) -> tuple[int, int]:
    """Count the lines that an edit adds and those that it removes."""
    blocks = _blocks(_lines(edit.before), _lines(edit.after))
    added = sum(block.new_end - block.new_start for block in blocks)
    return added, sum(block.end - block.start for block in blocks)


def keep_hunks(edit: Edit, kept: Collection[int], *, context: int = 3) -> Edit | None:
    """Give the part of an edit that a person accepted; None where nothing is left.

    Args:
        edit: The whole edit.
        kept: 0-based positions in what `hunks` gives for the same context.
        context: As it was given to `hunks`.
    """
    every = hunks(edit, context=context)
    if len(set(kept) & set(range(len(every)))) == len(every):
        return edit
    old = _lines(edit.before)
    parts: list[str] = []
    reached = 0
    for position, hunk in enumerate(every):
        parts += old[reached : hunk.before_start]
        side = hunk.after if position in kept else hunk.before
        parts += [line.content for line in side]
        reached = hunk.before_start + len(hunk.before)
    text = "".join(parts + old[reached:])
    # Of a unit that is made or removed, no hunk kept means that it is left as it was.
    is_as_before = text == (edit.before or "")
    return None if is_as_before else replace(edit, after=text)


def _lines(text: str | None) -> list[str]:
    parts = (text or "").split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _blocks(old: Sequence[str], new: Sequence[str]) -> list[_Block]:
    """Find what differs; equal beginnings and ends are cut off first, for speed."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    middle = old[head : len(old) - tail], new[head : len(new) - tail]
    is_large = len(middle[0]) * len(middle[1]) > SMALL
    matcher = SequenceMatcher(None, *middle, autojunk=is_large)
    return [
        _Block(head + i1, head + i2, head + j1, head + j2)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    ]


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the lines that two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    shorter = min(len(one), len(other))
    return next((n for n, (a, b) in pairs if a != b), shorter)


def _grouped(blocks: Sequence[_Block], context: int) -> Iterator[list[_Block]]:
    """Put blocks together whose contexts touch."""
    group: list[_Block] = []
    for block in blocks:
        if group and block.start - group[-1].end > 2 * context:
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _hunk(
    old: Sequence[str], new: Sequence[str], group: Sequence[_Block], context: int
) -> Hunk:
    start = max(0, group[0].start - context)
    end = min(len(old), group[-1].end + context)
    shift = group[0].new_start - group[0].start
    lines: list[DiffLine] = []
    reached = start
    for block in group:
        lines += _unchanged(old, reached, block.start, shift)
        lines += _changed(old, new, block)
        reached = block.end
        shift = block.new_end - block.end
    lines += _unchanged(old, reached, end, shift)
    first = group[0]
    new_start = first.new_start - (first.start - start)
    return Hunk(before_start=start, after_start=new_start, lines=tuple(lines))


def _unchanged(
    old: Sequence[str], start: int, end: int, shift: int
) -> Iterator[DiffLine]:
    for n in range(start, end):
        line = _line(LineKind.CONTEXT, old[n])
        yield replace(line, before_number=n + 1, after_number=n + shift + 1)


def _changed(
    old: Sequence[str], new: Sequence[str], block: _Block
) -> Iterator[DiffLine]:
    """Give the removed and then the added lines, with the words that differ marked."""
    removed = [_line(LineKind.REMOVED, t) for t in old[block.start : block.end]]
    added = [_line(LineKind.ADDED, t) for t in new[block.new_start : block.new_end]]
    pairs = [
        word_marks(one.text, other.text) if one and other else ((), ())
        for one, other in zip_longest(removed, added)
    ]
    for n, line in enumerate(removed):
        yield replace(line, before_number=block.start + n + 1, marks=pairs[n][0])
    for n, line in enumerate(added):
        yield replace(line, after_number=block.new_start + n + 1, marks=pairs[n][1])


def _line(kind: LineKind, content: str) -> DiffLine:
    text = content.removesuffix("\n")
    return DiffLine(kind=kind, text=text, ended=text != content)


def _printed(line: DiffLine) -> str:
    text = f"{line.kind.value}{line.text}\n"
    return text if line.ended else text + NO_NEWLINE
