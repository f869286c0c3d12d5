"""Pages as HTML, everything escaped; they read well without their style sheet too."""

import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
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
from litecode_magics.views.markdown import markdown_html
from litecode_magics.views.markup import Html, element, joined
from litecode_magics.views.rows import TaskRow, budget_sentence, shares, task_rows
from litecode_magics.views.text import SIGNS
from litecode_magics.views.visible import shortened
from litecode_nb.domain.diff import DiffLine, Hunk, LineKind

CODE = re.compile(r"`([^`\n]+)`")
COLOURS = 6
LINE_CLASSES = {
    LineKind.CONTEXT: "lc-same",
    LineKind.REMOVED: "lc-del",
    LineKind.ADDED: "lc-ins",
}


def render_html(page: Page) -> str:
    """Give a page as one HTML fragment with its style."""
    blocks = map(_block, page)
    inner = element(
        "div", *blocks, class_="lc-page", role="region", aria_label="litecode"
    )
    return joined(_style(), inner)


def with_code(text: str) -> Html:
    """Give a sentence as HTML, with what stands between backticks as code."""
    parts = CODE.split(text)
    return joined(*(element("code", p) if n % 2 else p for n, p in enumerate(parts)))


@cache
def _style() -> Html:
    css = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    return Html(f"<style>{css}</style>")  # our own file, not escaped


def _block(block: Block) -> Html:  # noqa: C901, PLR0911  one branch for each block
    match block:
        case Heading():
            return _heading(block)
        case Meter():
            return _meter(block)
        case Sentence():
            return _sentence(block)
        case Table():
            return _table(block)
        case Tasks():
            return _tasks(block)
        case Answer():
            return element("div", markdown_html(block.text), class_="lc-answer")
        case Card():
            return _card(block)
        case Budget():
            return _budget(block)
        case Verbatim():
            return element("pre", block.text, class_="lc-verbatim")
        case Fold():
            summary = element("summary", block.title)
            return element("details", summary, *map(_block, block.blocks))
        case _:
            assert_never(block)


def _heading(heading: Heading) -> Html:
    return element(
        "div",
        element("b", "litecode "),
        element("span", heading.text, class_="lc-request"),
        " ",
        element("span", heading.note, class_="lc-soft", role="status"),
        class_="lc-head",
    )


def _meter(meter: Meter) -> Html:
    percent = 100 * meter.done // max(meter.total, 1)
    return element(
        "div",
        element("div", class_="lc-done", style=f"width:{percent}%"),
        class_="lc-meter",
        role="progressbar",
        aria_valuemin="0",
        aria_valuemax=str(meter.total),
        aria_valuenow=str(meter.done),
        aria_label="tasks done",
    )


def _sentence(sentence: Sentence) -> Html:
    sign = SIGNS[sentence.tone]
    role = "alert" if sentence.tone is Tone.BAD else "note"
    words = element("span", sign, with_code(sentence.text))
    return element("p", words, class_=f"lc-{sentence.tone}", role=role)


def _table(table: Table) -> Html:
    named = table.headings if any(table.headings) else ()
    headings = [element("th", each, scope="col") for each in named]
    rows = (
        element("tr", *(element("td", with_code(cell)) for cell in row))
        for row in table.rows
    )
    caption = (element("caption", table.caption),) if table.caption else ()
    head = (element("thead", element("tr", *headings)),) if headings else ()
    body = element("tbody", *rows)
    return element("table", *caption, *head, body, class_="lc-table")


def _tasks(tasks: Tasks) -> Html:
    rows = map(_task, task_rows(tasks.tasks))
    return element("ul", *rows, class_="lc-tasks", aria_label="task graph")


def _task(row: TaskRow) -> Html:
    state = element(
        "span", f"{row.shape} {row.state}", class_=f"lc-state lc-{row.state}"
    )
    after = f"after {row.after}" if row.after else ""
    rest = " · ".join(part for part in (row.action, after, row.detail) if part)
    return element(
        "li",
        element("span", f"{row.number} ", class_="lc-number"),
        state,
        " ",
        element("b", row.label),
        " ",
        element("span", rest, class_="lc-soft"),
        title=row.instruction,
    )


def _card(card: Card) -> Html:
    checks = f"✓ checks held: {len(card.gates)}"
    every = ", ".join(card.gates)
    chips = (element("span", checks, class_="lc-chip", title=every),)
    head = element(
        "div",
        element("span", f"[{card.number}] ", class_="lc-number"),
        element("b", card.title),
        f" {card.verb} ",
        element("span", f"+{card.added}", class_="lc-plus"),
        " ",
        element("span", f"\u2212{card.removed}", class_="lc-minus"),
        " ",
        *(chips if card.gates else ()),
        class_="lc-card-head",
    )
    hidden = f"… {card.hidden:,} more lines of this difference are not shown."
    note = (element("p", hidden, class_="lc-warning"),) if card.hidden else ()
    return element("div", head, *map(_hunk, card.hunks), *note, class_="lc-card")


def _hunk(hunk: Hunk) -> Html:
    header = element("span", hunk.header, "\n", class_="lc-hunk")
    return element("pre", header, *map(_line, hunk.lines), class_="lc-diff")


def _line(line: DiffLine) -> Html:
    text = _marked(line)
    tail = "" if line.ended else "\n\\ No newline at the end"
    # The line's end lies inside, so that copied text keeps its lines.
    return element(
        "span", f"{line.kind}", text, tail, "\n", class_=LINE_CLASSES[line.kind]
    )


def _marked(line: DiffLine) -> Html:
    """Mark the words that differ; a line too long to be read has no marks."""
    text = shortened(line.text)
    if not line.marks or text != line.text:
        return joined(text)
    edges = [0, *(n for mark in line.marks for n in (mark.start, mark.end)), len(text)]
    pieces = (text[start:end] for start, end in pairwise(edges))
    return joined(*(element("mark", p) if n % 2 else p for n, p in enumerate(pieces)))


def _budget(budget: Budget) -> Html:
    every = shares(budget.call)
    names = [share.name for share in every]
    bar = (
        element("div", class_=_colour(n, names), style=f"width:{share.percent:.1f}%")
        for n, share in enumerate(every)
    )
    legend = (
        element(
            "li",
            element("span", "\u25a0 ", class_=_ink(n, names)),
            f"{share.name} ",
            element("em", f"{share.tokens:,}"),
        )
        for n, share in enumerate(every)
    )
    return element(
        "div",
        element("p", element("b", budget.label)),
        element("div", *bar, class_="lc-stack", aria_hidden="true"),
        element("ul", *legend, class_="lc-legend"),
        element("p", budget_sentence(budget.call), class_="lc-soft"),
        class_="lc-budget",
    )


def _colour(position: int, names: list[str]) -> str:
    return f"lc-fill-{_shade(position, names)}"


def _ink(position: int, names: list[str]) -> str:
    return f"lc-ink-{_shade(position, names)}"


def _shade(position: int, names: list[str]) -> str:
    return "free" if names[position] == "free" else str(position % COLOURS)
