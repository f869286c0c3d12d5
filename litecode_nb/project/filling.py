"""Choose what the map shows: as much as fits, coarser with falling rank."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from litecode_nb.project.sheet import IN_A_FACT, Level, Page, Sheet, Step

NAMES_AT_ONCE, LINES_AT_ONCE = 8, 3
CELL_LINES_SHARE, CELL_NAMES_SHARE, CELL_TOKENS = 0.6, 0.7, 120
"""The parts of the map, and the tokens at least, that the running notebook's cells may
take before the other documents."""

PATIENCE = 10
"""So many steps in a row that do not fit end a phase."""

# When a step's turn comes, as multiples of the document's place in the order: the
# eighth document is named when the fourth shows its names and the second its lines.
HEAD_TURN, NEAR_TURN, NAMES_TURN, LINES_TURN = 1.0, 1.5, 2.0, 5.0
CHUNK_DELAY = 4.0
NEAR = 0.4
"""An entry is near that has this part of the best weight, or is named by a fact."""

Measure = Callable[[Sheet], int]


def filled(sheet: Sheet, measure: Measure, tokens: int) -> Sheet:
    """Show as much as fits.

    1. The running notebook's cells, those near to the request first, up to a share.
    2. The other documents.
    3. Where space is left, the running notebook's other cells.

    Args:
        sheet: What is shown already.
        measure: Gives a sheet's size in tokens.
        tokens: How large it may become.
    """
    pages = sheet.pages
    running = pages[:1] if pages and pages[0].document.is_running else ()
    share = 1.0 if len(pages) == 1 else CELL_LINES_SHARE
    names_share = max(share, CELL_NAMES_SHARE)
    lines = [step for page in running for step in _cell_lines(page)]
    names = [step for page in running for step in _names(0, page)]
    heads = [Step(page=0)] if running else []
    for steps, limit in (
        (heads, tokens),
        (lines, min(tokens, max(CELL_TOKENS, int(share * tokens)))),
        (names, min(tokens, max(CELL_TOKENS, int(names_share * tokens)))),
        (_in_turn(pages, len(running)), tokens),
        (lines, tokens),
        (names, tokens),
    ):
        sheet = _taken(sheet, steps, measure, limit)
    return sheet


def _taken(sheet: Sheet, steps: Iterable[Step], measure: Measure, limit: int) -> Sheet:
    """Take every step that fits, in order."""
    misses = 0
    for step in steps:
        more = sheet.after(step)
        if measure(more) <= limit:
            sheet, misses = more, 0
            continue
        misses += 1
        if misses == PATIENCE:
            break
    return sheet


def _cell_lines(page: Page) -> Iterator[Step]:
    """Give one step for each cell, those near to the request first."""
    return (
        Step(page=0, entries=(entry,), level=Level.FULL) for entry in _nearest(page)
    )


def _names(place: int, page: Page) -> Iterator[Step]:
    chunks = _chunks(_nearest(page), NAMES_AT_ONCE)
    return (Step(page=place, entries=chunk, level=Level.NAME) for chunk in chunks)


def _in_turn(pages: Sequence[Page], first: int) -> list[Step]:
    """Give the steps of all documents from a place on, in the order of their turns."""
    weights = [weight for page in pages for weight in page.weights]
    near = NEAR * max((w for w in weights if w < IN_A_FACT), default=0.0)
    turns = [
        (turn, place, step.level, step)
        for place in range(first, len(pages))
        for turn, step in _turns(place, place - first + 1, pages[place], near)
    ]
    return [step for *_, step in sorted(turns, key=lambda each: each[:3])]


def _turns(
    place: int, rank: int, page: Page, near: float
) -> Iterator[tuple[float, Step]]:
    """Give the steps of one document with their turns."""
    yield rank * HEAD_TURN, Step(page=place)
    for delay, step in enumerate(_names(place, page)):
        yield rank * NAMES_TURN + delay * CHUNK_DELAY, step
    nearest = _nearest(page)
    first = [e for e in nearest if page.weights[e] > 0 and page.weights[e] >= near]
    for turn, entries in ((NEAR_TURN, first), (LINES_TURN, nearest[len(first) :])):
        for delay, chunk in enumerate(_chunks(entries, LINES_AT_ONCE)):
            step = Step(page=place, entries=chunk, level=Level.FULL)
            yield rank * turn + delay * CHUNK_DELAY, step


def _nearest(page: Page) -> list[int]:
    """Order a document's entries, those near to the request first."""
    return sorted(range(len(page.entries)), key=lambda entry: -page.weights[entry])


def _chunks(entries: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    starts = range(0, len(entries), size)
    return (tuple(entries[start : start + size]) for start in starts)
