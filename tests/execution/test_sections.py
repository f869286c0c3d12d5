from litecode_nb.execution.sections import (
    PartKind,
    definition_parts,
    fitting_parts,
    top_parts,
    whole,
)

MODULE = '''"""Doc."""

import os
import sys

RATE = 0.19
LIMIT = 3


def total(rows):
    return sum(rows)


class Item:
    """An item."""

    @property
    def price(self):
        return self._price

    @price.setter
    def price(self, value):
        self._price = value

    def label(self):
        return "x"


if __name__ == "__main__":
    print(total([1]))
'''


def shapes(source: str) -> list[tuple[str, str]]:
    return [(str(part.kind), part.name) for part in top_parts(source)]


def test_a_module_is_taken_apart_into_definitions_and_runs() -> None:
    assert shapes(MODULE) == [
        ("imports", ""),
        ("statements", ""),
        ("function", "total"),
        ("class", "Item"),
        ("main guard", ""),
    ]


def test_parts_cover_all_lines_that_are_not_blank() -> None:
    lines = MODULE.split("\n")
    covered = {n for part in top_parts(MODULE) for n in range(part.first, part.last)}
    assert {n for n, line in enumerate(lines) if line.strip()} <= covered


def test_a_method_is_shown_at_the_margin() -> None:
    label = next(p for p in definition_parts(MODULE) if p.name == "Item.label")
    assert label.text == 'def label(self):\n    return "x"'


def test_a_property_and_its_setter_are_one_part() -> None:
    found = [part for part in definition_parts(MODULE) if part.name == "Item.price"]
    assert [part.text.count("def price") for part in found] == [2]


def test_what_fits_is_not_taken_apart() -> None:
    part = whole(MODULE)
    assert fitting_parts(MODULE, part, lambda text: True) == (part,)


def test_a_large_class_is_taken_apart_into_methods() -> None:
    def fits(text: str) -> bool:
        return text.count("\n") < 9

    names = [p.name for p in fitting_parts(MODULE, whole(MODULE), fits) if p.name]
    assert names == ["total", "Item.price", "Item.label"]


def test_a_long_run_is_taken_apart_into_what_fits() -> None:
    source = "".join(f"a{n} = {n}\n" for n in range(10))
    parts = fitting_parts(source, whole(source), lambda text: text.count("\n") < 4)
    assert [(part.first, part.last) for part in parts] == [(0, 4), (4, 8), (8, 10)]


def test_what_cannot_be_taken_apart_is_given_as_it_is() -> None:
    source = "def f():\n    return 1\n"
    parts = fitting_parts(source, whole(source), lambda text: False)
    assert [part.name for part in parts] == ["f"]


def test_a_unit_that_does_not_parse_is_still_one_part() -> None:
    assert top_parts("def f(:\n") == ()
    assert whole("def f(:\n").kind is PartKind.WHOLE


def test_statements_that_share_a_line_stay_together() -> None:
    parts = fitting_parts("a = 1; b = 2\n", whole("a = 1; b = 2\n"), lambda text: False)
    assert [part.text for part in parts] == ["a = 1; b = 2"]


def test_windows_line_ends_give_the_same_parts() -> None:
    assert shapes(MODULE.replace("\n", "\r\n")) == shapes(MODULE)
