"""Plain words: what an instruction says so plainly that code can go by it."""

import re
from collections.abc import Collection

from litecode_nb.domain.plan import Task
from litecode_nb.domain.unit import Unit
from litecode_nb.execution.mentions import mentioned_parts
from litecode_nb.execution.sections import definition_parts

REMOVAL = re.compile(
    r"\A\s*(?:please\s+)?(?:remove|delete|drop)\s+(?:the\s+)?(?:unused\s+|old\s+)?"
    r"(?:function|method|class)\s+[`'\"]?[^\W\d][\w.]*(?:\(\))?[`'\"]?\s*[.!]?\s*\Z",
    re.IGNORECASE,
)
ADDITION = re.compile(
    r"\A\s*(?:please\s+)?(?:add|create|write|define|implement)\s+(?:an?\s+|the\s+)?"
    r"(?:new\s+|small\s+|helper\s+)*(?:function|class)\s+(?:called\s+|named\s+)?"
    r"[`'\"]?([^\W\d]\w*)",
    re.IGNORECASE,
)
SOMETHING_NEW = re.compile(
    r"\b(?:add|create|write|define|new|implement|extract|split|helper)\b",
    re.IGNORECASE,
)
AND_MORE = re.compile(
    r"\b(?:and|then)\s+(?:then\s+)?(?:let\s+|make\s+)?(?:\w+\s+)?(?:use|uses|show|shows"
    r"|call|calls|replace|print|apply|change|remove|rename)\b",
    re.IGNORECASE,
)
TO_BE_USED = re.compile(
    r"\b(?:use|using|call)\s+(?:the|this)\s+(?:existing\s+)?(?:variable|constant|function"
    r"|value)\s+[`'\"]?([^\W\d]\w*)|\b(?:use|using|call)\s+[`'\"]?([^\W\d]\w*)",
    re.IGNORECASE,
)


def is_removal(task: Task, unit: Unit) -> bool:
    """Whether a task asks to take one definition out, and for nothing else."""
    if not REMOVAL.match(task.instruction):
        return False
    return bool(mentioned_parts(task.instruction, definition_parts(unit.source)))


def is_addition(task: Task, unit: Unit) -> bool:
    """Whether a task asks for a new definition and leaves all others as they are."""
    found = ADDITION.match(task.instruction)
    if found is None or task.section is not None or AND_MORE.search(task.instruction):
        return False
    known = {part.own_name for part in definition_parts(unit.source)}
    return found.group(1) not in known


def to_be_used(
    instruction: str, known: Collection[str], *, knows_all: bool
) -> frozenset[str]:
    """Give the names that an instruction wants to be used, and that are there.

    `The variable x` is taken at its word, unless it is known that there is none.
    """
    found = TO_BE_USED.findall(instruction)
    named = frozenset(name for groups in found for name in groups if name)
    plainly = frozenset(name for name, _ in found if name)
    at_hand = named & frozenset(known)
    return at_hand if knows_all else at_hand | plainly
