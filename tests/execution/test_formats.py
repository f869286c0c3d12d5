import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litecode_nb.execution.formats import Replacement, splice
from litecode_nb.execution.lines import split_lines

QUICK = settings(deadline=None, max_examples=60)
SOURCES = st.lists(
    st.tuples(st.text(alphabet="ab \t\f", max_size=6), st.sampled_from(["\n", "\r\n"])),
    max_size=8,
).map(lambda lines: "".join(text + end for text, end in lines))


@QUICK
@given(SOURCES, st.data())
def test_what_lies_outside_keeps_every_byte(source: str, data: st.DataObject) -> None:
    lines = split_lines(source)
    first = data.draw(st.integers(0, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    text = data.draw(st.text(alphabet="xy\n", max_size=6))
    after = splice(source, [Replacement(first=first, last=last, text=text)])
    assert after.startswith("".join(lines[:first]))
    assert after.endswith("".join(lines[last:]))


def test_nothing_to_replace_gives_the_source() -> None:
    assert splice("a\r\nb", []) == "a\r\nb"


def test_an_insertion_stands_on_lines_of_its_own() -> None:
    assert splice("a\nb\n", [Replacement(first=1, last=1, text="x")]) == "a\nx\nb\n"


def test_an_insertion_behind_a_line_without_end_keeps_the_source_without() -> None:
    assert splice("a", [Replacement(first=1, last=1, text="\nx")]) == "a\n\nx"


def test_several_replacements_do_not_move_one_another() -> None:
    changes = [
        Replacement(first=2, last=3, text="c1\nc2"),
        Replacement(first=0, last=1, text="a1"),
        Replacement(first=1, last=1, text="new"),
    ]
    assert splice("a\nb\nc\n", changes) == "a1\nnew\nb\nc1\nc2\n"


def test_an_empty_text_takes_lines_out() -> None:
    assert splice("a\nb\nc\n", [Replacement(first=1, last=2, text="")]) == "a\nc\n"


def test_inserted_lines_get_the_line_end_of_the_source() -> None:
    after = splice("a\r\nb\r\n", [Replacement(first=1, last=1, text="x\ny")])
    assert after == "a\r\nx\r\ny\r\nb\r\n"


def test_a_range_cannot_run_backwards() -> None:
    with pytest.raises(ValueError, match="no range"):
        Replacement(first=2, last=1, text="")


def test_replacements_must_not_overlap() -> None:
    changes = [
        Replacement(first=0, last=2, text="x"),
        Replacement(first=1, last=3, text="y"),
    ]
    with pytest.raises(ValueError, match="overlap"):
        splice("a\nb\nc\n", changes)
