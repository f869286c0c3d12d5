"""Which files of a folder belong to the project, and what is said of the others."""

import os
from pathlib import Path

import pytest

from litecode_nb.errors import NoSuchPath
from litecode_nb.project.scanning import find_root, scan
from litecode_nb.project.walking import Limits


def write(root: Path, *paths: str, text: str = "x = 1\n") -> Path:
    """Make files; a path that ends with a slash is a folder."""
    for path in paths:
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/"):
            place.mkdir(exist_ok=True)
        else:
            place.write_text(text, "utf-8")
    return root


def test_documents_and_other_files_are_told_apart(tmp_path: Path) -> None:
    found = scan(write(tmp_path, "b.py", "a/x.ipynb", "data/o.csv"))
    assert found.documents == ("a/x.ipynb", "b.py")
    assert found.other_files == ("data/o.csv",)
    assert found.notes == ()


def test_nested_ignore_files_hold_for_their_own_folder(tmp_path: Path) -> None:
    write(tmp_path, "a/x.py", "b/x.py", "a/deep/x.py")
    (tmp_path / "a" / ".gitignore").write_text("/x.py\n")
    assert scan(tmp_path).documents == ("a/deep/x.py", "b/x.py")


def test_litecodeignore_is_stronger_than_gitignore(tmp_path: Path) -> None:
    write(tmp_path, "made/x.py", "old.py", "new.py")
    (tmp_path / ".gitignore").write_text("made/\n")
    (tmp_path / ".litecodeignore").write_text("!made/\nold.py\n")
    assert scan(tmp_path).documents == ("made/x.py", "new.py")


@pytest.mark.parametrize(
    "path",
    [
        "__pycache__/a.py",
        ".git/hooks/a.py",
        "node_modules/a/a.py",
        ".ipynb_checkpoints/a-checkpoint.ipynb",
        ".litecode/a.py",
        ".mypy_cache/a.py",
        "lib/site-packages/a.py",
        "pkg.egg-info/a.py",
        "a.pyc",
        "a.so",
    ],
)
def test_what_is_made_by_tools_is_left_out(path: str, tmp_path: Path) -> None:
    found = scan(write(tmp_path, path))
    assert found.documents + found.other_files == ()


@pytest.mark.parametrize("mark", ["pyvenv.cfg", "CACHEDIR.TAG", "conda-meta/"])
def test_a_folder_that_says_it_is_no_work_is_left_out(
    mark: str, tmp_path: Path
) -> None:
    found = scan(write(tmp_path, f"env/{mark}", "env/lib/a.py", "b.py"))
    assert found.documents == ("b.py",)


def test_a_linked_document_is_listed_once_and_linked_folders_are_not_followed(
    tmp_path: Path,
) -> None:
    write(tmp_path, "src/a.py")
    (tmp_path / "b.py").symlink_to(tmp_path / "src" / "a.py")
    (tmp_path / "again").symlink_to(tmp_path / "src")
    assert scan(tmp_path).documents == ("src/a.py",)


def test_a_link_that_leads_out_is_left_out_and_noted(tmp_path: Path) -> None:
    root = write(tmp_path, "in/a.py", "out/secret.py") / "in"
    (root / "b.py").symlink_to(tmp_path / "out" / "secret.py")
    found = scan(root)
    assert found.documents == ("a.py",)
    assert found.notes == ("Links that lead out of the project were left out: `b.py`.",)


def test_a_link_to_nowhere_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").symlink_to(tmp_path / "gone.py")
    assert scan(tmp_path).documents == ()


def test_a_link_to_itself_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").symlink_to(tmp_path / "a.py")
    assert scan(tmp_path).documents == ()


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.py")
    assert scan(write(tmp_path, "b.py")).documents == ("b.py",)


def test_a_large_module_is_left_out_and_noted(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.ipynb", text="x" * 11)
    found = scan(tmp_path, Limits(module=10, notebook=20))
    assert found.documents == ("b.ipynb",)
    assert "`a.py`" in found.notes[0]


def test_of_too_many_documents_the_deepest_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a/a/a.py", "a/b.py", "c.py")
    found = scan(tmp_path, Limits(documents=2))
    assert found.documents == ("a/b.py", "c.py")
    assert "`a/a/a.py`" in found.notes[0]


def test_looking_stops_somewhere_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b/c.py")
    found = scan(tmp_path, Limits(entries=2))
    assert found.documents == ("a.py",)
    assert "before `b`" in found.notes[0]


def test_a_name_with_a_line_break_is_left_out_and_noted(tmp_path: Path) -> None:
    write(tmp_path, "a\nb.py", "c.py")
    found = scan(tmp_path)
    assert found.documents == ("c.py",)
    assert r"`a\nb.py`" in found.notes[0]


def test_a_name_that_is_no_text_is_left_out_and_noted(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(bytes(tmp_path) + b"/\xff.py")).touch()
    except OSError:
        pytest.skip("this file system takes text only")
    found = scan(write(tmp_path, "c.py"))
    assert found.documents == ("c.py",)
    assert found.notes[0].isprintable()


def test_a_document_whose_name_would_split_an_address_is_left_out(
    tmp_path: Path,
) -> None:
    assert scan(write(tmp_path, "a#b.ipynb", "c.py")).documents == ("c.py",)


def test_an_unreadable_folder_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = os.scandir

    def refusing(path: Path) -> object:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied")
        return listing(path)

    monkeypatch.setattr(os, "scandir", refusing)
    found = scan(write(tmp_path, "locked/a.py", "b.py"))
    assert found.documents == ("b.py",)
    assert found.notes == ("Not readable, so left out: `locked`.",)


def test_a_note_names_a_few_and_counts_the_rest(tmp_path: Path) -> None:
    write(tmp_path, *(f"{letter}#.py" for letter in "abcde"))
    assert scan(tmp_path).notes[0].endswith("`a#.py`, `b#.py`, `c#.py` and 2 more.")


@pytest.mark.parametrize("mark", [".git/", "pyproject.toml", ".litecode/"])
def test_the_nearest_folder_with_a_mark_is_the_root(mark: str, tmp_path: Path) -> None:
    write(tmp_path, mark, "a/b/")
    assert find_root(tmp_path / "a" / "b") == tmp_path.resolve()


def test_a_file_starts_in_its_folder(tmp_path: Path) -> None:
    write(tmp_path, "a/pyproject.toml", "a/b.py")
    assert find_root(tmp_path / "a" / "b.py") == tmp_path.resolve() / "a"


def test_without_a_mark_the_start_is_the_root(tmp_path: Path) -> None:
    write(tmp_path, "a/")
    assert find_root(tmp_path / "a") == tmp_path.resolve() / "a"


def test_the_home_folder_is_no_project_of_what_is_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    write(tmp_path, ".git/", "work/")
    assert find_root(tmp_path / "work") == tmp_path.resolve() / "work"
    assert find_root(tmp_path) == tmp_path.resolve()


def test_a_folder_that_is_not_there_has_no_project(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    with pytest.raises(NoSuchPath, match="gone"):
        find_root(tmp_path / "gone")


def test_a_working_folder_that_was_removed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(NoSuchPath, match="folder that you are in"):
        find_root(Path())
