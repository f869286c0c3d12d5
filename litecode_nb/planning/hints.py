"""Where the things lie that a request speaks of, but that have no name of their own.

"The plot", "the heading" and "the imports" are cells; small models do not find them
under `calls pd.plot`. One sentence by code does.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from litecode_nb.domain.ids import document_of
from litecode_nb.domain.project import ProjectMap, Target
from litecode_nb.domain.unit import UnitKind, UnitOutline
from litecode_nb.planning.sketch import Menu
from litecode_nb.project.implied import definers
from litecode_nb.project.mentions import documents_in, names_in, vocabulary
from litecode_nb.project.words import stems

MOST_HINTS = 5
MOST_PLACES = 4
MOST_FOR_A_WORD = 2
FEWEST_SHARED = 2

_WORD = re.compile(r"[^\W\d_]{4,}")
_DRAWS = re.compile(
    r"plot|\bhist\b|\bbar\b|\bbarh\b|scatter|heatmap|\bpie\b|imshow|boxplot|figure|"
    r"chart|histogram|violin|subplots|diagram|graph",
    re.IGNORECASE,
)
_PLOT = re.compile(
    r"\b(?:plots?|plotting|charts?|graphs?|figures?|diagrams?|histograms?|heatmaps?|"
    r"scatter|legends?|ax[ei]s|labels|colou?rs?|diagramme?|grafik|abbildung)\b",
    re.IGNORECASE,
)
_WHOLE_KIND = re.compile(
    r"plots?|charts?|graphs?|figures?|diagrams?|diagramme?|grafik|abbildung|imports?|"
    r"headings?|headline|überschrift(?:en)?",
    re.IGNORECASE,
)
"""`The plot` can be any plot; `the histogram` is none but a histogram."""

_HEADING = re.compile(
    r"\b(?:headings?|headline|title of (?:the|this) (?:\w+ )?notebook|"
    r"notebook(?:['\u2019]s)? title|überschrift(?:en)?)\b",
    re.IGNORECASE,
)
_TEXT = re.compile(
    r"\b(?:markdown|text)[- ](?:cells?|zellen?)\b|\bmarkdown\b", re.IGNORECASE
)
_OF_CELLS = re.compile(r"\b(?:cells?|notebooks?|zellen?)\b", re.IGNORECASE)
_IMPORT = re.compile(r"\bimport(?:s|ed|ing)?\b|\bimportier\w*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """Things of one kind.

    Attributes:
        asked: The words that speak of it.
        phrase: How a sentence about its places begins.
        is_it: Whether a cell is, or holds, one.
    """

    asked: re.Pattern[str]
    phrase: str
    is_it: Callable[[UnitOutline], bool]


_KINDS = (
    _Kind(
        asked=_PLOT,
        phrase="plots are drawn in",
        is_it=lambda unit: _is_code(unit) and _DRAWS.search(unit.title) is not None,
    ),
    _Kind(
        asked=_HEADING,
        phrase="headings are in",
        is_it=lambda unit: unit.kind is UnitKind.MARKDOWN_CELL,
    ),
    _Kind(
        asked=_TEXT,
        phrase="the markdown cells are",
        is_it=lambda unit: unit.kind is UnitKind.MARKDOWN_CELL,
    ),
    _Kind(
        asked=_IMPORT,
        phrase="imports are in",
        is_it=lambda unit: _is_code(unit) and bool(unit.imports),
    ),
)


def hints_for(instruction: str, project: ProjectMap, menu: Menu) -> tuple[str, ...]:
    """Say where the plots, headings and imports are, and cells that share a rare word.

    A word that picks one of several plots is said instead of all of them.

    Args:
        instruction: The request.
        project: The map.
        menu: Handles that may be named; places without one are passed over.
    """
    cells = _cells(project, menu)
    near = _nearest(cells, instruction, project)
    by_word = dict(_of_words(instruction, cells, project))
    closer = [frozenset(places) for places in by_word.values()]
    by_kind = {
        phrase: places
        for phrase, places in _of_kinds(instruction, near)
        if not any(each <= frozenset(places) for each in closer)
    }
    found = {
        **by_kind,
        **by_word,
        **dict(_of_several_words(instruction, menu, project)),
    }
    every = (f"{phrase} {', '.join(places)}" for phrase, places in found.items())
    return tuple(every)[:MOST_HINTS]


def places_of(
    word: str, cells: Mapping[str, UnitOutline], project: ProjectMap
) -> tuple[str, ...]:
    """Give the cells that one word of a request can mean; empty for any other word.

    Args:
        word: Such as `plot`, `imports` or `conclusions`.
        cells: Cells by handle or address.
        project: The map.
    """
    by_word = [places for _, places in _of_words(word, cells, project)]
    is_of_a_kind = _WHOLE_KIND.fullmatch(word) is not None
    by_kind = [places for _, places in _of_kinds(word, cells)] if is_of_a_kind else []
    return next(iter([*by_word, *by_kind]), ())


def _cells(project: ProjectMap, menu: Menu) -> Mapping[str, UnitOutline]:
    """Give the cells of the menu by their handles, in the order of the map."""
    handles = {target: handle for handle, target in menu.items()}
    return {
        handles[target]: unit
        for document in project.documents
        if document.is_notebook
        for unit in document.units
        if (target := Target(document=document.path, unit=unit.id)) in handles
    }


def _nearest(
    cells: Mapping[str, UnitOutline], instruction: str, project: ProjectMap
) -> Mapping[str, UnitOutline]:
    """Give the cells of the notebooks that are named, else of the running one."""
    named = documents_in(instruction, project.documents)
    running = [each.path for each in project.documents if each.is_running]
    paths = [path for path in named if path.endswith(".ipynb")] or running
    return {h: u for h, u in cells.items() if not paths or document_of(u.id) in paths}


def _of_kinds(
    instruction: str, cells: Mapping[str, UnitOutline]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for kind in _KINDS:
        places = tuple(handle for handle, unit in cells.items() if kind.is_it(unit))
        if kind.asked.search(instruction) and 0 < len(places) <= MOST_PLACES:
            yield kind.phrase, places


def _of_words(
    instruction: str, cells: Mapping[str, UnitOutline], project: ProjectMap
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find the words that one or two cells share with a request, and no name has."""
    texts = {h: frozenset(stems(_text(unit))) for h, unit in cells.items()}
    names = definers(project)
    in_names = frozenset(stem for name in names for stem in stems(name))
    for word in dict.fromkeys(_WORD.findall(instruction)):
        mine = frozenset(stems(word))
        if not mine or mine & in_names:
            continue
        places = tuple(handle for handle, theirs in texts.items() if mine <= theirs)
        if 0 < len(places) <= MOST_FOR_A_WORD:
            yield f"{word.lower()} is in", places


def _of_several_words(
    instruction: str, menu: Menu, project: ProjectMap
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find the definition that shares two words or more with a request, and most.

    Where the request names one, or speaks of cells, it says better what it means.
    """
    defined = {n for n, at in definers(project).items() if any(p.section for p in at)}
    if _OF_CELLS.search(instruction) or names_in(instruction, vocabulary(defined)):
        return
    handles = {target: handle for handle, target in menu.items()}
    words = {stems(word): word.lower() for word in _WORD.findall(instruction)}
    shared = {
        handles[target]: [
            w for stem, w in words.items() if stem and set(stem) <= theirs
        ]
        for target, theirs in _definitions(project)
        if target in handles
    }
    most = max((len(each) for each in shared.values()), default=0)
    best = [handle for handle, each in shared.items() if len(each) == most]
    if most >= FEWEST_SHARED and len(best) == 1:
        yield f"{' and '.join(shared[best[0]])} are in", (best[0],)


def _definitions(project: ProjectMap) -> Iterator[tuple[Target, frozenset[str]]]:
    """Give the definitions of modules, with the stems of their names and summaries."""
    for document in project.documents:
        for unit in document.units if not document.is_notebook else ():
            for each in unit.sections:
                place = Target(document=document.path, unit=unit.id, section=each.name)
                yield place, frozenset(stems(f"{each.name} {each.summary}"))


def _text(unit: UnitOutline) -> str:
    return unit.title


def _is_code(unit: UnitOutline) -> bool:
    return unit.kind is UnitKind.CODE_CELL
