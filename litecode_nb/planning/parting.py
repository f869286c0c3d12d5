"""Requests that rename and want more: the renames are planned by code, apart."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.plan import Action, Plan, Task
from litecode_nb.planning.rename_words import Renaming, renaming_in

_JOINT = re.compile(
    r"\s*;\s*|[.!]\s+(?=\w)"
    r"|\s*,?\s+(?:and|und)\s+(?=\w)|,\s*(?=(?:then|also|dann|auch)\b)",
    re.IGNORECASE,
)
_HALF = re.compile(r"\W*\w+\W*\s+(?:to|into|as|in|zu|nach)\s+\W*\w+\W*", re.IGNORECASE)
_FILLER = re.compile(r"^(?:(?:then|also|please|dann|auch|bitte)\s+)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """A request in two.

    Attributes:
        renames: The orders that rename, in the person's words.
        rest: All else, in terms of the old names, which the map knows.
    """

    renames: tuple[str, ...]
    rest: str


def parted(instruction: str) -> Parted | None:
    """Part the renames of a request from the rest; None where there are not both."""
    orders = [_FILLER.sub("", each.strip()) for each in _JOINT.split(instruction)]
    read = [(order, renaming_in(order)) for order in orders if order]
    found = [(order, renaming) for order, renaming in read if renaming is not None]
    rest = [order for order, renaming in read if renaming is None]
    # `rename a to b and c to d`: the second half is no order of its own.
    has_halves = any(_HALF.fullmatch(each) for each in rest)
    if not found or not rest or has_halves:
        return None
    words = ". ".join(rest)
    for _, renaming in found:
        words = _in_old_terms(words, renaming)
    return Parted(renames=tuple(order for order, _ in found), rest=words)


def joined(first: Plan, later: Iterable[Plan]) -> Plan:
    """Make one plan of several; what an earlier one deletes is not changed later."""
    plans = (first, *later)
    tasks: list[Task] = []
    for plan in plans:
        gone = {t.unit for t in tasks if t.action is Action.DELETE and not t.section}
        kept = [t for t in plan.tasks if t.unit is None or t.unit not in gone]
        tasks += _numbered(kept, start=len(tasks) + 1)
    return Plan(
        summary=" ".join(plan.summary for plan in plans),
        tasks=tuple(tasks),
        notes=tuple(note for plan in plans for note in plan.notes),
    )


def _in_old_terms(words: str, renaming: Renaming) -> str:
    old = renaming.old.rpartition(".")[2]
    return re.sub(rf"\b{re.escape(renaming.new)}\b", old, words)


def _numbered(tasks: Sequence[Task], *, start: int) -> list[Task]:
    """Give the tasks of a plan new ids, counted up from a number."""
    ids = {each.id: TaskId(f"t{n}") for n, each in enumerate(tasks, start=start)}
    return [
        replace(
            task,
            id=ids[task.id],
            depends_on=tuple(ids[each] for each in task.depends_on if each in ids),
        )
        for task in tasks
    ]
