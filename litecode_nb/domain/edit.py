"""Edits and change sets: what was proposed, as values that know their inverse."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from litecode_nb.domain.ids import ChangeSetId, DocumentPath, TaskId, UnitId
from litecode_nb.domain.unit import UnitKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """The text of one unit before and after.

    Attributes:
        task: The task that made it.
        document: The document that the unit lies in.
        unit: The unit's address; for a created cell `PATH#CELLID` with a fresh id,
            which a notebook below 4.5 does not write down.
        kind: What the unit is.
        before: Exact text before; None where the unit did not exist.
        after: Exact text after; None where the unit is gone.
        position: 0-based position of a created or deleted cell, counted in the document
            as it is without this change set's other insertions; 0 for a module.
    """

    task: TaskId
    document: DocumentPath
    unit: UnitId
    kind: UnitKind
    before: str | None
    after: str | None
    position: int = 0

    def __post_init__(self) -> None:
        """Refuse an edit of nothing into nothing."""
        if self.before is None and self.after is None:
            message = f"The edit of {self.unit} has neither a before nor an after."
            raise ValueError(message)

    def inverted(self) -> Self:
        """Give the edit that takes this one back."""
        return replace(self, before=self.after, after=self.before)

    @property
    def creates(self) -> bool:
        """Whether the unit did not exist before."""
        return self.before is None

    @property
    def deletes(self) -> bool:
        """Whether the unit does not exist after."""
        return self.after is None

    @property
    def deletes_document(self) -> bool:
        """Whether the whole file is gone after it."""
        return self.deletes and self.kind is UnitKind.MODULE

    @property
    def label(self) -> str:
        """What a person calls the unit."""
        if self.kind is UnitKind.MODULE:
            return self.document
        return f"{self.document} › cell {self.position + 1}"


def merged(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Join edits that follow one another on the same unit into one each.

    The order of first appearance is kept. A unit that ends as it began, or that was
    created and deleted again, has no edit left.
    """
    by_unit: dict[UnitId, Edit] = {}
    for edit in edits:
        first = by_unit.get(edit.unit)
        before = edit.before if first is None else first.before
        position = edit.position if first is None else first.position
        if before is None and edit.after is None:
            del by_unit[edit.unit]
            continue
        by_unit[edit.unit] = replace(edit, before=before, position=position)
    return tuple(e for e in by_unit.values() if e.before != e.after)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSet:
    """Edits that are applied together or not at all.

    Attributes:
        id: Its name.
        summary: One sentence for the person.
        instruction: The request's own words.
        made_at: When it was proposed, with time zone.
        edits: At most one for each unit.
    """

    id: ChangeSetId
    summary: str
    instruction: str
    made_at: datetime
    edits: tuple[Edit, ...]

    def __post_init__(self) -> None:
        """Refuse two edits of one unit."""
        if len({edit.unit for edit in self.edits}) != len(self.edits):
            message = "A change set has two edits of one unit; join them first."
            raise ValueError(message)

    @property
    def documents(self) -> tuple[DocumentPath, ...]:
        """The documents that it touches, each once, in order of appearance."""
        return tuple(dict.fromkeys(edit.document for edit in self.edits))

    @property
    def deleted_documents(self) -> tuple[DocumentPath, ...]:
        """The documents whose whole files are gone after it."""
        return tuple(edit.document for edit in self.edits if edit.deletes_document)

    def inverted(self) -> Self:
        """Give the change set that takes this one back, for a person to look at."""
        return replace(self, edits=tuple(edit.inverted() for edit in self.edits))

    def only(self, units: Iterable[UnitId]) -> Self:
        """Give the part of it that touches the given units."""
        kept = frozenset(units)
        return replace(self, edits=tuple(e for e in self.edits if e.unit in kept))


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """A change set that was written, and what must be on disk for an undo.

    Attributes:
        change_set: What was written.
        digests: SHA-256 of each touched document after writing; None where it is gone.
        notes: What the person should know, one sentence each.
    """

    change_set: ChangeSet
    digests: Mapping[DocumentPath, str | None]
    notes: tuple[str, ...] = ()
