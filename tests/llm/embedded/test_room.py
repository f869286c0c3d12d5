import stat
from pathlib import Path

import pytest

from litecode_nb.llm.embedded.room import LOG_BYTES, Record, ServerRoom


@pytest.fixture
def room(tmp_path: Path) -> ServerRoom:
    made = ServerRoom(folder=tmp_path / "room")
    made.prepare()
    return made


@pytest.fixture
def record() -> Record:
    return Record(
        address="http://127.0.0.1:9",
        key="secret",
        process=1,
        model="tiny",
        context_window=2048,
        slots=1,
    )


def test_a_record_is_read_as_it_was_written(room: ServerRoom, record: Record) -> None:
    room.write_record(record)
    assert room.read_record() == record


def test_only_its_user_can_read_a_record(room: ServerRoom, record: Record) -> None:
    room.write_record(record)
    assert stat.S_IMODE(room.record.stat().st_mode) == 0o600


def test_a_record_does_not_show_its_key(record: Record) -> None:
    assert "secret" not in repr(record)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"address": 1}', "\xff"])
def test_a_damaged_record_is_none(room: ServerRoom, text: str) -> None:
    room.record.write_text(text, encoding="latin-1")
    assert room.read_record() is None


def test_a_lease_is_seen(room: ServerRoom) -> None:
    lease = room.take_lease()
    assert room.has_lease()
    lease.discard()


def test_a_discarded_lease_is_not_seen(room: ServerRoom) -> None:
    room.take_lease().discard()
    assert not room.has_lease()


def test_a_dead_clients_lease_is_removed(room: ServerRoom) -> None:
    (room.leases / "1234-dead").touch()
    assert not room.has_lease()
    assert list(room.leases.iterdir()) == []


def test_a_room_that_was_removed_has_no_lease(tmp_path: Path) -> None:
    assert not ServerRoom(folder=tmp_path / "gone").has_lease()


def test_a_long_log_is_emptied(room: ServerRoom) -> None:
    room.log.write_bytes(b"x" * (LOG_BYTES + 1))
    room.trim_log()
    assert room.log.stat().st_size == 0


def test_a_short_log_is_kept(room: ServerRoom) -> None:
    room.log.write_bytes(b"x")
    room.trim_log()
    assert room.log.read_bytes() == b"x"
