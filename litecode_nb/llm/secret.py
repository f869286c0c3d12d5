"""A key that cannot be printed by accident."""

from typing import Never

MASK = "****"
SHORTEST = 4
"""Shorter values stay in messages: masking them would eat ordinary words."""


class Secret:
    """Holds a key; shows a mask wherever it is printed, logged or pickled."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return f"Secret({MASK})"

    def __str__(self) -> str:
        return MASK

    def __reduce__(self) -> Never:
        message = "A key is never written down."
        raise TypeError(message)

    def reveal(self) -> str:
        """Give the key; only for the header that carries it."""
        return self._value

    def masked(self, text: str) -> str:
        """Give a text without the key, since some servers repeat it in errors."""
        if len(self._value) < SHORTEST:
            return text
        return text.replace(self._value, MASK)
