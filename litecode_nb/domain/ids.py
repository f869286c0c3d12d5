"""Names for things: strings that the type checker keeps apart."""

from typing import NewType

DocumentPath = NewType("DocumentPath", str)
"""A document's path relative to the project root, with `/` between its parts."""

UnitId = NewType("UnitId", str)
"""A unit's address: the document's path for a module; for a cell, `PATH#CELLID` where
the notebook has a unique id for it, else `PATH#POSITION~DIGEST` with the cell's 0-based
position and the first eight hexadecimal digits of its source's SHA-256."""

TaskId = NewType("TaskId", str)
"""A task's name within its plan, such as `t1`."""

ChangeSetId = NewType("ChangeSetId", str)
"""A change set's name: sortable by time, unique within a project."""

_CELL_MARK = ".ipynb#"


def document_of(unit: UnitId) -> DocumentPath:
    """Give the path of the document that a unit lies in; it may hold a `#` itself."""
    stem, mark, cell = unit.rpartition(_CELL_MARK)
    is_cell = mark != "" and not any(each in cell for each in "/.")
    return DocumentPath(stem + _CELL_MARK[:-1] if is_cell else unit)
