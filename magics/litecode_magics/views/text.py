"""Pages as plain text: for terminals, for files, and wherever nothing else is shown."""

from collections.abc import Iterator
from typing import assert_never

from litecode_magics.views.blocks import (
    Answer,
    Block,
    Budget,
    Card,
    Fold,
    Heading,
    Meter,
    Page,
    Sentence,
    Table,
    Tasks,
    Tone,
    Verbatim,
)
from litecode_magics.views.rows import TaskRow, budget_sentence, shares, task_rows
from litecode_magics.views.visible import shortened, visible
from litecode_nb.domain.diff import DiffLine

METER_WIDTH = 30
SIGNS = {
    Tone.PLAIN: "",
    Tone.SOFT: "",
    Tone.GOOD: "✓ ",
    Tone.WARNING: "! ",
    Tone.BAD: "✗ ",
}


def render_text(page: Page) -> str:
    """Give a page as plain text without any control characters."""
    return "\n".join(visible(line) for block in page for line in _lines(block))


def task_line(row: TaskRow) -> str:
    """Give one task as a line."""
    after = f"after {row.after}" if row.after else ""
    rest = " · ".join(part for part in (row.action, after, row.detail) if part)
    return f"{row.number:>4}  {row.shape} {row.state:<9}  {row.label}  {rest}".rstrip()


def _lines(block: Block) -> Iterator[str]:  # noqa: C901  one branch for each block
    match block:
        case Heading():
            note = f"  ({block.note})" if block.note else ""
            yield f"litecode: {block.text}{note}"
        case Meter():
            yield _meter(block)
        case Sentence():
            yield SIGNS[block.tone] + block.text
        case Table():
            yield from _table(block)
        case Tasks():
            yield from map(task_line, task_rows(block.tasks))
        case Answer() | Verbatim():
            yield from block.text.split("\n")
        case Card():
            yield from _card(block)
        case Budget():
            yield from _budget(block)
        case Fold():
            yield block.title
            for inner in block.blocks:
                yield from (f"    {line}" for line in _lines(inner))
        case _:
            assert_never(block)


def _meter(meter: Meter) -> str:
    filled = METER_WIDTH * meter.done // max(meter.total, 1)
    bar = "#" * filled + "." * (METER_WIDTH - filled)
    return f"[{bar}] {meter.done} of {meter.total}"


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield table.caption
    head = (table.headings,) if any(table.headings) else ()
    cells = [[" ".join(cell.split()) for cell in row] for row in (*head, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield f"    {'  '.join(padded)}".rstrip()


def _card(card: Card) -> Iterator[str]:
    gates = f"  ✓ checks held: {len(card.gates)}" if card.gates else ""
    counts = f"{card.verb}, +{card.added} -{card.removed}"
    yield ""
    yield f"[{card.number}] {card.title}  ({counts}){gates}"
    for hunk in card.hunks:
        yield hunk.header
        for line in hunk.lines:
            yield from _diff_line(line)
    if card.hidden:
        yield f"… {card.hidden:,} more lines of this difference are not shown."


def _diff_line(line: DiffLine) -> Iterator[str]:
    yield f"{line.kind}{shortened(line.text)}"
    if not line.ended:
        yield "\\ No newline at the end"


def _budget(budget: Budget) -> Iterator[str]:
    yield budget.label
    parts = (f"{share.name} {share.tokens:,}" for share in shares(budget.call))
    yield f"    {' | '.join(parts)}"
    yield f"    {budget_sentence(budget.call)}"
