"""Nouns to JSON and back; what is read may be damaged, older, or made to harm."""

import base64
import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from litecode_nb.domain.edit import ChangeSet, Edit
from litecode_nb.domain.history import FileChange, Record, RecordState, Transition
from litecode_nb.domain.ids import ChangeSetId, DocumentPath, TaskId, UnitId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import StoreError

VERSION = 1

Built = TypeVar("Built")


def to_bytes(record: Mapping[str, Any]) -> bytes:
    """Give a record as a JSON file's bytes, in ASCII, with the format's version."""
    versioned = {"version": VERSION, **record}
    return (json.dumps(versioned, ensure_ascii=True, indent=1) + "\n").encode("ascii")


def from_bytes(
    data: bytes, build: Callable[[Mapping[str, Any]], Built], name: str
) -> Built:
    """Read a record that `to_bytes` wrote.

    Args:
        data: A JSON file's bytes.
        build: Makes the noun; may raise what Python raises on a wrong type.
        name: What the file is called, for messages.

    Raises:
        StoreError: It is no such record.
    """
    try:
        return build(_of_this_version(json.loads(data)))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        message = f"{name} is damaged or of another version of litecode: {error!r}."
        raise StoreError(message) from error


def edit_to_json(edit: Edit) -> dict[str, Any]:
    """Give an edit as plain values."""
    return {
        "task": _plain(edit.task),
        "document": _plain(edit.document),
        "unit": _plain(edit.unit),
        "kind": edit.kind.value,
        "before": _plain(edit.before),
        "after": _plain(edit.after),
        "position": edit.position,
    }


def edit_from_json(value: Any) -> Edit:
    """Make an edit from plain values."""
    record = _mapping(value)
    return Edit(
        task=TaskId(_text(record["task"])),
        document=DocumentPath(_text(record["document"])),
        unit=UnitId(_text(record["unit"])),
        kind=UnitKind(record["kind"]),
        before=_text_or_none(record["before"]),
        after=_text_or_none(record["after"]),
        position=_count(record["position"]),
    )


def change_set_to_json(change_set: ChangeSet) -> dict[str, Any]:
    """Give a change set as plain values."""
    return {
        "id": _plain(change_set.id),
        "summary": _plain(change_set.summary),
        "instruction": _plain(change_set.instruction),
        "made_at": change_set.made_at.isoformat(),
        "edits": [edit_to_json(edit) for edit in change_set.edits],
    }


def change_set_from_json(value: Any) -> ChangeSet:
    """Make a change set from plain values."""
    record = _mapping(value)
    return ChangeSet(
        id=ChangeSetId(_text(record["id"])),
        summary=_text(record["summary"]),
        instruction=_text(record["instruction"]),
        made_at=_time(record["made_at"]),
        edits=tuple(edit_from_json(each) for each in _list(record["edits"])),
    )


def memory_to_json(entry: MemoryEntry) -> dict[str, Any]:
    """Give a memory entry as plain values."""
    return {
        "instruction": _plain(entry.instruction),
        "summary": _plain(entry.summary),
        "units": [_plain(unit) for unit in entry.units],
        "change_set": _plain(entry.change_set),
        "made_at": entry.made_at.isoformat(),
    }


def memory_from_json(value: Any) -> MemoryEntry:
    """Make a memory entry from plain values."""
    record = _mapping(value)
    return MemoryEntry(
        instruction=_text(record["instruction"]),
        summary=_text(record["summary"]),
        units=tuple(UnitId(_text(each)) for each in _list(record["units"])),
        change_set=ChangeSetId(_text(record["change_set"])),
        made_at=_time(record["made_at"]),
    )


def record_to_json(record: Record) -> dict[str, Any]:
    """Give a record of the journal as plain values, but for what its name says."""
    return {
        "origin": record.origin,
        "transition": record.transition.value,
        "change_set": change_set_to_json(record.change_set),
        "files": [_file_to_json(file) for file in record.files],
        "makes": [_plain(folder) for folder in record.makes],
        "removes": [_plain(folder) for folder in record.removes],
        "token": record.token,
    }


def record_from_json(value: Any, number: int, state: RecordState) -> Record:
    """Make a record of the journal from plain values and what its name says."""
    record = _mapping(value)
    return Record(
        number=number,
        origin=_count(record["origin"]),
        state=state,
        transition=Transition(record["transition"]),
        change_set=change_set_from_json(record["change_set"]),
        files=tuple(_file_from_json(each) for each in _list(record["files"])),
        makes=tuple(_text(each) for each in _list(record["makes"])),
        removes=tuple(_text(each) for each in _list(record["removes"])),
        token=_text(record["token"]),
    )


def _file_to_json(file: FileChange) -> dict[str, Any]:
    return {
        "document": _plain(file.document),
        "before": file.before,
        "after": file.after,
        "mode": file.mode,
    }


def _file_from_json(value: Any) -> FileChange:
    record = _mapping(value)
    mode = record["mode"]
    return FileChange(
        document=DocumentPath(_text(record["document"])),
        before=_text_or_none(record["before"]),
        after=_text_or_none(record["after"]),
        # No hostile record may make a file that runs as its owner.
        mode=None if mode is None else _count(mode) & 0o777,
    )


def _of_this_version(value: Any) -> Mapping[str, Any]:
    record = _mapping(value)
    if record["version"] != VERSION:
        message = f"version {record['version']!r} is unknown"
        raise ValueError(message)
    return record


def _plain(text: str | None) -> Any:
    """Give a text as JSON that is read as the same text.

    JSON joins two lone surrogates that happen to stand side by side into one character,
    so a text with surrogates is written as its bytes.
    """
    if text is None or not any("\ud800" <= c <= "\udfff" for c in text):
        return text
    data = text.encode("utf-8", "surrogatepass")
    return {"base64": base64.b64encode(data).decode("ascii")}


def _text(value: Any) -> str:
    if isinstance(value, dict):
        data = base64.b64decode(_text(value["base64"]), validate=True)
        return data.decode("utf-8", "surrogatepass")
    return _of_type(value, str)


def _text_or_none(value: Any) -> str | None:
    return None if value is None else _text(value)


def _count(value: Any) -> int:
    number = _of_type(value, int)
    if number < 0 or isinstance(value, bool):
        message = f"{value!r} is no count"
        raise ValueError(message)
    return number


def _time(value: Any) -> datetime:
    time = datetime.fromisoformat(_of_type(value, str))
    if time.tzinfo is None:
        message = f"{value!r} has no time zone"
        raise ValueError(message)
    return time


def _list(value: Any) -> list[Any]:
    return _of_type(value, list)


def _mapping(value: Any) -> Mapping[str, Any]:
    return _of_type(value, dict)


def _of_type(value: Any, kind: type[Built]) -> Built:
    if not isinstance(value, kind):
        message = f"{type(value).__name__} where {kind.__name__} belongs"
        raise TypeError(message)
    return value
