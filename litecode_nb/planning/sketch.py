"""A plan as a planner wrote it: places and words, not yet tasks."""

from collections.abc import Mapping
from dataclasses import dataclass

from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import Target

MOST_TASKS = 24

Menu = Mapping[str, Target]
"""The closed list of what a plan may name: handles to places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One task as a planner wrote it.

    Attributes:
        action: What is to be done.
        target: Where; always a place of the menu.
        words: What to do there; may be empty.
        names: What other rows may call it: the planner's id, its handle.
        needs: Names of the rows that must be done before.
    """

    action: Action
    target: Target
    words: str = ""
    names: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """All rows of a reply.

    Attributes:
        rows: In the planner's order.
        summary: One sentence for the person; empty where the form has none.
        notes: What of the reply was left out, one sentence each.
    """

    rows: tuple[Row, ...]
    summary: str = ""
    notes: tuple[str, ...] = ()
