"""Documents on the disk: what an edit leaves of links, modes and odd names."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builders import an_edit
from litecode_nb.documents.opening import open_document
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.unit import UnitKind
from litecode_nb.files import write_atomically
from notebook_builders import a_code_cell, a_notebook, with_ids

NOTEBOOK = a_notebook(*with_ids([a_code_cell("a")]))
NOBODY = 65534
EDITED = a_notebook(*with_ids([a_code_cell("b")]))


def edit_file(file: Path) -> None:
    path = DocumentPath(file.name)
    document = open_document(path, file.read_bytes())
    unit = f"{path}#id0"
    edit = an_edit("a", "b", document=path, unit=unit, kind=UnitKind.CODE_CELL)
    write_atomically(file, document.with_edits([edit]).to_bytes())


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "real.ipynb", tmp_path / "link.ipynb"
    target.write_bytes(NOTEBOOK)
    link.symlink_to(target)
    edit_file(link)
    assert link.is_symlink()
    assert target.read_bytes() == EDITED


def test_of_hard_links_only_the_edited_name_changes(tmp_path: Path) -> None:
    file, other = tmp_path / "a.ipynb", tmp_path / "other.ipynb"
    file.write_bytes(NOTEBOOK)
    other.hardlink_to(file)
    edit_file(file)
    assert file.read_bytes() == EDITED
    assert other.read_bytes() == NOTEBOOK


def test_a_read_only_file_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a.ipynb"
    file.write_bytes(NOTEBOOK)
    file.chmod(0o444)
    edit_file(file)
    assert file.read_bytes() == EDITED
    assert stat.S_IMODE(file.stat().st_mode) == 0o444


@contextmanager
def without_power() -> Iterator[None]:
    """Give up the right to write everywhere, if the tests run as root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name == "nt", reason="folders have no such mode there")
def test_an_unwritable_folder_leaves_the_file_as_it_was() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.ipynb")
        file.write_bytes(NOTEBOOK)
        Path(folder).chmod(0o555)
        try:
            with without_power(), pytest.raises(PermissionError):
                edit_file(file)
        finally:
            Path(folder).chmod(0o755)
        assert file.read_bytes() == NOTEBOOK
        assert [each.name for each in Path(folder).iterdir()] == ["a.ipynb"]


@pytest.mark.parametrize(
    "name", ["with space.ipynb", "données 日本.ipynb", "a#b.ipynb"]
)
def test_odd_names_are_names(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(NOTEBOOK)
    edit_file(file)
    assert file.read_bytes() == EDITED
