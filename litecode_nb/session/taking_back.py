"""A request that says "undo that": the last change turned round, without a model."""

import re
from datetime import UTC, datetime

from litecode_nb.changes.undoing import last_applied
from litecode_nb.domain.edit import ChangeSet
from litecode_nb.errors import NothingToUndo
from litecode_nb.session.naming import new_id
from litecode_nb.store.journal import Journal

_ENGLISH = (
    r"(?:please\s+)?(?:undo|revert|take\s+back)"
    r"(?:\s+(?:that|this|it|the\s+last\s+(?:change|edit|one)))?(?:\s+please)?"
    r"|take\s+(?:that|this|it)\s+back"
)
_GERMAN = (
    r"(?:bitte\s+)?(?:mach(?:e)?\s+)?(?:das|die\s+letzte\s+änderung)\s+"
    r"(?:wieder\s+)?rückgängig(?:\s+machen)?"
)
UNDO_WORDS = re.compile(rf"\s*(?:{_ENGLISH}|{_GERMAN})\s*[.!]*\s*", re.IGNORECASE)


def asks_for_undo(instruction: str) -> bool:
    """Whether a request says nothing else than that the last change be undone."""
    return UNDO_WORDS.fullmatch(instruction) is not None


def undoing_of(journal: Journal, instruction: str) -> ChangeSet:
    """Give the change set that takes the last applied one back.

    Raises:
        NothingToUndo: None is applied.
    """
    last = last_applied(journal)
    if last is None:
        message = "No change is applied here that could be undone."
        raise NothingToUndo(message)
    now = datetime.now(UTC)
    return ChangeSet(
        id=new_id(now),
        summary=f"Take back: {last.summary}",
        instruction=instruction,
        made_at=now,
        edits=tuple(edit.inverted() for edit in reversed(last.edits)),
    )


def takes_back(change_set: ChangeSet, other: ChangeSet | None) -> bool:
    """Whether a change set is exactly what takes another back."""
    if other is None:
        return False
    turned = {edit.inverted() for edit in change_set.edits}
    return turned == set(other.edits)
