"""Choose what of a unit is shown: the smallest parts that the task is about."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from litecode_nb.documents.definitions import names
from litecode_nb.domain.plan import Task
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.mentions import (
    mentioned_parts,
    parts_at_lines,
    relevance,
    words_of,
)
from litecode_nb.execution.sections import (
    Part,
    PartKind,
    definition_parts,
    fitting_parts,
    smaller_parts,
    top_parts,
    whole,
)

EVERYTHING = re.compile(
    r"\b(?:all|every|each|everywhere|throughout|whole|entire|alle[nrs]?|jede[mnrs]?"
    r"|überall)\b",
    re.IGNORECASE,
)
OF_DEFINITIONS = re.compile(
    r"\b(?:docstrings?|functions|methods|classes|hints?|annotations?"
    r"|funktionen|methoden|klassen)\b",
    re.IGNORECASE,
)
OF_CLASSES = re.compile(r"\bclass(?:es)?\b|\bklassen?\b", re.IGNORECASE)
MOST_TOGETHER = 4

Fits = Callable[[str], bool]
"""Whether a text can be shown and written again in one call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What to show, call by call.

    Attributes:
        groups: The parts of each call; most calls show one.
        is_sweep: Whether the task goes over the unit part by part, so that some parts
            may have nothing to change.
    """

    groups: tuple[tuple[Part, ...], ...]
    is_sweep: bool = False


def choose(unit: Unit, task: Task, fits: Fits) -> Choice:
    """Choose the parts of a unit that a task is about.

    In this order: the task's own section; a cell as a whole; the lines of a traceback;
    what the instruction names; all definitions, if it is about such; the whole unit;
    part by part. Parts that are too large are taken apart; those that cannot be are
    given nevertheless.
    """
    everything = whole(unit.source)
    is_cell = unit.kind is not UnitKind.MODULE
    if is_cell and not task.section and fits(everything.text):
        return Choice(groups=((everything,),))
    named = _named(unit, task)
    if named:
        return _apart(unit.source, named, fits)
    swept = _swept(unit.source, task.instruction)
    if len(swept) > 1:
        return _apart(unit.source, swept, fits, is_sweep=True)
    if fits(everything.text):
        return Choice(groups=((everything,),))
    return _search(unit.source, task.instruction, fits)


def section_of(source: str, section: str) -> Part | None:
    """Find a definition by its qualified name, or by its own if only one has it."""
    parts = definition_parts(source)
    exact = [part for part in parts if part.name == section]
    own = [p for p in parts if p.own_name == section.rpartition(".")[2]]
    found = exact or (own if len(own) == 1 else [])
    return found[-1] if found else None


def _named(unit: Unit, task: Task) -> tuple[Part, ...]:
    """The parts that the task or its instruction points at; empty if there are none."""
    if task.section is not None:
        section = section_of(unit.source, task.section)
        if section is not None:
            return (section,)
    parts = definition_parts(unit.source)
    at_lines = parts_at_lines(task.instruction, unit.document, parts)
    if at_lines:
        return at_lines
    if EVERYTHING.search(task.instruction):
        return ()
    return mentioned_parts(task.instruction, parts) or _binding(unit, task)


def _binding(unit: Unit, task: Task) -> tuple[Part, ...]:
    """The statements that bind a value which the instruction names: `RATE = 0.19`."""
    words = words_of(task.instruction)
    runs = (p for p in top_parts(unit.source) if p.kind is PartKind.STATEMENTS)
    return tuple(part for part in runs if _bound_in(part) & words)


def _bound_in(part: Part) -> frozenset[str]:
    """Names that look like names: in capitals, or with an underscore."""
    bound = names(part.text).defines
    return frozenset(name for name in bound if name.isupper() or "_" in name)


def _swept(source: str, instruction: str) -> tuple[Part, ...]:
    """The definitions, if an instruction is about all of them: smallest is best.

    Of a class its methods, unless the instruction is about classes.
    """
    if not OF_DEFINITIONS.search(instruction):
        return ()
    keeps_classes = OF_CLASSES.search(instruction) is not None
    found: list[Part] = []
    for part in top_parts(source):
        methods = () if keeps_classes else smaller_parts(source, part)
        is_class = part.kind is PartKind.CLASS
        found.extend(methods if is_class and methods else [part])
    return tuple(part for part in found if part.is_definition)


def _apart(
    source: str, named: tuple[Part, ...], fits: Fits, *, is_sweep: bool = False
) -> Choice:
    """Show a few named parts together, or each on its own; large ones in pieces."""
    joint = "\n\n".join(part.text for part in named)
    can_join = len(named) <= MOST_TOGETHER and all(p.is_definition for p in named)
    if can_join and not is_sweep and fits(joint):
        return Choice(groups=(named,))
    pieces = [p for part in named for p in fitting_parts(source, part, fits)]
    groups = tuple((piece,) for piece in pieces)
    return Choice(groups=groups, is_sweep=is_sweep or len(groups) > 1)


def _search(source: str, instruction: str, fits: Fits) -> Choice:
    """A large unit, nothing named: every part, or those that the words point at."""
    parts = fitting_parts(source, whole(source), fits)
    everything = Choice(groups=tuple((part,) for part in parts), is_sweep=True)
    if EVERYTHING.search(instruction):
        return everything
    scores = {part: relevance(part, instruction) for part in parts}
    best = sorted(parts, key=lambda part: -scores[part])[:MOST_TOGETHER]
    found = [part for part in best if scores[part] > 0]
    return Choice(groups=(_together(found, fits),)) if found else everything


def _together(found: list[Part], fits: Fits) -> tuple[Part, ...]:
    """Take the best parts as long as they fit into one call, in the unit's order."""
    taken: list[Part] = []
    for part in found:
        joint = "\n\n".join(each.text for each in [*taken, part])
        if not taken or (part.is_definition and taken[0].is_definition and fits(joint)):
            taken.append(part)
    return tuple(sorted(taken, key=lambda part: part.first))
