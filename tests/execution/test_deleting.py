from dataclasses import replace

import pytest

from builders import a_task, a_unit
from execution_builders import a_cell, a_model
from litecode_nb.domain.outcome import Answered, Edited, Failed, Skipped, Unchanged
from litecode_nb.domain.plan import Action
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.deleting import delete, without
from litecode_nb.execution.executor import execute
from litecode_nb.execution.sections import definition_parts

MODULE = """import os


# Adds up.
@cached
def total(rows):
    return sum(rows)


# ---- text ----
def report(rows):
    return str(rows)


class Item:
    def label(self):
        return 1

    def price(self):
        return 2


def last():
    return 3
"""


def deletion(
    unit: Unit, instruction: str, section: str | None = None
) -> Edited | Unchanged | Failed:
    task = a_task(
        action=Action.DELETE,
        document=unit.document,
        unit=unit.id,
        section=section,
        instruction=instruction,
    )
    return delete(task, unit)


def rest(name: str, module: str = MODULE) -> str:
    parts = [part for part in definition_parts(module) if part.name == name]
    return without(module, parts)


def after(outcome: Edited | Unchanged | Failed) -> str | None:
    assert isinstance(outcome, Edited)
    return outcome.edits[0].after


def test_a_cell_is_deleted() -> None:
    assert after(deletion(a_cell("x = 1"), "remove the cell")) is None


def test_a_definition_goes_with_its_decorator_and_comment() -> None:
    start = MODULE.index("# Adds up")
    assert rest("total") == MODULE[:start] + MODULE[MODULE.index("# ----") :]


def test_a_banner_above_a_definition_stays() -> None:
    assert "# ---- text ----\nclass Item" in rest("report")


def test_the_last_definition_leaves_one_final_newline() -> None:
    assert rest("last").endswith("        return 2\n")


def test_the_first_method_leaves_no_blank_line() -> None:
    assert "class Item:\n    def price" in rest("Item.label")


def test_the_last_method_leaves_the_lines_after_the_class() -> None:
    assert "        return 1\n\n\ndef last" in rest("Item.price")


def test_a_class_that_would_be_empty_gets_a_pass() -> None:
    module = "class A:\n    def f(self):\n        return 1\n"
    assert rest("A.f", module) == "class A:\n    pass\n"


def test_windows_line_ends_stay_when_something_goes() -> None:
    module = MODULE.replace("\n", "\r\n")
    assert rest("total", module) == rest("total").replace("\n", "\r\n")


def test_the_section_of_the_task_is_deleted() -> None:
    result = after(deletion(a_unit(MODULE), "delete it", "Item.label"))
    assert result == rest("Item.label")


def test_the_functions_that_the_words_name_are_deleted() -> None:
    result = after(deletion(a_unit(MODULE), "delete the functions total and report"))
    assert result is not None
    assert "total" not in result
    assert "report" not in result


@pytest.mark.parametrize(
    "words", ["delete a.py", "remove this file", "drop the module"]
)
def test_a_module_is_deleted_if_the_words_say_so(words: str) -> None:
    assert after(deletion(a_unit(MODULE), words)) is None


def test_a_module_is_not_deleted_by_words_that_do_not_name_it() -> None:
    outcome = deletion(a_unit(MODULE), "remove the old stuff")
    assert isinstance(outcome, Failed)
    assert "not clear" in outcome.reason


def test_a_notebook_is_not_deleted_for_a_cell() -> None:
    whole = replace(a_unit("{}", document="n.ipynb"), kind=UnitKind.MODULE)
    assert isinstance(deletion(whole, "remove the last cell"), Failed)


def test_a_section_that_is_gone_is_nothing_to_delete() -> None:
    assert isinstance(deletion(a_unit(MODULE), "delete it", "gone"), Unchanged)


def test_deleting_names_how_it_was_done() -> None:
    outcome = deletion(a_cell("x = 1"), "remove the cell")
    assert isinstance(outcome, Edited)
    assert outcome.gates == ("deleted by code",)


async def test_an_edit_that_only_removes_a_function_needs_no_model() -> None:
    task = a_task(instruction="remove the function total")
    outcome = await execute(a_model(), task, a_unit(MODULE))
    assert not isinstance(outcome, Answered | Skipped)
    assert after(outcome) == rest("total")
