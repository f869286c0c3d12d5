from collections.abc import Iterator
from pathlib import Path

import pytest

from notebook_builders import a_code_cell, a_notebook
from scripted_server import ScriptedServer, as_json, serving

MODULE = "def total(rows):\n    return sum(rows)\n"
NOTEBOOK = a_notebook(a_code_cell("from stats import total\ntotal([1])", id="one"))


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server with OpenAI's form."""
    with serving() as started:
        started.on("/v1/models", as_json({"data": [{"id": "llama-3.1-8b"}]}))
        yield started


@pytest.fixture
def project(
    tmp_path: Path, own_user_files: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A project with a module and a notebook, and the shell's folder in it."""
    assert own_user_files.is_dir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "stats.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "explore.ipynb").write_bytes(NOTEBOOK)
    monkeypatch.chdir(tmp_path)
    return tmp_path
