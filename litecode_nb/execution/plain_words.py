"""Plain words: edits that are said to be nothing but a removal or an addition."""

import re

from litecode_nb.domain.plan import Task
from litecode_nb.domain.unit import Unit
from litecode_nb.execution.mentions import mentioned_parts, words_of
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


def is_removal(task: Task, unit: Unit) -> bool:
    """Whether a task asks to take one definition out, and for nothing else."""
    if not REMOVAL.match(task.instruction):
        return False
    return bool(mentioned_parts(task.instruction, definition_parts(unit.source)))


def is_addition(task: Task, unit: Unit) -> bool:
    """Whether a task asks for a new definition that leaves all others as they are.

    If it names others of the unit, they may have to change, so it is an edit.
    """
    found = ADDITION.match(task.instruction)
    if found is None or task.section is not None:
        return False
    known = {part.own_name for part in definition_parts(unit.source)}
    return not known & words_of(task.instruction)
