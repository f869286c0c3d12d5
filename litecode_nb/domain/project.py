"""The project as the planner may see it: outlines, never source."""

from collections.abc import Mapping
from dataclasses import dataclass

from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import UnitOutline


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOutline:
    """What the map may say about a notebook or module.

    Attributes:
        path: Its path in the project.
        title: First heading or first line of the docstring; may be empty.
        units: Outlines of its units in order; empty where it cannot be read.
        problem: Why it cannot be read; None where it can.
        is_running: Whether it is the notebook that the request was written in.
    """

    path: DocumentPath
    title: str = ""
    units: tuple[UnitOutline, ...] = ()
    problem: str | None = None
    is_running: bool = False

    @property
    def is_notebook(self) -> bool:
        """Whether its units are cells."""
        return self.path.endswith(".ipynb")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectMap:
    """All that a planner may know of a project.

    Attributes:
        name: The root folder's own name, never its path.
        documents: The outlines of all notebooks and modules, sorted by path.
        other_files: Paths of all further files, which can be named but not edited.
        notes: What was left out while scanning, one sentence each.
    """

    name: str
    documents: tuple[DocumentOutline, ...] = ()
    other_files: tuple[DocumentPath, ...] = ()
    notes: tuple[str, ...] = ()

    def document(self, path: DocumentPath) -> DocumentOutline | None:
        """Find a document by its path; None where there is none."""
        return next((d for d in self.documents if d.path == path), None)

    def unit(self, unit: UnitId) -> UnitOutline | None:
        """Find a unit by its address; None where there is none."""
        every = (u for d in self.documents for u in d.units)
        return next((u for u in every if u.id == unit), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A place that a plan can name: a document, a unit, or a section of a module.

    Attributes:
        document: The document.
        unit: The unit; None where the document as a whole is meant.
        section: Qualified name of a definition within the unit; None for all of it.
    """

    document: DocumentPath
    unit: UnitId | None = None
    section: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedMap:
    """The map as text for one request, within a number of tokens.

    Attributes:
        text: Markdown.
        tokens: Its size.
        handles: Short names in the text (`m1`, `c4`, `f2`) to what they stand for.
        facts: Sentences by code about what the request names.
    """

    text: str
    tokens: int
    handles: Mapping[str, Target]
    facts: tuple[str, ...] = ()
