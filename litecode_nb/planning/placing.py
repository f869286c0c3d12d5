"""Where a new cell goes and of which kind it is: read from the request's words."""

import re

from litecode_nb.domain.project import ProjectMap, Target
from litecode_nb.domain.unit import UnitKind

_MARKDOWN = re.compile(
    r"\b(?:markdown|(?:text|heading|title|explanation|note|comment)[- ]cells?|"
    r"textzellen?|überschrift(?:szelle)?|(?:add|insert|write) an? "
    r"(?:heading|title|explanation|paragraph|introduction|conclusion|note|text)s?)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:before|above|in front of|preceding|ahead of|vor|über|oberhalb|davor)\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\b(?:after|below|under|beneath|following|behind|nach|unter|unterhalb|danach)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:at|to|on|an|am|zu)\s+(?:the\s+)?(?:very\s+)?(?:top|beginning|start|anfang|"
    r"beginn)\b|\bas (?:the )?first cell\b|\bals erste zelle\b",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"\b(?:at|to|am|ans?)\s+(?:the\s+)?(?:very\s+)?(?:end|bottom|ende|schluss)\b"
    r"|\bas (?:the )?last cell\b|\bals letzte zelle\b|\bappend\b",
    re.IGNORECASE,
)
_FOR_CELLS = re.compile(
    r"\b(?:cells?|zellen?|plots?|charts?|histograms?|graphs?|diagrams?|heatmaps?|"
    r"diagramme?|histogramme?)\b",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\b(?:two|three|four|five|several|some|\d+|zwei|drei|vier|fünf|einige|mehrere)"
    r"\s+(?:\w+\s+){0,2}(?:cells|zellen)\b|\bcells for (?:each|all|every)\b"
    r"|\ba cell (?:for|after|before) each\b",
    re.IGNORECASE,
)


def kind_of_cell(words: str) -> UnitKind:
    """Say what kind of cell a request wants; code where it does not say."""
    is_markdown = _MARKDOWN.search(words)
    return UnitKind.MARKDOWN_CELL if is_markdown else UnitKind.CODE_CELL


def position_beside(target: Target, words: str, project: ProjectMap) -> int | None:
    """Give the position of a new cell that a plan puts beside a place.

    Args:
        target: A cell, or a notebook as a whole.
        words: The request: `before`, `at the top` and the like.
        project: The map.

    Returns:
        0-based, as the notebook is now; None for the end.
    """
    if _FIRST.search(words):
        return 0
    unit = project.unit(target.unit) if target.unit is not None else None
    if unit is None or _LAST.search(words):
        return None
    return unit.position if is_before(words) else unit.position + 1


def wants_many(words: str) -> bool:
    """Whether a request asks for more than one new cell."""
    return _MANY.search(words) is not None


def is_for_cells(words: str) -> bool:
    """Whether a request speaks of cells at all."""
    return _FOR_CELLS.search(words) is not None or _MARKDOWN.search(words) is not None


def is_before(words: str) -> bool:
    """Whether something new goes before a cell: `before` is said, and said first."""
    before, after = _BEFORE.search(words), _AFTER.search(words)
    if before is None:
        return False
    return after is None or before.start() < after.start()
