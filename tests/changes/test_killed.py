"""Law 7: kill the process at any step; after recovery all is old or all is new.

The steps are enumerated by running until nothing is killed any more, and
`test_every_write_is_a_step_of_the_disk` sees to it that no step can be left out.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from faulty_disks import DyingDisk, TornDisk, ends_by_itself
from litecode_nb.changes.applying import apply
from litecode_nb.changes.recovering import recover
from litecode_nb.changes.undoing import redo, undo
from litecode_nb.files import Disk
from sample_tree import Tree, a_journal, a_project, a_wide_change, tree_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill")

QUICK = TornDisk()
Verb = Callable[[Path, Disk], object]


def do_apply(root: Path, disk: Disk = QUICK) -> object:
    return apply(root, a_wide_change(), a_journal(root, disk))


def do_undo(root: Path, disk: Disk = QUICK) -> object:
    return undo(root, a_journal(root, disk))


def do_redo(root: Path, disk: Disk = QUICK) -> object:
    return redo(root, a_journal(root, disk))


def do_recover(root: Path, disk: Disk = QUICK) -> object:
    return recover(root, a_journal(root, disk))


PREPARED: dict[Verb, tuple[Verb, ...]] = {
    do_apply: (),
    do_undo: (do_apply,),
    do_redo: (do_apply, do_undo),
}
INVERSE: dict[Verb, Verb] = {do_apply: do_undo, do_undo: do_redo, do_redo: do_undo}


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """What the project's files were after a verb was killed before its nth step."""

    step: int
    killed: Tree
    recovered: Tree
    is_quiet: bool
    after_next: Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Deaths:
    """All deaths of a verb, in order, and the files without any."""

    verb: Verb
    start: Path
    old: Tree
    new: Tree
    each: tuple[Death, ...]


def copies(start: Path, scratch: Path) -> Iterator[tuple[int, Path]]:
    for n in count():
        copy = scratch / str(n)
        shutil.copytree(start, copy)
        yield n, copy
        shutil.rmtree(copy)


def killed_at_each_step(verb: Verb, start: Path, scratch: Path) -> Iterator[Path]:
    for n, root in copies(start, scratch):
        if ends_by_itself(partial(verb, root, DyingDisk(n))):
            return
        yield root


def a_death(root: Path, verb: Verb, old: Tree) -> Death:
    killed = tree_of(root)
    do_recover(root)
    recovered = tree_of(root)
    is_quiet = do_recover(root) == ()
    (verb if recovered == old else INVERSE[verb])(root, QUICK)
    return Death(
        step=int(root.name),
        killed=killed,
        recovered=recovered,
        is_quiet=is_quiet,
        after_next=tree_of(root),
    )


@pytest.fixture(scope="module", params=PREPARED, ids=lambda verb: verb.__name__)
def deaths(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Deaths:
    verb: Verb = request.param
    folder = tmp_path_factory.mktemp("killed")
    start = a_project(folder / "start")
    for each in PREPARED[verb]:
        each(start, QUICK)
    finished = shutil.copytree(start, folder / "finished")
    verb(finished, QUICK)
    old = tree_of(start)
    roots = killed_at_each_step(verb, start, folder / "scratch")
    return Deaths(
        verb=verb,
        start=start,
        old=old,
        new=tree_of(finished),
        each=tuple(a_death(root, verb, old) for root in roots),
    )


def test_killed_at_any_step_all_is_old_or_all_is_new(deaths: Deaths) -> None:
    torn = [d for d in deaths.each if d.recovered not in (deaths.old, deaths.new)]
    assert torn == []


def test_the_steps_reach_from_all_old_to_all_new(deaths: Deaths) -> None:
    is_new = [death.recovered == deaths.new for death in deaths.each]
    assert is_new == sorted(is_new)
    assert {*is_new} == {False, True}


def test_some_deaths_leave_files_half_done(deaths: Deaths) -> None:
    half = [d for d in deaths.each if d.killed not in (deaths.old, deaths.new)]
    assert len(half) > len(deaths.old)


def test_killed_at_any_step_the_next_request_works(deaths: Deaths) -> None:
    swapped = {True: deaths.new, False: deaths.old}
    stuck = [
        d for d in deaths.each if d.after_next != swapped[d.recovered == deaths.old]
    ]
    assert stuck == []


def test_a_recovery_leaves_nothing_for_the_next(deaths: Deaths) -> None:
    assert [death for death in deaths.each if not death.is_quiet] == []


def test_a_recovery_that_is_killed_can_be_repeated(
    deaths: Deaths, tmp_path: Path
) -> None:
    worst = [death for death in deaths.each if death.recovered == deaths.old][-1]
    root = shutil.copytree(deaths.start, tmp_path / "start")
    assert not ends_by_itself(partial(deaths.verb, root, DyingDisk(worst.step)))
    for again in killed_at_each_step(do_recover, root, tmp_path / "scratch"):
        do_recover(again)
        assert tree_of(again) == deaths.old, f"killed before step {again.name}"
