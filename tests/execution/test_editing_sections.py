"""Edits of a module: what lies outside of the section keeps every byte."""

import pytest

from builders import a_unit
from execution_builders import after_of, asked, edit_with, in_fence
from litecode_nb.domain.outcome import Edited, Failed, Unchanged

MODULE = '''"""Numbers."""

import csv

RATE = 0.19


def total(rows):
    return sum(rows)


class Item:
    """An item."""

    size = 1

    def label(self):
        return "x"

    def price(self):
        return 1


def report(rows):SPACES
    return total(rows)


if __name__ == "__main__":
    print(report([1]))
'''.replace("SPACES", "  ")
NEW_TOTAL = "def total(rows):\n    return sum(rows, 0.0)"


def with_total(text: str) -> str:
    return MODULE.replace("def total(rows):\n    return sum(rows)", text)


async def after(
    reply: str,
    instruction: str = "start with a float",
    section: str | None = "total",
    module: str = MODULE,
) -> str:
    outcome, _ = await edit_with(a_unit(module), instruction, reply, section=section)
    return after_of(outcome)


async def test_a_section_is_replaced_and_nothing_else() -> None:
    assert await after(in_fence(NEW_TOTAL)) == with_total(NEW_TOTAL)


async def test_only_the_section_is_shown() -> None:
    _, model = await edit_with(
        a_unit(MODULE), "start with a float", in_fence(NEW_TOTAL), section="total"
    )
    assert "return sum(rows)" in asked(model)
    assert "return total(rows)" not in asked(model)


async def test_the_neighbours_are_told_as_signatures() -> None:
    _, model = await edit_with(
        a_unit(MODULE), "start with a float", in_fence(NEW_TOTAL), section="total"
    )
    assert "def report(rows)" in asked(model)


async def test_windows_line_ends_stay() -> None:
    module = MODULE.replace("\n", "\r\n")
    result = await after(in_fence(NEW_TOTAL), module=module)
    assert result == with_total(NEW_TOTAL).replace("\n", "\r\n")


async def test_a_module_without_final_newline_stays_without() -> None:
    module = "def total(rows):\n    return sum(rows)"
    assert await after(in_fence(NEW_TOTAL), module=module) == NEW_TOTAL


async def test_a_reply_that_repeats_the_whole_module_is_cut_to_the_section() -> None:
    whole = with_total(NEW_TOTAL).replace("return total(rows)", "return 0")
    assert await after(in_fence(whole)) == with_total(NEW_TOTAL)


async def test_repeated_signatures_of_neighbours_are_dropped() -> None:
    reply = f"def report(rows)\n```python\n{NEW_TOTAL}\n\n\ndef report(rows): ...\n```"
    assert await after(reply) == with_total(NEW_TOTAL)


async def test_calls_that_try_the_new_code_are_dropped() -> None:
    reply = in_fence(f"{NEW_TOTAL}\n\nprint(total([1, 2]))")
    assert await after(reply) == with_total(NEW_TOTAL)


async def test_a_comment_above_the_definition_is_dropped() -> None:
    reply = in_fence(f"# Fixed the bug\n{NEW_TOTAL}")
    assert await after(reply) == with_total(NEW_TOTAL)


async def test_a_comment_that_was_asked_for_stays() -> None:
    reply = in_fence("# Sums.\ndef total(rows):\n    return sum(rows)")
    result = await after(reply, "put a comment above total")
    assert result == with_total("# Sums.\ndef total(rows):\n    return sum(rows)")


async def test_new_imports_go_to_the_import_block() -> None:
    code = "def total(rows):\n    return math.fsum(rows)"
    result = await after(in_fence(f"import csv\nimport math\n\n\n{code}"))
    expected = with_total(code).replace("import csv\n", "import csv\nimport math\n")
    assert result == expected


async def test_a_well_known_import_that_was_forgotten_is_added() -> None:
    code = "def total(rows):\n    return math.fsum(rows)"
    assert "import csv\nimport math\n" in await after(in_fence(code))


async def test_a_new_helper_is_put_before_the_function_that_uses_it() -> None:
    helper = "def _clean(rows):\n    return [row or 0 for row in rows]"
    code = "def total(rows):\n    return sum(_clean(rows))"
    result = await after(in_fence(f"{helper}\n\n\n{code}"), "treat None as 0")
    assert result == with_total(f"{helper}\n\n\n{code}")


async def test_a_method_is_put_back_to_its_indentation() -> None:
    reply = in_fence('def label(self):\n    return "y"')
    result = await after(reply, "say y", "Item.label")
    assert result == MODULE.replace('return "x"', 'return "y"')


async def test_a_method_may_come_back_within_its_class() -> None:
    reply = in_fence('class Item:\n    def label(self):\n        return "y"')
    result = await after(reply, "say y", "Item.label")
    assert result == MODULE.replace('return "x"', 'return "y"')


async def test_a_method_may_come_back_at_its_old_indentation() -> None:
    reply = in_fence('    def label(self):\n        return "y"')
    result = await after(reply, "say y", "Item.label")
    assert result == MODULE.replace('return "x"', 'return "y"')


async def test_a_method_may_lose_the_indentation_of_its_first_line() -> None:
    reply = in_fence('def label(self):\n        if self:\n            return "y"')
    result = await after(reply, "say y", "Item.label")
    assert "    def label(self):\n        if self:\n            return" in result


async def test_a_new_method_alone_is_added_to_the_class() -> None:
    reply = in_fence("def cost(self):\n    return 2")
    result = await after(reply, "add a method cost", "Item")
    assert result == MODULE.replace(
        "        return 1\n",
        "        return 1\n\n    def cost(self):\n        return 2\n",
    )


async def test_a_class_with_only_the_changed_method_keeps_the_others() -> None:
    reply = in_fence('class Item:\n    def label(self):\n        return "y"')
    result = await after(reply, "label shall say y", "Item")
    assert result == MODULE.replace('return "x"', 'return "y"')


async def test_a_function_that_was_asked_to_change_its_name_may() -> None:
    code = "def grand(rows):\n    return sum(rows)"
    result = await after(in_fence(code), "name the function grand, and sum twice")
    assert result == with_total(code)


async def test_tabs_stay_tabs() -> None:
    module = "def f(a):\n\tif a:\n\t\treturn 1\n\treturn 2\n"
    code = "def f(a):\n    if a:\n        return 3\n    return 2"
    result = await after(in_fence(code), "say 3", "f", module)
    assert result == module.replace("return 1", "return 3")


async def test_a_value_of_the_module_is_replaced() -> None:
    reply = in_fence("RATE = 0.2")
    assert await after(reply, "set RATE to 0.2", None) != MODULE


async def test_two_named_functions_are_shown_and_filled_together() -> None:
    reply = in_fence(f"{NEW_TOTAL}\n\n\ndef report(rows):\n    return total(rows) + 1")
    result = await after(reply, "in total() and report() do it", None)
    expected = with_total(NEW_TOTAL).replace(
        "total(rows)\n\n\nif", "total(rows) + 1\n\n\nif"
    )
    assert result.replace("  \n", "\n") == expected.replace("  \n", "\n")


async def test_a_whole_module_may_come_back_as_the_changed_function_only() -> None:
    result = await after(in_fence(NEW_TOTAL), "sum as floats", None)
    assert result == with_total(NEW_TOTAL)


SWEEP = (
    in_fence('def total(rows):\n    """Sum."""\n    return sum(rows)'),
    in_fence('def label(self):\n    """Label."""\n    return "x"'),
    in_fence('def price(self):\n    """Price."""\n    return 1'),
    in_fence('def report(rows):\n    """Report."""\n    return total(rows)'),
)


async def test_a_sweep_is_one_call_for_each_definition() -> None:
    outcome, model = await edit_with(
        a_unit(MODULE), "add docstrings to every function", *SWEEP
    )
    assert len(model.prompts) == 4
    result = after_of(outcome)
    for text in ("Sum.", "Label.", "Price.", "Report."):
        assert result.count(text) == 1


async def test_a_sweep_says_what_it_left_as_it_was() -> None:
    bad = in_fence("def total(rows:\n")
    outcome, _ = await edit_with(
        a_unit(MODULE), "add docstrings to every function", bad, bad, *SWEEP[1:]
    )
    assert isinstance(outcome, Edited)
    assert "left as it was: `total`" in outcome.gates


async def test_the_gates_that_held_are_named() -> None:
    outcome, _ = await edit_with(
        a_unit(MODULE), "start with a float", in_fence(NEW_TOTAL), section="total"
    )
    assert isinstance(outcome, Edited)
    assert {"parses", "no definition lost", "no placeholder"} <= set(outcome.gates)


async def test_an_answer_that_changes_nothing_twice_is_no_edit() -> None:
    same = in_fence("def total(rows):\n    return sum(rows)")
    outcome, model = await edit_with(
        a_unit(MODULE), "sum the rows", same, same, section="total"
    )
    assert isinstance(outcome, Unchanged)
    assert len(model.prompts) == 2


async def test_other_white_space_is_no_change() -> None:
    same = in_fence("def total(rows):   \n    return sum(rows)\n\n")
    outcome, _ = await edit_with(
        a_unit(MODULE), "sum the rows", same, same, section="total"
    )
    assert isinstance(outcome, Unchanged)


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot do that.",
        in_fence("def total(rows:\n    return 1"),
        in_fence("def other(rows):\n    return 1"),
        in_fence("def total(rows):\n    # rest of the code unchanged"),
        in_fence("def total(rows):\n    ..."),
        in_fence("def total(rows):\n    pass"),
        in_fence("def total(rows):\n    return summed_up(rows)"),
        "",
    ],
)
async def test_a_bad_answer_is_asked_for_again(reply: str) -> None:
    outcome, model = await edit_with(
        a_unit(MODULE),
        "start with a float",
        reply,
        in_fence(NEW_TOTAL),
        section="total",
    )
    assert after_of(outcome) == with_total(NEW_TOTAL)
    assert "Your answer was not used." in asked(model, 1)


async def test_two_bad_answers_are_a_failure_that_shows_the_last() -> None:
    bad = in_fence("def total(rows:\n    return 1")
    outcome, model = await edit_with(
        a_unit(MODULE), "start with a float", bad, bad, section="total"
    )
    assert isinstance(outcome, Failed)
    assert "not valid Python" in outcome.reason
    assert outcome.reply == bad
    assert len(model.prompts) == 2


async def test_the_second_try_shows_the_reason_and_the_answer() -> None:
    bad = in_fence("def total(rows:\n    return 1")
    _, model = await edit_with(
        a_unit(MODULE), "start with a float", bad, bad, section="total"
    )
    assert "def total(rows:" in asked(model, 1)
    assert "in line 1" in asked(model, 1)


async def test_a_docstring_that_was_asked_for_is_asked_for_again() -> None:
    documented = 'def total(rows):\n    """Add up."""\n    return sum(rows)'
    outcome, model = await edit_with(
        a_unit(MODULE),
        "add a docstring",
        in_fence("def total(rows):\n    return sum(list(rows))"),
        in_fence(documented),
        section="total",
    )
    assert after_of(outcome) == with_total(documented)
    assert "no docstring yet" in asked(model, 1)


async def test_type_hints_that_were_asked_for_are_asked_for_again() -> None:
    hinted = "def total(rows: list[float]) -> float:\n    return sum(rows)"
    outcome, _ = await edit_with(
        a_unit(MODULE),
        "add type hints",
        in_fence("def total(rows):\n    return sum(list(rows))"),
        in_fence(hinted),
        section="total",
    )
    assert after_of(outcome) == with_total(hinted)


async def test_a_lost_decorator_is_asked_for_again() -> None:
    module = "@cached\ndef f(x):\n    return 1\n"
    kept = "@cached\ndef f(x):\n    return 2"
    replies = [in_fence("def f(x):\n    return 2"), in_fence(kept)]
    outcome, model = await edit_with(a_unit(module), "say 2", *replies, section="f")
    assert after_of(outcome) == f"{kept}\n"
    assert "`@cached` above `f` got lost" in asked(model, 1)


async def test_a_new_method_without_self_is_asked_for_again() -> None:
    module = "class A:\n    x = 1\n"
    replies = [
        in_fence("class A:\n    x = 1\n\n    def f(other):\n        return other"),
        in_fence(
            "class A:\n    x = 1\n\n    def f(self, other):\n        return other"
        ),
    ]
    outcome, model = await edit_with(
        a_unit(module), "add a method f(other)", *replies, section="A"
    )
    assert "def f(self, other)" in after_of(outcome)
    assert "must be `self`" in asked(model, 1)
