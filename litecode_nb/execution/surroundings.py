"""What an executor may know beside its own unit: names, signatures and facts."""

from dataclasses import dataclass

from litecode_nb.domain.memory import MemoryEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Everything around one unit; of all others names and signatures, never source.

    Attributes:
        signatures: One line for each neighbour: `def total(orders) -> float`.
        new_signatures: The same for what the tasks before this one made or changed.
        names_at_hand: What the cells above bind, or the module imports.
        used_elsewhere: Names of this unit that others read, so that none gets lost.
        facts: Sentences by code about what the request names.
        memory: Former requests, oldest first.
        folder_context: What the person wrote down about the folder; may be empty.
        map_text: The project map, for questions that concern no single unit.
        cells: How many cells the notebook has; None where it is not known. A new cell
            that shall be the last gets this position.
        language: What the unit is written in, as a fence calls it; code that is not
            Python is shown and spliced, but not parsed.
    """

    signatures: tuple[str, ...] = ()
    new_signatures: tuple[str, ...] = ()
    names_at_hand: tuple[str, ...] = ()
    used_elsewhere: frozenset[str] = frozenset()
    facts: tuple[str, ...] = ()
    memory: tuple[MemoryEntry, ...] = ()
    folder_context: str = ""
    map_text: str = ""
    cells: int | None = None
    language: str = "python"
