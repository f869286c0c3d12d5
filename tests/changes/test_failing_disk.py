"""When a step fails, the person gets one clear error and all files as they were."""

import errno
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from faulty_disks import FailingDisk, FullDisk, TornDisk
from litecode_nb.changes.applying import apply
from litecode_nb.changes.recovering import recover
from litecode_nb.changes.undoing import redo, undo
from litecode_nb.errors import StoreError, WriteFailed
from litecode_nb.store.journal import Journal
from sample_tree import Tree, a_journal, a_project, a_small_change, tree_of

QUICK = TornDisk()
Verb = Callable[[Path, Journal], object]


def do_apply(root: Path, journal: Journal) -> object:
    return apply(root, a_small_change(), journal)


PREPARED: dict[Verb, tuple[Verb, ...]] = {
    do_apply: (),
    undo: (do_apply,),
    redo: (do_apply, undo),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What a verb left behind when one of its steps failed; no error means success."""

    step: int
    error: Exception | None
    after: Tree
    recovered: Tree
    after_next: Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    old: Tree
    new: Tree
    each: tuple[Failure, ...]


def attempt(verb: Verb, root: Path, disk: FailingDisk) -> Exception | None:
    try:
        verb(root, a_journal(root, disk))
    except (StoreError, WriteFailed) as error:
        return error
    return None


def failures_of(
    verb: Verb, start: Path, scratch: Path, kind: type[FailingDisk]
) -> Iterator[Failure]:
    for n in count():
        root = shutil.copytree(start, scratch / str(n))
        disk = kind(n, errno.ENOSPC)
        error = attempt(verb, root, disk)
        if not disk.has_failed:
            return
        after = tree_of(root)
        recover(root, a_journal(root, QUICK))
        recovered = tree_of(root)
        if error is not None:
            verb(root, a_journal(root, QUICK))
        yield Failure(
            step=n,
            error=error,
            after=after,
            recovered=recovered,
            after_next=tree_of(root),
        )
        shutil.rmtree(root)


EVERY: list[tuple[Verb, type[FailingDisk]]] = [
    (do_apply, FailingDisk),
    (do_apply, FullDisk),
    (undo, FailingDisk),
    (redo, FullDisk),
]


@pytest.fixture(
    scope="module",
    params=EVERY,
    ids=[f"{verb.__name__}-{kind.__name__}" for verb, kind in EVERY],
)
def failures(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Failures:
    verb, kind = request.param
    folder = tmp_path_factory.mktemp("failing")
    start = a_project(folder / "start")
    for each in PREPARED[verb]:
        each(start, a_journal(start, QUICK))
    old = tree_of(start)
    each_failure = tuple(failures_of(verb, start, folder / "scratch", kind))
    verb(start, a_journal(start, QUICK))
    return Failures(old=old, new=tree_of(start), each=each_failure)


def test_after_an_error_all_files_are_as_they_were(failures: Failures) -> None:
    bad = [f for f in failures.each if f.error is not None and f.after != failures.old]
    assert bad == []


def test_without_an_error_all_files_are_new(failures: Failures) -> None:
    bad = [f for f in failures.each if f.error is None and f.after != failures.new]
    assert bad == []


def test_a_recovery_changes_nothing_more(failures: Failures) -> None:
    assert [f for f in failures.each if f.recovered != f.after] == []


def test_the_next_try_succeeds(failures: Failures) -> None:
    assert [f for f in failures.each if f.after_next != failures.new] == []


def test_the_error_names_the_reason(failures: Failures) -> None:
    messages = [str(f.error) for f in failures.each if f.error is not None]
    assert messages
    assert [m for m in messages if "No space left on device" not in m] == []
