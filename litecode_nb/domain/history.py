"""What was done to the disk, step by step, so that it can be taken back."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from litecode_nb.domain.edit import ChangeSet
from litecode_nb.domain.ids import ChangeSetId, DocumentPath

DIGEST = re.compile(r"[0-9a-f]{64}")
TOKEN = re.compile(r"[0-9a-f]{8,32}")


class Transition(StrEnum):
    """In which direction a change set was written."""

    APPLY = "apply"
    UNDO = "undo"
    REDO = "redo"


class RecordState(StrEnum):
    """How far a transition came."""

    BEGUN = "begun"
    DONE = "done"
    DROPPED = "dropped"


class HistoryState(StrEnum):
    """What became of a change set."""

    BEGUN = "begun"
    COMMITTED = "committed"
    UNDONE = "undone"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """The whole content of one file before and after; None where there is none.

    Attributes:
        document: Which file.
        before: What must be there.
        after: What shall be there.
        mode: Permissions for a file that is made anew; None for the usual ones.
    """

    document: DocumentPath
    before: bytes | None
    after: bytes | None
    mode: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What a transition does to one file, told by digests.

    Attributes:
        document: Which file.
        before: SHA-256 of its content before; None where it did not exist.
        after: SHA-256 of its content after; None where it is gone.
        mode: Its permissions before; None where it did not exist.
    """

    document: DocumentPath
    before: str | None
    after: str | None
    mode: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no digest, since digests name files of the journal."""
        for each in (self.before, self.after):
            if each is not None and not DIGEST.fullmatch(each):
                message = f"{each!r} is no SHA-256 digest."
                raise ValueError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One transition of one change set, as the journal keeps it.

    Attributes:
        number: Its place in the journal, counted up.
        origin: The number of the record that first applied the change set.
        state: How far it came.
        transition: In which direction.
        change_set: What was first applied.
        files: Every file that it touches.
        makes: Folders that it makes, outermost first, as paths in the project.
        removes: Folders that it removes if they are empty then, innermost first.
        token: Part of the names of its temporary files.
    """

    number: int
    origin: int
    state: RecordState
    transition: Transition
    change_set: ChangeSet
    files: tuple[FileChange, ...]
    makes: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    token: str

    def __post_init__(self) -> None:
        """Refuse a token that could be part of a path."""
        if not TOKEN.fullmatch(self.token):
            message = f"{self.token!r} cannot be part of a temporary file's name."
            raise ValueError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """All that the journal knows of one change set.

    Attributes:
        origin: The number of the record that first applied it.
        state: What became of it.
        latest: The record that made the files what they are; for an unfinished or
            aborted change set the last one.
    """

    origin: int
    state: HistoryState
    latest: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """One change set, as a person sees it in the history.

    Attributes:
        change_set: Its id.
        summary: What it does, in one sentence.
        instruction: The request's own words.
        made_at: When it was proposed.
        state: What became of it.
        documents: What it touches.
    """

    change_set: ChangeSetId
    summary: str
    instruction: str
    made_at: datetime
    state: HistoryState
    documents: tuple[DocumentPath, ...]
