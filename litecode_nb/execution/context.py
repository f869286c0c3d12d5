"""What of a unit's surroundings goes into a prompt, the useful before the rest."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from litecode_nb.documents.definitions import DefinitionKind, definitions, names
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.assignment import Assignment
from litecode_nb.execution.mentions import relevance, words_of
from litecode_nb.execution.sections import Part, PartKind, top_parts
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.prompting.context import Context

# The planner's short names mean nothing to who does not see the map.
HANDLE = re.compile(r"\b[cfm]\d+\b")
MOST_NEIGHBOURS = 16
MOST_NAMES = 40
MOST_SAMPLES = 3
SAMPLE_TOKENS = 400


def edit_context(assignment: Assignment, unit: Unit, group: Sequence[Part]) -> Context:
    """Give what may be told beside some parts of a unit."""
    is_module = unit.kind is UnitKind.MODULE
    is_whole = any(part.kind is PartKind.WHOLE for part in group)
    shown = "\n".join(part.text for part in group)
    own = () if is_whole or not group else neighbours_of(unit.source, group, shown)
    own_names = () if is_whole or not is_module else names_in(unit.source, shown)
    return _context(assignment, own, own_names)


def new_context(assignment: Assignment, source: str) -> Context:
    """Give what may be told beside something new; `source` is what it joins."""
    words = assignment.task.instruction
    group = _sample(assignment, source)
    used = f"{words} {' '.join(part.text for part in group)}"
    own = [
        line for line in neighbours_of(source, group, used) if _is_of_use(line, used)
    ]
    named = [name for name in names_in(source, used) if name in words_of(used)]
    context = _context(assignment, own, named)
    return replace(context, sample="\n\n\n".join(part.text for part in group))


def _is_of_use(line: str, text: str) -> bool:
    """Whether a text names what a signature defines: small models use all they see."""
    head = line.partition("(")[0].split()
    return bool(head) and head[-1] in words_of(text)


def _sample(assignment: Assignment, source: str) -> tuple[Part, ...]:
    """Choose the few definitions that have most words of the task, to build on."""
    words = assignment.task.instruction
    parts = [part for part in top_parts(source) if part.is_definition]
    scores = {part: relevance(part, words) for part in parts}
    best = sorted(parts, key=lambda part: -scores[part])[:MOST_SAMPLES]
    taken: list[Part] = []
    left = SAMPLE_TOKENS
    for part in best:
        size = assignment.model.counter.count(part.text)
        if scores[part] > 0 and size <= left:
            taken.append(part)
            left -= size
    return tuple(sorted(taken, key=lambda part: part.first))


def query_context(assignment: Assignment, *, shows_map: bool) -> Context:
    """Give what may be told beside a question; short names only with the map."""
    around = assignment.surroundings
    facts = (each for each in around.facts if shows_map or not HANDLE.search(each))
    return Context(
        folder=around.folder_context, memory=around.memory, facts=tuple(facts)
    )


def known_names(surroundings: Surroundings) -> frozenset[str]:
    """Names that exist outside of the unit, as far as is known."""
    lines = (*surroundings.names_at_hand, *surroundings.new_signatures)
    every = (*lines, *surroundings.signatures)
    return frozenset(word for line in every for word in words_of(line))


def neighbours_of(source: str, group: Sequence[Part], text: str) -> tuple[str, ...]:
    """Give signatures of what is not shown; what the text names comes first."""
    shown = {part.name for part in group}
    every = [d for d in definitions(source) if d.name not in shown]
    owners = {part.owner for part in group}
    near = [
        d
        for d in every
        if d.kind is not DefinitionKind.METHOD or d.name.rpartition(".")[0] in owners
    ]
    words = words_of(text)
    ranked = sorted(near, key=lambda d: d.name.rpartition(".")[2] not in words)
    lines = [_line(d.name, d.signature) for d in ranked]
    return tuple(dict.fromkeys(lines))[:MOST_NEIGHBOURS]


def names_in(source: str, text: str) -> tuple[str, ...]:
    """Give names that a module binds beside definitions; those in the text first."""
    defined = {d.name for d in definitions(source)}
    words = words_of(text)
    bound = sorted(names(source).defines - defined, key=lambda n: (n not in words, n))
    return tuple(bound[:MOST_NAMES])


def _context(
    assignment: Assignment, neighbours: Iterable[str], own_names: Iterable[str]
) -> Context:
    around = assignment.surroundings
    return Context(
        folder=around.folder_context,
        memory=around.memory,
        neighbours=tuple(neighbours),
        others=around.signatures,
        names=(*own_names, *around.names_at_hand),
        made=around.new_signatures,
        facts=tuple(each for each in around.facts if not HANDLE.search(each)),
    )


def _line(name: str, signature: str) -> str:
    owner = name.rpartition(".")[0]
    return f"{owner}: {signature}" if owner else signature
