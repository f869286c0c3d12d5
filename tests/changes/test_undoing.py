import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from builders import a_change_set, an_edit
from litecode_nb.changes.applying import apply
from litecode_nb.changes.undoing import (
    history,
    last_applied,
    last_undone,
    redo,
    undo,
)
from litecode_nb.documents.opening import open_document
from litecode_nb.domain.edit import Applied
from litecode_nb.domain.history import HistoryState
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import Conflict, NothingToUndo, WriteFailed
from sample_tree import (
    NOTEBOOK,
    a_cell,
    a_cell_edit,
    a_journal,
    a_notebook,
    a_project,
    a_wide_change,
    applied,
    tree_of,
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return a_project(tmp_path / "project")


def undone(root: Path) -> Applied:
    return undo(root, a_journal(root))


def redone(root: Path) -> Applied:
    return redo(root, a_journal(root))


def cells_of(root: Path, notebook: str = NOTEBOOK) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads((root / notebook).read_bytes())["cells"]
    return cells


def sources(root: Path, notebook: str = NOTEBOOK) -> list[str]:
    return ["".join(cell["source"]) for cell in cells_of(root, notebook)]


def run(root: Path, notebook: str = NOTEBOOK, *, above: str | None = None) -> None:
    """Change a notebook as a person would: run it, and put a cell on top."""
    read = json.loads((root / notebook).read_bytes())
    for cell in read["cells"]:
        cell["outputs"] = []
        cell["execution_count"] = 7
    if above is not None:
        made = a_cell(above, "mine" if read["nbformat_minor"] == 5 else None)
        read["cells"].insert(0, made)
    (root / notebook).write_text(json.dumps(read))


def test_undo_brings_back_every_byte_mode_and_folder(root: Path) -> None:
    before = tree_of(root)
    apply(root, a_wide_change(), a_journal(root))
    undone(root)
    assert tree_of(root) == before


def test_redo_brings_back_every_byte_mode_and_folder(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    after = tree_of(root)
    undone(root)
    redone(root)
    assert tree_of(root) == after


def test_undo_and_redo_can_go_on_for_ever(root: Path) -> None:
    before = tree_of(root)
    apply(root, a_wide_change(), a_journal(root))
    after = tree_of(root)
    seen = []
    for _ in range(3):
        undone(root)
        seen.append(tree_of(root) == before)
        redone(root)
        seen.append(tree_of(root) == after)
    assert seen == [True] * 6


def test_undoing_and_redoing_for_ever_needs_no_more_room(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    for _ in range(2):
        undone(root)
        redone(root)
    (only,) = (root / ".litecode" / "journal").glob("*.json")
    assert only.name == "00000005-done.json"


def test_undo_goes_back_one_change_at_a_time(root: Path) -> None:
    old = root / "old.py"
    for before, after in (("print('old')\n", "1"), ("1", "2"), ("2", "3")):
        applied(root, an_edit(before, after, document="old.py"))
    undone(root)
    undone(root)
    assert old.read_bytes() == b"1"


def test_redo_makes_again_what_was_undone_last(root: Path) -> None:
    applied(root, an_edit("print('old')\n", "1", document="old.py"))
    applied(root, an_edit("1", "2", document="old.py"))
    undone(root)
    undone(root)
    redone(root)
    assert (root / "old.py").read_bytes() == b"1"


def test_a_new_change_ends_what_can_be_redone(root: Path) -> None:
    applied(root, an_edit("print('old')\n", "1", document="old.py"))
    undone(root)
    applied(root, an_edit("print('old')\n", "2", document="old.py"))
    with pytest.raises(NothingToUndo, match="made again"):
        redone(root)


def test_what_a_new_change_cut_off_stays_cut_off(root: Path) -> None:
    applied(root, an_edit("print('old')\n", "1", document="old.py"))
    undone(root)
    applied(root, an_edit("print('old')\n", "2", document="old.py"))
    undone(root)
    redone(root)
    assert (root / "old.py").read_bytes() == b"2"


def test_it_is_told_before_what_an_undo_and_a_redo_would_do(root: Path) -> None:
    journal = a_journal(root)
    applied(root, an_edit("print('old')\n", "1", document="old.py"))
    undone(root)
    assert last_applied(journal) is None
    one = applied(root, an_edit("print('old')\n", "2", document="old.py")).change_set
    assert (last_applied(journal), last_undone(journal)) == (one, None)
    undone(root)
    assert (last_applied(journal), last_undone(journal)) == (None, one)


def test_without_a_change_there_is_nothing_to_undo(root: Path) -> None:
    with pytest.raises(NothingToUndo, match="No change is applied"):
        undone(root)


def test_an_undone_change_is_not_undone_again(root: Path) -> None:
    applied(root, an_edit("print('old')\n", "1", document="old.py"))
    undone(root)
    with pytest.raises(NothingToUndo):
        undone(root)


def test_undo_shows_the_edits_the_other_way_round(root: Path) -> None:
    edit = an_edit("print('old')\n", "1", document="old.py")
    applied(root, edit)
    assert undone(root).change_set.edits == (edit.inverted(),)


def test_undo_gives_the_digests_of_what_is_there_now(root: Path) -> None:
    applied(root, an_edit(None, "x", document="new.py"))
    assert undone(root).digests == {"new.py": None}


def test_a_module_that_was_edited_since_is_refused_by_name(root: Path) -> None:
    applied(root, an_edit("print('old')\n", "1", document="old.py"))
    (root / "old.py").write_bytes(b"mine")
    with pytest.raises(Conflict, match=r"old\.py changed since"):
        undone(root)
    assert (root / "old.py").read_bytes() == b"mine"


def test_one_edited_unit_keeps_all_files_from_being_undone(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    (root / "src" / "load.py").write_bytes(b"mine")
    before = tree_of(root)
    with pytest.raises(Conflict):
        undone(root)
    assert tree_of(root) == before


def test_a_notebook_that_was_run_since_keeps_its_outputs(root: Path) -> None:
    applied(root, a_cell_edit("cell0", "a = 1", "a = 2"))
    run(root)
    undone(root)
    first = cells_of(root)[0]
    assert (first["source"], first["execution_count"]) == (["a = 1"], 7)


def test_a_cell_above_does_not_hinder_undo(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    run(root, above="# mine")
    undone(root)
    assert sources(root) == ["# mine", "a = 1", "b = 2", "c = 3"]


def test_a_cell_above_does_not_hinder_redo(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    undone(root)
    run(root, above="# mine")
    redone(root)
    assert sources(root) == ["# mine", "a = 10", "z = 0", "b = 2"]


def test_a_redo_by_units_can_be_undone_to_the_byte(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    undone(root)
    run(root, above="# mine")
    before = tree_of(root)
    redone(root)
    undone(root)
    assert tree_of(root) == before


def test_a_cell_that_was_edited_since_is_refused_by_name(root: Path) -> None:
    applied(root, a_cell_edit("cell1", "b = 2", "b = 3", position=1))
    path = root / NOTEBOOK
    path.write_bytes(path.read_bytes().replace(b"b = 3", b"b = 4"))
    with pytest.raises(Conflict, match=r"analysis\.ipynb › cell 2 changed"):
        undone(root)


def test_a_deleted_cell_comes_back_without_outputs_and_says_so(root: Path) -> None:
    applied(root, a_cell_edit("cell1", "b = 2", None, position=1))
    run(root)
    notes = undone(root).notes
    assert sources(root) == ["a = 1", "b = 2", "c = 3"]
    assert [note for note in notes if "cell 2 is back without its outputs" in note]


def test_neighbouring_deleted_cells_come_back_in_order(root: Path) -> None:
    applied(
        root,
        a_cell_edit("cell1", "b = 2", None, position=1),
        a_cell_edit("cell2", "c = 3", None, position=2),
    )
    run(root, above="# mine")
    undone(root)
    assert sources(root) == ["# mine", "a = 1", "b = 2", "c = 3"]


def test_cells_without_ids_are_found_where_they_are_today(root: Path) -> None:
    name = "plain.ipynb"
    (root / name).write_bytes(a_notebook("a", "b", "c", "b", ids=False))
    units = cell_addresses(root, name)
    fragments = [unit.rpartition("#")[2] for unit in units]
    applied(
        root,
        a_cell_edit("fresh", None, "new", position=0, document=name),
        a_cell_edit(fragments[0], "a", None, position=0, document=name),
        a_cell_edit(fragments[1], "b", "B", position=1, document=name),
        a_cell_edit(fragments[3], "b", "B", position=3, document=name),
    )
    assert sources(root, name) == ["new", "B", "c", "B"]
    run(root, name)
    undone(root)
    assert sources(root, name) == ["a", "b", "c", "b"]


def test_redo_finds_cells_without_ids(root: Path) -> None:
    name = "plain.ipynb"
    (root / name).write_bytes(a_notebook("a", "b", "b", ids=False))
    fragments = [unit.rpartition("#")[2] for unit in cell_addresses(root, name)]
    applied(
        root,
        a_cell_edit("fresh", None, "new", position=2, document=name),
        a_cell_edit(fragments[2], "b", "B", position=2, document=name),
    )
    undone(root)
    run(root, name)
    redone(root)
    assert sources(root, name) == ["a", "b", "new", "B"]


def cell_addresses(root: Path, name: str) -> list[str]:
    document = open_document(DocumentPath(name), (root / name).read_bytes())
    return [unit.id for unit in document.units]


def test_a_made_notebook_that_was_run_is_removed_by_undo(root: Path) -> None:
    applied(root, a_cell_edit("one", None, "a = 1", document="new.ipynb"))
    run(root, "new.ipynb")
    undone(root)
    assert not (root / "new.ipynb").exists()


def test_a_made_notebook_that_got_a_cell_keeps_it(root: Path) -> None:
    applied(root, a_cell_edit("one", None, "a = 1", document="new.ipynb"))
    run(root, "new.ipynb", above="# mine")
    undone(root)
    assert sources(root, "new.ipynb") == ["# mine"]


def test_a_deleted_notebook_comes_back_to_the_byte(root: Path) -> None:
    before = tree_of(root)
    text = (root / NOTEBOOK).read_text("utf-8")
    applied(root, an_edit(text, None, document=NOTEBOOK))
    undone(root)
    assert tree_of(root) == before


def test_a_deleted_module_that_is_there_again_is_not_overwritten(root: Path) -> None:
    applied(root, an_edit("print('old')\n", None, document="old.py"))
    (root / "old.py").write_bytes(b"mine")
    with pytest.raises(Conflict, match="already there"):
        undone(root)
    assert (root / "old.py").read_bytes() == b"mine"


def test_a_document_that_was_deleted_since_is_refused(root: Path) -> None:
    applied(root, a_cell_edit("cell0", "a = 1", None))
    (root / NOTEBOOK).unlink()
    with pytest.raises(Conflict, match="was deleted since"):
        undone(root)
    assert not (root / NOTEBOOK).exists()


def test_what_is_already_as_before_counts_as_undone(root: Path) -> None:
    before = tree_of(root)
    applied(root, an_edit("print('old')\n", "x", document="old.py"))
    (root / "old.py").write_bytes(b"print('old')\n")
    undone(root)
    assert tree_of(root) == before


def test_a_lost_content_is_made_up_for_by_units(root: Path) -> None:
    applied(root, an_edit("print('old')\n", "x", document="old.py"))
    shutil.rmtree(root / ".litecode" / "journal" / "objects")
    undone(root)
    assert (root / "old.py").read_bytes() == b"print('old')\n"


def test_a_folder_that_someone_uses_by_now_is_kept(root: Path) -> None:
    applied(root, an_edit(None, "x", document="made/new.py"))
    (root / "made" / "mine.txt").write_bytes(b"mine")
    undone(root)
    assert [path.name for path in (root / "made").iterdir()] == ["mine.txt"]


def test_a_read_only_file_is_not_undone(root: Path) -> None:
    applied(root, an_edit("print('old')\n", "x", document="old.py"))
    (root / "old.py").chmod(0o444)
    with pytest.raises(WriteFailed, match="read-only"):
        undone(root)


def test_a_part_and_then_the_rest_of_a_change_are_two_changes(root: Path) -> None:
    whole = a_wide_change()
    first = whole.edits[0].unit
    before = tree_of(root)
    apply(root, whole.only([first]), a_journal(root))
    apply(root, whole.only({e.unit for e in whole.edits} - {first}), a_journal(root))
    undone(root)
    undone(root)
    assert tree_of(root) == before


def test_the_history_tells_what_became_of_each_change(root: Path) -> None:
    for n, (before, after) in enumerate((("print('old')\n", "1"), ("1", "2"))):
        edit = an_edit(before, after, document="old.py")
        apply(root, a_change_set(edit, change_set=f"c{n}"), a_journal(root))
    undone(root)
    told = [(e.change_set, e.state) for e in history(a_journal(root))]
    assert told == [("c0", HistoryState.COMMITTED), ("c1", HistoryState.UNDONE)]


def test_the_history_names_the_documents(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    assert history(a_journal(root))[0].documents == a_wide_change().documents


def test_the_history_of_a_new_project_is_empty_and_makes_no_folder(root: Path) -> None:
    assert history(a_journal(root)) == ()
    assert not (root / ".litecode").exists()
