"""Count what a document holds, and say it."""

from collections import Counter

from litecode_nb.domain.project import DocumentOutline
from litecode_nb.domain.unit import UnitKind


def counted(number: int, word: str) -> str:
    """Say a number of things: `1 cell`, `1,200 lines`, `3 classes`."""
    plural = f"{word}es" if word.endswith("s") else f"{word}s"
    return f"{number:,} {word if number == 1 else plural}"


def lines_of(document: DocumentOutline) -> int:
    """Count the lines of all units of a document."""
    return sum(unit.lines for unit in document.units)


def size_of(document: DocumentOutline) -> str:
    """Say how large a document is: cells of a notebook, lines of a module."""
    return notebook_size(document) if document.is_notebook else module_size(document)


def notebook_size(document: DocumentOutline) -> str:
    """Say how many cells of each kind a notebook has."""
    kinds = Counter(unit.kind for unit in document.units)
    parts = ", ".join(f"{kinds[kind]} {NAMES[kind]}" for kind in NAMES if kinds[kind])
    total = counted(len(document.units), "cell")
    return f"{total} ({parts})" if parts else total


def module_size(document: DocumentOutline) -> str:
    """Say how many lines, functions and classes a module has."""
    sections = [section for unit in document.units for section in unit.sections]
    inner = [section for section in sections if "." in section.name]
    classes = sum(section.signature.startswith("class ") for section in sections)
    methods = sum(not section.signature.startswith("class ") for section in inner)
    numbers = {
        "line": lines_of(document),
        "function": len(sections) - classes - methods,
        "class": classes,
        "method": methods,
    }
    return ", ".join(
        counted(number, word)
        for word, number in numbers.items()
        if number or word == "line"
    )


NAMES = {
    UnitKind.CODE_CELL: "code",
    UnitKind.MARKDOWN_CELL: "markdown",
    UnitKind.RAW_CELL: "raw",
}
