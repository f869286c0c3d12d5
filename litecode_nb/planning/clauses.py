"""Whether a request asks for more than one thing."""

import re

_MORE = re.compile(
    r"\b(?:and|then|also|plus|und|dann|auch|außerdem)\b|;|[.!]\s+\w", re.IGNORECASE
)


def has_more_to_do(instruction: str) -> bool:
    """Whether there is, or may be, more than one thing in a request."""
    return _MORE.search(instruction.strip()) is not None
