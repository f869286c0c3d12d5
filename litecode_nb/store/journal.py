"""The journal: what is about to be written, kept before it is, so that nothing is lost.

Every transition (apply, undo, redo) is one file, `00000007-begun.json`. How far it came
is the last part of its name, so that ending it needs neither room on the disk nor more
than one step: a rename. Contents lie beside, each once, named by their digests.
"""

import contextlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from litecode_nb.domain.edit import ChangeSet
from litecode_nb.domain.history import (
    FileChange,
    HistoryState,
    Record,
    RecordState,
    Rewrite,
    Story,
    Transition,
)
from litecode_nb.errors import StoreError
from litecode_nb.store import records
from litecode_nb.store.layout import StateFolder, translated
from litecode_nb.store.objects import Objects

MAX_STORIES = 100
MAX_BYTES = 200_000_000
RECORD_NAME = re.compile(r"(\d{8,})-(begun|done|dropped)\.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """What a transition does to folders.

    Attributes:
        makes: Those to be made, outermost first.
        removes: Those to be removed if they are empty then, innermost first.
    """

    makes: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Journal:
    """The records of one project. Whoever writes holds the state folder's lock."""

    state: StateFolder
    max_stories: int = MAX_STORIES
    max_bytes: int = MAX_BYTES

    @property
    def objects(self) -> Objects:
        """The contents that the records speak of."""
        return Objects(self.state)

    def begin(
        self,
        change_set: ChangeSet,
        rewrites: Sequence[Rewrite],
        folders: Folders | None = None,
        *,
        undoes: Story | None = None,
    ) -> Record:
        """Write down what is about to be done; it is durable when this returns.

        Args:
            change_set: What was asked for.
            rewrites: Every file with its bytes before and after.
            folders: What happens to folders.
            undoes: What is taken back or done again; None for a change set that is new.

        Raises:
            StoreError: It cannot be written down; then nothing may be done.
        """
        folders = folders or Folders()
        number = self._next_number()
        record = Record(
            number=number,
            origin=undoes.origin if undoes else number,
            state=RecordState.BEGUN,
            transition=_opposite(undoes),
            change_set=change_set,
            files=tuple(self._kept(each) for each in rewrites),
            makes=folders.makes,
            removes=folders.removes,
            token=secrets.token_hex(8),
        )
        data = records.to_bytes(records.record_to_json(record))
        self.state.write(self._path(number, RecordState.BEGUN), data)
        return record

    def commit(self, record: Record) -> Record:
        """Say that everything was done.

        Raises:
            StoreError: It cannot be said.
        """
        return self._turn(record, RecordState.DONE)

    def abort(self, record: Record) -> Record:
        """Say that everything is as it was.

        Raises:
            StoreError: It cannot be said.
        """
        return self._turn(record, RecordState.DROPPED)

    def reopen(self, record: Record) -> Record:
        """Take back a `commit` or `abort`, so that a recovery would see the record.

        Raises:
            StoreError: It cannot be done.
        """
        return self._turn(record, RecordState.BEGUN)

    def content(self, digest: str | None) -> bytes | None:
        """Give the content of a digest that a record names; None for no file.

        Raises:
            StoreError: It is missing or damaged.
        """
        return None if digest is None else self.objects.content(digest)

    def has_unfinished(self) -> bool:
        """Whether a transition was begun and not ended: now by another, or long ago."""
        return any(state is RecordState.BEGUN for _, state, _ in self._names())

    def needs_care(self) -> bool:
        """Whether a recovery would find something: unfinished or damaged."""
        names = self._names()
        is_damaged = (self._read(*name) is None for name in names)
        return self.has_unfinished() or any(is_damaged)

    def unfinished(self) -> tuple[Record, ...]:
        """Give what was begun and not ended, the newest first.

        Raises:
            StoreError: The folder cannot be read.
        """
        every = self._read_all()
        return tuple(r for r in reversed(every) if r.state is RecordState.BEGUN)

    def stories(self) -> tuple[Story, ...]:
        """Tell what became of each change set, oldest first; damaged ones are left out.

        Raises:
            StoreError: The folder cannot be read.
        """
        every = sorted(self._read_all(), key=lambda r: (r.origin, r.number))
        groups = groupby(every, key=lambda r: r.origin)
        return tuple(_told(origin, tuple(group)) for origin, group in groups)

    def set_damaged_aside(self) -> tuple[Path, ...]:
        """Rename the records that cannot be read, and give their new paths.

        Raises:
            StoreError: They cannot be renamed.
        """
        bad = [p for n, s, p in self._names() if self._read(n, s, p) is None]
        return tuple(self.state.set_aside(path) for path in bad)

    def prune(self) -> None:
        """Forget the oldest change sets beyond the limits, and what no undo needs.

        Raises:
            StoreError: Something cannot be removed.
        """
        stories = self._affordable(self.stories())
        numbers = {story.latest.number for story in stories}
        for number, state, path in self._names():
            if number not in numbers and state is not RecordState.BEGUN:
                self.state.remove(path)
        for path in self._litter():
            self.state.remove(path)
        self.objects.keep_only(_digests(self._read_all()))

    def _next_number(self) -> int:
        return max((number for number, _, _ in self._names()), default=0) + 1

    def _kept(self, rewrite: Rewrite) -> FileChange:
        keep = self.objects.keep
        return FileChange(
            document=rewrite.document,
            before=None if rewrite.before is None else keep(rewrite.before),
            after=None if rewrite.after is None else keep(rewrite.after),
            mode=rewrite.mode,
        )

    def _turn(self, record: Record, state: RecordState) -> Record:
        """Rename a record's file, whatever its state is on the disk."""
        now = next((p for n, _, p in self._names() if n == record.number), None)
        target = self._path(record.number, state)
        with translated(target):
            if now is None:
                message = f"The record {record.number} has vanished from the journal."
                raise StoreError(message)
            if now != target:
                self.state.disk.replace(now, target)
            self.state.disk.sync_folder(target.parent)
        return replace(record, state=state)

    def _path(self, number: int, state: RecordState) -> Path:
        return self.state.journal_folder / f"{number:08d}-{state.value}.json"

    def _names(self) -> list[tuple[int, RecordState, Path]]:
        """List the records by their files' names, oldest first."""
        folder = self.state.journal_folder
        with translated(folder):
            paths = list(folder.iterdir()) if folder.is_dir() else []
        found = ((RECORD_NAME.fullmatch(path.name), path) for path in paths)
        return sorted((int(m[1]), RecordState(m[2]), p) for m, p in found if m)

    def _litter(self) -> list[Path]:
        folder = self.state.journal_folder
        return sorted(folder.glob(".*.tmp")) if folder.is_dir() else []

    def _read_all(self) -> list[Record]:
        read = (self._read(*name) for name in self._names())
        return [record for record in read if record is not None]

    def _read(self, number: int, state: RecordState, path: Path) -> Record | None:
        """Read one record; None where it is damaged."""
        with contextlib.suppress(StoreError):
            data = self.state.read(path) or b""

            def build(value: object) -> Record:
                return records.record_from_json(value, number, state)

            return records.from_bytes(data, build, path.name)
        return None

    def _affordable(self, stories: Sequence[Story]) -> list[Story]:
        """Keep the newest that are within the limits, and at least one."""
        kept: list[Story] = []
        held: set[str] = set()
        size = 0
        for story in reversed(stories[-self.max_stories :]):
            new = _digests([story.latest]) - held
            size += sum(self.objects.size(name) for name in new)
            if kept and size > self.max_bytes:
                break
            kept.append(story)
            held |= new
        return kept


def _opposite(story: Story | None) -> Transition:
    """Give the direction that takes back what a story's latest record did."""
    if story is None:
        return Transition.APPLY
    is_undone = story.state is HistoryState.UNDONE
    return Transition.REDO if is_undone else Transition.UNDO


def _told(origin: int, group: tuple[Record, ...]) -> Story:
    done = [record for record in group if record.state is RecordState.DONE]
    latest = done[-1] if done else group[-1]
    if any(record.state is RecordState.BEGUN for record in group):
        state = HistoryState.BEGUN
    elif not done:
        state = HistoryState.ABORTED
    elif latest.transition is Transition.UNDO:
        state = HistoryState.UNDONE
    else:
        state = HistoryState.COMMITTED
    return Story(origin=origin, state=state, latest=latest)


def _digests(every: Sequence[Record]) -> set[str]:
    files = (file for record in every for file in record.files)
    both = (each for file in files for each in (file.before, file.after))
    return {each for each in both if each is not None}
