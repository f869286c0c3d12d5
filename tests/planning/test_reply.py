"""Whatever a planner writes is read as a sketch, or refused in words."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litecode_nb.domain.plan import Action
from litecode_nb.errors import PlanError
from litecode_nb.planning.reply import read_json
from litecode_nb.planning.sketch import Sketch
from planning_builders import cell, definition, document

MENU = {
    "m1": definition("src/load.py", "read_orders"),
    "m2": definition("src/stats.py", "Table.total"),
    "c4": cell(4),
    "f1": document("src/load.py"),
}
PLAN = (
    '{"summary": "S.", "tasks": [{"action": "edit", "unit": "m1", "instruction": "i"}]}'
)
ONE = [(Action.EDIT, MENU["m1"])]


def rows(sketch: Sketch) -> list[tuple[Action, object]]:
    return [(row.action, row.target) for row in sketch.rows]


def a_reply(**task: object) -> str:
    return json.dumps({"tasks": [{"action": "edit", "unit": "m1", **task}]})


@pytest.mark.parametrize(
    "text",
    [
        PLAN,
        f"```json\n{PLAN}\n```",
        f"Here is the plan:\n\n{PLAN}\n\nI hope it helps!",
        f"<think>maybe {{m2}}?</think>{PLAN}",
        PLAN.replace("}]}", "}]"),
        PLAN.replace('"', "'"),
        PLAN.replace("]}", ",]}"),
        json.dumps(json.loads(PLAN)["tasks"]),
        json.dumps(json.loads(PLAN)["tasks"][0]),
        PLAN.replace("tasks", "plan"),
        PLAN.replace("edit", "Modify"),
        PLAN.replace('"unit"', '"target"'),
    ],
)
def test_a_plan_is_read_however_it_is_wrapped(text: str) -> None:
    assert rows(read_json(text, MENU)) == ONE


@pytest.mark.parametrize(
    "unit",
    [
        "m1",
        "M1",
        " m1 ",
        "`m1`",
        "m1: read_orders(path)",
        "read_orders",
        "read_orders()",
        "src/load.py › read_orders",
    ],
)
def test_a_place_is_understood_by_handle_or_name(unit: str) -> None:
    assert rows(read_json(a_reply(unit=unit), MENU)) == ONE


@pytest.mark.parametrize("unit", ["load.py", "src/load.py", "f1"])
def test_a_document_is_understood_by_its_path(unit: str) -> None:
    assert rows(read_json(a_reply(unit=unit), MENU)) == [(Action.EDIT, MENU["f1"])]


def test_a_method_is_understood_by_its_own_name() -> None:
    assert rows(read_json(a_reply(unit="total"), MENU)) == [(Action.EDIT, MENU["m2"])]


def test_several_units_of_one_task_become_tasks() -> None:
    sketch = read_json(a_reply(unit=["m1", "c4"]), MENU)
    assert rows(sketch) == [*ONE, (Action.EDIT, MENU["c4"])]


def test_an_unknown_unit_is_left_out_with_a_note() -> None:
    sketch = read_json(a_reply(unit=["m1", "path/to/file.py"]), MENU)
    assert rows(sketch) == ONE
    assert sketch.notes == ("`path/to/file.py` is not a unit of the map.",)


def test_a_plan_of_unknown_units_only_is_refused() -> None:
    with pytest.raises(PlanError, match="`m99` is not a unit of the map"):
        read_json(a_reply(unit="m99"), MENU)


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(PlanError, match="`explode` is no action"):
        read_json(a_reply(action="explode"), MENU)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot do that.",
        "{}",
        "[]",
        "null",
        "42",
        '{"tasks": []}',
        '{"tasks": 7}',
    ],
)
def test_a_reply_without_a_task_is_refused(text: str) -> None:
    with pytest.raises(PlanError):
        read_json(text, MENU)


@pytest.mark.parametrize("value", [None, 7, True, [], {}, [[]], {"a": 1}])
def test_values_of_a_wrong_type_do_no_harm(value: object) -> None:
    reply = a_reply(instruction=value, id=value, depends_on=value, summary=value)
    assert rows(read_json(reply, MENU)) == ONE


def test_numbers_are_ids_as_texts_are() -> None:
    (row,) = read_json(a_reply(id=1, depends_on=[2]), MENU).rows
    assert (row.names[0], row.needs) == ("1", ("2",))


def test_a_long_summary_is_shortened() -> None:
    text = json.dumps({"summary": "very " * 500, "tasks": json.loads(PLAN)["tasks"]})
    assert len(read_json(text, MENU).summary) <= 200


@pytest.mark.parametrize("text", ["[" * 50_000, '{"tasks":' * 1_000, "{" * 5_000])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(PlanError):
        read_json(text, MENU)


def test_ten_thousand_tasks_are_read() -> None:
    every = json.loads(PLAN)["tasks"] * 10_000
    assert len(read_json(json.dumps(every), MENU).rows) == 10_000


def test_a_reply_of_millions_of_characters_is_refused() -> None:
    with pytest.raises(PlanError, match="no plan has"):
        read_json("x" * 3_000_000, MENU)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["tasks", "action", "unit", "id"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(values)
def test_any_json_gives_a_sketch_or_words(value: object) -> None:
    try:
        sketch = read_json(json.dumps(value), MENU)
    except PlanError:
        return
    assert all(row.target in MENU.values() for row in sketch.rows)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='{}[]":,tasks m1edit\\\n', max_size=60))
def test_any_text_gives_a_sketch_or_words(text: str) -> None:
    try:
        sketch = read_json(text, MENU)
    except PlanError:
        return
    assert all(row.target in MENU.values() for row in sketch.rows)
