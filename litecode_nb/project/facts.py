"""What code knows about the words of a request: where names are defined and used.

The largest gain that was measured with small models, at the price of one line.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from litecode_nb.domain.ids import DocumentPath, document_of
from litecode_nb.domain.project import DocumentOutline, ProjectMap, Target
from litecode_nb.domain.request import Request
from litecode_nb.project.cell_words import Pointer, cells_in
from litecode_nb.project.counting import counted, notebook_size, size_of
from litecode_nb.project.handles import (
    Positions,
    is_cell,
    positions_of,
    target_of,
)
from litecode_nb.project.implied import (
    Place,
    Places,
    definers,
    importers,
    readers_of,
)
from litecode_nb.project.mentions import documents_in, names_in, vocabulary

MOST_FACTS = 6
MOST_PLACES = 6
MOST_HOMES = 3

_COUNTING = re.compile(
    r"\b(?:how many|how long|number of|count|lines?|wie ?viele|wie lang|anzahl|zeilen|"
    r"combien|cu[aá]nt[ao]s)\b",
    re.IGNORECASE,
)
_WITHOUT_ARTICLE = re.compile(r"(?:the|this|that)\b|cells?\b.*\d", re.IGNORECASE)

Parts = tuple[str | Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A sentence in which places are not yet named.

    Attributes:
        parts: Texts and places, in order.
    """

    parts: Parts

    @property
    def targets(self) -> tuple[Target, ...]:
        """The places in it, in order."""
        return tuple(each for each in self.parts if isinstance(each, Target))

    def worded(self, name: Callable[[Target], str]) -> str:
        """Give the sentence, with a name for each place."""
        words = (each if isinstance(each, str) else name(each) for each in self.parts)
        return "".join(words)


def find_facts(
    request: Request, project: ProjectMap, order: Sequence[DocumentPath] = ()
) -> tuple[Fact, ...]:
    """Find what is known: cells that are pointed at, then names, documents, counts.

    Args:
        request: The request.
        project: The map.
        order: The documents, those first that the request is likeliest about.
    """
    known = _Known.of(request, project)
    main = main_notebook(project, request, order)
    every = (
        *_cell_facts(request, project, known, main),
        *_name_facts(project, known),
        *_document_facts(request, project),
        *_count_facts(request, project, main),
    )
    return tuple(Fact(parts=parts) for parts in every[:MOST_FACTS])


def main_notebook(
    project: ProjectMap, request: Request, order: Sequence[DocumentPath] = ()
) -> DocumentOutline | None:
    """Give the notebook whose cells are `c1`, `c2` and so on.

    It is the running one; else the first that the person chose, that the request names,
    or that comes first in an order.
    """
    running = [each.path for each in project.documents if each.is_running]
    named = documents_in(request.instruction, project.documents)
    paths = [each.path for each in project.documents]
    notebooks = {each.path: each for each in project.documents if each.is_notebook}
    every = (*running, *request.documents, *named, *order, *paths)
    return next((notebooks[path] for path in every if path in notebooks), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What is known about the names that a request mentions."""

    named: tuple[str, ...]
    homes: Places
    importers: Places
    positions: Positions

    @classmethod
    def of(cls, request: Request, project: ProjectMap) -> Self:
        """Look up the names of a request."""
        homes = definers(project)
        named = names_in(request.instruction, vocabulary(homes.keys()))
        return cls(
            named=named,
            homes=homes,
            importers=importers(project, named),
            positions=positions_of(project),
        )

    def joined(self, places: Iterable[Place]) -> Parts:
        """List some places."""
        every = dict.fromkeys(target_of(each, self.positions) for each in places)
        shown = list(every)[:MOST_PLACES]
        parts = [part for target in shown for part in (", ", target)]
        further = len(every) - len(shown)
        return (*parts[1:], f" and {further} more") if further else tuple(parts[1:])


def _cell_facts(
    request: Request,
    project: ProjectMap,
    known: _Known,
    main: DocumentOutline | None,
) -> Iterator[Parts]:
    notebook = _notebook_named(request, project) or main
    if notebook is None:
        return
    origin = _origin(request, notebook)
    for pointer in cells_in(request.instruction, notebook.units, origin):
        phrase = _with_article(pointer)
        if pointer.cells:
            verb = "is" if len(pointer.cells) == 1 else "are"
            places = (Place(each.id) for each in pointer.cells)
            yield (f"{phrase} {verb} ", *known.joined(places))
        else:
            size = counted(len(notebook.units), "cell")
            yield (f'there is no "{pointer.phrase}": the notebook has {size}',)


def _with_article(pointer: Pointer) -> str:
    if re.fullmatch(r"c\d+", pointer.phrase):
        return f"cell {pointer.phrase[1:]}"
    is_english = "cell" in pointer.phrase.lower().split()
    has_article = _WITHOUT_ARTICLE.match(pointer.phrase)
    return f"the {pointer.phrase}" if is_english and not has_article else pointer.phrase


def _notebook_named(request: Request, project: ProjectMap) -> DocumentOutline | None:
    """Give the notebook that the request names, which "the third cell" is about."""
    named = documents_in(request.instruction, project.documents)
    notebooks = (project.document(path) for path in named)
    return next((each for each in notebooks if each and each.is_notebook), None)


def _origin(request: Request, notebook: DocumentOutline) -> int | None:
    """Give the position of the cell that a request was written in."""
    if request.origin_cell is None or not notebook.is_running:
        return None
    here = (u for u in notebook.units if is_cell(u.id, request.origin_cell))
    return next((unit.position for unit in here), None)


def _name_facts(project: ProjectMap, known: _Known) -> Iterator[Parts]:
    for name in known.named:
        homes = known.homes[name]
        by_document: dict[DocumentPath, list[Place]] = {}
        for place in homes:
            by_document.setdefault(document_of(place.unit), []).append(place)
        if len(by_document) > MOST_HOMES:
            yield (f"{name} is defined in {len(homes)} places: ", *known.joined(homes))
            continue
        for places in by_document.values():
            found = readers_of(name, places[0], project)
            readers = [each for each in found if each not in homes]
            yield _name_fact(name, places, readers, known)


def _name_fact(
    name: str, homes: Sequence[Place], readers: Sequence[Place], known: _Known
) -> Parts:
    parts: Parts = (f"{name} is defined in ", *known.joined(homes))
    if readers:
        parts = (*parts, ", used in ", *known.joined(readers))
    imported = [each for each in known.importers.get(name, ()) if each not in readers]
    if imported:
        parts = (*parts, ", imported in ", *known.joined(imported))
    return parts


def _document_facts(request: Request, project: ProjectMap) -> Iterator[Parts]:
    for path in documents_in(request.instruction, project.documents):
        yield (path, " is ", Target(document=path))


def _count_facts(
    request: Request, project: ProjectMap, notebook: DocumentOutline | None
) -> Iterator[Parts]:
    if not _COUNTING.search(request.instruction):
        return
    if notebook is not None:
        yield (f"{notebook.path} has {notebook_size(notebook)}",)
    for path in documents_in(request.instruction, project.documents):
        document = project.document(path)
        if document is not None and document is not notebook:
            yield (f"{path} has {size_of(document)}",)
