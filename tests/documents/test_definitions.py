"""Definitions: what a cell or module defines, and where each one begins and ends."""

import textwrap

import pytest

from litecode_nb.documents.definitions import Definition, definitions

MODULE = textwrap.dedent(
    '''\
    """Things."""
    import re

    # about load
    def load(path, *, sep=","):
        """Load a table.

        More.
        """
        def inner():
            return path
        return inner()


    @decorated(
        1
    )
    @again
    class Item(Base, metaclass=Meta):
        """An item."""

        @property
        def label(self) -> str:
            return "x"

        class Inner:
            async def run(self, *args: int, **more): ...

    if re:
        def maybe(): return 1; # a comment
    else:
        def maybe(): return 2
    '''
)


def named(name: str, source: str = MODULE) -> Definition:
    return next(each for each in definitions(source) if each.name == name)


def text_of(definition: Definition, source: str = MODULE) -> str:
    return source[definition.start : definition.end]


def test_definitions_come_in_order_and_methods_follow_their_class() -> None:
    assert [(each.name, each.kind.value) for each in definitions(MODULE)] == [
        ("load", "function"),
        ("Item", "class"),
        ("Item.label", "method"),
        ("Item.Inner", "class"),
        ("Item.Inner.run", "method"),
        ("maybe", "function"),
        ("maybe", "function"),
    ]


@pytest.mark.parametrize(
    ("name", "signature"),
    [
        ("load", "def load(path, *, sep=',')"),
        ("Item", "class Item(Base, metaclass=Meta)"),
        ("Item.label", "def label(self) -> str"),
        ("Item.Inner", "class Inner"),
        ("Item.Inner.run", "async def run(self, *args: int, **more)"),
    ],
)
def test_the_signature_is_the_head_on_one_line(name: str, signature: str) -> None:
    assert named(name).signature == signature


@pytest.mark.parametrize(
    ("name", "summary"),
    [("load", "Load a table."), ("Item", "An item."), ("Item.label", "")],
)
def test_the_summary_is_the_first_line_of_the_docstring(
    name: str, summary: str
) -> None:
    assert named(name).summary == summary


def test_a_span_begins_at_the_decorators_and_ends_after_the_last_line() -> None:
    text = text_of(named("Item"))
    assert text.startswith("@decorated(\n")
    assert text.endswith("**more): ...\n")


def test_a_comment_before_a_definition_is_not_part_of_it() -> None:
    assert text_of(named("load")).startswith("def load")


def test_a_method_has_its_indentation() -> None:
    label = named("Item.label")
    assert label.indent == "    "
    assert text_of(label) == (
        '    @property\n    def label(self) -> str:\n        return "x"\n'
    )


def test_line_numbers_agree_with_the_span() -> None:
    lines = MODULE.splitlines(keepends=True)
    for each in definitions(MODULE):
        assert "".join(lines[each.first_line - 1 : each.last_line]) == text_of(each)


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_spans_agree_whatever_the_line_ends(line_end: str) -> None:
    source = MODULE.replace("\n", line_end)
    assert text_of(named("Item.label", source), source) == (
        text_of(named("Item.label")).replace("\n", line_end)
    )


def test_characters_that_python_takes_for_no_line_end_do_not_shift_spans() -> None:
    source = "x = 'a\u2028\f\x85b'\ndef f(): ...\n"
    assert text_of(named("f", source), source) == "def f(): ...\n"


def test_the_last_definition_may_lack_a_line_end() -> None:
    source = "def f():\n    return 1"
    assert text_of(named("f", source), source) == source


def test_a_cell_with_magics_has_definitions() -> None:
    source = "%%time\n!ls \\\n  -l\ndef f():\n    !ls\n    return 1\nx?\n"
    assert text_of(named("f", source), source) == "def f():\n    !ls\n    return 1\n"


def test_an_opaque_cell_has_none() -> None:
    assert definitions("%%bash\ndef f(): ...\n") == ()


def test_of_broken_code_what_parses_by_itself_is_found() -> None:
    source = (
        "x = (1,\n"
        "def good(a):\n    return a\n\n"
        "@decorated\nclass Item:\n    def label(self): ...\n"
        "def bad(:\n    pass\n"
        "@also\n\ndef last(): ...\n"
    )
    found = definitions(source)
    assert [each.name for each in found] == ["good", "Item", "Item.label", "last"]
    lines = source.splitlines(keepends=True)
    for each in found:
        expected = "".join(lines[each.first_line - 1 : each.last_line])
        assert source[each.start : each.end] == expected


def test_a_signature_that_cannot_be_written_anew_is_taken_as_it_is() -> None:
    deep = "+".join(["1"] * 900)
    source = f"def f(a={deep}):\n    return a\n"
    assert named("f", source).signature == f"def f(a={deep})"


@pytest.mark.parametrize(
    "source", ["", "\n", "def", "class", "@", "@\n@\n", "\0", "def f(", "async def"]
)
def test_nothing_is_found_in_fragments(source: str) -> None:
    assert definitions(source) == ()


def test_a_long_chain_of_branches_is_walked() -> None:
    source = "if a: pass\n" + "elif b: pass\n" * 500 + "else:\n    def f(): ...\n"
    assert [each.name for each in definitions(source)] == ["f"]
