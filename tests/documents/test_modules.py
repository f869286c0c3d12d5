"""Modules: encodings, line ends, and edits of the one unit."""

import codecs

import pytest

from builders import an_edit
from litecode_nb.documents.module import Module, new_module, read_module
from litecode_nb.documents.opening import open_document
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import (
    DocumentError,
    StaleUnit,
    UnknownUnit,
    UnreadableDocument,
)

PATH = DocumentPath("a.py")


def opened(data: bytes) -> Module:
    return read_module(PATH, data)


def edited(data: bytes, after: str) -> bytes:
    edit = an_edit(opened(data).units[0].source, after)
    return opened(data).with_edits([edit]).to_bytes()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a = 1",
        b"a = 1\n",
        b"a = 1\r\nb = 2\r\n",
        b"a = 1\nb = 2\r\nc = 3\rd = 4",
        "a = 'é\u2028\x0c\x85'\n".encode(),
        codecs.BOM_UTF8 + b"a = 1\n",
        codecs.BOM_UTF8 + "\ufeff# coding: utf-8\n".encode(),
        "# coding: latin-1\na = 'é'\n".encode("latin-1"),
        "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\na = '€'\n".encode(
            "cp1252"
        ),
        "# coding: euc-jp\na = '日本'\n".encode("euc-jp"),
        b"# coding: utf-8-sig\na = 1\n",
        b"def broken(:\n",
    ],
)
def test_a_module_gives_back_its_bytes(data: bytes) -> None:
    assert opened(data).to_bytes() == data


def test_a_module_is_one_unit_with_its_path_as_address() -> None:
    unit = opened(b"a = 1\r\n").units[0]
    assert unit.id == UnitId(PATH)
    assert unit.kind is UnitKind.MODULE
    assert unit.source == "a = 1\r\n"


def test_the_byte_order_mark_is_no_part_of_the_source() -> None:
    assert opened(codecs.BOM_UTF8 + b"a = 1\n").units[0].source == "a = 1\n"


def test_the_byte_order_mark_stays_after_an_edit() -> None:
    assert edited(codecs.BOM_UTF8 + b"a\n", "b\n") == codecs.BOM_UTF8 + b"b\n"


def test_the_new_text_is_written_exactly() -> None:
    assert edited(b"a\r\n", "b\r\nc\nd") == b"b\r\nc\nd"


def test_the_encoding_stays_after_an_edit() -> None:
    data = "# coding: latin-1\na = 'é'\n".encode("latin-1")
    changed = edited(data, "# coding: latin-1\na = 'ü'\n")
    assert changed == "# coding: latin-1\na = 'ü'\n".encode("latin-1")


def test_an_edit_that_names_another_encoding_is_written_in_it() -> None:
    data = "# coding: latin-1\na = 'é'\n".encode("latin-1")
    assert edited(data, "a = '→'\n") == "a = '→'\n".encode()


@pytest.mark.parametrize(
    "after", ["# coding: latin-1\n'→'\n", "# coding: novel\n", "'\ud800'\n"]
)
def test_a_text_that_the_encoding_cannot_hold_is_refused(after: str) -> None:
    with pytest.raises(DocumentError, match=r"`a\.py` cannot hold the new text"):
        edited(b"# coding: latin-1\n", after)


def test_a_marked_module_cannot_become_latin_1() -> None:
    with pytest.raises(DocumentError):
        edited(codecs.BOM_UTF8 + b"a\n", "# coding: latin-1\n")


@pytest.mark.parametrize(
    "data",
    [
        "a = 'é'\n".encode("latin-1"),
        "a = 1\n".encode("utf-16"),
        b"# coding: novel\n",
        b"# coding: rot13\n",
        b"# coding: utf-16\n",
        codecs.BOM_UTF8 + b"# coding: latin-1\n",
        b"a = 1\0\n",
        "# coding: utf-7\na = '+AGE-'\n".encode("ascii"),
    ],
)
def test_what_cannot_be_read_and_written_back_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(UnreadableDocument, match=r"`a\.py` .* UTF-8"):
        open_document(PATH, data)


def test_a_new_module_has_no_bytes_and_no_unit() -> None:
    module = new_module(PATH)
    assert module.to_bytes() == b""
    assert module.units == ()


def test_a_new_module_can_be_filled() -> None:
    module = new_module(PATH).with_edits([an_edit(None, "a = 1\n")])
    assert module.to_bytes() == b"a = 1\n"


def test_a_module_that_is_there_cannot_be_created() -> None:
    with pytest.raises(StaleUnit, match="is already there"):
        opened(b"").with_edits([an_edit(None, "a = 1\n")])


def test_a_new_module_has_no_text_to_edit() -> None:
    with pytest.raises(StaleUnit):
        new_module(PATH).with_edits([an_edit("", "a = 1\n")])


def test_a_created_module_can_be_taken_back() -> None:
    edit = an_edit(None, "a = 1\n")
    module = new_module(PATH)
    assert module.with_edits([edit]).with_edits([edit.inverted()]) == module


def test_a_module_that_changed_since_is_stale_and_named() -> None:
    with pytest.raises(StaleUnit, match=r"a\.py changed since"):
        opened(b"b = 1\n").with_edits([an_edit("a = 1\n", "c = 1\n")])


def test_edits_that_follow_one_another_are_joined() -> None:
    edits = [an_edit("a\n", "b\n"), an_edit("b\n", "c\n")]
    assert opened(b"a\n").with_edits(edits).to_bytes() == b"c\n"


def test_an_edit_of_another_unit_is_unknown() -> None:
    with pytest.raises(UnknownUnit):
        opened(b"a = 1\n").with_edits([an_edit(unit="b.py")])


def test_an_edit_of_a_cell_is_unknown() -> None:
    with pytest.raises(UnknownUnit):
        opened(b"a = 1\n").with_edits([an_edit(kind=UnitKind.CODE_CELL)])


def test_the_unit_of_a_module_is_found_by_its_path_only() -> None:
    module = opened(b"a = 1\n")
    assert module.unit(UnitId(PATH)).source == "a = 1\n"
    with pytest.raises(UnknownUnit):
        module.unit(UnitId("b.py"))


def test_a_new_module_has_no_unit_to_find() -> None:
    with pytest.raises(UnknownUnit):
        new_module(PATH).unit(UnitId(PATH))


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ('"""Load tables.\n\nMore.\n"""\n', "Load tables."),
        ('# comment\n"""\nLoad tables.\n"""\n', "Load tables."),
        ("a = 1\n", ""),
        ("def broken(:\n", ""),
        ("", ""),
    ],
)
def test_the_title_is_the_first_line_of_the_docstring(source: str, title: str) -> None:
    assert opened(source.encode()).title == title
