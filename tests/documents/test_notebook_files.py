"""Notebook files as they are found in the world: each is read and survives an edit."""

import codecs
import json
from typing import Any

import pytest

from builders import an_edit
from litecode_nb.documents.notebook import Notebook, read_notebook
from litecode_nb.documents.opening import open_document
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.unit import Unit
from litecode_nb.errors import UnreadableDocument
from notebook_builders import (
    NotebookStyle,
    a_code_cell,
    a_markdown_cell,
    a_notebook,
    a_raw_cell,
    with_ids,
    written,
)

PATH = DocumentPath("a.ipynb")
OLD_AND_PLAIN = NotebookStyle(minor=4)


def opened(data: bytes) -> Notebook:
    return read_notebook(PATH, data)


def unit_of(data: bytes, position: int = 0) -> Unit:
    return opened(data).units[position]


def edited(data: bytes, after: str, *, position: int = 0) -> bytes:
    unit = unit_of(data, position)
    edit = an_edit(
        unit.source, after, document=PATH, unit=unit.id, kind=unit.kind, position=0
    )
    return opened(data).with_edits([edit]).to_bytes()


def problem_of(data: bytes) -> str:
    with pytest.raises(UnreadableDocument) as raised:
        open_document(PATH, data)
    return str(raised.value)


def assert_survives(data: bytes, *, position: int = 0) -> None:
    """Unedited it is the same; an edit and its inverse change one value only."""
    assert opened(data).to_bytes() == data
    before = unit_of(data, position).source
    changed = edited(data, "changed = 'é'\nand more", position=position)
    assert unit_of(changed, position).source == "changed = 'é'\nand more"
    value, changed_value = json_value(data), json_value(changed)
    assert changed_value["cells"][position].pop("source") is not None
    value["cells"][position].pop("source")
    assert repr(changed_value) == repr(value)
    restored = edited(changed, before, position=position)
    assert unit_of(restored, position).source == before


def json_value(data: bytes) -> Any:
    return json.loads(data.decode("utf-8-sig"))


def test_cells_without_ids_are_addressed_by_place_and_text() -> None:
    data = a_notebook(a_code_cell("a"), style=OLD_AND_PLAIN)
    assert unit_of(data).id == "a.ipynb#0~ca978112"
    assert_survives(data)


def test_cells_with_ids_are_addressed_by_them() -> None:
    data = a_notebook(*with_ids([a_code_cell("a"), a_code_cell("b")]))
    assert [unit.id for unit in opened(data).units] == ["a.ipynb#id0", "a.ipynb#id1"]
    assert_survives(data, position=1)


def test_a_missing_id_in_format_4_5_is_not_invented() -> None:
    data = a_notebook(a_code_cell("a"))
    assert unit_of(data).id == "a.ipynb#0~ca978112"
    assert_survives(data)


def test_duplicate_ids_are_no_addresses() -> None:
    data = a_notebook(a_code_cell("a", id="twin"), a_code_cell("b", id="twin"))
    ids = [unit.id for unit in opened(data).units]
    assert ids == ["a.ipynb#0~ca978112", "a.ipynb#1~3e23e816"]
    assert_survives(data, position=1)


def test_a_null_id_is_no_address() -> None:
    data = a_notebook(a_code_cell("a", id=None))
    assert unit_of(data).id == "a.ipynb#0~ca978112"
    assert_survives(data)


def test_an_id_that_looks_like_a_place_is_no_address() -> None:
    data = a_notebook(a_code_cell("b"), a_code_cell("a", id="0~3e23e816"))
    assert len({unit.id for unit in opened(data).units}) == 2


def test_a_source_that_is_a_string_stays_one() -> None:
    data = a_notebook(a_code_cell("a\nb"), style=NotebookStyle(has_source_lists=False))
    assert b'"source": "a\\nc\\n"' in edited(data, "a\nc\n")
    assert_survives(data)


def test_a_source_that_is_a_list_stays_one() -> None:
    data = a_notebook(a_code_cell("a\nb"))
    expected = b'"source": [\n    "a\\n",\n    "c\\n"\n   ]'
    assert expected in edited(data, "a\nc\n")
    assert_survives(data)


def test_list_lines_without_a_line_feed_are_joined() -> None:
    data = a_notebook(a_code_cell(["a = (1,", "2)"]))
    assert unit_of(data).source == "a = (1,2)"
    assert_survives(data)


def test_an_empty_list_of_lines_can_be_filled() -> None:
    data = a_notebook(a_code_cell([]))
    expected = b'"source": [\n    "a\\n",\n    "b"\n   ]'
    assert expected in edited(data, "a\nb")
    assert edited(edited(data, "a\nb"), "") == data


def test_an_empty_list_on_one_line_is_filled_on_one_line() -> None:
    data = a_notebook(a_code_cell([]), style=NotebookStyle(indent=None))
    assert b'"source": ["a\\n", "b"]' in edited(data, "a\nb")


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\f", "\v", "\x85", "\r"])
def test_lines_end_at_line_feeds_only(mark: str) -> None:
    data = a_notebook(a_code_cell(f"a{mark}b\nc"))
    assert unit_of(data).source == f"a{mark}b\nc"
    assert json_value(edited(data, f"x{mark}y\nz"))["cells"][0]["source"] == [
        f"x{mark}y\n",
        "z",
    ]
    assert_survives(data)


def test_a_final_line_feed_in_a_source_is_kept() -> None:
    data = a_notebook(a_code_cell("a\n"))
    assert unit_of(data).source == "a\n"
    assert unit_of(edited(data, "b\n")).source == "b\n"


def test_a_file_with_crlf_stays_so() -> None:
    style = NotebookStyle(line_end="\r\n", final="\r\n")
    data = a_notebook(a_code_cell("a\nb"), style=style)
    changed = edited(data, "a\nb\nc")
    assert changed.count(b"\n") == changed.count(b"\r\n") == data.count(b"\n") + 1
    assert_survives(data)


def test_crlf_within_a_source_is_kept() -> None:
    data = a_notebook(a_code_cell("a\r\nb\r\n"))
    assert unit_of(data).source == "a\r\nb\r\n"
    assert b'"c\\r\\n"' in edited(data, "a\r\nc\r\n")
    assert_survives(data)


def test_a_byte_order_mark_stays() -> None:
    data = a_notebook(a_code_cell("a"), style=NotebookStyle(has_mark=True))
    assert edited(data, "b").startswith(codecs.BOM_UTF8 + b"{")
    assert_survives(data)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-32"])
def test_what_is_not_utf_8_is_refused_in_words(encoding: str) -> None:
    text = a_notebook(a_code_cell("é")).decode("utf-8")
    assert "is not UTF-8 text" in problem_of(text.encode(encoding))


def test_a_lone_surrogate_survives_the_edit_of_its_own_cell() -> None:
    data = a_notebook(
        a_code_cell("a = '\ud800'\nb"), style=NotebookStyle(has_ascii_escapes=True)
    )
    assert unit_of(data).source == "a = '\ud800'\nb"
    changed = edited(data, "a = '\ud800'\nc = '\udfff'")
    assert b"'\\ud800'" in changed
    assert b"'\\udfff'" in changed


def test_a_lone_surrogate_is_escaped_where_other_characters_are_not() -> None:
    data = a_notebook(a_code_cell("é"))
    assert 'é\\ud800"'.encode() in edited(data, "é\ud800")


def test_surrogates_that_make_a_pair_over_two_lines_are_one_character() -> None:
    data = a_notebook(
        a_code_cell(["\ud83d", "\ude00"]), style=NotebookStyle(has_ascii_escapes=True)
    )
    assert unit_of(data).source == "\U0001f600"


def test_nan_in_outputs_survives() -> None:
    output = {
        "output_type": "display_data",
        "metadata": {},
        "data": {"application/json": [float("nan"), float("inf")]},
    }
    data = a_notebook(a_code_cell("a", outputs=[output]))
    assert b"NaN" in edited(data, "b")
    assert_survives(data)


def test_a_number_of_many_digits_survives() -> None:
    data = a_notebook(a_code_cell("a", metadata={"n": 0}))
    data = data.replace(b'"n": 0', b'"n": ' + b"7" * 5000)
    assert opened(data).to_bytes() == data
    assert b"7" * 5000 in edited(data, "b")


@pytest.mark.parametrize("data", [b"", b" \n", codecs.BOM_UTF8])
def test_an_empty_file_is_refused_in_words(data: bytes) -> None:
    assert "`a.ipynb` is empty" in problem_of(data)


def test_a_file_that_was_cut_off_is_refused_with_the_place() -> None:
    data = a_notebook(a_code_cell("a"))[:40]
    assert "is not valid JSON" in problem_of(data)
    assert "line " in problem_of(data)


def test_text_after_the_notebook_is_refused() -> None:
    assert "Extra data" in problem_of(a_notebook() + b"{}")


def test_merge_marks_are_named() -> None:
    data = a_notebook(a_code_cell("a")).replace(
        b'   "execution_count"', b'<<<<<<< HEAD\n   "execution_count"'
    )
    assert "merge conflict" in problem_of(data)


def test_merge_marks_within_a_source_are_only_text() -> None:
    data = a_notebook(a_code_cell("<<<<<<< HEAD\na\n=======\n"))
    assert_survives(data)


def test_a_code_cell_without_outputs_survives() -> None:
    cell = a_code_cell("a")
    del cell["outputs"]
    assert_survives(a_notebook(cell))


def test_transient_data_survives() -> None:
    output = {
        "output_type": "display_data",
        "metadata": {},
        "data": {"text/plain": ["x"]},
        "transient": {"display_id": "1"},
    }
    assert_survives(a_notebook(a_code_cell("a", outputs=[output])))


def test_format_3_is_refused_in_words() -> None:
    data = written({"nbformat": 3, "nbformat_minor": 0, "worksheets": []})
    assert "old notebook format 3" in problem_of(data)


def test_format_5_is_refused_in_words() -> None:
    assert "newer than format 4" in problem_of(a_notebook(nbformat=5))


@pytest.mark.parametrize("data", [b"{}", b"[]", b"null", b'"x"', b"1", b"[{}]"])
def test_json_that_is_no_notebook_is_refused_in_words(data: bytes) -> None:
    assert "is no notebook" in problem_of(data)


@pytest.mark.parametrize("cells", [None, {}, "x", 1])
def test_a_notebook_without_a_list_of_cells_is_refused(cells: object) -> None:
    assert "no list of cells" in problem_of(written({"nbformat": 4, "cells": cells}))


@pytest.mark.parametrize("cell", [None, 1, [], {}, a_code_cell("a", cell_type="x")])
def test_a_cell_without_a_known_type_is_refused_by_its_number(cell: object) -> None:
    cells = [a_code_cell("a"), cell]
    data = written({"nbformat": 4, "cells": cells})
    assert "Cell 2 of `a.ipynb` has no known cell_type" in problem_of(data)


@pytest.mark.parametrize("source", [None, 1, {}, ["a", 1], [["a"]]])
def test_a_cell_whose_source_is_no_text_is_refused(source: object) -> None:
    data = written({"nbformat": 4, "cells": [a_code_cell() | {"source": source}]})
    assert "no source that is text" in problem_of(data)


@pytest.mark.parametrize("opener", ["[", '{"a":'])
def test_deep_nesting_is_refused_in_words(opener: str) -> None:
    deep = (opener * 100_000).encode()
    data = a_notebook(metadata={"x": 1}).replace(b'"x": 1', b'"x": ' + deep)
    assert "nested too deeply" in problem_of(data)


def test_unknown_keys_and_mime_types_survive() -> None:
    output = {
        "output_type": "display_data",
        "metadata": {},
        "data": {"application/vnd.unknown.v9+json": {"deep": [1, {"a": None}]}},
        "novel": True,
    }
    cell = a_code_cell("a", outputs=[output], surprise={"source": "not this one"})
    assert_survives(a_notebook(cell, more={"cells": []}))


@pytest.mark.parametrize("indent", [0, 1, 2, 4, "\t", None])
def test_every_indentation_survives(indent: int | str | None) -> None:
    data = a_notebook(a_code_cell("a\nb"), style=NotebookStyle(indent=indent))
    assert edited(data, "a\nb") == data
    assert_survives(data)
    longer = a_notebook(a_code_cell("a\nb\nc"), style=NotebookStyle(indent=indent))
    assert edited(data, "a\nb\nc") == longer


def test_the_tightest_json_survives() -> None:
    root = {"cells": [a_code_cell(["a\n", "b"])], "nbformat": 4, "nbformat_minor": 4}
    data = json.dumps(root, separators=(",", ":")).encode()
    assert b'"source":["a\\n","c"]' in edited(data, "a\nc")
    assert_survives(data)


def test_the_order_of_keys_survives() -> None:
    cell = {"source": "a", "outputs": [], "metadata": {}, "cell_type": "code"}
    data = a_notebook(cell, style=NotebookStyle(has_sorted_keys=False))
    assert_survives(data)


def test_escapes_of_unicode_are_written_where_they_were() -> None:
    style = NotebookStyle(has_ascii_escapes=True)
    data = a_notebook(a_code_cell("é"), style=style)
    assert edited(data, "ü") == a_notebook(a_code_cell("ü"), style=style)


def test_escapes_elsewhere_in_the_file_decide_for_a_plain_cell() -> None:
    style = NotebookStyle(has_ascii_escapes=True)
    data = a_notebook(a_code_cell("a"), a_markdown_cell("é"), style=style)
    assert b"\\u00fc" in edited(data, "ü")


def test_colour_codes_in_outputs_are_no_reason_to_escape() -> None:
    output = {"output_type": "stream", "name": "stdout", "text": ["\x1b[31m"]}
    data = a_notebook(a_code_cell("a", outputs=[output]))
    assert "ü".encode() in edited(data, "ü")


def test_a_backslash_before_u_is_no_reason_to_escape() -> None:
    data = a_notebook(a_code_cell("'\\u00e9'"))
    assert b"\\\\u00e9" in data
    assert "ü".encode() in edited(data, "ü")


def test_lines_that_stay_keep_their_own_escapes() -> None:
    data = a_notebook(a_code_cell("a</b>\nc")).replace(b"</b>", b"\\u003c\\/b\\u003E")
    assert unit_of(data).source == "a</b>\nc"
    assert b'"a\\u003c\\/b\\u003E\\n"' in edited(data, "a</b>\nd")


def test_lines_of_a_string_that_stay_keep_their_own_escapes() -> None:
    style = NotebookStyle(has_source_lists=False)
    data = a_notebook(a_code_cell("\\n\n</b>\nc"), style=style)
    data = data.replace(b"</b>", b"\\u003c/b>")
    assert b'"\\\\n\\n\\u003c/b>\\nd"' in edited(data, "\\n\n</b>\nd")


@pytest.mark.parametrize("final", ["", "\n\n", "  "])
def test_the_end_of_the_file_survives(final: str) -> None:
    data = a_notebook(a_code_cell("a"), style=NotebookStyle(final=final))
    assert_survives(data)


@pytest.mark.parametrize(
    "source", ["%%bash\nls $HOME\n", "!ls", "x = !ls\nx", "%%sql\nSELECT '\"' FROM t\n"]
)
def test_ipython_syntax_is_text_like_any_other(source: str) -> None:
    data = a_notebook(a_code_cell(source))
    assert unit_of(data).source == source
    assert_survives(data)


def test_raw_cells_survive() -> None:
    data = a_notebook(a_raw_cell("---\ntitle: x\n---", metadata={"format": "yaml"}))
    assert_survives(data)


def test_attachments_survive() -> None:
    attachments = {"a.png": {"image/png": "iVBORw0KGgo="}}
    cell = a_markdown_cell("![a](attachment:a.png)", attachments=attachments)
    assert_survives(a_notebook(cell))


def test_of_duplicate_keys_the_last_counts_as_for_every_reader() -> None:
    data = a_notebook(a_code_cell("second")).replace(
        b'"source": [', b'"source": "first",\n   "source": ['
    )
    assert unit_of(data).source == "second"
    changed = edited(data, "third")
    assert b'"source": "first"' in changed
    assert unit_of(changed).source == "third"


@pytest.mark.parametrize("path", ["a b/c d.ipynb", "données/日本.ipynb", "a#b.ipynb"])
def test_paths_with_spaces_and_unicode_are_addresses(path: str) -> None:
    data = a_notebook(*with_ids([a_code_cell("a")]))
    unit = open_document(DocumentPath(path), data).units[0]
    assert unit.id == f"{path}#id0"
    assert unit.document == path
