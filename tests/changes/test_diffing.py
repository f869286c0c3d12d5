import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import an_edit
from litecode_nb.changes.diffing import hunks, keep_hunks, stat, unified
from litecode_nb.changes.words import word_marks
from litecode_nb.domain.diff import DiffLine, LineKind, Span
from litecode_nb.domain.edit import Edit
from sample_tree import a_cell_edit

LINES = st.lists(st.sampled_from(["", "a", "b", "  b", "c\r", "é\u2028d"]), max_size=12)
TEXTS = st.builds("\n".join, LINES)
EDITS = st.builds(an_edit, TEXTS, TEXTS)
CONTEXTS = st.integers(0, 4)
TEN = "".join(f"{n}\n" for n in range(10))

FEW = settings(max_examples=40)


def side(edit: Edit, *kinds: LineKind, context: int = 10_000) -> str:
    every = hunks(edit, context=context)
    return "".join(n.content for h in every for n in h.lines if n.kind in kinds)


@FEW
@given(EDITS)
def test_removed_and_context_lines_are_the_text_before(edit: Edit) -> None:
    if edit.before != edit.after:
        assert side(edit, LineKind.REMOVED, LineKind.CONTEXT) == edit.before


@FEW
@given(EDITS)
def test_added_and_context_lines_are_the_text_after(edit: Edit) -> None:
    if edit.before != edit.after:
        assert side(edit, LineKind.ADDED, LineKind.CONTEXT) == edit.after


@FEW
@given(EDITS, CONTEXTS)
def test_line_numbers_name_the_lines(edit: Edit, context: int) -> None:
    before, after = (edit.before or "").split("\n"), (edit.after or "").split("\n")
    for hunk in hunks(edit, context=context):
        for line in hunk.lines:
            if line.before_number is not None:
                assert before[line.before_number - 1] == line.text
            if line.after_number is not None:
                assert after[line.after_number - 1] == line.text


@FEW
@given(EDITS, CONTEXTS)
def test_a_hunk_begins_and_ends_with_its_context_at_most(
    edit: Edit, context: int
) -> None:
    for hunk in hunks(edit, context=context):
        changed = [n.kind is not LineKind.CONTEXT for n in hunk.lines]
        assert changed.index(True) <= context
        assert changed[::-1].index(True) <= context


@FEW
@given(EDITS, CONTEXTS)
def test_all_hunks_kept_are_the_edit(edit: Edit, context: int) -> None:
    kept = range(len(hunks(edit, context=context)))
    assert keep_hunks(edit, kept, context=context) == edit


@FEW
@given(EDITS, CONTEXTS)
def test_no_hunk_kept_is_no_edit(edit: Edit, context: int) -> None:
    if edit.before != edit.after:
        assert keep_hunks(edit, [], context=context) is None


@FEW
@given(EDITS, CONTEXTS, st.data())
def test_a_kept_part_has_no_other_lines(
    edit: Edit, context: int, data: st.DataObject
) -> None:
    every = hunks(edit, context=context)
    kept = data.draw(st.sets(st.sampled_from(range(len(every))))) if every else set()
    part = keep_hunks(edit, kept, context=context)
    if part is not None:
        wanted = sum(is_added(n) for k in kept for n in every[k].lines)
        assert stat(part)[0] <= wanted


def is_added(line: DiffLine) -> bool:
    return line.kind is LineKind.ADDED


def test_one_of_two_hunks_can_be_kept() -> None:
    edit = an_edit(TEN, TEN.replace("0", "first").replace("9", "last"))
    part = keep_hunks(edit, [1], context=1)
    assert part is not None
    assert part.after == TEN.replace("9", "last")


@pytest.mark.parametrize(("before", "after"), [(None, "a\nb\n"), ("a\nb\n", None)])
def test_a_made_or_deleted_unit_is_kept_as_a_whole(
    before: str | None, after: str | None
) -> None:
    edit = an_edit(before, after)
    assert keep_hunks(edit, [0]) == edit
    assert keep_hunks(edit, []) is None


@FEW
@given(EDITS)
def test_stat_counts_added_and_removed_lines(edit: Edit) -> None:
    lines = [n for h in hunks(edit) for n in h.lines]
    added = sum(n.kind is LineKind.ADDED for n in lines)
    assert stat(edit) == (added, sum(n.kind is LineKind.REMOVED for n in lines))


def test_an_edit_looks_like_diff_minus_u() -> None:
    assert unified(an_edit("a\nb\nc\n", "a\nB\nc\nd\n")) == (
        "--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n"
    )


def test_a_cell_is_named_as_a_person_would() -> None:
    text = unified(a_cell_edit("x", "a", "b", position=3))
    assert text.startswith("--- a/analysis.ipynb › cell 4\n")


def test_a_missing_newline_at_the_end_is_told() -> None:
    assert unified(an_edit("a\n", "a")) == (
        "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"
    )


def test_a_made_unit_comes_from_nowhere() -> None:
    assert unified(an_edit(None, "a\n")) == (
        "--- /dev/null\n+++ b/a.py\n@@ -0,0 +1 @@\n+a\n"
    )


def test_a_deleted_unit_goes_nowhere() -> None:
    assert unified(an_edit("a\nb\n", None)) == (
        "--- a/a.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
    )


def test_an_empty_made_unit_has_a_heading_only() -> None:
    assert unified(an_edit(None, "")) == "--- /dev/null\n+++ b/a.py\n"


def test_nothing_changed_is_no_diff() -> None:
    assert unified(an_edit("a\n", "a\n")) == ""


def test_far_changes_are_two_hunks() -> None:
    edit = an_edit(TEN, TEN.replace("0", "x").replace("9", "y"))
    assert [hunk.header for hunk in hunks(edit)] == [
        "@@ -1,4 +1,4 @@",
        "@@ -7,4 +7,4 @@",
    ]


def test_near_changes_share_a_hunk() -> None:
    edit = an_edit(TEN, TEN.replace("0", "x").replace("7", "y"))
    assert len(hunks(edit)) == 1


def test_a_change_of_blanks_alone_is_a_change() -> None:
    edit = an_edit("if a:\n  b\n", "if a:\n    b\n")
    assert stat(edit) == (1, 1)


def test_line_ends_are_part_of_the_line() -> None:
    (hunk,) = hunks(an_edit("a\r\n", "a\n"))
    assert [line.text for line in hunk.lines] == ["a\r", "a"]


def marked(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = word_marks(before, after)
    return (
        [before[span.start : span.end] for span in old],
        [after[span.start : span.end] for span in new],
    )


def test_the_words_that_differ_are_marked() -> None:
    assert marked("total = load(path)", "total = read(path)") == (["load"], ["read"])


def test_blanks_that_differ_are_marked() -> None:
    assert marked("a  = b", "a = b") == (["  "], [" "])


def test_an_added_word_marks_the_new_line_only() -> None:
    assert marked("f(a, b)", "f(a, b, c)") == ([], [", c"])


def test_lines_with_little_in_common_get_no_marks() -> None:
    assert marked("import os", "x = [1, 2, 3]") == ([], [])


def test_very_long_lines_get_no_marks() -> None:
    assert marked("a" * 2000, "a" * 1999 + "b") == ([], [])


def test_marks_stand_on_the_lines_of_a_hunk() -> None:
    (hunk,) = hunks(an_edit("x = load(path)\n", "x = read(path)\n"))
    assert [len(line.marks) for line in hunk.lines] == [1, 1]


@FEW
@given(st.text(max_size=20), st.text(max_size=20))
def test_what_is_not_marked_is_equal(before: str, after: str) -> None:
    old, new = word_marks(before, after)
    if old or new:
        assert without(before, old) == without(after, new)


def without(text: str, spans: tuple[Span, ...]) -> str:
    places = {n for span in spans for n in range(span.start, span.end)}
    return "".join(c for n, c in enumerate(text) if n not in places)


def test_ten_thousand_lines_take_little_time() -> None:
    lines = [f"line {n % 50}\n" for n in range(10_000)]
    changed = [*lines[:100], "new\n", *lines[150:9000], *lines[9001:], "end\n"]
    assert stat(an_edit("".join(lines), "".join(changed)))[0] >= 2


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@FEW
@given(before=TEXTS, after=TEXTS)
def test_git_applies_it(
    tmp_path_factory: pytest.TempPathFactory, before: str, after: str
) -> None:
    text = unified(an_edit(before, after))
    if not text or "\r" in before + after:
        return
    folder: Path = tmp_path_factory.mktemp("git")
    (folder / "a.py").write_bytes(before.encode())
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, cwd=folder, input=text.encode(), check=True)
    assert (folder / "a.py").read_bytes() == after.encode()
