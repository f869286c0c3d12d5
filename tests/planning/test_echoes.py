"""A copied line of the map means the place of that line."""

from litecode_nb.planning.echoes import echoed
from planning_builders import SHOP, a_wish, handle_of, mapped

MAP = mapped(a_wish("tidy"), SHOP)


def meant(words: str) -> str | None:
    return echoed(words, MAP.text, MAP.handles)


def test_a_copied_line_is_known() -> None:
    assert meant('markdown "Conclusions"') == "c6"


def test_a_nearly_copied_line_is_known() -> None:
    assert meant("call monthly.plot; uses monthly") == "c5"


def test_a_name_alone_is_known() -> None:
    assert meant("median(values)") == handle_of("tidy", "median")


def test_a_method_is_known_by_its_own_name() -> None:
    assert meant("text()") == handle_of("tidy", "Report.text")


def test_an_instruction_is_no_echo() -> None:
    assert meant("add a title and labels to the plot") is None


def test_a_few_letters_are_no_echo() -> None:
    assert meant("code") is None


def test_what_stands_in_two_lines_means_neither() -> None:
    assert meant("uses read_orders") is None
