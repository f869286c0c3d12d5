"""A desk: an assignment on a unit that is there, and what answers make of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.assignment import Assignment
from litecode_nb.execution.change import Change
from litecode_nb.execution.context import known_names
from litecode_nb.execution.filled import Filled
from litecode_nb.execution.formats import splice
from litecode_nb.execution.lines import plain
from litecode_nb.execution.repairs import with_imports
from litecode_nb.execution.sections import Part

ABOUT_SPACES = re.compile(
    r"white ?space|trailing|blank line|leerzeichen", re.IGNORECASE
)

Group = tuple[Part, ...]
"""The parts that one call shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """An assignment whose unit is there.

    Attributes:
        assignment: The assignment.
        unit: Its unit.
        is_sweep: Whether it goes over the unit part by part, so that one of them may
            well have nothing to change.
    """

    assignment: Assignment
    unit: Unit
    is_sweep: bool = False

    @property
    def instruction(self) -> str:
        """The task's words."""
        return self.assignment.task.instruction

    @property
    def knows_all_names(self) -> bool:
        """Whether all names are known: in a cell only if its notebook told them."""
        is_module = self.unit.kind is UnitKind.MODULE
        return is_module or bool(self.assignment.surroundings.names_at_hand)


def shown(group: Group) -> str:
    """Give the text that a call shows."""
    return "\n\n\n".join(part.text for part in group)


def change_of(desk: Desk, group: Group, filled: Sequence[Filled]) -> Change:
    """Say what some answers would make of the unit."""
    surroundings = desk.assignment.surroundings
    return Change(
        before=plain(desk.unit.source),
        after=plain(spliced(desk, filled)),
        new=tuple(text for each in filled for text in each.texts),
        shown=shown(group),
        instruction=desk.instruction,
        section=desk.assignment.task.section or "",
        is_python=desk.assignment.is_python,
        used_elsewhere=surroundings.used_elsewhere,
        known=known_names(surroundings),
        is_closed=desk.knows_all_names,
    )


def spliced(desk: Desk, filled: Sequence[Filled]) -> str:
    """Splice everything into the unit's exact text, imports last."""
    source = desk.unit.source
    keeps = desk.assignment.is_text or bool(ABOUT_SPACES.search(desk.instruction))
    changes = [change for each in filled for change in each.replacements]
    after = splice(source, changes, keeps_spaces=keeps)
    if not desk.assignment.is_python or tree_of(after) is None:
        return after
    offered = [each for one in filled for each in one.imports]
    known = known_names(desk.assignment.surroundings)
    return with_imports(source, after, offered, known)
