import pytest

from builders import a_unit
from execution_builders import a_cell, after_of, edit_with
from litecode_nb.domain.outcome import Edited, Unchanged
from litecode_nb.execution.choosing import section_of
from litecode_nb.execution.renames import Rename, RenameKind, rename_in
from litecode_nb.execution.renaming import renamed
from litecode_nb.execution.surroundings import Surroundings


def a_rename(old: str, new: str, kind: RenameKind = RenameKind.RENAME) -> Rename:
    return Rename(old=old, new=new, kind=kind)


@pytest.mark.parametrize(
    ("instruction", "rename"),
    [
        ("rename the variable df2 to monthly", a_rename("df2", "monthly")),
        ("Rename total to grand_total everywhere.", a_rename("total", "grand_total")),
        ("rename `a` into `b` in this file", a_rename("a", "b")),
        ("please rename load() to read()", a_rename("load", "read")),
        ("rename the function to read", a_rename("load", "read")),
        ("call b instead of a", a_rename("a", "b", RenameKind.CALL_INSTEAD)),
        ("use the variable b instead of a", a_rename("a", "b", RenameKind.USE_INSTEAD)),
    ],
)
def test_a_plain_rename_is_understood(instruction: str, rename: Rename) -> None:
    assert rename_in(instruction, "load") == rename


@pytest.mark.parametrize(
    "instruction",
    [
        "rename total to grand_total and add a docstring",
        "use the variable DATA instead of the hard-coded path",
        "rename the column amount to value in the frame",
        "rename it",
        "rename a to class",
        "rename a to a",
        "call it a day",
    ],
)
def test_anything_more_is_left_to_a_model(instruction: str) -> None:
    assert rename_in(instruction) is None


def result(
    source: str,
    old: str = "old",
    new: str = "new",
    *,
    section: str | None = None,
    known: tuple[str, ...] = (),
    kind: RenameKind = RenameKind.RENAME,
) -> str | None:
    part = section_of(source, section) if section else None
    rename = Rename(old=old, new=new, kind=kind)
    return renamed(source, rename, part=part, known=known)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("old = 1\nprint(old)\n", "new = 1\nprint(new)\n"),
        ("old = 1\nprint(f'{old} {{old}} {old!r:>{old}}')", None),
        ("old = 1\nf(old=old)\n", "new = 1\nf(old=new)\n"),
        ("old = 1\nx.old = old.old\n", "new = 1\nx.old = new.old\n"),
        ("old = 'old'  # old\n", "new = 'old'  # old\n"),
        ("for old in old_list:\n    old += 1", "for new in old_list:\n    new += 1"),
        ("old: int = 1\ndel old\n", "new: int = 1\ndel new\n"),
        ("def old():\n    return old()\n", "def new():\n    return new()\n"),
        ("x = [old for old in y]", "x = [new for new in y]"),
        ("%timeit old\nold = 1", "%timeit new\nnew = 1"),
        ("ä = old = 'ö'; f(old=old)", "ä = new = 'ö'; f(old=new)"),
        ("__all__ = ['old']\nold = 1\n", "__all__ = ['new']\nnew = 1\n"),
        ("def old(old=1):\n    return old\n", "def new(old=1):\n    return old\n"),
    ],
)
def test_a_name_of_the_top_is_renamed(source: str, after: str | None) -> None:
    expected = after or source.replace("old", "new").replace("{{new}}", "{{old}}")
    assert result(source) == expected


def test_a_local_of_the_same_name_stays() -> None:
    source = "def f(old):\n    return old\n\n\nold = f(old=1)\n"
    assert result(source) == "def f(old):\n    return old\n\n\nnew = f(old=1)\n"


def test_a_local_of_an_inner_function_does_not_hide_the_name() -> None:
    source = "old = 1\ndef f():\n    def g(old):\n        return old\n    return old\n"
    after = "new = 1\ndef f():\n    def g(old):\n        return old\n    return new\n"
    assert result(source) == after


def test_a_parameter_is_renamed_with_the_calls_that_name_it() -> None:
    source = "def f(old=1):\n    return old\n\nf(old=2)\ng(old=3)\n"
    after = "def f(new=1):\n    return new\n\nf(new=2)\ng(old=3)\n"
    assert result(source, section="f") == after


def test_a_function_is_meant_where_the_section_has_its_name() -> None:
    source = "def old():\n    old = 1\n    return old\n\nold()\n"
    after = "def new():\n    old = 1\n    return old\n\nnew()\n"
    assert result(source, section="old") == after


def test_a_method_is_renamed_with_its_calls() -> None:
    source = "class A:\n    def old(self):\n        self.old()\n\na.old()\n"
    assert result(source) == source.replace("old", "new")


def test_an_attribute_of_self_is_renamed() -> None:
    source = (
        "class A:\n    def f(self):\n        self.old = 1\n        return self.old\n"
    )
    assert result(source) == source.replace("old", "new")


@pytest.mark.parametrize(
    "source",
    [
        "old = new = 1\n",
        "import old\nold.f()\n",
        "from old import old\n",
        "from a import old\nold()\n",
        "class A:\n    old = 1\nold = 2\n",
        "class A:\n    def get(self):\n        pass\n",
        "def f(:\n",
        "!echo old\nold = 1\n",
        "x = 1\n",
    ],
)
def test_what_is_not_safe_is_left_alone(source: str) -> None:
    old = "get" if "get" in source else "old"
    assert result(source, old) is None


def test_an_import_follows_a_name_that_was_changed_before() -> None:
    source = "from a import old\n\n\ndef f():\n    return old()\n"
    after = result(source, known=("new",), kind=RenameKind.CALL_INSTEAD, section="f")
    assert after == source.replace("old", "new")


def test_a_module_is_not_swapped_for_another() -> None:
    source = "import os\nos.path.join('a')\n"
    assert result(source, "os", "pathlib", kind=RenameKind.USE_INSTEAD) is None


def test_a_call_is_changed_without_knowing_more() -> None:
    source = "data = load('x.csv')\n"
    after = result(source, "load", "read", kind=RenameKind.CALL_INSTEAD)
    assert after == "data = read('x.csv')\n"


async def test_a_rename_needs_no_model() -> None:
    outcome, model = await edit_with(a_cell("df2 = 1\r\ndf2  \r\n"), "rename df2 to m")
    assert after_of(outcome) == "m = 1\r\nm  \r\n"
    assert model.prompts == []


async def test_a_rename_by_code_says_so() -> None:
    outcome, _ = await edit_with(a_cell("df2 = 1"), "rename df2 to m")
    assert isinstance(outcome, Edited)
    assert "renamed by code" in outcome.gates


async def test_a_name_that_is_not_there_is_nothing_to_rename() -> None:
    outcome, model = await edit_with(a_cell("m = 1"), "rename df2 to m")
    assert isinstance(outcome, Unchanged)
    assert model.prompts == []


async def test_a_rename_that_a_model_has_to_do_must_be_whole() -> None:
    source = "from a import old\nx = old()\ny = old()"
    half = "```python\nfrom a import new\nx = new()\ny = old()\n```"
    whole = "```python\nfrom a import new\nx = new()\ny = new()\n```"
    outcome, model = await edit_with(a_cell(source), "rename old to new", half, whole)
    assert after_of(outcome) == source.replace("old", "new")
    assert len(model.prompts) == 2


async def test_a_user_of_a_renamed_function_is_changed_by_code() -> None:
    around = Surroundings(new_signatures=("src/load.py: def load_orders(path)",))
    module = "from src.load import read_orders\n\n\ndef main():\n    read_orders(1)\n"
    outcome, model = await edit_with(
        a_unit(module), "rename read_orders to load_orders", surroundings=around
    )
    assert after_of(outcome) == module.replace("read_orders", "load_orders")
    assert model.prompts == []
