import ast

import pytest

from litecode_nb.execution.indents import at_margin, in_steps_of, indented, mended

METHOD = "    def f(self):\n        return 1"


def test_an_indentation_that_all_lines_have_is_taken_off() -> None:
    assert at_margin(METHOD, "    ") == "def f(self):\n    return 1"


def test_a_string_that_reaches_left_keeps_the_text_as_it_is() -> None:
    text = '    def f(self):\n        return """\na\n"""'
    assert at_margin(text, "    ") == text


def test_indenting_takes_back_what_was_taken_off() -> None:
    text = "    def f(self):\n\n        return 1"
    assert indented(at_margin(text, "    "), "    ") == text


def test_spaces_become_tabs_where_the_code_has_tabs() -> None:
    shown = "def f():\n\tif a:\n\t\treturn 1"
    reply = "def f():\n    if a:\n        return 2"
    assert in_steps_of(shown, reply) == "def f():\n\tif a:\n\t\treturn 2"


def test_four_spaces_become_two_where_the_code_has_two() -> None:
    assert in_steps_of("if a:\n  b", "if a:\n    c") == "if a:\n  c"


def test_equal_steps_change_nothing() -> None:
    reply = "if a:\n    b(\n        c\n    )"
    assert in_steps_of("if a:\n    b", reply) == reply


@pytest.mark.parametrize(
    "reply",
    [
        METHOD,
        "def f(self):\n        return 1",
        "@cached\n    def f(self):\n        return 1",
    ],
)
def test_a_lost_indentation_of_the_first_line_is_mended(reply: str) -> None:
    def parses(text: str) -> bool:
        try:
            ast.parse(text)
        except SyntaxError:
            return False
        return True

    assert any(parses(way) for way in mended(reply, "    "))
