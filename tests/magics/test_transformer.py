"""What IPython gets to see of litecode's cells."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager

from litecode_magics.transformer import Way, transformer


def a_manager(way: Way | None) -> TransformerManager:
    """IPython's own way from a cell to code, with ours before it or without."""
    manager = TransformerManager()  # type: ignore[no-untyped-call]  # IPython's
    if way is not None:
        manager.cleanup_transforms.insert(0, transformer(lambda: way))
    return manager


def transformed(cell: str, way: Way | None = Way.AWAITED) -> str:
    return a_manager(way).transform_cell(cell)


def arguments(code: str) -> list[str]:
    """The literals that a call in the code gets."""
    statement = ast.parse(code).body[0]
    calls = [n for n in ast.walk(statement) if isinstance(n, ast.Call)]
    return [ast.literal_eval(each) for each in calls[0].args]


def test_a_request_on_one_line_is_awaited() -> None:
    code = transformed("%%litecode rename a to b")
    assert code.startswith("await ")
    assert arguments(code) == ["rename a to b", ""]


def test_the_body_comes_as_it_was_typed() -> None:
    body = ">>> total(1)\n    it's {x} and $HOME\n\n"
    assert arguments(transformed(f"%%litecode --ask\n{body}")) == ["--ask", body]


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\n")), st.text())
def test_no_text_is_changed_on_its_way(line: str, body: str) -> None:
    line_typed, body_typed = f"x{line}x", f"{body}\n"
    cell = f"%%litecode {line_typed}\n{body_typed}"
    assert arguments(transformed(cell)) == [line_typed, body_typed]


def test_blank_lines_before_the_magic_are_passed_over() -> None:
    assert arguments(transformed("\n\n%%litecode go")) == ["go", ""]


def test_a_line_that_ends_in_a_question_mark_is_a_question() -> None:
    assert arguments(transformed("%litecode ask what is x?")) == ["ask what is x?"]


def test_several_lines_run_one_after_the_other() -> None:
    code = transformed("%litecode undo\n# and then\n%litecode\n")
    assert [arguments(line) for line in code.splitlines()] == [["undo"], [""]]


def test_without_a_kernel_the_registered_magic_is_called() -> None:
    code = transformed("%%litecode go", Way.BLOCKING)
    assert code == "get_ipython().run_cell_magic('litecode', 'go', '\\n')\n"


def test_without_a_kernel_a_line_is_the_registered_magic_too() -> None:
    code = transformed("%litecode ask why?", Way.BLOCKING)
    assert code == "get_ipython().run_line_magic('litecode', 'ask why?')\n"


@pytest.mark.parametrize(
    "cell",
    [
        "x = 1\n",
        "# %litecode is mentioned\n",
        "%%litecodes go\n",
        "%%time\n%%litecode go\n",
        's = """\n%litecode undo\n"""\n',
        "%litecode undo\nx = 1\n",
        "%%litecode?\n",
        "\n",
    ],
)
def test_other_cells_are_left_to_ipython(cell: str) -> None:
    assert transformed(cell) == transformed(cell, None)


def test_a_terminal_waits_for_more_lines_of_a_request() -> None:
    found, _ = a_manager(Way.BLOCKING).check_complete("%%litecode\nrename a")
    assert found == "incomplete"
