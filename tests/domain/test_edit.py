from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import a_change_set, an_edit
from litecode_nb.domain.edit import Edit, merged
from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.unit import UnitKind

TEXTS = st.none() | st.sampled_from(["", "a", "b"])


@st.composite
def edits(draw: st.DrawFn) -> Edit:
    before, after = draw(
        st.tuples(TEXTS, TEXTS).filter(lambda pair: pair != (None, None))
    )
    return an_edit(before, after, unit=draw(st.sampled_from(["a", "b", "c"])))


@st.composite
def histories(draw: st.DrawFn) -> list[Edit]:
    """Edits that follow one another: each starts from what the one before left."""
    now: dict[str, str | None] = {"a": "a", "b": "", "c": None}
    made: list[Edit] = []
    for _ in range(draw(st.integers(0, 8))):
        unit = draw(st.sampled_from(sorted(now)))
        after = draw(TEXTS)
        if now[unit] is not None or after is not None:
            made.append(an_edit(now[unit], after, unit=unit))
            now[unit] = after
    return made


def played(edits: Sequence[Edit]) -> dict[UnitId, str | None]:
    """What the touched units hold before the first and after the last edit."""
    first = {edit.unit: edit.before for edit in reversed(edits)}
    last = {edit.unit: edit.after for edit in edits}
    return {unit: last[unit] for unit in first if first[unit] != last[unit]}


@given(edits())
def test_an_edit_inverted_twice_is_the_edit(edit: Edit) -> None:
    assert edit.inverted().inverted() == edit


@given(edits())
def test_an_inverted_edit_deletes_what_the_edit_creates(edit: Edit) -> None:
    assert edit.inverted().deletes == edit.creates


def test_an_edit_of_nothing_into_nothing_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="neither a before nor an after"):
        an_edit(None, None)


def test_a_module_is_called_by_its_path() -> None:
    assert an_edit(document="src/a.py").label == "src/a.py"


def test_a_cell_is_called_by_its_place() -> None:
    edit = an_edit(document="a.ipynb", kind=UnitKind.CODE_CELL, position=3)
    assert edit.label == "a.ipynb › cell 4"


@given(histories())
def test_merged_edits_do_what_the_edits_do(edits: list[Edit]) -> None:
    assert played(merged(edits)) == played(edits)


@given(histories())
def test_merged_edits_have_one_for_each_unit(edits: list[Edit]) -> None:
    units = [edit.unit for edit in merged(edits)]
    assert len(units) == len(set(units))


@given(histories())
def test_merging_again_changes_nothing(edits: list[Edit]) -> None:
    assert merged(merged(edits)) == merged(edits)


@given(histories())
def test_inverted_merged_edits_take_everything_back(edits: list[Edit]) -> None:
    back = [edit.inverted() for edit in reversed(edits)]
    assert merged([*edits, *back]) == ()


def test_a_unit_that_is_made_and_removed_leaves_no_edit() -> None:
    assert merged([an_edit(None, "a"), an_edit("a", None)]) == ()


def test_a_unit_that_is_removed_and_made_again_is_edited() -> None:
    assert merged([an_edit("a", None), an_edit(None, "b")]) == (an_edit("a", "b"),)


def test_merged_edits_keep_the_order_in_which_units_appear() -> None:
    one, two = an_edit("a", "b", unit="1"), an_edit("a", "b", unit="2")
    again = an_edit("b", "c", unit="1")
    assert [edit.unit for edit in merged([one, two, again])] == ["1", "2"]


def test_a_created_cell_keeps_the_place_of_its_creation() -> None:
    created = an_edit(None, "a", position=2)
    changed = an_edit("a", "b", position=5)
    assert merged([created, changed])[0].position == 2


def test_a_change_set_with_two_edits_of_one_unit_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="two edits of one unit"):
        a_change_set(an_edit(), an_edit())


def test_a_change_set_names_each_document_once() -> None:
    change_set = a_change_set(
        an_edit(document="b.ipynb", unit="b.ipynb#1"),
        an_edit(document="a.py"),
        an_edit(document="b.ipynb", unit="b.ipynb#2"),
    )
    assert change_set.documents == ("b.ipynb", "a.py")


def test_a_part_of_a_change_set_keeps_its_order() -> None:
    one, two, three = (an_edit(unit=name) for name in "abc")
    part = a_change_set(one, two, three).only([three.unit, one.unit])
    assert part.edits == (one, three)


def test_a_change_set_inverted_twice_is_the_change_set() -> None:
    assert a_change_set().inverted().inverted() == a_change_set()
