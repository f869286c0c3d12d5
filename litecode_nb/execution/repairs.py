"""Repairs that code can make for a model: imports that it dropped or forgot."""

import re
import sys
from collections.abc import Collection, Iterable

from litecode_nb.documents.definitions import names
from litecode_nb.execution.formats import Replacement, splice
from litecode_nb.execution.imports import (
    Import,
    imports_in,
    insertion,
    missing_imports,
)
from litecode_nb.execution.statements import statements

ASSIGNMENT = re.compile(r"[^\W\d]\w*\s*(?::[^=\n]+)?=(?!=)")
CELL_MAGIC = re.compile(r"\A\s*(%%\w[^\n]*)\n")

# Names that are so well known under just these imports that leaving them out is a slip.
CUSTOMARY = (
    {
        "np": Import(module=None, name="numpy", alias="np"),
        "pd": Import(module=None, name="pandas", alias="pd"),
        "plt": Import(module=None, name="matplotlib.pyplot", alias="plt"),
        "sns": Import(module=None, name="seaborn", alias="sns"),
        "Path": Import(module="pathlib", name="Path"),
        "Counter": Import(module="collections", name="Counter"),
        "defaultdict": Import(module="collections", name="defaultdict"),
        "OrderedDict": Import(module="collections", name="OrderedDict"),
        "namedtuple": Import(module="collections", name="namedtuple"),
        "dataclass": Import(module="dataclasses", name="dataclass"),
        "Decimal": Import(module="decimal", name="Decimal"),
        "Enum": Import(module="enum", name="Enum"),
        "lru_cache": Import(module="functools", name="lru_cache"),
        "reduce": Import(module="functools", name="reduce"),
        "wraps": Import(module="functools", name="wraps"),
        "timedelta": Import(module="datetime", name="timedelta"),
        "contextmanager": Import(module="contextlib", name="contextmanager"),
    }
    | {
        name: Import(module="typing", name=name)
        for name in (
            *("Any", "Dict", "List", "Optional", "Set", "Tuple", "Union", "NamedTuple"),
            *("Literal", "TypeVar", "Generic", "Protocol", "TypedDict"),
        )
    }
    | {
        name: Import(module="collections.abc", name=name)
        for name in ("Callable", "Iterable", "Iterator", "Mapping", "Sequence")
    }
)

# Modules whose names are seldom anything else. `time`, `code` or `string` often are.
MODULES = sys.stdlib_module_names & {
    *("argparse", "collections", "contextlib", "copy", "csv", "functools", "glob"),
    *("io", "itertools", "json", "logging", "math", "operator", "os", "random", "re"),
    *("shutil", "statistics", "subprocess", "sys", "tempfile", "textwrap", "warnings"),
}


def with_imports(
    before: str, after: str, offered: Iterable[Import], known: Collection[str]
) -> str:
    """Give a unit with the imports that its new code needs.

    That are those which the answer offered, those which the unit had and the answer
    dropped although their names are still read, and well-known ones that are missing.

    Args:
        before: The unit before.
        after: The unit after, as the answer would have it.
        offered: Imports that the answer wrote elsewhere.
        known: Names that are at hand from elsewhere, so that they need no import.
    """
    free = names(after).uses
    dropped = [each for each in imports_in(before) if each.bound in free]
    every = (*offered, *dropped, *_forgotten(before, after, known))
    found = insertion(after, missing_imports(after, every, _read_in(after)))
    return after if found is None else splice(after, [found])


def with_cell_magic(before: str, after: str, instruction: str) -> str:
    """Put a cell's first line back, such as `%%time`, if the answer left it out."""
    found = CELL_MAGIC.match(before)
    if found is None or "%%" in after[:200] or "%%" in instruction:
        return after
    name = found.group(1).removeprefix("%%").split()[0]
    return after if name in instruction else f"{found.group(1)}\n{after}"


def without_made_again(before: str, code: str, there: Collection[str]) -> str:
    """Take out plain assignments to names that are there and only to be used.

    A small model that shall use `DATA` likes to write `DATA = ...` first.
    """
    old = names(before).defines
    again = [
        part
        for part in statements(code)
        if ASSIGNMENT.match(part.text)
        and part.defines <= frozenset(there) - old
        and len(part.defines) == 1
    ]
    is_renamed = bool(old - names(code).defines)
    if not again or is_renamed or len(again) == len(statements(code)):
        return code
    gone = [Replacement(first=p.first, last=p.last, text="") for p in again]
    return splice(code, gone)


def _forgotten(before: str, after: str, known: Collection[str]) -> Iterable[Import]:
    old, new = names(before), names(after)
    fresh = sorted(new.uses - old.uses - frozenset(known))
    dotted = {name.partition(".")[0] for name in new.attributes}
    for name in fresh:
        if name in CUSTOMARY:
            yield CUSTOMARY[name]
        elif name in MODULES and name in dotted:
            yield Import(module=None, name=name)


def _read_in(source: str) -> frozenset[str]:
    """All identifiers of a source: an offered import is wanted if one reads it."""
    return frozenset(re.findall(r"[^\W\d]\w*", source))
