"""Plans: a summary and tasks, each for exactly one unit."""

from dataclasses import dataclass
from enum import StrEnum

from litecode_nb.domain.ids import DocumentPath, TaskId, UnitId
from litecode_nb.domain.unit import UnitKind


class Action(StrEnum):
    """What a task does with its unit."""

    EDIT = "edit"
    CREATE = "create"
    DELETE = "delete"
    QUERY = "query"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task for one model call on exactly one unit.

    Attributes:
        id: Its name within the plan.
        action: What it does.
        document: The document that it works on.
        unit: The unit; None for a new cell, for a document to be created or deleted as
            a whole, and for a question about a whole document or project.
        section: Qualified name of a definition within a module; None for all of it.
        kind: What kind of unit is created; None unless something is created.
        position: For a new cell, the 0-based position that it shall get, counted in the
            document as it was when planned; None for the end, or for no cell.
        cell: 1-based number of the cell that it works on, to be shown to a person; None
            where it is no cell or a new one.
        instruction: What to do, in words.
        depends_on: Tasks that must have ended well before this one starts.
    """

    id: TaskId
    action: Action
    document: DocumentPath
    unit: UnitId | None = None
    section: str | None = None
    kind: UnitKind | None = None
    position: int | None = None
    cell: int | None = None
    instruction: str
    depends_on: tuple[TaskId, ...] = ()

    @property
    def label(self) -> str:
        """A short name for a person: `src/load.py › read_table`, `a.ipynb › cell 4`."""
        place = self.document or "project"
        within = self.section or (f"cell {self.cell}" if self.cell else None)
        return f"{place} › {within}" if within else place


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What shall be done for a request, in an order that the planner found natural.

    Attributes:
        summary: One sentence for the person.
        tasks: In the planner's order; ids are unique.
        notes: What of the planner's reply was left out, one sentence each.
    """

    summary: str
    tasks: tuple[Task, ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a plan in which two tasks have one id."""
        if len({task.id for task in self.tasks}) != len(self.tasks):
            message = "Two tasks of the plan have the same id."
            raise ValueError(message)
