"""What a reply comes to: new text for some lines of a unit, or a problem."""

from dataclasses import dataclass

from litecode_nb.execution.formats import Replacement
from litecode_nb.execution.imports import Import
from litecode_nb.execution.sections import Part, definition_parts


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What a reply comes to.

    Attributes:
        replacements: New text for lines of the unit.
        imports: What the new code imports, to be put where imports belong.
        texts: The new code alone, for the gates.
    """

    replacements: tuple[Replacement, ...]
    imports: tuple[Import, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why a reply cannot be used, in words that the model can act on."""

    reason: str


def found_in(part: Part, code: str) -> Part | None:
    """Find a part's new version; of several with one name the last."""
    parts = definition_parts(code)
    exact = [each for each in parts if each.name == part.name]
    own = [each for each in parts if each.name == part.own_name]
    every = exact or own
    return every[-1] if every else None
