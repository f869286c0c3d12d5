"""Which definition a change is in, where the grammar of the request says so.

`Make summary print the median` is about `summary`; `use the median in summary` as well.
Small planners take whichever name comes first. English and German.
"""

import re
from collections.abc import Iterable

from litecode_nb.planning.clauses import has_more_to_do
from litecode_nb.planning.intents import bare

_KIND = (
    r"(?:the\s+|die\s+|der\s+)?(?:functions?\s+|methods?\s+|class\s+|funktion\s+|"
    r"methode\s+|klasse\s+)?"
)
_VERB = (
    r"(?:fix|give|let|make|change|speed\s+up|optimi[sz]e|refactor|simplify|rewrite|"
    r"improve|extend|update|correct|repair|clean\s+up|document|shorten|ändere?|"
    r"korrigiere?|repariere?|verbessere?|vereinfache?)"
)
_DUTY = (
    r"(?:should|must|shall|needs?\s+to|has\s+to|fails?|crash(?:es)?|raises?|returns?|"
    r"does\s+not|doesn't|is|takes?|soll(?:te)?|muss|darf)"
)
_WITHIN = r"(?:in|inside|within|innerhalb\s+von)"
_END = r"\s*(?:$|[:;!?]|[.,](?:\s|$))"
_AND = re.compile(r"\b(?:and|then|also|plus|und|dann|auch)\b|;", re.IGNORECASE)


def located(instruction: str, names: Iterable[str]) -> str | None:
    """Give the one name of some that a change is in; None where it is not plain.

    Args:
        instruction: The request.
        names: Definitions that it mentions, qualified ones (`Item.label`) among them.
    """
    text, every = bare(instruction), tuple(names)
    first, *rest = _AND.split(text, maxsplit=1)
    if rest and any(_mentions(rest[0], name) for name in every):
        return None
    found = [name for name in every if _is_in(name, first)]
    if not found and not has_more_to_do(text):
        found = [name for name in every if _is_in(name, text)]
    return found[0] if len(found) == 1 else None


def _is_in(name: str, text: str) -> bool:
    """Whether a name is the subject, the object, or the place of a change."""
    word = _spelled(name)
    patterns = (
        rf"^{_VERB}\s+{_KIND}{word}",
        rf"^{_KIND}{word}\s+{_DUTY}\b",
        rf"\b{_WITHIN}\s+{_KIND}{word}{_END}",
        rf"^{_WITHIN}\s+{_KIND}{word}\b",
        rf"^add\b.*\bto\s+{_KIND}{word}{_END}",
        rf"^füge?\s+{_KIND}{word}\b",
    )
    return any(re.search(pattern, text, re.IGNORECASE) for pattern in patterns)


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{_spelled(name)}", text) is not None


def _spelled(name: str) -> str:
    """Write the pattern of a name: its own or qualified, with marks or parentheses."""
    own = name.rpartition(".")[2]
    either = re.escape(name) if own == name else f"(?:{re.escape(name)}|{own})"
    return rf"[`'\"]?{either}(?:\(\))?[`'\"]?(?!\w|\.\w)"
