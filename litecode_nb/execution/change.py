"""A change: what an answer would make of a unit, for the gates to judge."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What an answer would make of a unit.

    Attributes:
        before: The unit before; empty where it is created.
        after: The unit after.
        new: The new code or text alone, piece by piece.
        shown: What the model was shown; empty where something is created.
        instruction: The task's words.
        section: The section that was named; empty for none.
        is_python: Whether it has to parse.
        used_elsewhere: Names that other units read from this one.
        known: Names that are known to exist beside the unit's own.
        is_closed: Whether all names that the unit can use are known.
    """

    before: str
    after: str
    new: tuple[str, ...]
    shown: str = ""
    instruction: str = ""
    section: str = ""
    is_python: bool = True
    used_elsewhere: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    is_closed: bool = False
