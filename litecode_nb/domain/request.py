"""What a person asked for, where it was written, and how it shall be done."""

from dataclasses import dataclass
from enum import StrEnum

from litecode_nb.domain.ids import DocumentPath, UnitId


class Intent(StrEnum):
    """What the person said about the kind of a request."""

    UNDECIDED = "undecided"
    ASK = "ask"
    EDIT = "edit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request.

    Attributes:
        instruction: The person's own words, nothing in them interpolated.
        origin: The notebook that it was written in; None for a terminal or unknown.
        origin_cell: Id or address of the cell that it was written in, if known.
        intent: Whether an answer or an edit was asked for.
        units: Units that the person named; then no planner call is needed.
        documents: Documents that the person named; the map is narrowed to them.
        uses_memory: Whether the memory of former changes may be used and added to.
    """

    instruction: str
    origin: DocumentPath | None = None
    origin_cell: UnitId | None = None
    intent: Intent = Intent.UNDECIDED
    units: tuple[UnitId, ...] = ()
    documents: tuple[DocumentPath, ...] = ()
    uses_memory: bool = True

    def __post_init__(self) -> None:
        """Refuse an empty instruction."""
        if not self.instruction.strip():
            message = "The request is empty. Say what shall be done or answered."
            raise ValueError(message)
