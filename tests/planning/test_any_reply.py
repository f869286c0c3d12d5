"""Whatever a model writes, a plan names only what is there, and has a graph."""

import asyncio
import json
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from litecode_nb.domain.plan import Action, Plan
from litecode_nb.errors import PlanError
from litecode_nb.orchestration.edges import build_graph
from planning_builders import JSON, SHOP, Planner

WISHES = ["tidy up", "get rid of it all", "add a thing", "cell 3 is odd", "c5?"]
places = st.sampled_from(
    ["m1", "m2", "c1", "c5", "f1", "f2", "f2c1", "all", "x", "new"]
)
tasks = st.fixed_dictionaries(
    {"action": st.sampled_from([*Action, "destroy"]), "unit": places},
    optional={
        "instruction": st.text(max_size=20),
        "id": st.sampled_from(["a", "b", 1]),
        "depends_on": st.lists(st.sampled_from(["a", "b", "1", "m1", "z"]), max_size=3),
    },
)
replies = st.lists(tasks, max_size=30).map(lambda rows: json.dumps({"tasks": rows}))
quick = settings(max_examples=30, deadline=None)


def planned(wish: str, reply: str) -> Plan | None:
    with suppress(PlanError):
        return asyncio.run(Planner(reply, reply, traits=JSON).plan(wish))
    return None


@quick
@given(st.sampled_from(WISHES), replies)
def test_every_unit_of_a_plan_exists(wish: str, reply: str) -> None:
    plan = planned(wish, reply)
    for task in plan.tasks if plan else ():
        assert task.unit is None or SHOP.unit(task.unit) is not None


@quick
@given(st.sampled_from(WISHES), replies)
def test_no_reply_deletes_a_document(wish: str, reply: str) -> None:
    plan = planned(wish, reply)
    for task in plan.tasks if plan else ():
        is_part = task.section is not None or "#" in str(task.unit)
        assert task.action is not Action.DELETE or is_part


@quick
@given(st.sampled_from(WISHES), replies)
def test_every_plan_has_a_graph(wish: str, reply: str) -> None:
    plan = planned(wish, reply)
    if plan is not None:
        assert build_graph(plan, SHOP).tasks == plan.tasks


@quick
@given(st.sampled_from(WISHES), st.text(alphabet="c5m1: f2\nall{}", max_size=40))
def test_lines_of_any_kind_give_a_plan_or_words(wish: str, reply: str) -> None:
    with suppress(PlanError):
        asyncio.run(Planner("edit", reply, reply).plan(wish))
