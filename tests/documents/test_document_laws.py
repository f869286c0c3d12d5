"""Laws of documents, as properties: to the byte, own unit only, unmasking."""

import codecs
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builders import an_edit
from litecode_nb.documents.definitions import definitions, names
from litecode_nb.documents.ipython_syntax import mask
from litecode_nb.documents.module import read_module
from litecode_nb.documents.notebook import Notebook, read_notebook
from litecode_nb.documents.python_lines import LINE_END, line_starts
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import DocumentError
from notebook_builders import (
    JsonObject,
    NotebookStyle,
    a_code_cell,
    a_markdown_cell,
    a_notebook,
    a_raw_cell,
)

# The first example on a new machine builds tables of unicode, which takes seconds.
LAW = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
PATH = DocumentPath("a.ipynb")
KINDS = (UnitKind.CODE_CELL, UnitKind.MARKDOWN_CELL, UnitKind.RAW_CELL)

TEXTS = st.text(max_size=20) | st.text(
    st.sampled_from("a\\\"'\n\r\t\f\v\x85\u2028\u2029é\U0001f600/u0\0"), max_size=20
)
STYLES = st.builds(
    NotebookStyle,
    minor=st.integers(0, 5),
    indent=st.sampled_from([None, 0, 1, 2, 4, "\t"]),
    has_ascii_escapes=st.booleans(),
    has_source_lists=st.booleans(),
    has_sorted_keys=st.booleans(),
    has_mark=st.booleans(),
    line_end=st.sampled_from(["\n", "\r\n"]),
    final=st.sampled_from(["", "\n", " \n"]),
)
OUTPUTS = st.lists(
    st.fixed_dictionaries({"output_type": st.just("stream"), "text": TEXTS | st.none()})
    | st.dictionaries(st.text(max_size=3), st.floats() | TEXTS, max_size=3),
    max_size=2,
)
IDS = st.sampled_from(["a", "b", "c-1", "d_2", "", "x~y", None, "long" * 20])


@st.composite
def cells(draw: st.DrawFn) -> JsonObject:
    makers = (a_code_cell, a_markdown_cell, a_raw_cell)
    make: Callable[..., JsonObject] = draw(st.sampled_from(makers))
    metadata = draw(st.dictionaries(TEXTS, TEXTS, max_size=2))
    cell = make(draw(TEXTS | st.lists(TEXTS, max_size=3)), metadata=metadata)
    if cell["cell_type"] == "code":
        cell["outputs"] = draw(OUTPUTS)
    if draw(st.booleans()):
        cell["id"] = draw(IDS)
    return cell


@st.composite
def notebooks(draw: st.DrawFn) -> bytes:
    style = draw(STYLES)
    return a_notebook(*draw(st.lists(cells(), max_size=5)), style=style)


@st.composite
def edited_notebooks(draw: st.DrawFn) -> tuple[Notebook, Sequence[Edit]]:
    """A notebook, and for each cell perhaps an edit; some insertions among them."""
    notebook = read_notebook(PATH, draw(notebooks()))
    edits = [
        an_edit(
            unit.source,
            draw(TEXTS | st.none()),
            document=PATH,
            unit=unit.id,
            kind=unit.kind,
            position=unit.position,
        )
        for unit in notebook.units
        if draw(st.booleans())
    ]
    inserted = [
        an_edit(
            None,
            draw(TEXTS),
            document=PATH,
            unit=f"{PATH}#new{number}",
            kind=draw(st.sampled_from(KINDS)),
            position=draw(st.integers(0, len(notebook.units))),
        )
        for number in range(draw(st.integers(0, 3)))
    ]
    return notebook, draw(st.permutations([*edits, *inserted]))


def json_of(notebook: Notebook) -> Any:
    return json.loads(notebook.to_bytes().decode("utf-8-sig"))


def expected_sources(notebook: Notebook, edits: Sequence[Edit]) -> list[str]:
    """Apply edits to a list of texts, in the plainest way that there is."""
    by_unit = {edit.unit: edit for edit in edits}
    expected: list[str | None] = []
    for position in range(len(notebook.units) + 1):
        expected += [e.after for e in edits if e.creates and e.position == position]
        if position < len(notebook.units):
            unit = notebook.units[position]
            edit = by_unit.get(unit.id)
            expected.append(unit.source if edit is None else edit.after)
    return [text for text in expected if text is not None]


@LAW
@given(notebooks())
def test_a_notebook_without_edits_gives_back_its_bytes(data: bytes) -> None:
    assert read_notebook(PATH, data).to_bytes() == data


@LAW
@given(edited_notebooks())
def test_edits_give_the_sources_that_they_say(
    case: tuple[Notebook, Sequence[Edit]],
) -> None:
    notebook, edits = case
    changed = notebook.with_edits(edits)
    assert [u.source for u in changed.units] == expected_sources(notebook, edits)


@LAW
@given(edited_notebooks())
def test_an_edit_changes_the_bytes_of_its_own_unit_only(
    case: tuple[Notebook, Sequence[Edit]],
) -> None:
    notebook, edits = case
    for edit in edits:
        if edit.creates or edit.deletes or edit.before == edit.after:
            continue
        cell = next(c for c in notebook._cells if c.unit.id == edit.unit)
        old, new = notebook.to_bytes(), notebook.with_edits([edit]).to_bytes()
        text = old.decode("utf-8")
        shift = len(text) - len(notebook._text)
        start, end = cell.source.start + shift, cell.source.end + shift
        assert new.startswith(text[:start].encode())
        assert new.endswith(text[end:].encode())


@LAW
@given(edited_notebooks())
def test_all_but_the_sources_stays(case: tuple[Notebook, Sequence[Edit]]) -> None:
    notebook, edits = case
    kept = [edit for edit in edits if not edit.creates and not edit.deletes]
    before, after = json_of(notebook), json_of(notebook.with_edits(kept))
    for cell in (*before["cells"], *after["cells"]):
        del cell["source"]
    assert repr(before) == repr(after)


@LAW
@given(edited_notebooks())
def test_insertions_that_are_deleted_again_leave_no_byte(
    case: tuple[Notebook, Sequence[Edit]],
) -> None:
    notebook, edits = case
    created = sorted((e for e in edits if e.creates), key=lambda edit: edit.position)
    changed = notebook.with_edits(created)
    inverse = [
        replace(edit.inverted(), position=edit.position + number)
        for number, edit in enumerate(created)
    ]
    restored = changed.with_edits(inverse)
    assert restored.units == notebook.units
    if notebook.units:
        assert restored.to_bytes() == notebook.to_bytes()


@LAW
@given(st.text(), st.sampled_from([b"", codecs.BOM_UTF8]))
def test_a_module_without_edits_gives_back_its_bytes(text: str, mark: bytes) -> None:
    data = mark + text.encode()
    try:
        module = read_module(DocumentPath("a.py"), data)
    except DocumentError:
        assert "\0" in text or "coding" in text
    else:
        assert module.to_bytes() == data


PIECES = st.one_of(
    st.sampled_from(["%time ", "%%bash", "%%time", "!ls {x} $y", "x = ", "?", "??"]),
    st.sampled_from(["\n", "\r\n", "\r", "\\\n", " ", "    ", "if x:", "def f():"]),
    st.sampled_from(["'", '"', '"""', "'''", "#", "(", ")", "[", "]", ";", "/", ","]),
    st.sampled_from(["pass", "df", "_litecode_mask_", "0_()", "%", "é"]),
)
CELL_TEXTS = st.lists(PIECES, max_size=15).map("".join)


@LAW
@given(CELL_TEXTS | st.text())
def test_unmasking_a_masked_cell_gives_the_cell(source: str) -> None:
    masked = mask(source)
    assert masked.unmask(masked.text) == source


@LAW
@given(CELL_TEXTS | st.text())
def test_masking_keeps_every_line_end(source: str) -> None:
    assert LINE_END.findall(mask(source).text) == LINE_END.findall(source)


@LAW
@given(CELL_TEXTS | st.text())
def test_definitions_and_names_never_fail(source: str) -> None:
    starts = line_starts(source)
    for each in definitions(source):
        assert each.start == starts[each.first_line - 1]
        assert each.end == starts[each.last_line]
    assert names(source) is not None
