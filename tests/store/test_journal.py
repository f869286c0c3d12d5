import errno
from pathlib import Path

import pytest

from builders import a_change_set
from faulty_disks import CountingDisk, FailingDisk
from litecode_nb.domain.history import (
    HistoryState,
    RecordState,
    Rewrite,
    Transition,
)
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import StoreError
from litecode_nb.files import digest
from litecode_nb.store.journal import Folders, Journal
from litecode_nb.store.layout import StateFolder


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(StateFolder.open(tmp_path))


def a_rewrite(
    before: bytes | None = b"old", after: bytes | None = b"new", name: str = "a.py"
) -> Rewrite:
    return Rewrite(document=DocumentPath(name), before=before, after=after)


def done(journal: Journal, *rewrites: Rewrite) -> None:
    journal.commit(journal.begin(a_change_set(), rewrites or [a_rewrite()]))


def turned(journal: Journal) -> None:
    """Undo the last change set, or redo it."""
    story = journal.stories()[-1]
    journal.commit(journal.begin(a_change_set(), [a_rewrite()], undoes=story))


def names(journal: Journal) -> list[str]:
    return sorted(path.name for path in journal.state.journal_folder.glob("*.json"))


def objects(journal: Journal) -> set[str]:
    return {path.name for path in journal.state.objects_folder.iterdir()}


def test_what_is_begun_is_on_the_disk(journal: Journal) -> None:
    journal.begin(a_change_set(), [a_rewrite()], Folders(makes=("b",), removes=("c",)))
    (record,) = Journal(journal.state).unfinished()
    assert (record.state, record.makes) == (RecordState.BEGUN, ("b",))
    assert record.change_set == a_change_set()


def test_old_and_new_bytes_are_kept(journal: Journal) -> None:
    record = journal.begin(a_change_set(), [a_rewrite(b"old", b"new")])
    (file,) = record.files
    assert journal.content(file.before) == b"old"
    assert journal.content(file.after) == b"new"


def test_no_file_has_no_content(journal: Journal) -> None:
    record = journal.begin(a_change_set(), [a_rewrite(None, b"new")])
    assert journal.content(record.files[0].before) is None


def test_contents_are_durable_before_the_record_is(tmp_path: Path) -> None:
    disk = CountingDisk()
    Journal(StateFolder.open(tmp_path, disk)).begin(a_change_set(), [a_rewrite()])
    placed = [path.name for step, path in disk.steps if step == "replace"]
    assert placed[-1] == "00000001-begun.json"
    steps = [step for step, _ in disk.steps]
    assert steps[-3:] == ["sync", "replace", "sync folder"]


def test_a_content_that_is_there_is_not_written_again(journal: Journal) -> None:
    journal.begin(a_change_set(), [a_rewrite(b"a", b"b")])
    disk = CountingDisk()
    again = Journal(StateFolder.open(journal.state.root, disk))
    again.begin(a_change_set(), [a_rewrite(b"b", b"a")])
    assert [path.name for step, path in disk.steps if step == "replace"] == [
        "00000002-begun.json"
    ]


def test_a_damaged_content_is_written_again(journal: Journal) -> None:
    journal.begin(a_change_set(), [a_rewrite(b"a", b"b")])
    (journal.state.objects_folder / digest(b"a")).write_bytes(b"damaged")
    journal.begin(a_change_set(), [a_rewrite(b"a", b"b")])
    assert journal.content(digest(b"a")) == b"a"


def test_a_damaged_content_is_not_given(journal: Journal) -> None:
    journal.begin(a_change_set(), [a_rewrite(b"a", b"b")])
    (journal.state.objects_folder / digest(b"a")).write_bytes(b"damaged")
    with pytest.raises(StoreError, match="has lost the content"):
        journal.content(digest(b"a"))


def test_a_name_that_is_no_digest_is_not_read(journal: Journal) -> None:
    with pytest.raises(StoreError, match="is no digest"):
        journal.content("../../a.py")


def test_ending_a_record_is_one_rename(journal: Journal) -> None:
    journal.begin(a_change_set(), [a_rewrite()])
    disk = CountingDisk()
    again = Journal(StateFolder.open(journal.state.root, disk))
    again.commit(again.unfinished()[0])
    assert [step for step, _ in disk.steps] == ["replace", "sync folder"]


def test_a_committed_record_is_not_unfinished(journal: Journal) -> None:
    done(journal)
    assert journal.unfinished() == ()
    assert not journal.has_unfinished()


def test_a_commit_can_be_reopened(journal: Journal) -> None:
    record = journal.begin(a_change_set(), [a_rewrite()])
    journal.commit(record)
    journal.reopen(record)
    assert journal.has_unfinished()


def test_a_record_that_has_vanished_is_told(journal: Journal) -> None:
    record = journal.begin(a_change_set(), [a_rewrite()])
    for path in journal.state.journal_folder.glob("*.json"):
        path.unlink()
    with pytest.raises(StoreError, match="has vanished"):
        journal.commit(record)


def test_a_full_disk_is_a_store_error(tmp_path: Path) -> None:
    journal = Journal(StateFolder.open(tmp_path, FailingDisk(0, errno.ENOSPC)))
    with pytest.raises(StoreError, match="No space left"):
        journal.begin(a_change_set(), [a_rewrite()])


def test_a_new_journal_tells_nothing(journal: Journal) -> None:
    assert journal.stories() == ()
    assert not journal.needs_care()
    assert not journal.state.path.exists()


def state_of(journal: Journal) -> HistoryState:
    return journal.stories()[-1].state


def test_a_begun_change_set_is_told_so(journal: Journal) -> None:
    journal.begin(a_change_set(), [a_rewrite()])
    assert state_of(journal) is HistoryState.BEGUN


def test_a_dropped_change_set_is_told_as_aborted(journal: Journal) -> None:
    journal.abort(journal.begin(a_change_set(), [a_rewrite()]))
    assert state_of(journal) is HistoryState.ABORTED


def test_undo_and_redo_take_turns(journal: Journal) -> None:
    done(journal)
    seen = []
    for _ in range(4):
        turned(journal)
        seen.append(journal.stories()[-1].latest.transition)
    assert seen == [Transition.UNDO, Transition.REDO] * 2


def test_a_dropped_undo_leaves_the_change_committed(journal: Journal) -> None:
    done(journal)
    story = journal.stories()[-1]
    journal.abort(journal.begin(a_change_set(), [a_rewrite()], undoes=story))
    assert state_of(journal) is HistoryState.COMMITTED


def test_pruning_keeps_the_newest_change_sets(journal: Journal) -> None:
    few = Journal(journal.state, max_stories=3)
    for n in range(5):
        done(few, a_rewrite(b"%d" % n, b"%d" % (n + 1)))
    few.prune()
    assert [story.origin for story in few.stories()] == [3, 4, 5]
    assert objects(few) == {digest(b"%d" % n) for n in (2, 3, 4, 5)}


def test_pruning_keeps_within_the_bytes(journal: Journal) -> None:
    small = Journal(journal.state, max_bytes=250)
    for n in range(4):
        done(small, a_rewrite(b"%d" % n * 100, None, f"{n}.py"))
    small.prune()
    assert [story.origin for story in small.stories()] == [3, 4]


def test_pruning_keeps_the_newest_however_large(journal: Journal) -> None:
    small = Journal(journal.state, max_bytes=1)
    done(small, a_rewrite(b"large" * 100))
    small.prune()
    assert len(small.stories()) == 1


def test_pruning_keeps_what_the_last_of_many_undos_needs(journal: Journal) -> None:
    done(journal)
    for _ in range(9):
        turned(journal)
    journal.prune()
    assert names(journal) == ["00000010-done.json"]
    assert state_of(journal) is HistoryState.UNDONE


def test_pruning_never_touches_what_is_unfinished(journal: Journal) -> None:
    tiny = Journal(journal.state, max_stories=1)
    record = tiny.begin(a_change_set(), [a_rewrite(b"x", b"y")])
    done(tiny)
    tiny.prune()
    assert tiny.unfinished() == (record,)
    assert tiny.content(digest(b"x")) == b"x"


def test_pruning_removes_what_a_killed_process_left(journal: Journal) -> None:
    done(journal)
    (journal.state.journal_folder / ".00000002-begun.json.abc.tmp").write_bytes(b"")
    (journal.state.objects_folder / ".abc.tmp").write_bytes(b"")
    journal.prune()
    assert not list(journal.state.journal_folder.rglob("*.tmp"))


def test_numbers_go_on_after_pruning(journal: Journal) -> None:
    one = Journal(journal.state, max_stories=1)
    for _ in range(3):
        done(one)
        one.prune()
    assert names(one) == ["00000003-done.json"]


def test_a_number_with_many_digits_is_still_seen(journal: Journal) -> None:
    done(journal)
    (only,) = journal.state.journal_folder.glob("*.json")
    only.rename(only.with_name("99999999-done.json"))
    done(journal)
    assert [story.latest.number for story in journal.stories()][-1] == 100_000_000


def test_a_damaged_record_is_left_out_and_set_aside(journal: Journal) -> None:
    done(journal)
    done(journal)
    path = journal.state.journal_folder / "00000001-done.json"
    path.write_bytes(b"{")
    assert [story.origin for story in journal.stories()] == [2]
    assert journal.needs_care()
    assert [p.name for p in journal.set_damaged_aside()] == [f"{path.name}.damaged"]
    assert not journal.needs_care()


def test_other_files_in_the_folder_are_left_alone(journal: Journal) -> None:
    done(journal)
    mine = journal.state.journal_folder / "notes.txt"
    mine.write_bytes(b"mine")
    journal.prune()
    assert mine.exists()
