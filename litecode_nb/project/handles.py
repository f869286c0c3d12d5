"""Short names for places, which a small model can copy: `m3`, `f1`, `c4`, `f2c1`."""

from collections.abc import Mapping

from litecode_nb.domain.ids import DocumentPath, UnitId, document_of
from litecode_nb.domain.project import ProjectMap, Target
from litecode_nb.domain.unit import UnitKind
from litecode_nb.project.implied import Place

Positions = Mapping[UnitId, int]
"""The 0-based positions of all cells of a project."""


class HandleBook:
    """Gives each place one handle, numbered in the order in which they are asked for.

    `c4` is the fourth cell of the main notebook, all kinds of cells counted. The fourth
    cell of another notebook, say `f2`, is `f2c4`.
    """

    def __init__(self, positions: Positions, main: DocumentPath | None) -> None:
        """Begin an empty book.

        Args:
            positions: All cells.
            main: The notebook whose cells need no document's handle.
        """
        self._positions = positions
        self._main = main
        self._handles: dict[Target, str] = {}
        self._counts = {"m": 0, "f": 0}

    @property
    def handles(self) -> Mapping[str, Target]:
        """All handles that were given, to what they stand for."""
        return {handle: target for target, handle in self._handles.items()}

    def __contains__(self, target: Target) -> bool:
        """Whether a place has a handle already."""
        return target in self._handles

    def of(self, target: Target) -> str:
        """Give the handle of a document, a cell, or a definition in a module."""
        if target not in self._handles:
            self._handles[target] = self._new(target)
        return self._handles[target]

    def _new(self, target: Target) -> str:
        if target.section is not None:
            return self._next("m")
        if target.unit is None or target.unit not in self._positions:
            return self._next("f")
        cell = f"c{self._positions[target.unit] + 1}"
        if target.document == self._main:
            return cell
        return f"{self.of(Target(document=target.document))}{cell}"

    def _next(self, letter: str) -> str:
        self._counts[letter] += 1
        return f"{letter}{self._counts[letter]}"


def positions_of(project: ProjectMap) -> Positions:
    """Give where each cell stands in its notebook."""
    return {
        unit.id: unit.position
        for document in project.documents
        for unit in document.units
        if unit.kind is not UnitKind.MODULE
    }


def target_of(place: Place, positions: Positions) -> Target:
    """Give what a plan can name for a place.

    The lines of a module outside of its definitions are named as the document.
    """
    document = document_of(place.unit)
    if place.unit in positions:
        return Target(document=document, unit=place.unit)
    if place.section is None:
        return Target(document=document)
    return Target(document=document, unit=place.unit, section=place.section)


def label(target: Target, positions: Positions) -> str:
    """Name a target as a person does: `load.py › read_table`, `a.ipynb › cell 4`."""
    if target.section is not None:
        return f"{target.document} › {target.section}"
    if target.unit is None or target.unit not in positions:
        return target.document
    return f"{target.document} › cell {positions[target.unit] + 1}"


def is_cell(unit: UnitId | None, named: UnitId) -> bool:
    """Whether a unit is the cell of an address or of a bare cell id."""
    return unit is not None and (unit == named or unit.partition("#")[2] == named)
