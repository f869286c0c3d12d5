from builders import a_task, a_unit
from execution_builders import a_cell, task_for
from litecode_nb.domain.unit import Unit
from litecode_nb.execution.choosing import Choice, Fits, choose

MODULE = """import csv

RATE_LIMIT = 3


def load(path):
    return open(path)


def read_table(path):
    return list(csv.reader(load(path)))


class Item:
    def label(self):
        return "x"

    def price(self):
        return 1


class Order:
    def label(self):
        return "y"
"""


def any_size(_text: str) -> bool:
    return True


def few_lines(text: str) -> bool:
    return text.count("\n") < 8


def chosen(
    instruction: str,
    *,
    section: str | None = None,
    fits: Fits = any_size,
    unit: Unit | None = None,
) -> list[list[str]]:
    unit = unit or a_unit(MODULE)
    task = task_for(unit, instruction, section=section)
    return [[p.name or str(p.kind) for p in g] for g in choose(unit, task, fits).groups]


def test_the_section_of_the_task_is_chosen() -> None:
    assert chosen("make it faster", section="Item.price") == [["Item.price"]]


def test_an_own_name_is_enough_for_a_section_if_only_one_has_it() -> None:
    assert chosen("make it faster", section="price") == [["Item.price"]]


def test_a_function_that_is_named_is_chosen() -> None:
    assert chosen("read_table shall skip blank lines") == [["read_table"]]


def test_a_plain_word_is_no_name_where_a_clear_name_stands() -> None:
    assert chosen("load the rows lazily in read_table") == [["read_table"]]


def test_a_plain_word_is_a_name_where_nothing_else_is() -> None:
    assert chosen("close the file in load") == [["load"]]


def test_a_call_in_words_is_a_name() -> None:
    assert chosen("load() leaks the file, and read is slow") == [["load"]]


def test_the_method_of_the_class_that_is_named_is_chosen() -> None:
    assert chosen("in Order, label shall be upper case") == [["Order.label"]]


def test_a_class_is_chosen_whole_if_only_it_is_named() -> None:
    assert chosen("the class Item shall have a price in euro") == [["Item"]]


def test_two_functions_that_are_named_are_shown_together() -> None:
    assert chosen("use read_table() in load()") == [["load", "read_table"]]


def test_a_line_of_a_traceback_leads_to_its_function() -> None:
    trace = 'File "/home/me/a.py", line 10, in read_table\nValueError: no such thing'
    assert chosen(f"fix this: {trace}") == [["read_table"]]


def test_the_innermost_line_of_a_traceback_counts() -> None:
    trace = 'File "a.py", line 10, in read_table\n  File "a.py", line 7, in load'
    assert chosen(f"fix this: {trace}") == [["load"]]


def test_lines_of_other_files_lead_nowhere() -> None:
    trace = 'File "/usr/lib/csv.py", line 7, in next'
    assert chosen(f"fix this: {trace}") == [["unit"]]


def test_a_value_that_is_named_leads_to_the_statements_that_bind_it() -> None:
    assert chosen("set RATE_LIMIT to 5") == [["statements"]]


def test_a_small_module_is_shown_whole_if_nothing_is_named() -> None:
    assert chosen("tidy this up") == [["unit"]]


def test_docstrings_for_all_are_written_definition_by_definition() -> None:
    groups = chosen("add docstrings to every function")
    assert groups == [
        *(["load"], ["read_table"], ["Item.label"], ["Item.price"], ["Order.label"])
    ]


def test_docstrings_for_classes_are_written_class_by_class() -> None:
    groups = chosen("add docstrings to all functions and classes")
    assert groups == [["load"], ["read_table"], ["Item"], ["Order"]]


def test_a_sweep_says_so() -> None:
    unit = a_unit(MODULE)
    task = task_for(unit, "add docstrings to every function")
    assert choose(unit, task, any_size).is_sweep


def test_a_task_over_all_of_a_large_module_goes_part_by_part() -> None:
    groups = chosen("use single quotes everywhere", fits=few_lines)
    assert groups == [
        *(["imports"], ["statements"], ["load"], ["read_table"], ["Item"], ["Order"])
    ]


def test_a_large_module_is_searched_for_the_words_of_the_task() -> None:
    assert chosen("the csv is read twice", fits=few_lines) == [["read_table"]]


def test_a_cell_is_shown_whole_whatever_is_named() -> None:
    assert chosen("close the file in load", unit=a_cell(MODULE)) == [["unit"]]


def test_a_large_cell_is_shown_in_parts() -> None:
    unit = a_cell(MODULE)
    assert chosen("close the file in load", unit=unit, fits=few_lines) == [["load"]]


def test_a_section_that_is_gone_falls_back_on_the_words() -> None:
    assert chosen("close the file in load", section="gone") == [["load"]]


def test_a_unit_without_anything_is_shown_as_it_is() -> None:
    empty: Choice = choose(a_unit(""), a_task(instruction="tidy up"), any_size)
    assert [[part.text for part in group] for group in empty.groups] == [[""]]
