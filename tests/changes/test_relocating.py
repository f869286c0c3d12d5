"""Edits find their cells again in a notebook that was run, or got a cell on top."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from builders import an_edit
from litecode_nb.changes.relocating import Ground, redoing_edits, undoing_edits
from litecode_nb.documents.base import Document
from litecode_nb.documents.opening import open_document
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.unit import UnitKind
from sample_tree import NOTEBOOK, a_cell, a_cell_edit, a_notebook

PATH = DocumentPath(NOTEBOOK)
FEW = settings(max_examples=40)
FEW_TEXTS = st.sampled_from(["", "x", "y", "x\ny"])


@st.composite
def changed_notebooks(
    draw: st.DrawFn, *, ids: bool
) -> tuple[Document, tuple[Edit, ...]]:
    """A notebook with many equal cells, and edits of it that follow the rules."""
    data = a_notebook(*draw(st.lists(FEW_TEXTS, max_size=5)), ids=ids)
    old = open_document(PATH, data)
    edits: list[Edit] = []
    for unit in old.units:
        after = draw(st.sampled_from(["keep", "drop", "x", "z"]))
        if after not in {"keep", unit.source}:
            name = unit.id.rpartition("#")[2]
            new = None if after == "drop" else after
            edits.append(a_cell_edit(name, unit.source, new, position=unit.position))
    places = draw(st.lists(st.integers(0, len(old.units)), max_size=3))
    for n, place in enumerate(places):
        edits.append(a_cell_edit(f"new{n}", None, draw(FEW_TEXTS), position=place))
    return old, tuple(draw(st.permutations(edits)))


def run(document: Document, *, on_top: bool = False) -> Document:
    """Give the notebook as it is saved after a run."""
    read = json.loads(document.to_bytes())
    for cell in read["cells"]:
        cell["execution_count"] = 9
    if on_top:
        read["cells"].insert(0, a_cell("mine", "mine"))
    return open_document(PATH, json.dumps(read).encode())


def sources(document: Document) -> list[str]:
    return [unit.source for unit in document.units]


@FEW
@given(changed_notebooks(ids=True))
def test_undo_finds_cells_by_their_ids(case: tuple[Document, tuple[Edit, ...]]) -> None:
    old, edits = case
    now = run(old.with_edits(edits))
    back = now.with_edits(undoing_edits(edits, Ground(old=old, now=now)))
    assert sources(back) == sources(old)


@FEW
@given(changed_notebooks(ids=False))
def test_undo_finds_cells_by_their_places(
    case: tuple[Document, tuple[Edit, ...]],
) -> None:
    old, edits = case
    now = run(old.with_edits(edits))
    back = now.with_edits(undoing_edits(edits, Ground(old=old, now=now)))
    assert sources(back) == sources(old)


@FEW
@given(changed_notebooks(ids=False))
def test_redo_finds_cells_by_their_places(
    case: tuple[Document, tuple[Edit, ...]],
) -> None:
    old, edits = case
    now = run(old)
    again = now.with_edits(redoing_edits(edits, Ground(old=old, now=now)))
    assert sources(again) == sources(old.with_edits(edits))


@FEW
@given(changed_notebooks(ids=True))
def test_undo_leaves_a_cell_on_top_alone(
    case: tuple[Document, tuple[Edit, ...]],
) -> None:
    old, edits = case
    now = run(old.with_edits(edits), on_top=True)
    back = now.with_edits(undoing_edits(edits, Ground(old=old, now=now)))
    assert sorted(sources(back)) == sorted(["mine", *sources(old)])


def test_an_edit_of_a_module_stays_as_it_is() -> None:
    edit = an_edit("a", "b")
    document = open_document(DocumentPath("a.py"), b"b")
    ground = Ground(old=document, now=document)
    assert undoing_edits([edit], ground) == (edit.inverted(),)


def test_a_cell_goes_behind_the_one_that_it_followed() -> None:
    old = open_document(PATH, a_notebook("a", "b", "c"))
    edit = a_cell_edit("cell2", "c", None, position=2)
    now = run(old.with_edits([edit]), on_top=True)
    (back,) = undoing_edits([edit], Ground(old=old, now=now))
    assert back.position == 3


def test_a_cell_whose_neighbours_are_gone_goes_to_its_old_place() -> None:
    old = open_document(PATH, a_notebook("a", "b", "c"))
    edit = a_cell_edit("cell2", "c", None, position=2)
    now = open_document(PATH, a_notebook())
    (back,) = undoing_edits([edit], Ground(old=old, now=now))
    assert back.position == 0


def test_the_kind_is_kept() -> None:
    old = open_document(PATH, a_notebook("a"))
    edit = a_cell_edit("new", None, "b", position=1)
    (back,) = undoing_edits([edit], Ground(old=old, now=old))
    assert back.kind is UnitKind.CODE_CELL
