"""The planner's prompts: a map, a request, facts by code; never any source."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.plan import Action
from litecode_nb.domain.prompt import Priority, ReplyForm, Section
from litecode_nb.prompting.composer import Draft
from litecode_nb.prompting.wording import parts_of

MOST_LINES = 12
LONGEST_LINE = 200
LONGEST_SUMMARY = 160
MOST_OF_A_SCHEMA = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a planner is told.

    Attributes:
        instruction: The request's own words.
        map_text: The project map.
        facts: Sentences by code about what the request names.
        memory: Former requests, oldest first.
    """

    instruction: str
    map_text: str
    facts: tuple[str, ...] = ()
    memory: tuple[MemoryEntry, ...] = ()


def intent_draft(instruction: str, actions: Sequence[Action]) -> Draft:
    """Ask for the kind of a request alone; the reply is one word."""
    return Draft(
        system=parts_of("planner_intent")["system"],
        sections=(Section(name="request", text=f'"{instruction}"'),),
        form=ReplyForm(grammar=f"root ::= {_choice(actions)}"),
    )


def lines_draft(asked: Asked, action: Action, handles: Sequence[str]) -> Draft:
    """Ask for the units of a request whose kind is known: `m4: what to do`."""
    rules = (f"line ::= unit {_words()}", f"unit ::= {_choice(handles)}")
    return Draft(
        system=parts_of("planner_lines")["system"],
        sections=_sections(asked, f"Request ({action})"),
        form=ReplyForm(grammar=_lines_grammar(rules)),
    )


def mixed_draft(
    asked: Asked, action: Action, heads: Sequence[str], *, most: int = MOST_LINES
) -> Draft:
    """Ask for lines that each say what they do: `new in f2: …`, `change m7: …`.

    Args:
        asked: What the planner is told.
        action: What the request is for; a part of the template is named for it.
        heads: What may stand before the colon.
        most: The most lines.
    """
    rules = (f"line ::= head {_words()}", f"head ::= {_choice(heads)}")
    return Draft(
        system=parts_of("planner_lines")[action],
        sections=_sections(asked, "Request"),
        form=ReplyForm(grammar=_lines_grammar(rules, most)),
    )


def json_draft(
    asked: Asked, actions: Sequence[Action], handles: Sequence[str]
) -> Draft:
    """Ask for the whole plan at once, as JSON."""
    return Draft(
        system=parts_of("planner_json")["system"],
        sections=_sections(asked, "Request"),
        form=ReplyForm(json_schema=_schema(actions, handles)),
    )


def with_complaint(draft: Draft, complaint: str) -> Draft:
    """Ask again, and say what was wrong with the first reply."""
    text = f"Your last answer could not be used: {complaint} Answer again, in full."
    section = Section(name="complaint", text=text)
    return replace(draft, sections=(*draft.sections, section))


def _sections(asked: Asked, title: str) -> tuple[Section, ...]:
    """Put the request last but for the facts, close to the answer."""
    sections = [Section(name="map", text=asked.map_text.rstrip())]
    if asked.memory:
        lines = ["Earlier changes:", *(entry.text for entry in asked.memory)]
        text = "\n".join(lines)
        sections.append(Section(name="memory", text=text, priority=Priority.MEMORY))
    sections.append(Section(name="request", text=f"{title}: {asked.instruction}"))
    if asked.facts:
        text = f"Facts: {'; '.join(each.rstrip('.') for each in asked.facts)}."
        sections.append(Section(name="facts", text=text, priority=Priority.FACTS))
    return tuple(sections)


def _lines_grammar(rules: Sequence[str], most: int = MOST_LINES) -> str:
    more = f' ("\\n" line){{0,{most - 1}}}' if most > 1 else ""
    root = f"root ::= line{more}"
    return "\n".join([root, *rules])


def _words() -> str:
    return f'": " [^\\n]{{1,{LONGEST_LINE}}}'


def _choice(values: Sequence[str]) -> str:
    """Write an alternative of literal words; JSON quotes as GBNF does."""
    return " | ".join(json.dumps(str(value)) for value in values)


def _schema(actions: Sequence[Action], handles: Sequence[str]) -> dict[str, Any]:
    task = {
        "action": {"enum": [str(action) for action in actions]},
        "unit": {"enum": list(handles)},
        "instruction": {"type": "string", "maxLength": LONGEST_LINE},
    }
    tasks = {
        "type": "array",
        "minItems": 1,
        "maxItems": MOST_OF_A_SCHEMA,
        "items": _object(task),
    }
    summary = {"type": "string", "maxLength": LONGEST_SUMMARY}
    return _object({"summary": summary, "tasks": tasks})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
