"""Mere users of what a request names are left out, unless it speaks of them."""

import pytest

from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import Target
from litecode_nb.planning.overreach import without_mere_users
from litecode_nb.planning.sketch import Row, Sketch
from planning_builders import SHOP, cell, definition

READ = definition("src/load.py", "read_orders")
USER = definition("src/report.py", "main")


def left(words: str, *targets: Target) -> list[Target]:
    rows = tuple(Row(action=Action.EDIT, target=target) for target in targets)
    sketch = without_mere_users(Sketch(rows=rows), words, SHOP)
    return [row.target for row in sketch.rows]


def test_mere_users_are_left_out() -> None:
    assert left("give read_orders a separator", READ, USER, cell(3)) == [READ]


@pytest.mark.parametrize(
    "words",
    [
        "give read_orders a separator everywhere",
        "give read_orders a separator and pass it",
        "give read_orders a separator in all callers",
        "give read_orders and main a separator",
        "give it a separator",
    ],
)
def test_a_request_that_means_more_keeps_them(words: str) -> None:
    assert left(words, READ, USER) == [READ, USER]


def test_a_plan_for_users_alone_is_kept() -> None:
    assert left("pass a path to read_orders", USER) == [USER]


def test_what_does_not_use_it_is_kept() -> None:
    other = definition("src/stats.py", "median")
    assert left("give read_orders a separator", READ, other) == [READ, other]
