"""Words of a request that are file names, and whether the files must exist."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from litecode_nb.project.path_phrases import (
    asks_to_create,
    asks_to_write_data,
    is_excused,
    is_moved_to,
    is_subject,
)

DOCUMENTS = frozenset({".py", ".ipynb"})
PLAIN_SUFFIXES = DOCUMENTS | frozenset(
    (
        *(".csv", ".tsv", ".md", ".rst", ".txt", ".jsonl", ".toml", ".yml", ".yaml"),
        *(".xlsx", ".xls", ".parquet", ".feather", ".arrow", ".pkl", ".pickle", ".npy"),
        *(".npz", ".h5", ".hdf5", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf"),
        *(".pyi", ".tex", ".bib", ".geojson", ".zip", ".gz", ".sqlite", ".gguf"),
    )
)
ATTRIBUTE_SUFFIXES = frozenset(
    (".json", ".xml", ".html", ".sql", ".log", ".db", ".cfg", ".ini", ".env", ".sh")
)
"""Endings that are attributes as often: `response.json`, `np.log`, `spark.sql`."""

OBJECTS = frozenset(
    (
        *("app", "args", "cls", "conn", "cursor", "df", "engine", "io", "logger"),
        *("logging", "lxml", "math", "np", "numpy", "pd", "plt", "r", "req", "request"),
        *("requests", "res", "resp", "response", "self", "session", "spark", "tf"),
    )
)
DOMAINS = "com|org|net|io|dev|ai|edu|gov|de|fr|es|uk|eu|ch|at"
MOST_WORDS = 50
MOST_WORDS_IN_A_NAME = 6

_BLANKED = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"(?s:```.*?(?:```|\Z))",
        r"^[ \t]*Traceback \(most.*$",
        r"^[ \t]*File (?:[\"<].*|\S+:\d+.*|\S+, line \d+.*)$",
        r"^[ \t]*-+>[ \t]*\d+ .*$",
        r"^\S+\.(?:py|ipynb):\d+: .*$",
        r"^.*\bCell In ?\[.*$",
        r"\b\w*(?:Error|Exception|Warning)\b\s*:.*$",
    )
)
"""What was pasted: no file of the project is meant by it."""

_ELSEWHERE = re.compile(
    r".*(?:site-packages|dist-packages|/lib/python)"
    r"|\W*(?:[a-zA-Z][\w+.-]*://|www\.)"
    r"|[^@]+@[^@]+\.\w+"
    rf"|\W*[\w.-]+\.(?:{DOMAINS})/"
)
"""Words that lead away: installed packages, addresses, mail."""

_QUOTED = re.compile(r"[`\"“„«]([^`\"”“»\n]{1,120}?)[`\"”“»]")
_CHUNK = re.compile(r"[^\s\"'`()\[\],;|<>{}“”„«»=]+")
_AROUND_PATTERN = frozenset("{}<>$*?[")
_PLACE_IN_FILE = re.compile(r"(?:::|:\d|#).*$")
_SENTENCE = re.compile(r"[.!?;](?=\s)|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class PathWord:
    """A file name in a request.

    Attributes:
        path: As it is written, `/` between its parts.
        must_exist: Whether the words mean a file that is there.
        is_moved_to: Whether something is moved to it, so that it may be there or not.
        is_subject: Whether the file itself is to be edited or deleted.
    """

    path: str
    must_exist: bool
    is_moved_to: bool
    is_subject: bool

    @property
    def is_document(self) -> bool:
        """Whether it is named as a module or notebook."""
        return PurePosixPath(self.path).suffix.lower() in DOCUMENTS


def path_words(instruction: str, names: Collection[str]) -> tuple[PathWord, ...]:
    """Find the file names in a request.

    Tracebacks, fenced code, addresses and attributes are passed over.

    Args:
        instruction: The request.
        names: What the project defines or uses: `totals.json` is no file if `totals`
            is a variable.
    """
    text = _without_foreign(instruction)
    spans = list(_spans(text, names))[:MOST_WORDS]
    shown = text
    for start, end in spans:
        shown = shown[:start] + "§" * (end - start) + shown[end:]
    return tuple(_word(text[a:b], shown[:a], shown[b:]) for a, b in spans)


def _without_foreign(text: str) -> str:
    """Blank out what was pasted or lies elsewhere."""
    for pattern in _BLANKED:
        text = pattern.sub(lambda found: _blank(found[0]), text)
    return re.sub(
        r"\S+", lambda f: _blank(f[0]) if _ELSEWHERE.match(f[0]) else f[0], text
    )


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _word(written: str, before: str, after: str) -> PathWord:
    path = written.replace("\\", "/").removeprefix("./")
    sentence = re.sub("§+", "§", _SENTENCE.split(before)[-1])
    rest = _SENTENCE.split(after)[0]
    is_document = PurePosixPath(path).suffix.lower() in DOCUMENTS
    is_new = asks_to_create(sentence, rest) or is_excused(sentence, rest)
    is_output = asks_to_write_data(sentence) and not is_document
    return PathWord(
        path=path,
        must_exist=not (is_new or is_output),
        is_moved_to=is_moved_to(sentence),
        is_subject=is_subject(sentence),
    )


def _spans(text: str, names: Collection[str]) -> Iterator[tuple[int, int]]:
    """Give where file names stand; those in quotes may hold blanks."""
    reached = 0
    quoted = {
        found.start(1): found.end(1)
        for found in _QUOTED.finditer(text)
        if " " in found[1] and _has_suffix(found[1]) and _is_name(found[1])
    }
    for found in _CHUNK.finditer(text):
        if found.start() < reached:
            continue
        if found.start() in quoted:
            reached = quoted[found.start()]
            yield found.start(), reached
            continue
        start, end = _trimmed(text, found.start(), found.end())
        if end > start and _is_path(text, (start, end), names):
            yield start, end


def _is_name(quoted: str) -> bool:
    """Whether a quotation can be a file's name rather than code or a sentence."""
    is_short = len(quoted.split()) <= MOST_WORDS_IN_A_NAME
    return is_short and not re.search(r"[()=:]", quoted)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out marks around a word, and a line number or test name behind it."""
    word = text[start:end]
    place = _PLACE_IN_FILE.search(word, 2)
    end = start + place.start() if place else end
    while end > start and text[end - 1] in ".:!?,*_":
        end -= 1
    while start < end and text[start] in "@*_:!":
        start += 1
    return start, end


def _is_path(text: str, span: tuple[int, int], names: Collection[str]) -> bool:
    start, end = span
    word = text[start:end]
    around = text[start - 1 : start] + text[end : end + 1]
    if _AROUND_PATTERN & {*word, *around} or text[end : end + 1] == "(":
        return False
    if _has_suffix(word):
        return not _is_attribute(word, names)
    return _is_bare_path(word)


def _has_suffix(word: str) -> bool:
    path = PurePosixPath(word.replace("\\", "/"))
    known = PLAIN_SUFFIXES | ATTRIBUTE_SUFFIXES
    return path.suffix.lower() in known and path.stem.strip(".") != ""


def _is_attribute(word: str, names: Collection[str]) -> bool:
    """Whether a word is rather something of an object than a file."""
    path = PurePosixPath(word)
    if len(path.parts) > 1 or path.suffix not in ATTRIBUTE_SUFFIXES:
        return False
    first = word.partition(".")[0]
    return first in names or first in OBJECTS or word.count(".") > 1


def _is_bare_path(word: str) -> bool:
    """Whether a word without a known ending has at least the shape of a path."""
    parts = word.replace("\\", "/").split("/")
    named = [part for part in parts if part not in {"", ".", "..", "~"}]
    is_rooted = word.startswith(("/", "~/", "../", "./"))
    return len(named) >= (1 if word.startswith(("~/", "../")) else 2) and (
        is_rooted or all(re.fullmatch(r"[\w.-]{2,}", part) for part in named)
    )
