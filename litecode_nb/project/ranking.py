"""Rank documents for a request: fielded BM25 on split identifiers, and what is near."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log
from pathlib import PurePosixPath

from litecode_nb.domain.ids import DocumentPath, document_of
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.domain.request import Request
from litecode_nb.project.implied import Place, definers, users
from litecode_nb.project.importing import Modules
from litecode_nb.project.mentions import documents_in, names_in, vocabulary
from litecode_nb.project.words import stems

# How often a word counts that stands in a field once.
PATH, SYMBOL, TITLE, SUMMARY, USE = 3.0, 2.5, 2.0, 1.5, 0.7
SATURATION, LENGTH = 1.2, 0.4

# What is added, as parts of the best score by words alone.
NAMED_DOCUMENT, DEFINES_NAMED, USES_NAMED, LOOSELY = 2.0, 1.0, 0.5, 0.3
IMPORTED_BY_RUNNING, NEIGHBOUR = 0.3, 0.15
MOST_DEFINERS = 5
TEST_SHARE = 0.6

_TEST = re.compile(r"(?:^|/)(?:tests?|testing)/|(?:^|/)(?:test_[^/]*|[^/]*_test)\.py$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How near each document is to a request, and what its words weigh.

    Attributes:
        scores: By document, 0 for what has nothing to do with it.
        weights: The request's stems with their rarity in the project.
        named: Names of the project that the request mentions.
    """

    scores: Mapping[DocumentPath, float]
    weights: Mapping[str, float]
    named: tuple[str, ...]

    def of_words(self, *texts: str) -> float:
        """Weigh the words that some texts share with the request."""
        shared = {stem for text in texts for stem in stems(text)} & self.weights.keys()
        return sum(self.weights[stem] for stem in sorted(shared))


def rank(project: ProjectMap, request: Request) -> tuple[DocumentPath, ...]:
    """Order all documents, the one that is likeliest meant first.

    The running notebook comes first, then the documents that the person chose.
    """
    return ranked(project, request, relevance(project, request))


def ranked(
    project: ProjectMap, request: Request, near: Relevance
) -> tuple[DocumentPath, ...]:
    """Order all documents by a relevance that is known already."""

    def place(document: DocumentOutline) -> tuple[bool, bool, float, int, str]:
        path = document.path
        is_chosen = path in request.documents
        depth = path.count("/")
        score = round(near.scores[path], 9)
        return not document.is_running, not is_chosen, -score, depth, path

    return tuple(each.path for each in sorted(project.documents, key=place))


def relevance(project: ProjectMap, request: Request) -> Relevance:
    """Score all documents: words, then names and paths, then what is imported."""
    fields = {each.path: _field_counts(each) for each in project.documents}
    weights = _weights(set(stems(request.instruction)), fields.values())
    words = _by_words(fields, weights)
    defined = definers(project)
    named = names_in(request.instruction, vocabulary(defined.keys()))
    best = max(words.values(), default=0.0) or 1.0
    bonus = _by_names(project, request, named, defined)
    scores = {p: score + best * bonus.get(p, 0.0) for p, score in words.items()}
    scores = _with_neighbours(project, scores, best)
    if "test" not in weights:
        tests = [path for path in scores if _TEST.search(path)]
        scores.update({path: TEST_SHARE * scores[path] for path in tests})
    return Relevance(scores=scores, weights=weights, named=named)


def _field_counts(document: DocumentOutline) -> dict[str, float]:
    """Count the stems of a document, each by the field that it stands in."""
    counts: defaultdict[str, float] = defaultdict(float)
    for weight, text in _fields(document):
        for stem in stems(text):
            counts[stem] += weight
    return counts


def _fields(document: DocumentOutline) -> Iterator[tuple[float, str]]:
    yield PATH, str(PurePosixPath(document.path).with_suffix(""))
    yield TITLE, document.title
    for unit in document.units:
        yield TITLE, unit.title
        yield from ((SYMBOL, name) for name in sorted(unit.defines))
        yield from ((USE, name) for name in sorted(unit.uses | unit.imports))
        for section in unit.sections:
            yield SYMBOL, section.signature
            yield SUMMARY, section.summary
            yield from ((USE, name) for name in sorted(section.uses))


def _weights(
    asked: set[str], documents: Iterable[Mapping[str, float]]
) -> Mapping[str, float]:
    """Weigh each stem of the request by how few documents have it."""
    every = list(documents)
    found = {stem: sum(stem in counts for counts in every) for stem in sorted(asked)}
    return {
        stem: log(1 + (len(every) - count + 0.5) / (count + 0.5))
        for stem, count in found.items()
    }


def _by_words(
    fields: Mapping[DocumentPath, Mapping[str, float]], weights: Mapping[str, float]
) -> dict[DocumentPath, float]:
    """Give each document its BM25 score."""
    lengths = {path: sum(counts.values()) for path, counts in fields.items()}
    average = sum(lengths.values()) / max(1, len(lengths)) or 1.0
    return {
        path: sum(
            weight * _saturated(counts.get(stem, 0.0), lengths[path] / average)
            for stem, weight in weights.items()
        )
        for path, counts in fields.items()
    }


def _saturated(count: float, length: float) -> float:
    return (
        count * (SATURATION + 1) / (count + SATURATION * (1 - LENGTH + LENGTH * length))
    )


def _by_names(
    project: ProjectMap,
    request: Request,
    named: tuple[str, ...],
    defined: Mapping[str, tuple[Place, ...]],
) -> Mapping[DocumentPath, float]:
    """Add to documents that are named, or that define or use what is named."""
    bonus: defaultdict[DocumentPath, float] = defaultdict(float)
    for path in documents_in(request.instruction, project.documents):
        bonus[path] += NAMED_DOCUMENT
    used = users(project, named)
    for name in named:
        homes = {document_of(place.unit) for place in defined[name]}
        readers = {document_of(place.unit) for place in used.get(name, ())}
        if len(homes) > MOST_DEFINERS:
            continue
        part = 1.0 if name.rpartition(".")[2] in request.instruction else LOOSELY
        for path in homes | readers:
            bonus[path] += part * (DEFINES_NAMED if path in homes else USES_NAMED)
    return bonus


def _with_neighbours(
    project: ProjectMap, scores: Mapping[DocumentPath, float], best: float
) -> dict[DocumentPath, float]:
    """Lift what the running notebook imports, and what good documents import."""
    modules = Modules.of(each.path for each in project.documents)
    lifts = dict.fromkeys(scores, 0.0)
    for document in project.documents:
        dotted = {name for unit in document.units for name in unit.imports}
        found = {modules.split(name, document.path)[0] for name in dotted}
        lift = best * IMPORTED_BY_RUNNING if document.is_running else 0.0
        lift += NEIGHBOUR * scores[document.path]
        for path in found:
            if path is not None and path != document.path:
                lifts[path] = max(lifts[path], lift)
    return {path: score + lifts[path] for path, score in scores.items()}
