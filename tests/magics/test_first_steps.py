"""The tutorial notebook runs from top to bottom and shows what it promises."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import MarkdownExporter

from front_end import kernel_environment

pytestmark = pytest.mark.kernel

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "01-first-steps.ipynb"


def kept() -> Any:
    """The notebook as it is in the repository."""
    return nbformat.reads(NOTEBOOK.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]  # nbformat's


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The notebook after it was run, away from its own folder."""
    folder = tmp_path_factory.mktemp("first-steps")
    places = dict.fromkeys(("HOME", "IPYTHONDIR", "TMPDIR"), str(folder))
    notebook = kept()
    resources = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=120, resources=resources)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**kernel_environment(), **places}.items():
            patch.setenv(name, value)
        yield client.execute()


def text_of(executed: Any, cell: str) -> str:
    """What a cell shows, as text."""
    (row,) = (each for each in executed.cells if each["id"] == cell)
    shown = [o.get("data", {}).get("text/plain") or o.get("text") for o in row.outputs]
    return "\n".join(filter(None, shown))


def test_no_cell_fails(executed: Any) -> None:
    kinds = {o["output_type"] for c in executed.cells for o in c.get("outputs", ())}
    assert "error" not in kinds


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("look", "scripted"),
        ("why", "**sum** of its amounts"),
        ("who", "by code, without a model"),
        ("round", "+    return {month: round(amount, 2)"),
        ("apply", "✓ Applied: stats.py"),
        ("written", "round(amount, 2)"),
        ("everywhere", "✓ Applied: stats.py, explore.ipynb"),
        ("undo", "✓ Taken back"),
        ("history", "undone"),
        ("budget", "reply, reserved"),
        ("map", "by_month(orders)"),
    ],
)
def test_each_step_shows_what_it_promises(executed: Any, cell: str, told: str) -> None:
    assert told in text_of(executed, cell)


def test_the_preview_became_a_record(executed: Any) -> None:
    assert "✓ Applied: stats.py" in text_of(executed, "round")


def test_it_reads_well_as_markdown(executed: Any) -> None:
    exporter = MarkdownExporter()  # type: ignore[no-untyped-call]  # nbconvert's
    text, _ = exporter.from_notebook_node(executed)
    assert "Applied: stats.py" in text


def test_it_is_kept_without_outputs() -> None:
    assert not [c for c in kept().cells if c.get("outputs") or c.get("execution_count")]
