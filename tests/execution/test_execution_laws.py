"""Laws of the executor: whatever a model writes, only the section changes."""

import ast
import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from builders import a_unit
from execution_builders import a_cell, edit_with
from litecode_nb.domain.outcome import Edited, Failed, Outcome, Unchanged
from litecode_nb.execution.sections import definition_parts

MODULE = '''"""Numbers."""

import csv

RATE = 0.19  # of the year


@cached
def total(rows):
    return sum(rows)


class Item:
    """An item."""\t

    def label(self):
        return """
left
"""

    def price(self):
        return 1


def report(rows):  # says it
    return total(rows)


if __name__ == "__main__":
    print(report([1]))
'''
PIECES = st.sampled_from(
    [
        *("```", "```python", "~~~", "````", "<think>", "</think>", "Here it is:", ""),
        *("def total(rows):", "    return sum(rows, 0.0)", "        return 2", "..."),
        *("@cached", "def helper(x):", "    return helper(rows)", "import math", "\t"),
        *("class Item:", "    def label(self):", "def report(rows):", "RATE = 3"),
        *("# rest of the code unchanged", "total = 3", "print(total([1]))", "    pass"),
        *('    """Doc."""', "    '''", "x = (", "if __name__ == '__main__':", "%time"),
    ]
)
GOOD = "```python\n@cached\ndef total(rows):\n    return sum(rows, 0.0)\n```"
BARE = "@cached\ndef total(rows):\n    return sum(rows, 0.0)\n"
METHOD = "def price(self):\n    return 2\n"
MEANT = st.sampled_from([GOOD, BARE, METHOD, f"class Item:\n    {METHOD}", MODULE])
SOME = st.lists(PIECES, max_size=4)
REPLIES = st.one_of(
    st.lists(PIECES, max_size=9).map("\n".join),
    st.tuples(SOME, MEANT, SOME).map(lambda t: "\n".join([*t[0], t[1], *t[2]])),
)
QUICK = settings(deadline=None, max_examples=60)


def outcome_of(reply: str, module: str, section: str) -> Outcome:
    edited = edit_with(
        a_unit(module), "start with a float", reply, reply, section=section
    )
    return asyncio.run(edited)[0]


def others(module: str, section: str) -> list[str]:
    lines = module.split("\n")
    return [
        "\n".join(lines[part.first : part.last])
        for part in definition_parts(module)
        if part.name != section and not section.startswith(f"{part.name}.")
    ]


@QUICK
@given(
    REPLIES, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["total", "Item.price"])
)
def test_no_reply_changes_anything_but_its_section(
    reply: str, end: str, section: str
) -> None:
    module = MODULE.replace("\n", end)
    outcome = outcome_of(reply, module, section)
    assert isinstance(outcome, Edited | Failed | Unchanged)
    if not isinstance(outcome, Edited):
        return
    after = outcome.edits[0].after
    assert after is not None
    ast.parse(after)
    for text in others(module, section):
        assert text in after
    assert f"RATE = 0.19  # of the year{end}" in after
    assert after.endswith(f"print(report([1])){end}")


@QUICK
@given(REPLIES)
def test_no_reply_leaves_a_cell_that_does_not_parse(reply: str) -> None:
    edited = edit_with(a_cell("rows = [1]\nprint(rows)"), "sum them", reply, reply)
    outcome, _ = asyncio.run(edited)
    assert isinstance(outcome, Edited | Failed | Unchanged)
    if isinstance(outcome, Edited):
        assert "```" not in (outcome.edits[0].after or "")


@QUICK
@given(st.text(alphabet="x \n\r\t", max_size=12), st.text(alphabet=" \n", max_size=4))
def test_space_around_a_reply_does_not_matter(before: str, after: str) -> None:
    head = before.replace("x", "")
    outcome = outcome_of(f"{head}{GOOD}{after}", MODULE, "total")
    assert isinstance(outcome, Edited)
    assert outcome.edits[0].after == MODULE.replace("sum(rows)", "sum(rows, 0.0)")
