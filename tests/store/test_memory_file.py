import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import NOON, WordCounter
from litecode_nb.domain.ids import ChangeSetId, UnitId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.store.layout import StateFolder
from litecode_nb.store.memory_file import forget, read_memory, remember, trimmed


@dataclass(frozen=True, slots=True)
class LetterCounter(WordCounter):
    """Counts letters: the hardest counter to please."""

    def count(self, text: str) -> int:
        return len(text)


def an_entry(instruction: str = "rename a to b", change_set: str = "c1") -> MemoryEntry:
    return MemoryEntry(
        instruction=instruction,
        summary="Rename a.",
        units=(UnitId("a.py"),),
        change_set=ChangeSetId(change_set),
        made_at=NOON,
    )


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    return StateFolder.open(tmp_path)


def instructions(state: StateFolder) -> list[str]:
    return [entry.instruction for entry in read_memory(state)]


def test_nothing_is_remembered_at_first(state: StateFolder) -> None:
    assert read_memory(state) == ()
    assert not state.path.exists()


def test_an_entry_is_remembered(state: StateFolder) -> None:
    remember(state, an_entry(), WordCounter())
    assert read_memory(state) == (an_entry(),)


def test_the_last_four_are_kept_the_newest_last(state: StateFolder) -> None:
    for n in range(6):
        remember(state, an_entry(f"request {n}"), WordCounter())
    assert instructions(state) == [f"request {n}" for n in (2, 3, 4, 5)]


def test_a_long_entry_is_shortened(state: StateFolder) -> None:
    remember(state, an_entry("word " * 500), WordCounter())
    (entry,) = read_memory(state)
    assert WordCounter().count(entry.text) <= 90
    assert entry.instruction.endswith("…")


@given(
    instruction=st.text(max_size=400),
    summary=st.text(max_size=400),
    units=st.lists(st.text(max_size=80), max_size=9),
)
def test_no_entry_has_more_than_ninety_tokens(
    instruction: str, summary: str, units: list[str]
) -> None:
    entry = replace(
        an_entry(instruction),
        summary=summary,
        units=tuple(UnitId(unit) for unit in units),
    )
    assert LetterCounter().count(trimmed(entry, LetterCounter()).text) <= 90


@given(instruction=st.text(max_size=30))
def test_an_entry_has_one_line(instruction: str) -> None:
    text = trimmed(an_entry(instruction), LetterCounter()).text
    assert len(text.splitlines()) == 1


def test_a_short_entry_stays_as_it_is() -> None:
    assert trimmed(an_entry(), WordCounter()) == an_entry()


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"version": 1, "entries": 3}'])
def test_a_damaged_file_is_set_aside(state: StateFolder, data: bytes) -> None:
    state.write(state.memory_file, data)
    assert read_memory(state) == ()
    assert (state.path / "memory.json.damaged").read_bytes() == data


def test_after_damage_the_next_entry_is_remembered(state: StateFolder) -> None:
    state.write(state.memory_file, b"{")
    remember(state, an_entry(), WordCounter())
    assert read_memory(state) == (an_entry(),)


def test_a_folder_in_the_place_of_the_file_is_not_fatal(state: StateFolder) -> None:
    state.memory_file.mkdir(parents=True)
    assert read_memory(state) == ()


def test_a_file_with_too_many_entries_gives_the_last_four(state: StateFolder) -> None:
    remember(state, an_entry(), WordCounter())
    whole = json.loads(state.memory_file.read_bytes())
    whole["entries"] *= 9
    state.write(state.memory_file, json.dumps(whole).encode())
    assert len(read_memory(state)) == 4


def test_everything_can_be_forgotten(state: StateFolder) -> None:
    remember(state, an_entry(), WordCounter())
    forget(state)
    assert read_memory(state) == ()


def test_one_change_can_be_forgotten(state: StateFolder) -> None:
    remember(state, an_entry("one", "c1"), WordCounter())
    remember(state, an_entry("two", "c2"), WordCounter())
    forget(state, ChangeSetId("c2"))
    assert instructions(state) == ["one"]


def test_forgetting_nothing_makes_no_folder(state: StateFolder) -> None:
    forget(state)
    assert not state.path.exists()
