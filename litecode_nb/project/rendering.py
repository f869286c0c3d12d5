"""Write the map of a project for one request, within a number of tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.project import ProjectMap, RenderedMap, Target
from litecode_nb.domain.prompt import DEFAULT_MAP
from litecode_nb.domain.request import Request
from litecode_nb.project.describing import Describer
from litecode_nb.project.facts import Fact, find_facts, main_notebook
from litecode_nb.project.filling import filled
from litecode_nb.project.handles import HandleBook, Positions, positions_of
from litecode_nb.project.pages import Nearness, page_of
from litecode_nb.project.ranking import Relevance, ranked, relevance
from litecode_nb.project.sheet import Sheet, file_line, folder_line
from litecode_nb.tokens.base import TokenCounter

MOST_PAGES = 150
LEAST_PAGE = 6
"""No document takes fewer tokens on the map than these."""

MOST_FILES = 6
FOLDERS = (6, 3, 1)
FACT_TOKENS = 160
FOOTER_PART = 8
"""One part in so many is kept for saying what is not shown."""


def render(
    project: ProjectMap,
    request: Request,
    counter: TokenCounter,
    *,
    tokens: int = DEFAULT_MAP,
) -> RenderedMap:
    """Write the map so that it never has more than so many tokens.

    1. Rank the documents, and find what is known about the request. Only those are
       shown that the person chose, if any.
    2. Fill the space: the running notebook's cells, then the other documents, coarser
       with falling rank, then in words how much is not shown.
    3. Give handles to all that is shown and to all that a fact names.
    """
    near = relevance(project, request)
    order = ranked(project, request, near)
    facts = find_facts(request, project, order)
    main = main_notebook(project, request, order)
    names = _Names(positions=positions_of(project), main=main.path if main else None)
    room = _Room(counter=counter, tokens=tokens, names=names)
    chosen = [path for path in order if path in request.documents] or order
    first = chosen[: min(MOST_PAGES, tokens // LEAST_PAGE + 1)]
    nearness = Nearness.of(near, facts, request)
    sheet = room.fill(_blank(project, request, first, nearness))
    lines = room.lines_of(sheet, _files(project, near))
    text = _joined(lines)
    kept = room.fitting(facts, names.book_of(sheet if lines else None))
    book = names.book_of(sheet if lines else None)
    return RenderedMap(
        text=text,
        tokens=counter.count(text),
        facts=tuple(names.worded(fact, book) for fact in kept),
        handles=book.handles,
    )


def _blank(
    project: ProjectMap,
    request: Request,
    order: Sequence[DocumentPath],
    near: Nearness,
) -> Sheet:
    """Prepare the pages of the documents that come first."""
    describer = Describer.of(project, request.origin_cell)
    by_path = {document.path: document for document in project.documents}
    pages = tuple(page_of(by_path[path], describer, near) for path in order)
    return Sheet(project=project, pages=pages)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """What places are called on the map."""

    positions: Positions
    main: DocumentPath | None

    def book_of(self, sheet: Sheet | None) -> HandleBook:
        """Give a book with all that a sheet shows; without a sheet an empty one."""
        book = HandleBook(self.positions, self.main)
        if sheet is not None:
            sheet.lines(book)
        return book

    def worded(self, fact: Fact, book: HandleBook) -> str:
        """Write a fact; of what the map does not show, say once where it lies."""
        said = {self.main}

        def called(target: Target) -> str:
            is_clear = target in book or target.document in {*said, fact.parts[0]}
            said.add(target.document)
            handle = book.of(target)
            return handle if is_clear else f"{handle} ({target.document})"

        return fact.worded(called)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """So many tokens, and the means to measure what is in them."""

    counter: TokenCounter
    tokens: int
    names: _Names

    def fill(self, blank: Sheet) -> Sheet:
        """Show as much as fits; where documents stay hidden, leave room to say so."""
        whole = filled(blank, self._size, self.tokens)
        if not whole.hidden:
            return whole
        kept = self.counter.count(folder_line(blank.hidden, FOLDERS[1]))
        part = self.tokens // FOOTER_PART
        return filled(blank, self._size, self.tokens - min(kept, part))

    def fitting(self, facts: Sequence[Fact], book: HandleBook) -> list[Fact]:
        """Choose the facts that fit into their own space, in order.

        Args:
            facts: All facts.
            book: A book to try them in; it must not be used again.
        """
        words = (self.names.worded(fact, book) for fact in facts)
        sizes = accumulate(self.counter.count(text) for text in words)
        pairs = zip(facts, sizes, strict=True)
        return [fact for fact, size in pairs if size <= FACT_TOKENS]

    def lines_of(self, sheet: Sheet, files: Sequence[str]) -> list[str]:
        """Write a sheet, and below it what of the rest still fits."""
        lines = sheet.lines(self.names.book_of(None))
        if self.counter.count(_joined(lines)) > self.tokens:
            return []
        hidden = sheet.hidden
        most = FOLDERS if hidden else ()
        lines = self._with_one_of(lines, [folder_line(hidden, n) for n in most])
        shorter = [file_line(files[:n]) for n in range(len(files), 0, -1)]
        return self._with_one_of(lines, shorter)

    def _size(self, sheet: Sheet) -> int:
        return self.counter.count(_joined(sheet.lines(self.names.book_of(None))))

    def _with_one_of(self, lines: list[str], choices: Sequence[str]) -> list[str]:
        """Add the first choice that fits."""
        longer = ([*lines, choice] for choice in choices)
        fitting = (e for e in longer if self.counter.count(_joined(e)) <= self.tokens)
        return next(fitting, lines)


def _joined(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _files(project: ProjectMap, near: Relevance) -> list[str]:
    """Choose the other files that the request is likeliest to mean."""
    weights = {path: near.of_words(path) for path in project.other_files}
    best = sorted(weights, key=lambda path: (-weights[path], path.count("/"), path))
    return [str(path) for path in best[:MOST_FILES]]
