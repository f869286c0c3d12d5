"""The planner's prompts: small, closed, and with what may be dropped."""

import json
from datetime import UTC, datetime

import pytest

from builders import WordCounter
from litecode_nb.domain.ids import ChangeSetId, UnitId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.plan import Action
from litecode_nb.domain.prompt import Priority, TokenBudget
from litecode_nb.prompting.composer import compose
from litecode_nb.prompting.planner_prompt import (
    Asked,
    intent_draft,
    json_draft,
    lines_draft,
    mixed_draft,
    with_complaint,
)
from litecode_nb.prompting.wording import parts_of
from litecode_nb.tokens.tiktoken_counter import TiktokenCounter

ENTRY = MemoryEntry(
    instruction="rename a to b",
    summary="Renamed a.",
    units=(UnitId("a.py"),),
    change_set=ChangeSetId("c1"),
    made_at=datetime(2026, 1, 1, tzinfo=UTC),
)
ASKED = Asked(
    instruction="fix total",
    map_text="# Project shop\n- m1 total(orders)\n",
    facts=("total is defined in m1.",),
    memory=(ENTRY,),
)
COSTS = [
    ("planner_intent", "system", 130),
    ("planner_lines", "system", 130),
    ("planner_lines", "create", 160),
    ("planner_lines", "delete", 120),
    ("planner_json", "system", 270),
]


def words_of(asked: Asked) -> str:
    draft = lines_draft(asked, Action.EDIT, ["m1"])
    return draft.messages(draft.sections)[-1].text


@pytest.mark.parametrize(("template", "part", "most"), COSTS)
def test_the_instructions_are_short(template: str, part: str, most: int) -> None:
    assert TiktokenCounter().count(parts_of(template)[part]) <= most


def test_the_request_comes_after_the_map_and_before_the_facts() -> None:
    text = words_of(ASKED)
    places = [text.index(each) for each in ("# Project", "Request (edit)", "Facts:")]
    assert places == sorted(places)


def test_facts_are_one_line() -> None:
    assert words_of(ASKED).endswith("\n\nFacts: total is defined in m1.")


def test_memory_is_told() -> None:
    assert ENTRY.text in words_of(ASKED)


def test_memory_goes_first_when_space_is_tight() -> None:
    draft = lines_draft(ASKED, Action.EDIT, ["m1"])
    size = WordCounter().count_messages(draft.messages(draft.sections))
    budget = TokenBudget(context_window=size, reply_tokens=1, margin=0)
    assert compose(draft, budget, WordCounter()).dropped == ("memory",)


def test_map_and_request_are_never_dropped() -> None:
    draft = lines_draft(ASKED, Action.EDIT, ["m1"])
    required = [s.name for s in draft.sections if s.priority is Priority.REQUIRED]
    assert required == ["map", "request"]


def test_the_kind_is_one_of_the_given_words() -> None:
    draft = intent_draft("fix it", [Action.QUERY, Action.EDIT])
    assert draft.form.grammar == 'root ::= "query" | "edit"'


def test_lines_begin_with_a_handle() -> None:
    grammar = lines_draft(ASKED, Action.EDIT, ["m1", "c4"]).form.grammar
    assert grammar is not None
    assert grammar.splitlines()[-1] == 'unit ::= "m1" | "c4"'


def test_one_line_can_be_all_that_is_allowed() -> None:
    grammar = mixed_draft(ASKED, Action.CREATE, ["new in f1"], most=1).form.grammar
    assert grammar is not None
    assert grammar.splitlines()[0] == "root ::= line"


def test_marks_in_a_handle_cannot_break_the_grammar() -> None:
    grammar = lines_draft(ASKED, Action.EDIT, ['m"1']).form.grammar
    assert grammar is not None
    assert r'unit ::= "m\"1"' in grammar


def test_the_schema_is_closed() -> None:
    schema = json_draft(ASKED, [Action.EDIT], ["m1"]).form.json_schema
    assert schema is not None
    task = schema["properties"]["tasks"]["items"]
    assert task["properties"]["unit"] == {"enum": ["m1"]}
    assert task["additionalProperties"] is False


def test_the_schema_is_plain_json() -> None:
    schema = json_draft(ASKED, list(Action), ["m1"]).form.json_schema
    assert json.loads(json.dumps(schema)) == schema


def test_a_complaint_is_the_last_word() -> None:
    draft = with_complaint(lines_draft(ASKED, Action.EDIT, ["m1"]), "No line.")
    assert draft.messages(draft.sections)[-1].text.endswith(
        "Your last answer could not be used: No line. Answer again, in full."
    )
