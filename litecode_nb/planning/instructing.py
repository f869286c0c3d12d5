"""What an executor is told: the person's own words, and which part of them is its."""

import re

from litecode_nb.domain.plan import Action
from litecode_nb.domain.request import Request
from litecode_nb.planning.sketch import Row

FEWEST_WORDS = 3
_COMPLETE = re.compile(
    r"^(?:rename|call|use)\s+\S+\s+(?:to|into|as|instead\s+of)\s+\S+$", re.IGNORECASE
)
"""What needs no more context; executors do such renames by code."""


def instruction_for(row: Row, request: Request, *, is_alone: bool) -> str:
    """Say what one task is to do.

    A question, and the only task of a plan, get the request as it was written. Of
    several tasks each gets the planner's words for its place and the request that they
    are a part of, since small planners leave details out.
    """
    asked, words = request.instruction.strip(), _clean(row.words)
    if row.action is Action.QUERY or is_alone or _is_poor(words, asked):
        return asked
    if _COMPLETE.match(words):
        return words
    return f"{words} (part of: {asked})"


def _clean(words: str) -> str:
    return " ".join(words.split()).rstrip(".")


def _is_poor(words: str, asked: str) -> bool:
    """Whether a planner's words add nothing: too few, or the request again."""
    is_short = len(words.split()) < FEWEST_WORDS
    return is_short or words.casefold() == _clean(asked).casefold()
