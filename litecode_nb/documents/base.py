"""What every document can do, whatever its format."""

from collections.abc import Sequence
from typing import Protocol, Self

from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import Unit


class Document(Protocol):
    """A notebook or module, read once; it does not change."""

    @property
    def path(self) -> DocumentPath:
        """Its path in the project."""
        ...

    @property
    def title(self) -> str:
        """Its first heading or first docstring line; may be empty."""
        ...

    @property
    def units(self) -> tuple[Unit, ...]:
        """Its units in order: the cells, or the one module."""
        ...

    def unit(self, unit: UnitId) -> Unit:
        """Give the unit of an address.

        Raises:
            UnknownUnit: It has none with this address.
        """
        ...

    def with_edits(self, edits: Sequence[Edit]) -> Self:
        """Give the document with these edits made; all other bytes stay.

        Each `edit.before` must be what the unit holds now. Positions of inserted cells
        count in this document as it is; equal positions keep the order of the edits.

        Raises:
            UnknownUnit: An edit names a unit that this document does not have.
            StaleUnit: A unit holds another text than the edit expects.
        """
        ...

    def to_bytes(self) -> bytes:
        """Give its bytes; without edits, the very bytes that were read."""
        ...
