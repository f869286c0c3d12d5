"""Read values from JSON that a stranger wrote: wrong types are absent values."""

import json
from collections.abc import Mapping
from typing import Any


def parsed(text: str) -> Any:
    """Give the value of a JSON text; None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def mapping(value: Any) -> Mapping[str, Any]:
    """Give a JSON object, or an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: Any) -> tuple[Any, ...]:
    """Give the items of a JSON array, or none."""
    return tuple(value) if isinstance(value, list) else ()


def positive(value: Any) -> int | None:
    """Give a whole number above zero; servers write 0 where they do not know."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and value > 0 else None


def string(value: Any) -> str:
    """Give a text, or an empty one."""
    return value if isinstance(value, str) else ""
