"""Read a planner's JSON, however it is wrapped: a sketch, or an error in words."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import json_repair

from litecode_nb.domain.plan import Action
from litecode_nb.errors import PlanError
from litecode_nb.planning.handle_words import handle_in
from litecode_nb.planning.sketch import Menu, Row, Sketch

LONGEST_REPLY, LONGEST_REPAIRED = 2_000_000, 12_000
"""Characters: more is no plan, and repairing takes a time that grows as the square."""

MOST_ROWS = 10_000
LONGEST_SHOWN = 80
LONGEST_SUMMARY = 200
LONGEST_WORDS = 400

_THOUGHTS = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_ACTIONS = {
    **{action.value: action for action in Action},
    **dict.fromkeys(("modify", "change", "update", "rename", "fix"), Action.EDIT),
    **dict.fromkeys(("add", "insert", "new", "write"), Action.CREATE),
    **dict.fromkeys(("remove", "drop"), Action.DELETE),
    **dict.fromkeys(("answer", "explain", "read", "ask", "question"), Action.QUERY),
}
_LISTS = ("tasks", "plan", "steps", "actions", "changes")
_PLACES = ("unit", "units", "handle", "target", "place", "id_of_unit")
_WORDS = ("instruction", "instructions", "description", "what", "task", "summary")
_NEEDS = ("depends_on", "dependsOn", "depends", "after", "needs")


def read_json(text: str, menu: Menu) -> Sketch:
    """Read a reply that should be `{"summary": …, "tasks": […]}`.

    Fences, text around the JSON, a bare list, one task alone, missing brackets, wrong
    types and unknown handles are dealt with, as far as it is clear what is meant.

    Raises:
        PlanError: No task can be read from it; the message is meant for the model, too.
    """
    value = _value(text)
    notes: list[str] = []
    rows = [row for each in _items(value) for row in _rows(each, menu, notes)]
    if not rows:
        reason = " ".join(dict.fromkeys(notes)) or "It holds no task."
        message = f"The planner's reply is no usable plan. {reason}"
        raise PlanError(message)
    summary = value.get("summary") if isinstance(value, Mapping) else None
    return Sketch(
        rows=tuple(rows),
        summary=_line(_text(summary))[:LONGEST_SUMMARY],
        notes=tuple(dict.fromkeys(notes)),
    )


def _value(text: str) -> Any:
    """Find the JSON in a reply: as it is, cut out of its surroundings, or repaired."""
    text = _THOUGHTS.sub("", text)
    if len(text) > LONGEST_REPLY:
        message = f"The planner's reply has {len(text):,} characters; no plan has."
        raise PlanError(message)
    for candidate in (text, _cut_out(text)):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    message = "The planner's reply is no JSON. Answer with the JSON object only."
    if len(text) > LONGEST_REPAIRED:
        raise PlanError(message)
    try:
        return json_repair.loads(_cut_out(text))
    except (ValueError, RecursionError) as error:
        raise PlanError(message) from error


def _cut_out(text: str) -> str:
    """Give what lies between the first opening and the last closing bracket."""
    found = re.search(r"[\[{]", text)
    if found is None:
        return ""
    start, last = found.start(), max(text.rfind("}"), text.rfind("]"))
    return text[start : last + 1] if last > start else text[start:]


def _items(value: Any) -> Iterator[Mapping[str, Any]]:
    """Give the tasks of a plan, of a bare list, or the one task that there is."""
    if isinstance(value, list):
        yield from [each for each in value[:MOST_ROWS] if isinstance(each, Mapping)]
        return
    if not isinstance(value, Mapping):
        return
    listed = next((value[k] for k in _LISTS if isinstance(value.get(k), list)), None)
    if listed is not None:
        yield from _items(listed)
    elif isinstance(value.get("tasks"), Mapping):
        yield value["tasks"]
    elif "action" in value:
        yield value


def _rows(item: Mapping[str, Any], menu: Menu, notes: list[str]) -> Iterator[Row]:
    """Read one task; one that names several units is several tasks."""
    action = _ACTIONS.get(_text(item.get("action")).casefold())
    if action is None:
        shown = _shown(item.get("action"))
        notes.append(f"{shown} is no action; there are edit, create, delete and query.")
        return
    for place in _places(item):
        handle = handle_in(place, menu)
        if handle is None:
            notes.append(f"{_shown(place)} is not a unit of the map.")
            continue
        yield Row(
            action=action,
            target=menu[handle],
            words=_line(_first(item, _WORDS))[:LONGEST_WORDS],
            names=(_text(item.get("id")), handle),
            needs=tuple(_texts(next((item[k] for k in _NEEDS if k in item), None))),
        )


def _places(item: Mapping[str, Any]) -> list[str]:
    value = next((item[key] for key in _PLACES if item.get(key)), None)
    return list(_texts(value)) or [""]


def _texts(value: Any) -> Iterator[str]:
    """Give the texts in a value that should be a list of texts."""
    every = value if isinstance(value, list) else [value]
    yield from (text for each in every if (text := _text(each)))


def _first(item: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next((text for key in keys if (text := _text(item.get(key)))), "")


def _text(value: Any) -> str:
    """Give a value as text; numbers are ids as often as texts are."""
    if isinstance(value, str):
        return value.strip()
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number and abs(value) < MOST_ROWS else ""


def _line(text: str) -> str:
    return " ".join(text.split())


def _shown(value: Any) -> str:
    text = _line(_text(value))
    return f"`{text[:LONGEST_SHOWN]}`" if text else "Something that is no text"
