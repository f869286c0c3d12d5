"""Renames in words: instructions that ask for one new name and for nothing else."""

import keyword
import re
from dataclasses import dataclass
from enum import Enum, auto

NAME = r"[`'\"]?(?P<{0}>[^\W\d]\w*)(?:\(\))?[`'\"]?"
KIND = (
    r"(?:(?:the|this|its|all|uses|of|function|method|class|variable|constant|parameter"
    r"|argument|name)\s+)*"
)
WHERE = (
    r"(?:\s+(?:everywhere|throughout|in (?:this|the) (?:file|module|cell|function"
    r"|notebook|unit)|here|too|as well))*\s*[.!]?\s*\Z"
)
RENAME = re.compile(
    rf"\A\s*(?:please\s+)?rename\s+{KIND}{NAME.format('old')}\s+(?:to|into|as)\s+"
    rf"{KIND}{NAME.format('new')}{WHERE}",
    re.IGNORECASE,
)
RENAME_IT = re.compile(
    rf"\A\s*(?:please\s+)?rename\s+(?:it|(?:the|this)\s+(?:function|method|class))"
    rf"\s+(?:to|into|as)\s+{NAME.format('new')}{WHERE}",
    re.IGNORECASE,
)
RENAME_WITHIN = re.compile(
    rf"\brename\s+{KIND}{NAME.format('old')}\s+(?:to|into|as)\s+{KIND}"
    rf"{NAME.format('new')}",
    re.IGNORECASE,
)
INSTEAD = re.compile(
    rf"\A\s*(?:please\s+)?(?P<verb>use|call)\s+{KIND}{NAME.format('new')}\s+instead\s+of"
    rf"\s+{KIND}{NAME.format('old')}{WHERE}",
    re.IGNORECASE,
)


class RenameKind(Enum):
    """What was asked for."""

    RENAME = auto()
    CALL_INSTEAD = auto()
    USE_INSTEAD = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """One name that shall become another, and nothing else.

    Attributes:
        old: The name that there is.
        new: The name that shall be.
        kind: What was asked for.
    """

    old: str
    new: str
    kind: RenameKind


def rename_in(instruction: str, section: str | None = None) -> Rename | None:
    """Read an instruction that asks for a rename and for nothing else.

    Args:
        instruction: The whole instruction.
        section: What `it` and `the function` stand for; may be qualified.
    """
    it = RENAME_IT.match(instruction)
    if it is not None and section:
        own = section.rpartition(".")[2]
        return _rename(own, it.group("new"), RenameKind.RENAME)
    found = RENAME.match(instruction)
    if found is not None:
        return _rename(found.group("old"), found.group("new"), RenameKind.RENAME)
    found = INSTEAD.match(instruction)
    if found is None:
        return None
    is_call = found.group("verb").lower() == "call"
    kind = RenameKind.CALL_INSTEAD if is_call else RenameKind.USE_INSTEAD
    return _rename(found.group("old"), found.group("new"), kind)


def renames_within(instruction: str) -> tuple[Rename, ...]:
    """Read all renames that an instruction asks for, among other things."""
    found = RENAME_WITHIN.finditer(instruction)
    every = (_rename(f.group("old"), f.group("new"), RenameKind.RENAME) for f in found)
    return tuple(each for each in every if each is not None)


def _rename(old: str, new: str, kind: RenameKind) -> Rename | None:
    is_usable = old != new and not keyword.iskeyword(new) and not keyword.iskeyword(old)
    return Rename(old=old, new=new, kind=kind) if is_usable else None
