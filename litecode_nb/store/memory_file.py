"""The short-term memory on disk: the last few requests that changed something."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from litecode_nb.domain.ids import ChangeSetId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.prompt import MEMORY_ENTRIES, MEMORY_ENTRY_TOKENS
from litecode_nb.errors import StoreError
from litecode_nb.store import records
from litecode_nb.store.layout import StateFolder
from litecode_nb.tokens.base import TokenCounter

CUT = "…"


def read_memory(state: StateFolder) -> tuple[MemoryEntry, ...]:
    """Give at most four entries, the newest last.

    A damaged file is set aside and nothing is remembered: memory is a convenience, and
    no request fails for it.
    """
    with contextlib.suppress(StoreError):
        data = state.read(state.memory_file)
        return () if data is None else _entries(state, data)
    return ()


def remember(state: StateFolder, entry: MemoryEntry, counter: TokenCounter) -> None:
    """Add an entry, shortened to 90 tokens, and forget all but the last four.

    Raises:
        StoreError: It cannot be written.
    """
    with state.lock():
        kept = (*read_memory(state), trimmed(entry, counter))
        _write(state, kept[-MEMORY_ENTRIES:])


def forget(state: StateFolder, change_set: ChangeSetId | None = None) -> None:
    """Forget what one change set did, such as one that was undone; None for all.

    Raises:
        StoreError: It cannot be written.
    """
    if not state.memory_file.exists():
        return
    with state.lock():
        if change_set is None:
            state.remove(state.memory_file)
            return
        entries = read_memory(state)
        _write(state, tuple(e for e in entries if e.change_set != change_set))


def trimmed(entry: MemoryEntry, counter: TokenCounter) -> MemoryEntry:
    """Shorten an entry until its text has at most 90 tokens, the longest part first."""
    entry = replace(
        entry,
        instruction=" ".join(entry.instruction.split()),
        summary=" ".join(entry.summary.split()),
    )
    while counter.count(entry.text) > MEMORY_ENTRY_TOKENS:
        shorter = _shortened(entry)
        if shorter == entry:
            break
        entry = shorter
    return entry


def _shortened(entry: MemoryEntry) -> MemoryEntry:
    """Take a quarter off the longest of instruction, summary and units."""
    sizes = {
        "instruction": len(entry.instruction),
        "summary": len(entry.summary),
        "units": sum(map(len, entry.units)),
    }
    match max(sizes, key=lambda name: sizes[name]):
        case "instruction":
            return replace(entry, instruction=_cut(entry.instruction))
        case "summary":
            return replace(entry, summary=_cut(entry.summary))
        case _:
            return replace(entry, units=entry.units[:-1])


def _cut(text: str) -> str:
    kept = text.removesuffix(CUT)
    return kept[: len(kept) * 3 // 4].rstrip() + CUT


def _entries(state: StateFolder, data: bytes) -> tuple[MemoryEntry, ...]:
    try:
        return records.from_bytes(data, _from_json, state.memory_file.name)
    except StoreError:
        state.set_aside(state.memory_file)
        return ()


def _from_json(record: Mapping[str, Any]) -> tuple[MemoryEntry, ...]:
    entries = tuple(records.memory_from_json(each) for each in record["entries"])
    return entries[-MEMORY_ENTRIES:]


def _write(state: StateFolder, entries: tuple[MemoryEntry, ...]) -> None:
    plain = [records.memory_to_json(entry) for entry in entries]
    state.write(state.memory_file, records.to_bytes({"entries": plain}))
