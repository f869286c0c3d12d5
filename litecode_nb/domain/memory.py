"""The short-term memory: the last few requests that changed something."""

from dataclasses import dataclass
from datetime import datetime

from litecode_nb.domain.ids import ChangeSetId, UnitId


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEntry:
    """One request that was applied.

    Attributes:
        instruction: The person's words, shortened.
        summary: What was done, in one sentence.
        units: What was touched.
        change_set: What undo would take back.
        made_at: When it was applied.
    """

    instruction: str
    summary: str
    units: tuple[UnitId, ...]
    change_set: ChangeSetId
    made_at: datetime

    @property
    def text(self) -> str:
        """One line for a prompt."""
        where = ", ".join(self.units[:6])
        return f'- "{self.instruction}" → {self.summary} ({where})'
