"""Cells that a request points at: "the third cell", "cells 3-5", "the plot above"."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from litecode_nb.domain.unit import UnitKind, UnitOutline
from litecode_nb.project.words import stems

ORDINALS = (
    r"first|1st|erste\w?|premi[eè]re|primera",
    r"second|2nd|zweite\w?|deuxième|seconde|segunda",
    r"third|3rd|dritte\w?|troisième|tercera",
    r"fourth|4th|vierte\w?|quatrième|cuarta",
    r"fifth|5th|fünfte\w?|cinquième|quinta",
    r"sixth|6th|sechste\w?|sixième|sexta",
    r"seventh|7th|siebte\w?|septième|séptima",
    r"eighth|8th|achte\w?|huitième|octava",
    r"ninth|9th|neunte\w?|neuvième|novena",
    r"tenth|10th|zehnte\w?|dixième|décima",
)
LAST = r"last|final|letzte\w?|dernière|última"
SECOND_LAST = (
    r"second(?:[- ]to)?[- ]last|next[- ]to[- ]last|penultimate|vorletzte\w?"
    r"|avant-dernière|penúltima"
)
FEW = (
    ("two", "zwei", "deux", "dos"),
    ("three", "drei", "trois", "tres"),
    ("four", "vier", "quatre", "cuatro"),
    ("five", "fünf", "cinq", "cinco"),
)
NUMBERS = {word: number for number, words in enumerate(FEW, start=2) for word in words}
KINDS = {
    "code": UnitKind.CODE_CELL,
    "markdown": UnitKind.MARKDOWN_CELL,
    "text": UnitKind.MARKDOWN_CELL,
}
MOST_CELLS = 12
"""A phrase that means more cells than this is no pointer."""

Cells = tuple[UnitOutline, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """A phrase of a request, and the cells that it means.

    Attributes:
        phrase: The request's own words: `third cell`.
        cells: The cells; empty where the notebook has none such.
    """

    phrase: str
    cells: Cells


def cells_in(
    instruction: str, cells: Sequence[UnitOutline], origin: int | None
) -> tuple[Pointer, ...]:
    """Find the cells that a request points at, in its order.

    Args:
        instruction: The request.
        cells: All cells of the notebook that it is about.
        origin: 0-based position of the cell that it was written in, if known; without
            it "above" means nothing.
    """
    every = [
        (found.start(), -found.end(), Pointer(phrase=found[0], cells=meant(found)))
        for pattern, meant in _readers(tuple(cells), origin)
        for found in pattern.finditer(instruction)
    ]
    pointers, reached = [], 0
    for start, end, pointer in sorted(every, key=lambda each: each[:2]):
        if start >= reached and len(pointer.cells) <= MOST_CELLS:
            pointers.append(pointer)
            reached = -end
    return tuple(pointers)


_CELL = r"(?:cells?|zellen?|cellules?|celdas?)\b"
_KIND = r"(?:(?P<kind>code|markdown|text)[ -]?)?"
_END = r"(?=\s*(?:[.,;!?)]|$|(?:so|to|and|und)\b))"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_ORDERED = tuple(
    (place, _pattern(rf"\b(?:{words})\s+{_KIND}{_CELL}"))
    for place, words in (*enumerate(ORDINALS), (-1, LAST), (-2, SECOND_LAST))
)
_NUMBERED = _pattern(
    rf"\b{_CELL}\s+(?:number\s+|no\.?\s*|nr\.?\s*|#\s*)?(?P<numbers>c?\d+\b"
    r"(?:\s*(?:,|and|und|et|y|&|to|bis|through|-|–)\s*c?\d+\b)*)"
)
_HANDLE = re.compile(r"(?<![\w.])(?P<numbers>c\d{1,4})(?![\w(]|\.\w)")
_FIRST_FEW = _pattern(
    rf"\b(?:first|ersten|premières|primeras)\s+"
    rf"(?P<count>\d{{1,2}}|{'|'.join(NUMBERS)})\s+{_KIND}{_CELL}"
)
_LAST_FEW = _pattern(
    rf"\b(?:last|letzten|dernières|últimas)\s+"
    rf"(?P<count>\d{{1,2}}|{'|'.join(NUMBERS)})\s+{_KIND}{_CELL}"
)
_THIS = _pattern(rf"\b(?:this|current|dies\w+|aktuelle\w?|cette|esta)\s+{_CELL}")
_ABOVE = _pattern(
    rf"\b(?:previous|preceding|prior|above|vorige\w?|vorherige\w?|obige\w?)\s+{_KIND}"
    rf"{_CELL}|\b{_CELL}\s+(?:just\s+|right\s+)?(?:above|before this|darüber|davor|oben"
    r"|précédente|anterior)\b"
)
_BELOW = _pattern(
    rf"\b(?:next|following|below|nächste\w?|folgende\w?)\s+{_KIND}{_CELL}"
    rf"|\b{_CELL}\s+(?:just\s+|right\s+)?(?:below|after this|darunter|danach|unten"
    r"|suivante|siguiente)\b"
)
_THING = r"\b(?:the|this|that)\s+(?!cell)(?:\w+\s+)?(?P<thing>(?!cell)\w+)\s+"
_THING_ABOVE = _pattern(rf"{_THING}above{_END}")
_THING_BELOW = _pattern(rf"{_THING}below{_END}")
_PLOT = frozenset({"plot", "chart", "figure", "graph", "diagram", "histogram"})
_PLOTTING = frozenset(
    {"ax", "bar", "fig", "hist", "plot", "plt", "px", "scatter", "sns"}
)

_Reader = tuple[re.Pattern[str], Callable[[re.Match[str]], Cells]]


def _readers(cells: Cells, origin: int | None) -> Iterator[_Reader]:
    """Give each pattern with a function that reads its matches."""
    yield _NUMBERED, partial(_numbered, cells)
    yield _HANDLE, partial(_numbered, cells)
    yield from ((pattern, partial(_at, place, cells)) for place, pattern in _ORDERED)
    yield _FIRST_FEW, partial(_first_few, cells)
    yield _LAST_FEW, partial(_last_few, cells)
    if origin is None:
        return
    above, below = cells[:origin], cells[origin + 1 :]
    yield _THIS, partial(_first, cells[origin : origin + 1])
    yield _ABOVE, partial(_at, -1, above)
    yield _BELOW, partial(_at, 0, below)
    yield _THING_ABOVE, partial(_thing, _code(above)[::-1])
    yield _THING_BELOW, partial(_thing, _code(below))


def _numbered(cells: Cells, found: re.Match[str]) -> Cells:
    """Read `3`, `3, 5 and 7` and `3-5`; numbers begin at 1."""
    wanted: list[int] = []
    for joint, digits in re.findall(r"(\D*)(\d{1,6})", found["numbers"]):
        is_range = re.search(r"to|bis|through|[-–]", joint, re.IGNORECASE)
        first = wanted[-1] if is_range and wanted else int(digits)
        wanted.extend(range(first, min(int(digits), len(cells)) + 1))
    return tuple(cells[n - 1] for n in dict.fromkeys(wanted) if 1 <= n <= len(cells))


def _at(place: int, cells: Cells, found: re.Match[str]) -> Cells:
    chosen = _of_kind(cells, found)
    return (chosen[place],) if -len(chosen) <= place < len(chosen) else ()


def _first_few(cells: Cells, found: re.Match[str]) -> Cells:
    return _of_kind(cells, found)[: _count(found)]


def _last_few(cells: Cells, found: re.Match[str]) -> Cells:
    chosen = _of_kind(cells, found)
    return chosen[max(0, len(chosen) - _count(found)) :]


def _first(cells: Cells, _: re.Match[str]) -> Cells:
    return cells[:1]


def _thing(cells: Cells, found: re.Match[str]) -> Cells:
    """Give the nearest cell that has to do with a thing, else the nearest cell."""
    wanted = frozenset(stems(found["thing"]))
    wanted = wanted | _PLOTTING if wanted & _PLOT else wanted
    for cell in cells:
        words = " ".join([cell.title, *sorted(cell.defines), *sorted(cell.uses)])
        if wanted.intersection(stems(words)):
            return (cell,)
    return cells[:1]


def _count(found: re.Match[str]) -> int:
    word = found["count"].lower()
    return NUMBERS.get(word) or int(word)


def _of_kind(cells: Cells, found: re.Match[str]) -> Cells:
    kind = KINDS.get((found["kind"] or "").lower())
    return tuple(each for each in cells if kind in {None, each.kind})


def _code(cells: Cells) -> Cells:
    return tuple(each for each in cells if each.kind is UnitKind.CODE_CELL)
