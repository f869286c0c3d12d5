import re
from dataclasses import replace

from builders import a_task, a_unit
from execution_builders import NOTEBOOK, a_model, asked, creation, in_fence
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.outcome import Edited, Failed, Outcome
from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.unit import UnitKind
from litecode_nb.execution.executor import execute
from litecode_nb.execution.surroundings import Surroundings

MODULE = '''"""Numbers."""

import csv

RATE = 0.19


def total(rows):
    return sum(rows)


class Item:
    def label(self):
        return "x"


def last():
    return 1


if __name__ == "__main__":
    print(total([1]))
'''
GUARD = 'if __name__ == "__main__":'


def only(outcome: Outcome) -> Edit:
    assert isinstance(outcome, Edited), outcome
    (edit,) = outcome.edits
    return edit


def adding(instruction: str, section: str | None = None) -> Task:
    return a_task(action=Action.CREATE, section=section, instruction=instruction)


async def added(
    reply: str,
    instruction: str = "add a function double(x)",
    section: str | None = None,
    module: str = MODULE,
) -> str | None:
    task = adding(instruction, section)
    return only(await execute(a_model(reply), task, a_unit(module))).after


async def test_a_new_cell_has_the_text_and_the_position() -> None:
    task = creation("show the rows", position=2)
    edit = only(await execute(a_model(in_fence("rows.head()")), task, None))
    assert (edit.before, edit.after, edit.position) == (None, "rows.head()", 2)


async def test_a_new_cell_gets_a_fresh_address() -> None:
    task = creation("show the rows", position=2)
    edit = only(await execute(a_model(in_fence("rows.head()")), task, None))
    assert re.fullmatch(rf"{NOTEBOOK}#[0-9a-f]{{8}}", edit.unit)


async def test_a_last_cell_stands_behind_all_others() -> None:
    task = creation("show the rows")
    around = Surroundings(cells=7)
    model = a_model(in_fence("rows.head()"))
    assert only(await execute(model, task, None, surroundings=around)).position == 7


async def test_a_new_cell_knows_the_names_at_hand() -> None:
    around = Surroundings(names_at_hand=("rows", "pd"))
    model = a_model(in_fence("rows.head()"))
    await execute(model, creation("show the rows"), None, surroundings=around)
    assert "rows, pd" in asked(model)


async def test_a_new_cell_imports_what_no_cell_has() -> None:
    task = creation("show pi")
    edit = only(await execute(a_model(in_fence("print(math.pi)")), task, None))
    assert edit.after == "import math\n\nprint(math.pi)"


async def test_a_new_cell_does_not_import_what_is_at_hand() -> None:
    around = Surroundings(names_at_hand=("math",))
    model = a_model(in_fence("print(math.pi)"))
    edit = only(await execute(model, creation("pi"), None, surroundings=around))
    assert edit.after == "print(math.pi)"


async def test_a_new_markdown_cell_is_text() -> None:
    task = creation("a heading", kind=UnitKind.MARKDOWN_CELL, position=0)
    edit = only(await execute(a_model("```markdown\n## Rows\n```"), task, None))
    assert (edit.kind, edit.after) == (UnitKind.MARKDOWN_CELL, "## Rows")


async def test_a_new_module_ends_with_a_newline() -> None:
    task = creation("a function double", document="src/b.py")
    reply = in_fence("def double(x):\n    return 2 * x")
    edit = only(await execute(a_model(reply), task, None))
    assert edit.unit == "src/b.py"
    assert edit.after == "def double(x):\n    return 2 * x\n"


async def test_a_new_module_is_asked_for_by_its_name() -> None:
    task = creation("a function double", document="src/b.py")
    model = a_model(in_fence("def double(x):\n    return 2 * x"))
    await execute(model, task, None)
    assert "src/b.py" in asked(model)


async def test_a_stub_is_no_new_module() -> None:
    task = creation("a function double", document="src/b.py")
    stub = in_fence("def double(x):\n    pass")
    outcome = await execute(a_model(stub, stub), task, None)
    assert isinstance(outcome, Failed)
    assert "`double` has no body" in outcome.reason


async def test_a_new_function_stands_before_the_main_guard() -> None:
    code = "def double(x):\n    return 2 * x"
    assert await added(in_fence(code)) == MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")


async def test_a_new_function_stands_at_the_end_without_a_guard() -> None:
    code = "def double(x):\n    return 2 * x"
    module = MODULE[: MODULE.index(GUARD)].rstrip() + "\n"
    assert await added(in_fence(code), module=module) == f"{module}\n\n{code}\n"


async def test_a_new_function_stands_behind_the_section_that_is_named() -> None:
    code = "def double(x):\n    return 2 * x"
    result = await added(in_fence(code), section="total")
    old = "    return sum(rows)\n"
    assert result == MODULE.replace(old, f"{old}\n\n{code}\n")


async def test_a_new_method_goes_into_its_class() -> None:
    code = "def price(self):\n    return 2"
    result = await added(in_fence(code), "add a method price", "Item")
    old = '        return "x"\n'
    new = f"{old}\n    def price(self):\n        return 2\n"
    assert result == MODULE.replace(old, new)


async def test_a_new_method_may_come_within_its_class() -> None:
    code = "class Item:\n    def price(self):\n        return 2"
    result = await added(in_fence(code), "add a method price to Item")
    old = '        return "x"\n'
    new = f"{old}\n    def price(self):\n        return 2\n"
    assert result == MODULE.replace(old, new)


async def test_imports_of_a_new_function_go_to_the_others() -> None:
    code = "def double(x):\n    return math.ceil(2 * x)"
    result = await added(in_fence(f"import math\n\n\n{code}"))
    expected = MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")
    assert result == expected.replace("import csv\n", "import csv\nimport math\n")


async def test_a_reply_that_repeats_the_module_adds_only_what_is_new() -> None:
    code = "def double(x):\n    return 2 * x"
    whole = MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}").replace("sum(rows)", "0")
    assert await added(in_fence(whole)) == MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")


async def test_examples_of_use_are_not_added() -> None:
    code = "def double(x):\n    return 2 * x"
    result = await added(in_fence(f"{code}\n\nprint(double(2))"))
    assert result == MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")


async def test_a_new_value_stands_with_the_other_values() -> None:
    result = await added(in_fence("LIMIT = 3"), "add a constant LIMIT of 3")
    assert result == MODULE.replace("RATE = 0.19\n", "RATE = 0.19\nLIMIT = 3\n")


async def test_windows_line_ends_stay_when_something_is_added() -> None:
    code = "def double(x):\n    return 2 * x"
    result = await added(in_fence(code), module=MODULE.replace("\n", "\r\n"))
    expected = MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")
    assert result == expected.replace("\n", "\r\n")


async def test_something_that_is_there_already_is_not_added() -> None:
    reply = in_fence("def total(rows):\n    return 0")
    task = adding("add a function total")
    outcome = await execute(a_model(reply, reply), task, a_unit(MODULE))
    assert isinstance(outcome, Failed)
    assert "already" in outcome.reason


async def test_an_empty_module_takes_the_first_function() -> None:
    code = "def double(x):\n    return 2 * x"
    assert await added(in_fence(code), module="") == f"{code}\n"


async def test_nothing_to_edit_is_a_failure_in_words() -> None:
    task = replace(a_task(unit=None), document=a_task().document)
    outcome = await execute(a_model(), task, None)
    assert isinstance(outcome, Failed)
    assert "nothing" in outcome.reason


async def test_an_edit_that_only_adds_a_function_is_done_as_such() -> None:
    code = "def double(x):\n    return 2 * x"
    model = a_model(in_fence(code))
    task = a_task(instruction="add a function double(x) that doubles x")
    edit = only(await execute(model, task, a_unit(MODULE)))
    assert edit.after == MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")


async def test_an_edit_that_uses_what_it_adds_sees_the_whole_module() -> None:
    new = MODULE.replace("sum(rows)", "sum(map(double, rows))")
    new = new.replace("def total", "def double(x):\n    return 2 * x\n\n\ndef total")
    model = a_model(in_fence(new))
    task = a_task(instruction="let all sums be doubled by a new function double")
    assert only(await execute(model, task, a_unit(MODULE))).after == new


async def test_a_whole_module_may_come_back_as_the_new_function_only() -> None:
    code = "def double(x):\n    return 2 * x"
    task = a_task(instruction="we need something that doubles, as double(x)")
    edit = only(await execute(a_model(in_fence(code)), task, a_unit(MODULE)))
    assert edit.after == MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")


async def test_a_class_is_not_repeated_for_a_new_function() -> None:
    wrapped = in_fence(
        "class Item:\n    @staticmethod\n    def double(x):\n        return 2"
    )
    code = "def double(x):\n    return 2 * x"
    model = a_model(wrapped, in_fence(code))
    edit = only(
        await execute(model, adding("add a function double(x)"), a_unit(MODULE))
    )
    assert edit.after == MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")
    assert "`double` is missing" in asked(model, 1)


async def test_something_new_sees_code_with_the_words_of_the_task() -> None:
    model = a_model(in_fence("def count(rows):\n    return len(rows)"))
    task = adding("add a function count(rows) for the rows that total sums")
    await execute(model, task, a_unit(MODULE))
    assert "return sum(rows)" in asked(model)
    assert "class Item" not in asked(model)


async def test_a_new_function_that_uses_another_is_still_only_new() -> None:
    code = "def double(rows):\n    return 2 * total(rows)"
    task = a_task(instruction="add a function double(rows) that uses total")
    edit = only(await execute(a_model(in_fence(code)), task, a_unit(MODULE)))
    assert edit.after == MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")


async def test_a_new_function_that_another_shall_use_changes_both() -> None:
    code = "def double(x):\n    return 2 * x"
    total = "def total(rows):\n    return double(sum(rows))"
    task = a_task(instruction="add a function double(x) and use it in total")
    model = a_model(in_fence(f"{code}\n\n\n{total}"))
    edit = only(await execute(model, task, a_unit(MODULE)))
    old = "def total(rows):\n    return sum(rows)"
    assert edit.after == MODULE.replace(old, f"{code}\n\n\n{total}")


async def test_a_section_that_was_only_named_may_be_left_out_of_an_addition() -> None:
    code = "def double(rows):\n    return 2 * total(rows)"
    task = a_task(instruction="we need a new function, double, that builds on total()")
    edit = only(await execute(a_model(in_fence(code)), task, a_unit(MODULE)))
    assert edit.after == MODULE.replace(GUARD, f"{code}\n\n\n{GUARD}")
