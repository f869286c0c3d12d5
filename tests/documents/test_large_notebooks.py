"""Large notebooks: fifty megabytes of output are no reason to wait."""

import time

import pytest

from builders import an_edit
from litecode_nb.documents.notebook import read_notebook
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.unit import UnitKind
from notebook_builders import a_code_cell, a_notebook, with_ids

PATH = DocumentPath("a.ipynb")
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def large() -> bytes:
    """A notebook with 50 MB of base64, half of it in lines of 76 characters."""
    whole = "iVBORw0KGg" * (25 * MEGABYTE // 10)
    lines = ("A" * 76 + "\n") * (25 * MEGABYTE // 77)
    outputs = [
        {"output_type": "display_data", "metadata": {}, "data": {"image/png": image}}
        for image in (whole, lines)
    ]
    return a_notebook(*with_ids([a_code_cell("a", outputs=outputs), a_code_cell("b")]))


def test_fifty_megabytes_are_read_and_edited_in_moments(large: bytes) -> None:
    began = time.process_time()
    notebook = read_notebook(PATH, large)
    edit = an_edit("b", "x", document=PATH, unit=f"{PATH}#id1", kind=UnitKind.CODE_CELL)
    changed = notebook.with_edits([edit]).to_bytes()
    assert time.process_time() - began < 4
    assert len(changed) == len(large)
    assert changed.count(b'"x"') == 1


def test_five_thousand_cells_are_read_and_edited_in_moments() -> None:
    cells = [a_code_cell(f"x = {number}") for number in range(5_000)]
    data = a_notebook(*cells)
    began = time.process_time()
    notebook = read_notebook(PATH, data)
    edits = [
        an_edit(u.source, "y", document=PATH, unit=u.id, kind=u.kind)
        for u in notebook.units[::50]
    ]
    assert len(notebook.with_edits(edits).units) == 5_000
    assert time.process_time() - began < 4
