"""The map of a folder: everything is in it, and nothing that is broken is fatal."""

from pathlib import Path

import pytest

from builders import WordCounter
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.project.mapping import map_project
from project_builders import a_notebook

RUNNING = DocumentPath("a.ipynb")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project of one notebook and one module."""
    (tmp_path / "a.ipynb").write_bytes(a_notebook("import b\nb.total(1)"))
    (tmp_path / "b.py").write_text("def total(x): ...\n")
    return tmp_path


def mapped(root: Path, **options: object) -> ProjectMap:
    return map_project(root, WordCounter(), **options)  # type: ignore[arg-type]  # of many types


def test_documents_are_outlined_and_linked(root: Path) -> None:
    found = map_project(root, WordCounter())
    assert [each.path for each in found.documents] == ["a.ipynb", "b.py"]
    assert "total" in found.documents[0].units[0].uses
    assert found.name == root.name


def test_the_running_notebook_is_marked(root: Path) -> None:
    found = map_project(root, WordCounter(), running=RUNNING)
    assert [each.is_running for each in found.documents] == [True, False]


def test_the_running_notebook_is_there_though_git_ignores_it(root: Path) -> None:
    (root / ".gitignore").write_text("*.ipynb\n")
    assert len(map_project(root, WordCounter()).documents) == 1
    assert len(map_project(root, WordCounter(), running=RUNNING).documents) == 2


@pytest.mark.parametrize("running", ["gone.ipynb", "../a.ipynb", "/etc/passwd"])
def test_a_running_notebook_that_is_not_there_is_left_out(
    running: str, root: Path
) -> None:
    found = map_project(root, WordCounter(), running=DocumentPath(running))
    assert len(found.documents) == 2


def test_other_bytes_can_stand_for_a_document(root: Path) -> None:
    new = {DocumentPath("b.py"): b"def new(): ...\n", DocumentPath("c.py"): b"x = 1\n"}
    found = map_project(root, WordCounter(), overrides=new)
    assert found.documents[1].units[0].defines == {"new"}
    assert found.documents[2].path == "c.py"


@pytest.mark.parametrize(
    ("name", "data"),
    [("c.ipynb", b""), ("c.ipynb", b"{}"), ("c.ipynb", b"\xff"), ("c.py", b"\xff\xfe")],
)
def test_a_document_that_cannot_be_read_says_why(
    name: str, data: bytes, root: Path
) -> None:
    (root / name).write_bytes(data)
    found = map_project(root, WordCounter()).documents[2]
    assert found.problem
    assert str(root) not in found.problem
    assert found.units == ()


def test_a_document_that_may_not_be_read_says_so(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    found = map_project(root, WordCounter())
    assert found.documents[0].problem == "It cannot be read: Permission denied."


def test_a_document_that_has_not_changed_is_not_read_again(root: Path) -> None:
    cache: dict[tuple[DocumentPath, str], DocumentOutline] = {}
    first = map_project(root, WordCounter(), cache=cache)
    kept = dict(cache)
    (root / "b.py").write_text("def other(x): ...\n")
    second = map_project(root, WordCounter(), cache=cache)
    assert first.documents[1] != second.documents[1]
    assert len(cache) == 3
    assert all(cache[key] is kept[key] for key in kept)


def test_broken_python_is_no_problem(root: Path) -> None:
    (root / "b.py").write_text("def total(x): ...\n\ndef broken(:\n")
    found = map_project(root, WordCounter()).documents[1]
    assert found.problem is None
    assert [each.name for each in found.units[0].sections] == ["total"]
