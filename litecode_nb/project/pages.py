"""Prepare a document for the map: its head, its entries, and how near they are."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.project import DocumentOutline, Target
from litecode_nb.domain.request import Request
from litecode_nb.project.describing import Describer, Entry, constants_of, listed
from litecode_nb.project.facts import Fact
from litecode_nb.project.handles import is_cell
from litecode_nb.project.outlining import shortened
from litecode_nb.project.ranking import Relevance
from litecode_nb.project.sheet import IN_A_FACT, Page

LONGEST_TITLE = 55
BESIDE = 0.001
"""Of equals, what lies beside what is meant weighs more than what is far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """How near single cells and definitions are to a request.

    Attributes:
        words: The relevance of words.
        named: What the facts name.
        origin: The cell that the request was written in, if known.
    """

    words: Relevance
    named: frozenset[Target]
    origin: UnitId | None

    @classmethod
    def of(cls, words: Relevance, facts: Iterable[Fact], request: Request) -> Self:
        """Gather what nearness needs."""
        named = frozenset(target for fact in facts for target in fact.targets)
        return cls(words=words, named=named, origin=request.origin_cell)

    def weights(self, entries: tuple[Entry, ...]) -> tuple[float, ...]:
        """Weigh the entries of one document."""
        anchors = [place for place, each in enumerate(entries) if self._is_anchor(each)]
        return tuple(
            self.words.of_words(*entry.words)
            + IN_A_FACT * (entry.target in self.named)
            + max((BESIDE / (1 + abs(place - each)) for each in anchors), default=0.0)
            for place, entry in enumerate(entries)
        )

    def _is_anchor(self, entry: Entry) -> bool:
        """Whether what lies beside an entry is of interest, too."""
        is_origin = self.origin is not None and is_cell(entry.target.unit, self.origin)
        return is_origin or entry.target in self.named


def page_of(document: DocumentOutline, describer: Describer, near: Nearness) -> Page:
    """Prepare a document."""
    entries = describer.entries(document)
    return Page(
        document=document,
        head=_head(document, near),
        entries=entries,
        weights=near.weights(entries),
    )


def _head(document: DocumentOutline, near: Nearness) -> str:
    path = shortened(document.path, len(document.path))
    if document.problem is not None:
        return f"{path} — cannot be read"
    if document.is_running:
        return f"{path} — notebook, running now"
    title = shortened(document.title.rstrip("."), LONGEST_TITLE)
    head = f"{path} — {title}" if title else path
    constants = _constants(document, near)
    return f"{head}; sets {constants}" if constants else head


def _constants(document: DocumentOutline, near: Nearness) -> str:
    """List constants where they are all that a module has, or what is asked for."""
    names = constants_of(document)
    has_sections = any(unit.sections for unit in document.units)
    is_asked = near.words.of_words(*names) > 0
    is_shown = not document.is_notebook and (is_asked or not has_sections)
    return listed(names) if is_shown else ""
