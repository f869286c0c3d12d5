import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import NOON, a_change_set, an_edit
from litecode_nb.domain.edit import ChangeSet, Edit
from litecode_nb.domain.history import FileChange, Record, RecordState, Transition
from litecode_nb.domain.ids import ChangeSetId, DocumentPath, TaskId, UnitId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import StoreError
from litecode_nb.store import records

FEW = settings(max_examples=40)
TEXTS = st.text(st.characters(), max_size=12) | st.sampled_from(
    ["\ud83d\ude00", "\udc80.py", "a\ud800\n", "\u2028\x85\0"]
)
TIMES = st.builds(
    lambda time, hours: time.replace(tzinfo=timezone(timedelta(hours=hours))),
    st.datetimes(),
    st.integers(-23, 23),
)
EDITS = st.builds(
    Edit,
    task=st.builds(TaskId, TEXTS),
    document=st.builds(DocumentPath, TEXTS),
    unit=st.builds(UnitId, TEXTS),
    kind=st.sampled_from(UnitKind),
    before=st.none() | TEXTS,
    after=TEXTS,
    position=st.integers(0, 10**9),
)
CHANGE_SETS = st.builds(
    ChangeSet,
    id=st.builds(ChangeSetId, TEXTS),
    summary=TEXTS,
    instruction=TEXTS,
    made_at=TIMES,
    edits=st.lists(EDITS, unique_by=lambda e: e.unit, max_size=3).map(tuple),
)
DIGESTS = st.none() | st.text("0123456789abcdef", min_size=64, max_size=64)
FILES = st.builds(
    FileChange,
    document=st.builds(DocumentPath, TEXTS),
    before=DIGESTS,
    after=DIGESTS,
    mode=st.none() | st.integers(0, 0o777),
)
RECORDS = st.builds(
    Record,
    number=st.just(7),
    origin=st.integers(0, 9),
    state=st.just(RecordState.BEGUN),
    transition=st.sampled_from(Transition),
    change_set=CHANGE_SETS,
    files=st.lists(FILES, max_size=3).map(tuple),
    makes=st.lists(TEXTS, max_size=2).map(tuple),
    removes=st.lists(TEXTS, max_size=2).map(tuple),
    token=st.just("0123456789abcdef"),
)
ENTRIES = st.builds(
    MemoryEntry,
    instruction=TEXTS,
    summary=TEXTS,
    units=st.lists(st.builds(UnitId, TEXTS), max_size=3).map(tuple),
    change_set=st.builds(ChangeSetId, TEXTS),
    made_at=TIMES,
)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner)
    ),
    max_leaves=6,
)


def read_change_set(data: bytes) -> ChangeSet:
    return records.from_bytes(data, records.change_set_from_json, "a.json")


def read_record(data: bytes) -> Record:
    return records.from_bytes(
        data,
        lambda plain: records.record_from_json(plain, 7, RecordState.BEGUN),
        "a.json",
    )


@FEW
@given(CHANGE_SETS)
def test_a_change_set_is_read_as_it_was_written(change_set: ChangeSet) -> None:
    data = records.to_bytes(records.change_set_to_json(change_set))
    assert read_change_set(data) == change_set


@FEW
@given(RECORDS)
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    data = records.to_bytes(records.record_to_json(record))
    assert read_record(data) == record


@FEW
@given(ENTRIES)
def test_a_memory_entry_is_read_as_it_was_written(entry: MemoryEntry) -> None:
    data = records.to_bytes(records.memory_to_json(entry))
    assert records.from_bytes(data, records.memory_from_json, "a") == entry


@FEW
@given(CHANGE_SETS)
def test_what_is_written_is_ascii(change_set: ChangeSet) -> None:
    records.to_bytes(records.change_set_to_json(change_set)).decode("ascii")


def test_a_text_without_surrogates_can_be_read_by_people() -> None:
    data = records.to_bytes(records.edit_to_json(an_edit("a = 1\n", "b = 1\n")))
    assert json.loads(data)["before"] == "a = 1\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"{}",
        b'"text"',
        b'{"version": 1}',
        b'{"version": 99}',
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b"[" * 100_000,
        b'{"version": 1, "id": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_record_is_a_store_error(data: bytes) -> None:
    with pytest.raises(StoreError, match=r"a\.json is damaged or of another version"):
        read_change_set(data)


def plain_record() -> dict[str, Any]:
    record = Record(
        number=7,
        origin=7,
        state=RecordState.BEGUN,
        transition=Transition.APPLY,
        change_set=a_change_set(),
        files=(FileChange(document=DocumentPath("a.py"), before=None, after="0" * 64),),
        token="0" * 16,
    )
    plain: dict[str, Any] = json.loads(records.to_bytes(records.record_to_json(record)))
    return plain


def paths_of(value: Any) -> list[tuple[str | int, ...]]:
    """Give the way to every value within a JSON value."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    below = [(key, *way) for key, inner in items for way in paths_of(inner)]
    return [(), *below]


@FEW
@given(st.data())
def test_a_record_with_any_other_value_is_read_or_refused(data: st.DataObject) -> None:
    plain: Any = plain_record()
    *way, last = data.draw(st.sampled_from([w for w in paths_of(plain) if w]))
    place = plain
    for key in way:
        place = place[key]
    place[last] = data.draw(JSON_VALUES)
    try:
        record = read_record(json.dumps(plain).encode())
    except StoreError:
        return
    assert isinstance(record, Record)


@pytest.mark.parametrize("key", ["before", "after"])
@pytest.mark.parametrize("value", ["../../a", "0" * 63, "g" * 64, "0" * 64 + "\n"])
def test_a_digest_that_is_a_path_is_refused(key: str, value: str) -> None:
    plain = plain_record()
    plain["files"][0][key] = value
    with pytest.raises(StoreError):
        read_record(json.dumps(plain).encode())


@pytest.mark.parametrize("token", ["", "../x", "0" * 7, "0" * 33, "0123456789abcdeG"])
def test_a_token_that_is_a_path_is_refused(token: str) -> None:
    plain = plain_record() | {"token": token}
    with pytest.raises(StoreError):
        read_record(json.dumps(plain).encode())


def test_a_mode_cannot_let_a_file_run_as_its_owner() -> None:
    plain = plain_record()
    plain["files"][0]["mode"] = 0o6755
    assert read_record(json.dumps(plain).encode()).files[0].mode == 0o755


def test_a_time_without_a_zone_is_refused() -> None:
    plain = records.change_set_to_json(a_change_set())
    plain["made_at"] = datetime(2026, 1, 1).isoformat()  # noqa: DTZ001 - the point
    with pytest.raises(StoreError):
        read_change_set(records.to_bytes(plain))


def test_two_edits_of_one_unit_are_refused() -> None:
    plain = records.change_set_to_json(a_change_set())
    plain["edits"] *= 2
    with pytest.raises(StoreError):
        read_change_set(records.to_bytes(plain))


def test_a_time_is_kept_to_the_microsecond() -> None:
    change_set = a_change_set()
    assert change_set.made_at == NOON
    data = records.to_bytes(records.change_set_to_json(change_set))
    assert read_change_set(data).made_at == NOON
