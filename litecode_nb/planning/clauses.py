"""Whether a request asks for more than one thing."""

import re

_MORE = re.compile(
    r"\b(?:and|then|also|plus|und|dann|auch|außerdem)\b|;|[.!]\s+\w", re.IGNORECASE
)
_ORDER = re.compile(
    r"(?:\b(?:and|then|also|und|dann|auch)\b|[,;.!])\s+(?:then\s+|also\s+|dann\s+)?"
    r"(?:use|call|import|show|update|change|replace|delete|remove|rename|let|make|pass|"
    r"apply|mention|insert|add|verwende?|benutze?|rufe?|zeige?|ändere?|ersetze?|"
    r"lösche?|entferne?|füge?)\b",
    re.IGNORECASE,
)


def has_more_to_do(instruction: str) -> bool:
    """Whether there may be more than one thing in a request: any `and` will do."""
    return _MORE.search(instruction.strip()) is not None


def orders_more(instruction: str) -> bool:
    """Whether a second order follows the first: `…, and use it in the report`."""
    return _ORDER.search(instruction) is not None
