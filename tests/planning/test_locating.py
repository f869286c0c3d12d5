"""The definition that a change is in, by the grammar of the request."""

import pytest

from litecode_nb.planning.locating import located

NAMES = ("total", "median", "Item.label", "read_orders")
KNOWN = (*NAMES, "clean")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Make total print the median", "total"),
        ("use the median instead of the sum in total", "total"),
        ("In total, use the median", "total"),
        ("total should return 0 for an empty list", "total"),
        ("give read_orders an optional separator", "read_orders"),
        ("fix the bug in median: it is wrong", "median"),
        ("KeyError: 'month' in `total()`, please fix", "total"),
        ("add type hints to the function median", "median"),
        ("Füge der Funktion median einen Docstring hinzu", "median"),
        ("label should show the price", "Item.label"),
        ("change Item.label to show the price", "Item.label"),
        ("could you make median faster?", "median"),
        ("make total skip blank and empty lines", "total"),
    ],
)
def test_the_place_of_a_change_is_found(words: str, name: str) -> None:
    assert located(words, NAMES, KNOWN) == (name,)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("make total and median faster", ("total", "median")),
        ("add docstrings to total and clean", ("total", "clean")),
        ("Write a docstring for total and for median", ("total", "median")),
        ("let total, median and label take a unit", ("total", "median", "Item.label")),
        ("both functions total and median should skip None", ("total", "median")),
    ],
)
def test_several_places_are_found_in_a_list(words: str, names: tuple[str, ...]) -> None:
    assert located(words, NAMES, KNOWN) == names


def test_an_everyday_word_is_a_name_where_it_is_a_place() -> None:
    assert located("put the limit to 50 in clean", (), KNOWN) == ("clean",)


def test_an_everyday_word_is_no_name_elsewhere() -> None:
    assert located("make clean code of it", (), KNOWN) == ()


@pytest.mark.parametrize(
    "words",
    [
        "add docstrings to total and a comment in median",
        "total should return None, and median should say so",
        "call median from total",
        "use the result of total",
        "fix the totals",
        "use total_price in the plot",
    ],
)
def test_in_doubt_no_place_is_named(words: str) -> None:
    assert located(words, NAMES, KNOWN) == ()
