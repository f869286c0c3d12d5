import json
import os
import socket
import stat
import sys
from pathlib import Path

import pytest
from nbformat import validate

from builders import a_change_set, an_edit
from litecode_nb.changes.applying import apply
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import ChangeError, Conflict, OutsideProject, WriteFailed
from litecode_nb.files import digest
from sample_tree import (
    NOTEBOOK,
    a_cell_edit,
    a_journal,
    a_notebook,
    a_project,
    a_wide_change,
    applied,
    tree_of,
)

LOAD = "def load():\n    return 1\n"

not_windows = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return a_project(tmp_path / "project")


def sources(root: Path, notebook: str = NOTEBOOK) -> list[str]:
    read = json.loads((root / notebook).read_bytes())
    validate(read)
    return ["".join(cell["source"]) for cell in read["cells"]]


def test_cells_are_edited_inserted_and_deleted_together(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    assert sources(root) == ["a = 10", "z = 0", "b = 2"]


def test_a_module_keeps_its_mark_and_line_ends(root: Path) -> None:
    apply(root, a_wide_change(), a_journal(root))
    expected = b"\xef\xbb\xbfx = 1\r\ny = 3"
    assert (root / "src" / "plot.py").read_bytes() == expected


def test_a_module_is_made_with_its_folders(root: Path) -> None:
    applied(root, an_edit(None, "x = 1\n", document="a/b/c.py"))
    assert (root / "a" / "b" / "c.py").read_bytes() == b"x = 1\n"


def test_a_new_file_has_the_mode_that_the_umask_leaves(root: Path) -> None:
    before = os.umask(0o027)
    try:
        applied(root, an_edit(None, "x = 1\n", document="new.py"))
    finally:
        os.umask(before)
    assert stat.S_IMODE((root / "new.py").stat().st_mode) == 0o640


def test_a_module_is_deleted(root: Path) -> None:
    applied(root, an_edit("print('old')\n", None, document="old.py"))
    assert not (root / "old.py").exists()


def test_a_notebook_is_made_of_its_cells(root: Path) -> None:
    one = a_cell_edit("one", None, "a = 1", document="new.ipynb")
    two = a_cell_edit("two", None, "b = 2", document="new.ipynb")
    applied(root, one, two)
    assert sources(root, "new.ipynb") == ["a = 1", "b = 2"]


def test_a_notebook_is_deleted_as_a_whole(root: Path) -> None:
    text = (root / NOTEBOOK).read_text("utf-8")
    applied(root, an_edit(text, None, document=NOTEBOOK))
    assert not (root / NOTEBOOK).exists()


def test_a_notebook_that_changed_is_not_deleted(root: Path) -> None:
    edit = an_edit("{}", None, document=NOTEBOOK)
    with pytest.raises(Conflict, match="changed since it was to be deleted"):
        applied(root, edit)
    assert (root / NOTEBOOK).exists()


def test_a_notebook_is_not_made_of_text_that_is_none(root: Path) -> None:
    edit = an_edit(None, "not json", document="new.ipynb")
    with pytest.raises(Conflict, match="not valid JSON"):
        applied(root, edit)


def test_a_notebook_cannot_be_replaced_as_text(root: Path) -> None:
    text = (root / NOTEBOOK).read_text("utf-8")
    with pytest.raises(Conflict, match="edited by cells"):
        applied(root, an_edit(text, "{}", document=NOTEBOOK))


def test_the_digests_are_those_of_the_files(root: Path) -> None:
    result = apply(root, a_wide_change(), a_journal(root))
    digests = {
        name: digest((root / name).read_bytes()) if (root / name).exists() else None
        for name in a_wide_change().documents
    }
    assert result.digests == digests


def test_a_changed_cell_is_refused_by_name(root: Path) -> None:
    edit = a_cell_edit("cell1", "other", "x", position=1)
    with pytest.raises(Conflict, match=r"analysis\.ipynb › cell 2 changed") as caught:
        applied(root, edit)
    assert caught.value.units == (f"{NOTEBOOK}#cell1",)


def test_every_unit_that_stands_against_it_is_named(root: Path) -> None:
    edits = (
        a_cell_edit("cell0", "other", "x"),
        a_cell_edit("cell1", "b = 2", "x", position=1),
        a_cell_edit("nowhere", "c = 3", "x", position=2),
        an_edit("other", "x", document="old.py"),
        an_edit("a", "b", document="missing.py"),
    )
    with pytest.raises(Conflict) as caught:
        applied(root, *edits)
    names = ("#cell0", "#nowhere")
    cells = tuple(f"{NOTEBOOK}{name}" for name in names)
    assert caught.value.units == (*cells, "old.py", "missing.py")


def test_a_conflict_writes_nothing(root: Path) -> None:
    before = tree_of(root)
    good = an_edit(LOAD, "x = 1\n", document="src/load.py")
    bad = an_edit("other", "x", document="old.py")
    with pytest.raises(Conflict):
        applied(root, good, bad)
    assert tree_of(root) == before


def test_a_module_to_be_made_that_exists_is_refused(root: Path) -> None:
    with pytest.raises(Conflict, match=r"old\.py is already there"):
        applied(root, an_edit(None, "x", document="old.py"))


def test_a_cell_of_a_notebook_that_is_gone_is_refused(root: Path) -> None:
    (root / NOTEBOOK).unlink()
    with pytest.raises(Conflict, match="no longer there"):
        applied(root, a_cell_edit("cell0", "a = 1", "a = 2"))


def test_a_notebook_that_is_broken_by_now_is_refused(root: Path) -> None:
    (root / NOTEBOOK).write_bytes(b"{")
    with pytest.raises(Conflict, match="not valid JSON"):
        applied(root, a_cell_edit("cell0", "a = 1", "a = 2"))


def test_a_change_without_edits_is_refused(root: Path) -> None:
    with pytest.raises(ChangeError, match="no edits left"):
        apply(root, a_change_set().only([]), a_journal(root))


def test_an_edit_that_changes_nothing_touches_nothing(root: Path) -> None:
    before = (root / "old.py").stat()
    text = "print('old')\n"
    applied(root, an_edit(text, text, document="old.py"))
    assert (root / "old.py").stat() == before


@pytest.mark.parametrize(
    "document",
    [
        "../out.py",
        "/etc/out.py",
        "~/out.py",
        "src/../../out.py",
        "C:\\out.py",
        "c:/out.py",
        "",
        ".",
        "a\0.py",
        "a\n.py",
        "a\x1b[2J.py",
        "a\u202egpj.py",
        "\ud800.py",
        ".git/hooks/a.py",
        ".GIT/a.py",
        ".litecode/a.py",
        "src/.litecode/journal/a.py",
        "setup.cfg",
        ".env",
        "x" * 300 + "/" + "y.txt",
    ],
)
def test_what_is_no_document_of_the_project_is_never_written(
    root: Path, document: str
) -> None:
    before = tree_of(root.parent, without=["project/.litecode"])
    with pytest.raises(OutsideProject):
        applied(root, an_edit(None, "x = 1\n", document=document))
    after = tree_of(root.parent, without=["project/.litecode"])
    assert {k: v for k, v in after.items() if "/.litecode" not in k} == before


def test_a_name_that_is_too_long_is_refused(root: Path) -> None:
    with pytest.raises(Conflict, match="cannot be read"):
        applied(root, an_edit(None, "x", document="n" * 300 + ".py"))


def test_a_folder_with_the_name_of_a_module_is_refused(root: Path) -> None:
    (root / "new.py").mkdir()
    with pytest.raises(Conflict, match="cannot be read"):
        applied(root, an_edit(None, "x", document="new.py"))


def test_a_module_within_a_module_is_refused(root: Path) -> None:
    with pytest.raises(Conflict, match="cannot be read"):
        applied(root, an_edit(None, "x", document="old.py/new.py"))


@not_windows
def test_a_pipe_with_the_name_of_a_module_is_refused_at_once(root: Path) -> None:
    os.mkfifo(root / "pipe.py")
    with pytest.raises(Conflict, match="Not a regular file"):
        applied(root, an_edit("", "x", document="pipe.py"))


@not_windows
def test_a_socket_with_the_name_of_a_module_is_refused(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s.py")
        with pytest.raises(Conflict, match="cannot be read"):
            applied(root, an_edit("", "x", document="s.py"))


def test_a_link_within_the_project_stays_a_link(root: Path) -> None:
    (root / "link.py").symlink_to("src/load.py")
    applied(root, an_edit(LOAD, "x = 1\n", document="link.py"))
    assert (root / "link.py").is_symlink()
    assert (root / "src" / "load.py").read_bytes() == b"x = 1\n"


def test_a_link_that_leads_out_is_refused(root: Path) -> None:
    outside = root.parent / "outside.py"
    outside.write_bytes(b"x = 1\n")
    (root / "link.py").symlink_to(outside)
    with pytest.raises(OutsideProject):
        applied(root, an_edit("x = 1\n", "x = 2\n", document="link.py"))
    assert outside.read_bytes() == b"x = 1\n"


def test_a_folder_that_leads_out_is_refused(root: Path) -> None:
    (root.parent / "outside").mkdir()
    (root / "folder").symlink_to(root.parent / "outside")
    with pytest.raises(OutsideProject):
        applied(root, an_edit(None, "x = 2\n", document="folder/a.py"))
    assert list((root.parent / "outside").iterdir()) == []


def test_a_link_to_what_is_no_document_is_refused(root: Path) -> None:
    (root / "link.py").symlink_to("notes.txt")
    with pytest.raises(OutsideProject):
        applied(root, an_edit("not a document", "x", document="link.py"))


def test_a_circle_of_links_is_refused(root: Path) -> None:
    (root / "one.py").symlink_to("two.py")
    (root / "two.py").symlink_to("one.py")
    with pytest.raises((OutsideProject, Conflict)):
        applied(root, an_edit("", "x", document="one.py"))


def test_one_file_under_two_names_is_refused(root: Path) -> None:
    (root / "link.py").symlink_to("old.py")
    text = "print('old')\n"
    with pytest.raises(Conflict, match="are one file"):
        applied(
            root,
            an_edit(text, "x", document="old.py"),
            an_edit(text, "y", document="link.py"),
        )


def test_the_mode_of_a_file_is_kept(root: Path) -> None:
    applied(root, an_edit("print('old')\n", "x", document="old.py"))
    assert stat.S_IMODE((root / "old.py").stat().st_mode) == 0o755


def test_a_read_only_file_is_refused(root: Path) -> None:
    (root / "old.py").chmod(0o444)
    with pytest.raises(WriteFailed, match="read-only"):
        applied(root, an_edit("print('old')\n", "x", document="old.py"))


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_folder_that_cannot_be_written_to_is_refused(root: Path) -> None:
    (root / "src").chmod(0o555)
    try:
        with pytest.raises(WriteFailed, match="All files are as they were"):
            applied(root, an_edit(LOAD, "x", document="src/load.py"))
    finally:
        (root / "src").chmod(0o755)


def test_a_hard_link_parts_and_the_person_is_told(root: Path) -> None:
    (root / "second.py").hardlink_to(root / "old.py")
    result = applied(root, an_edit("print('old')\n", "x", document="old.py"))
    assert (root / "second.py").read_bytes() == b"print('old')\n"
    assert [note for note in result.notes if "hard link" in note]


def test_a_root_that_is_a_link_is_followed(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root)
    applied(link, an_edit("print('old')\n", "x", document="old.py"))
    assert (root / "old.py").read_bytes() == b"x"


def test_a_name_with_blanks_and_other_letters_is_written(root: Path) -> None:
    applied(root, an_edit(None, "x", document="über uns/年 1.py"))
    assert (root / "über uns" / "年 1.py").read_bytes() == b"x"


def test_a_notebook_without_ids_gets_none(root: Path) -> None:
    (root / "old.ipynb").write_bytes(a_notebook("a", "b", ids=False))
    edit = an_edit(
        None,
        "new",
        document="old.ipynb",
        unit="old.ipynb#fresh",
        kind=UnitKind.CODE_CELL,
        position=1,
    )
    applied(root, edit)
    assert b'"id"' not in (root / "old.ipynb").read_bytes()
    assert sources(root, "old.ipynb") == ["a", "new", "b"]
