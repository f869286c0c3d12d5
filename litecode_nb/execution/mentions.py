"""What an instruction names: definitions, values, lines of a traceback."""

import re
from collections.abc import Iterable
from functools import lru_cache

from litecode_nb.execution.sections import Part, PartKind

WORD = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
IDENTIFIER_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
MARKED = re.compile(
    r"`([^`]+)`|([^\W\d]\w*(?:\.\w+)*)\(|\b(?:function|method|class|def|variable"
    r"|parameter|constant|funktion|methode|klasse)\s+[`'\"]?([^\W\d][\w.]*)",
    re.IGNORECASE,
)
FRAME = re.compile(r'File "(?P<file>[^"\n]+)", line (?P<line>\d+)')
LINE_NUMBER = re.compile(r"\b(?:line|zeile)\s+(\d+)", re.IGNORECASE)
SHORTEST_PLAIN = 3


def words_of(text: str) -> frozenset[str]:
    """Give all identifiers of a text; of `Item.label` the parts as well."""
    found: set[str] = set()
    for word in WORD.findall(text):
        found |= {word, *word.split(".")}
    return frozenset(found)


def is_mentioned(name: str, text: str) -> bool:
    """Whether a text names something, by its own or its qualified name."""
    return name in words_of(text) or name.rpartition(".")[2] in words_of(text)


def mentioned_parts(instruction: str, parts: Iterable[Part]) -> tuple[Part, ...]:
    """Give the definitions that an instruction names.

    Where one holds another, the smaller is given. Names that cannot be plain words
    (`read_table`, `Item.label`, `load()`) outweigh names that can (`load`): in `load
    the table with read_table` only the latter is one.
    """
    every = tuple(part for part in parts if part.is_definition)
    marked = _marked(instruction)
    clear = [part for part in every if _is_clear(part, instruction, marked)]
    found = clear or [part for part in every if _is_plain(part, instruction)]
    named_owners = [part for part in found if part.own_name in words_of(instruction)]
    return _smallest(_of_named_owners(found, named_owners))


def parts_at_lines(
    instruction: str, document: str, parts: Iterable[Part]
) -> tuple[Part, ...]:
    """Give the smallest definitions around the lines that a traceback names."""
    every = tuple(part for part in parts if part.is_definition)
    numbers = _lines_of(instruction, document)
    around = ([p for p in every if p.first < number <= p.last] for number in numbers)
    smallest = (min(each, key=_size) for each in around if each)
    return tuple(dict.fromkeys(smallest))


def relevance(part: Part, instruction: str) -> int:
    """Say how many words of an instruction a part's code has, in names or text."""
    return len(_stems(instruction) & _stems(part.text))


def _lines_of(instruction: str, document: str) -> tuple[int, ...]:
    """Line numbers of this document; the innermost frame of a traceback only."""
    frames = [
        int(found.group("line"))
        for found in FRAME.finditer(instruction)
        if _is_same_file(found.group("file"), document)
    ]
    if frames:
        return (frames[-1],)
    if FRAME.search(instruction):
        return ()
    return tuple(int(number) for number in LINE_NUMBER.findall(instruction))


def _is_same_file(file: str, document: str) -> bool:
    path = file.replace("\\", "/")
    return (
        path == document
        or path.endswith(f"/{document}")
        or document.endswith(f"/{path}")
    )


def _marked(instruction: str) -> frozenset[str]:
    """Names that stand in a place where only names stand."""
    found = (word for groups in MARKED.findall(instruction) for word in groups if word)
    return frozenset(word for each in found for word in words_of(each))


def _is_clear(part: Part, instruction: str, marked: frozenset[str]) -> bool:
    words = words_of(instruction)
    if part.name in marked or ("." in part.name and part.name in words):
        return True
    name = part.own_name
    is_plain = name.isalpha() and (name.islower() or name.istitle())
    return name in marked or (not is_plain and name in words)


def _is_plain(part: Part, instruction: str) -> bool:
    name = part.own_name
    return len(name) >= SHORTEST_PLAIN and name in words_of(instruction)


def _of_named_owners(found: list[Part], named: list[Part]) -> list[Part]:
    """Of methods that have one name, keep those whose class is named too, if any is."""
    owners = {part.name for part in named if part.kind is PartKind.CLASS}
    kept: list[Part] = []
    for part in found:
        twins = [p for p in found if p.own_name == part.own_name and p.owner in owners]
        if not twins or part in twins:
            kept.append(part)
    return kept


def _smallest(parts: list[Part]) -> tuple[Part, ...]:
    """Leave out what holds another of the parts."""
    return tuple(
        part
        for part in parts
        if not any(
            other is not part and part.first <= other.first and other.last <= part.last
            for other in parts
        )
    )


def _size(part: Part) -> int:
    return part.last - part.first


@lru_cache(maxsize=1024)
def _stems(text: str) -> frozenset[str]:
    """Words and parts of identifiers, shortened so that plurals and forms agree."""
    parts = (part.lower() for part in IDENTIFIER_PART.findall(text))
    return frozenset(part[:5] for part in parts if len(part) > SHORTEST_PLAIN)
