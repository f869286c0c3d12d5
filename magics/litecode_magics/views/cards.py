"""What would change, one card for each unit, within what a page can hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from litecode_magics.views.blocks import Card
from litecode_magics.views.progress import TaskView
from litecode_nb.changes.diffing import hunks, stat
from litecode_nb.domain.diff import DiffLine, Hunk
from litecode_nb.domain.edit import ChangeSet, Edit
from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.outcome import Edited

MOST_ROWS = 2000
MOST_CHARACTERS = 200_000
LINE_CHARACTERS = 1000
"""A longer line is shown up to here."""

Gates = Mapping[UnitId, tuple[str, ...]]


def cards(change_set: ChangeSet, gates: Gates) -> tuple[Card, ...]:
    """Give a card for each edit, in the change set's own order.

    Args:
        change_set: What would be written.
        gates: For each unit, what was checked and held.
    """
    return tuple(_cards(change_set.edits, gates))


def gates_of(tasks: Iterable[TaskView]) -> Gates:
    """Gather what was checked, for each unit, from how the tasks ended."""
    found: dict[UnitId, tuple[str, ...]] = {}
    for view in tasks:
        if isinstance(view.outcome, Edited):
            for edit in view.outcome.edits:
                known = found.get(edit.unit, ())
                found[edit.unit] = tuple(dict.fromkeys(known + view.outcome.gates))
    return found


def _cards(edits: Sequence[Edit], gates: Gates) -> Iterator[Card]:
    rows, characters = MOST_ROWS, MOST_CHARACTERS
    for number, edit in enumerate(edits, 1):
        every = _shown_hunks(edit)
        kept = tuple(_fitting(every, rows, characters))
        shown = _rows(kept)
        rows -= shown
        characters -= _characters(kept)
        added, removed = stat(edit)
        yield Card(
            number=number,
            title=edit.label,
            verb=_verb(edit),
            added=added,
            removed=removed,
            gates=gates.get(edit.unit, ()),
            hunks=kept,
            hidden=_rows(every) - shown,
        )


def _shown_hunks(edit: Edit) -> tuple[Hunk, ...]:
    """Give the changed places; line ends are mentioned only where they change."""
    every = hunks(edit)
    sides = [text for text in (edit.before, edit.after) if text]
    if len({text.endswith("\n") for text in sides}) == 1:
        every = _with_lines(every, lambda line: replace(line, ended=True))
    if all(text.count("\r\n") == text.count("\n") for text in sides):
        every = _with_lines(every, _without_return)
    return every


def _with_lines(
    every: Sequence[Hunk], change: Callable[[DiffLine], DiffLine]
) -> tuple[Hunk, ...]:
    return tuple(
        replace(hunk, lines=tuple(change(line) for line in hunk.lines))
        for hunk in every
    )


def _without_return(line: DiffLine) -> DiffLine:
    return replace(line, text=line.text.removesuffix("\r"))


def _fitting(every: Sequence[Hunk], rows: int, characters: int) -> Iterator[Hunk]:
    """Give the hunks that fit, the last one perhaps cut."""
    for hunk in every:
        fits = 0
        for line in hunk.lines:
            rows -= 1
            characters -= min(len(line.text), LINE_CHARACTERS)
            if min(rows, characters) < 0:
                break
            fits += 1
        if fits:
            yield replace(hunk, lines=hunk.lines[:fits])
        if fits < len(hunk.lines):
            return


def _rows(every: Sequence[Hunk]) -> int:
    return sum(len(hunk.lines) for hunk in every)


def _characters(every: Sequence[Hunk]) -> int:
    lines = (line for hunk in every for line in hunk.lines)
    return sum(min(len(line.text), LINE_CHARACTERS) for line in lines)


def _verb(edit: Edit) -> str:
    if edit.creates:
        return "new"
    return "deleted" if edit.deletes else "changed"
