"""The map while it is written: what is shown of which document, and how fully."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Self

from litecode_nb.domain.project import DocumentOutline, ProjectMap, Target
from litecode_nb.project.counting import counted
from litecode_nb.project.describing import Entry
from litecode_nb.project.handles import HandleBook
from litecode_nb.project.outlining import shortened

LONGEST_PROJECT_NAME = 40
IN_A_FACT = 1_000.0
"""The weight of what a fact names: more than all that words can give."""


class Level(IntEnum):
    """How fully an entry is shown."""

    HIDDEN = 0
    NAME = 1
    FULL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A document as the map can show it.

    Attributes:
        document: Its outline.
        head: What stands beside its handle.
        entries: What lies in it, in order.
        weights: How near each entry is to the request.
    """

    document: DocumentOutline
    head: str
    entries: tuple[Entry, ...]
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One way to show more.

    Attributes:
        page: Which document, by its place in the order.
        entries: Which of its entries; none to show the document alone.
        level: How fully.
    """

    page: int
    entries: tuple[int, ...] = ()
    level: Level = Level.HIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A choice of what is shown.

    Attributes:
        project: The map.
        pages: The documents that may be shown, in their order.
        levels: Places of the documents that are shown to the levels of their entries.
    """

    project: ProjectMap
    pages: tuple[Page, ...]
    levels: Mapping[int, Mapping[int, Level]] = field(default_factory=dict)

    @property
    def hidden(self) -> tuple[DocumentOutline, ...]:
        """The documents that are not shown at all."""
        shown = {self.pages[place].document.path for place in self.levels}
        return tuple(d for d in self.project.documents if d.path not in shown)

    def after(self, step: Step) -> Self:
        """Give a sheet that shows what the step says, too."""
        levels = dict(self.levels.get(step.page, {}))
        for entry in step.entries:
            levels[entry] = max(step.level, levels.get(entry, Level.HIDDEN))
        return replace(self, levels={**self.levels, step.page: levels})

    def lines(self, book: HandleBook) -> list[str]:
        """Write what is shown, and enter into the book what it names."""
        lines = [_title(self.project)]
        for place in sorted(self.levels):
            lines += _page_lines(self.pages[place], self.levels[place], book)
        return lines


def folder_line(hidden: Sequence[DocumentOutline], most: int) -> str:
    """Say how many documents are not shown, by folder.

    Args:
        hidden: The documents that are not shown, at least one.
        most: The most folders to be named.
    """
    paths = [document.path.split("/")[:-1] for document in hidden]
    counts = _folders(paths, most)
    biggest = sorted(counts, key=lambda folder: (-counts[folder], folder))[:most]
    named = [f"{counts[folder]} in {folder}" for folder in biggest]
    further = len(hidden) - sum(counts[folder] for folder in biggest)
    rest = [f"{further} elsewhere"] if further else []
    return f"Not shown: {', '.join([*named, *rest])}"


def file_line(files: Iterable[str]) -> str:
    """Name other files, which can be read by code but not edited."""
    return f"Other files: {', '.join(files)}"


def _title(project: ProjectMap) -> str:
    notebooks = sum(each.is_notebook for each in project.documents)
    modules = len(project.documents) - notebooks
    name = shortened(project.name, LONGEST_PROJECT_NAME)
    sizes = f"{counted(modules, 'module')}, {counted(notebooks, 'notebook')}"
    return f"# Project {name} ({sizes})"


def _page_lines(page: Page, levels: Mapping[int, Level], book: HandleBook) -> list[str]:
    lines = [f"## {book.of(Target(document=page.document.path))} {page.head}"]
    names = []
    for place, entry in enumerate(page.entries):
        level = levels.get(place, Level.HIDDEN)
        if level is Level.FULL:
            lines.append(f"- {book.of(entry.target)} {entry.text}")
        elif level is Level.NAME:
            names.append(f"{book.of(entry.target)} {entry.name}")
    hidden = sum(levels.get(place, 0) == 0 for place in range(len(page.entries)))
    rest = [f"{hidden} more"] if hidden else []
    if names or (rest and len(lines) > 1):
        lines.append(f"- {', '.join([*names, *rest])}")
    return lines


def _folders(paths: Sequence[Sequence[str]], most: int) -> Counter[str]:
    """Count paths by folder, at the deepest level that gives few folders."""
    counts: Counter[str] = Counter()
    for depth in range(1, max(map(len, paths)) + 2):
        finer = Counter("/".join([*path[:depth], ""]) or "./" for path in paths)
        if counts and len(finer) > most:
            break
        counts = finer
    return counts
