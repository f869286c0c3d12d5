"""Pages about everything but a request: status, map, history, memory, settings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from litecode_magics.views.blocks import (
    Block,
    Heading,
    Page,
    Sentence,
    Table,
    Tone,
    Verbatim,
)
from litecode_nb.domain.history import HistoryEntry
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.project import RenderedMap

if TYPE_CHECKING:
    from litecode_nb.session.status import Check, Status

UNKNOWN = "unknown"


def status_page(status: "Status", notebook: str, news: Sequence[str]) -> Page:
    """Where things stand, and what to type next.

    Args:
        status: What the session found.
        notebook: The running notebook, in words.
        news: What the session found at its start, one sentence each.
    """
    window = status.context_window
    rows = (
        ("server", status.server or "none"),
        ("model", status.model or "none"),
        ("window", f"{window:,} tokens for one call" if window else UNKNOWN),
        ("project", f"{status.root} ({status.documents} notebooks and modules)"),
        ("notebook", notebook),
        ("waiting for an answer", status.pending or "nothing"),
    )
    blocks: list[Block] = [
        Heading(text="status"),
        Table(headings=("", ""), rows=rows),
    ]
    if status.problem:
        blocks.append(Sentence(text=status.problem, tone=Tone.BAD))
    blocks += (Sentence(text=each, tone=Tone.WARNING) for each in news)
    return (*blocks, Sentence(text=_next(status), tone=Tone.SOFT))


def map_page(rendered: RenderedMap, request: str) -> Page:
    """What a planner sees of the project."""
    about = f"what a planner sees for “{request}”" if request else "what a planner sees"
    facts = tuple(Sentence(text=fact) for fact in rendered.facts)
    return (
        Heading(text=about, note=f"{rendered.tokens:,} tokens"),
        Verbatim(text=rendered.text),
        *facts,
    )


def history_page(entries: Sequence[HistoryEntry]) -> Page:
    """The changes that were made, the newest first."""
    if not entries:
        return _empty("history", "Nothing was changed here by litecode yet.")
    rows = tuple(
        (
            _local(entry.made_at),
            entry.state.value,
            entry.summary,
            ", ".join(entry.documents),
        )
        for entry in reversed(entries)
    )
    headings = ("when", "state", "change", "files")
    return (Heading(text="history"), Table(headings=headings, rows=rows))


def memory_page(entries: Sequence[MemoryEntry]) -> Page:
    """What the next request will be told, the oldest first."""
    if not entries:
        return _empty(
            "memory", "It is empty: nothing was applied since it was emptied."
        )
    rows = tuple((_local(e.made_at), e.instruction, e.summary) for e in entries)
    headings = ("when", "request", "what was done")
    return (Heading(text="memory"), Table(headings=headings, rows=rows))


def settings_page(values: Mapping[str, Any], chosen: Mapping[str, str]) -> Page:
    """All settings with their values.

    Args:
        values: What holds.
        chosen: What was set by `%litecode config`.
    """
    rows = tuple(
        (name, _value(value), "set here" if name in chosen else "")
        for name, value in values.items()
    )
    how = "`%litecode config key=value` sets one until the kernel ends."
    return (
        Heading(text="settings"),
        Table(headings=("key", "value", ""), rows=rows),
        Sentence(text=how, tone=Tone.SOFT),
    )


def checks_page(checks: Sequence["Check"]) -> Page:
    """What was checked; what is not good says what to do."""
    rows = tuple(
        ("✓ good" if c.is_good else "✗ not good", c.name, c.text) for c in checks
    )
    bad = sum(not check.is_good for check in checks)
    note = "all is well" if not bad else f"{bad} to look at"
    table = Table(headings=("", "what", "found"), rows=rows)
    return (Heading(text="doctor", note=note), table)


def text_page(heading: str, text: str) -> Page:
    """Some text as it is."""
    return (Heading(text=heading), Verbatim(text=text))


def sentence_page(text: str, tone: Tone = Tone.PLAIN) -> Page:
    """One sentence."""
    return (Sentence(text=text, tone=tone),)


def _empty(heading: str, text: str) -> Page:
    return (Heading(text=heading), Sentence(text=text, tone=Tone.SOFT))


def _next(status: "Status") -> str:
    if status.problem:
        return "Then run `%litecode` again; `%litecode doctor` looks more closely."
    if status.pending:
        return "Type `%litecode apply` or `%litecode reject` for what waits."
    return (
        "Begin a cell with `%%litecode` and say in your own words what you want to "
        "know or to have changed; `%litecode --help` shows what else there is."
    )


def _local(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def _value(value: Any) -> str:
    return "found out when needed" if value is None else str(value)
