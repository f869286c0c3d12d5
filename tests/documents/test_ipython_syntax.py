"""IPython's syntax: masked so that ast can read a cell, and unmasked to the letter."""

import ast

import pytest

from litecode_nb.documents.ipython_syntax import (
    MASK,
    is_opaque,
    mask,
    parse,
    tree_of,
)
from litecode_nb.documents.python_lines import line_starts
from litecode_nb.documents.python_parsing import parse_plain

MAGICS = [
    "%matplotlib inline",
    "%load_ext litecode_nb\nx = 1",
    "!ls",
    "!!ls -l",
    "!pip install {package} $name ${other}",
    "!echo it's | awk '{if ($1) print $1}'",
    "x = !ls",
    "x, y = !ls",
    "d['k'] = !ls #no",
    "x = %time f()",
    "x.y[0] = %sql SELECT 1",
    "?df",
    "??df.head",
    "df?",
    "df.head??  ",
    "%time df = load()",
    "%timeit -n 10 -r3 f(x)",
    "%time for i in x: pass",
    "%prun -s cumulative f()",
    "if x:\n    !ls\nelse:\n    %cd ..\n",
    "!ls \\\n  -l \\\n  -a\nx = 1",
    "x = !ls \\\r\n  -l\r\ny = 1",
    "%%time\nx = 1",
    "%%capture out\n%%time\nx = 1\n!ls",
    "%%bash\nls\nfor x in *; do echo $x; done\n",
    "%%time\n%%bash\nls\n",
    "\n\n%%html\n<b>it's</b>",
    "%%sql",
    ",f a b",
    ";f a b",
    "/f a b",
    "x = 1\r!ls\ry = 2",
    "    %time x = 1\n    !ls",
    "  %%bash\n  ls\n",
    "%%bash\rls\n\rls",
]


@pytest.mark.parametrize("source", MAGICS)
def test_a_masked_cell_can_be_parsed(source: str) -> None:
    assert isinstance(parse(source), ast.Module)


@pytest.mark.parametrize("source", MAGICS)
def test_unmasking_gives_the_cell(source: str) -> None:
    masked = mask(source)
    assert masked.originals
    assert masked.unmask(masked.text) == source


@pytest.mark.parametrize("source", MAGICS)
def test_masking_keeps_the_number_of_lines(source: str) -> None:
    assert len(line_starts(mask(source).text)) == len(line_starts(source))


@pytest.mark.parametrize(
    "source",
    [
        "x = 1\n",
        "'''\n%time\n!ls\n'''\n",
        "x = (a\n%b\n)\n",
        'x = f"{a}?"\n',
        "x = a \\\n% b\n",
        "x = 1  # really?\n",
        "x %= 2\ny = a != b\n",
        "print('a'\n    '?')\n",
        "@decorator\ndef f(): ...\n",
        "x = '=!'\n",
        "x = '''\\''' # ?\n'''\n",
        'x = """a\n"" b\n!ls"""\n',
        "x = 'a\\\n!b'\n",
    ],
)
def test_plain_python_is_not_touched(source: str) -> None:
    masked = mask(source)
    assert masked.text == source
    assert masked.originals == ()


def test_a_line_after_a_broken_string_is_still_masked() -> None:
    assert mask("x = 'a\n!ls\n").originals == ("!ls",)


def test_a_mask_occurs_nowhere_in_the_source() -> None:
    source = f"{MASK}0_()\n!ls\n"
    masked = mask(source)
    assert masked.text.count(masked.mask) == 1
    assert masked.unmask(masked.text) == source


def test_unmasking_works_on_a_text_that_was_changed() -> None:
    masked = mask("!ls\nx = 1\n%time y = 2\n")
    changed = masked.text.replace("x = 1", "x = 3")
    assert masked.unmask(changed) == "!ls\nx = 3\n%time y = 2\n"


def test_unmasking_leaves_unknown_masks_alone() -> None:
    masked = mask("!ls\n")
    assert masked.unmask(f"{MASK}7_()") == f"{MASK}7_()"


@pytest.mark.parametrize(
    "source",
    ["%%bash\nls", "\n  %%sql\nSELECT 1", "%%html", "%%time\n\n%%R\nx <- 1", "%%!\nls"],
)
def test_cells_of_another_language_are_opaque(source: str) -> None:
    assert is_opaque(source)


@pytest.mark.parametrize(
    "source", ["", "x = 1", "%time x", "%%time\nx = 1", "x\n%%bash", "%%capture o\nx"]
)
def test_cells_of_python_are_not_opaque(source: str) -> None:
    assert not is_opaque(source)


def test_an_opaque_cell_is_one_mask() -> None:
    source = "%%bash\nls\necho hi\n"
    assert mask(source).originals == (source.rstrip(),)


def test_a_cell_that_is_indented_as_a_whole_is_parsed_as_ipython_does() -> None:
    tree = parse("\n    x = 1\n\n    if x:\n        y = 2\n")
    assert [node.lineno for node in tree.body] == [2, 4]


def test_text_within_a_string_is_no_indentation() -> None:
    tree = parse('    def f():\n        """\ntext\n"""\n        return 1\n')
    assert isinstance(tree.body[0], ast.FunctionDef)


@pytest.mark.parametrize(
    "source", ["x = 1\n  y = 2\n", "  x = 1\ny = 2\n", "# a\n    x = 1\n"]
)
def test_a_broken_indentation_stays_an_error(source: str) -> None:
    with pytest.raises(SyntaxError):
        parse(source)


def test_help_is_for_names_only() -> None:
    with pytest.raises(SyntaxError):
        parse("print(x)?\n")


@pytest.mark.parametrize("source", ["await f()\n", "async with a as b: ...\n"])
def test_await_at_the_top_is_allowed(source: str) -> None:
    assert isinstance(parse(source), ast.Module)


def test_a_magic_in_pure_python_is_an_error() -> None:
    with pytest.raises(SyntaxError):
        parse_plain("!ls\n")


@pytest.mark.parametrize(
    "source",
    [
        "def f(:\n",
        "x = 'a\0b'\n",
        "(" * 1000,
        "-" * 100_000 + "1",
        "x = " + "9" * 5000,
        "a." * 100_000 + "b",
    ],
)
def test_whatever_cannot_be_parsed_is_a_syntax_error(source: str) -> None:
    with pytest.raises(SyntaxError):
        parse(source)


def test_warnings_of_the_parser_are_not_shown() -> None:
    assert isinstance(parse("x = '\\d'\ny = 1 is 1\nassert (x, 'y')\n"), ast.Module)


def test_a_lone_surrogate_does_not_hinder_parsing() -> None:
    assert isinstance(parse("x = '\ud800'\n"), ast.Module)


def test_no_tree_is_given_for_a_broken_cell() -> None:
    assert tree_of("def f(:\n") is None
