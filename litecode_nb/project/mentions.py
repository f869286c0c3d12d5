"""What a request names: functions, variables and documents of the project."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.project import DocumentOutline
from litecode_nb.project.words import COMMON

LONGEST_PHRASE = 4
"""Most words that are joined to one name: "format money" is `format_money`."""

NEAR = 40
"""So many characters before a word can say what it is."""

VERBS = (
    "add append apply ask build call change check clean clear close compute convert "
    "copy count create delete describe display do draw edit explain export extract "
    "fill filter find fix format generate get give help import insert join list load "
    "make merge move open parse plot print process put read remove rename replace "
    "reset return run save search select send set show sort split start stop sum test "
    "transform update use validate view write"
)
NOUNS = (
    "argument cell class code column data error example file function id import key "
    "line lines list method module name names number object output parameter path "
    "result results row rows script string table text title type value values "
    "variable version code zelle datei funktion klasse liste name text wert zeile"
)
EVERYDAY = COMMON | frozenset(f"{VERBS} {NOUNS}".split())
"""Words that a request is full of; as names they count only where they are marked."""

_TOKEN = re.compile(
    r"(?P<tick>[`'\"]?)(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)(?P<call>\()?"
)
_PATH = re.compile(r"(?<![\w./~\\-])[\w./~\\-]*[\w-]\.(?:py|ipynb)\b")
_KIND = re.compile(
    r"\b(?:functions?|methods?|class(?:es)?|variables?|constants?|dataframe|funktion|"
    r"methode|klasse|variable|konstante|fonction|classe|función|clase)\s+$",
    re.IGNORECASE,
)
_BEFORE_STEM = re.compile(
    r"\b(?:in|into|of|to|from|module|file|notebook|script|modul|datei|aus|nach|dans|"
    r"en|de|explain|describe)\s+[`'\"]?$",
    re.IGNORECASE,
)
_AFTER_STEM = re.compile(
    r"[`'\"]?\s+(?:module|file|notebook|script|modul|datei)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The names of a project in the spellings that a request may use.

    Attributes:
        names: All names that something in the project defines.
        exact: Names by their last part: `label` for `Item.label`.
        loose: Names by their last part in lower case, without what separates words;
            constants and private names are not among them.
    """

    names: Collection[str]
    exact: Mapping[str, tuple[str, ...]]
    loose: Mapping[str, tuple[str, ...]]


def vocabulary(names: Collection[str]) -> Vocabulary:
    """Make the vocabulary of some names, qualified ones (`Item.label`) among them."""
    exact: dict[str, tuple[str, ...]] = {}
    loose: dict[str, tuple[str, ...]] = {}
    for name in sorted(names):
        short = name.rpartition(".")[2]
        exact[short] = (*exact.get(short, ()), name)
        if not short.startswith("_") and not short.isupper():
            key = short.replace("_", "").lower()
            loose[key] = (*loose.get(key, ()), name)
    return Vocabulary(names=names, exact=exact, loose=loose)


def names_in(instruction: str, known: Vocabulary) -> tuple[str, ...]:
    """Give the names that a request mentions, in its order.

    `Item.label`, `label()`, "format money" and "Median" are found; "add", "value" and
    other everyday words are taken for names only in code marks, before a parenthesis,
    or after "function" and the like.
    """
    text = _PATH.sub(lambda found: " " * len(found[0]), instruction)
    found = [*_tokens(text, known), *_phrases(text, known)]
    return tuple(dict.fromkeys(name for _, name in sorted(found)))


def documents_in(
    instruction: str, documents: Iterable[DocumentOutline]
) -> tuple[DocumentPath, ...]:
    """Give the documents that a request names by path, file name, or module name."""
    written = [
        (found.start(), _parts(found[0])) for found in _PATH.finditer(instruction)
    ]
    first: dict[DocumentPath, int] = {}
    for document in documents:
        path = PurePosixPath(document.path)
        by_path = (at for at, parts in written if path.parts[-len(parts) :] == parts)
        places = [*by_path, *_stem_places(instruction, path.stem)]
        if places:
            first[document.path] = min(places)
    return tuple(sorted(first, key=lambda path: (first[path], path)))


def _parts(written: str) -> tuple[str, ...]:
    return PurePosixPath(written.replace("\\", "/").removeprefix("./")).parts


def _tokens(text: str, known: Vocabulary) -> Iterator[tuple[int, str]]:
    for found in _TOKEN.finditer(text):
        name = found["name"]
        is_marked = bool(found["tick"] or found["call"] or _is_spelled_as_code(name))
        is_marked = is_marked or bool(_KIND.search(_before(text, found.start())))
        for each in _meant(name, known, is_marked=is_marked):
            yield found.start(), each


def _before(text: str, end: int) -> str:
    return text[max(0, end - NEAR) : end]


def _is_spelled_as_code(name: str) -> bool:
    return "_" in name or "." in name or not (name.islower() or name.istitle())


def _meant(name: str, known: Vocabulary, *, is_marked: bool) -> tuple[str, ...]:
    if not is_marked and not _is_rare(name):
        return ()
    if name in known.names:
        return (name,)
    if "." in name:
        every = (known.exact.get(part, ()) for part in name.split("."))
        return tuple(each for part in every for each in part)
    return known.exact.get(name) or known.loose.get(name.lower(), ())


def _is_rare(name: str) -> bool:
    return len(name) > 1 and name.lower() not in EVERYDAY


def _phrases(text: str, known: Vocabulary) -> Iterator[tuple[int, str]]:
    """Find names of several words that are written apart."""
    words = list(re.finditer(r"[^\W_]+", text))
    for start in range(len(words)):
        for end in range(start + 2, min(start + LONGEST_PHRASE, len(words)) + 1):
            run = words[start:end]
            if text[run[0].start() : run[-1].end()].count(" ") != len(run) - 1:
                break
            joined = "".join(word[0].lower() for word in run)
            for name in known.loose.get(joined, ()):
                if _has_words(name.rpartition(".")[2]):
                    yield run[0].start(), name


def _has_words(name: str) -> bool:
    """Whether a name shows that it is made of several words."""
    return "_" in name.strip("_") or not (name.islower() or name[1:].islower())


def _stem_places(instruction: str, stem: str) -> Iterator[int]:
    """Give where a request names a module without its ending: "the stats module"."""
    if stem not in instruction or stem.lower() in COMMON:
        return
    for found in re.finditer(rf"(?<![\w./-]){re.escape(stem)}\b", instruction):
        before, after = _before(instruction, found.start()), instruction[found.end() :]
        if after[:1] in {".", "(", "/"} and after[1:2].strip():
            continue
        if _BEFORE_STEM.search(before) or _AFTER_STEM.match(after):
            yield found.start()
