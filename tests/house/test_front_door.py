"""Importing is free: nothing heavy loaded, nothing printed, nothing touched."""

import subprocess
import sys
from pathlib import Path

HEAVY = ["httpx", "tiktoken", "ipywidgets", "nbformat", "rich", "typer", "xllamacpp"]


def loaded_by(code: str, folder: Path) -> str:
    """Names of the heavy packages that a piece of code loads in a fresh process."""
    probe = f"{code}\nimport sys\nprint(*[n for n in {HEAVY!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", probe],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_importing_the_engine_loads_nothing_heavy(tmp_path: Path) -> None:
    assert loaded_by("import litecode_nb", tmp_path) == ""


def test_importing_the_engine_loads_no_front_end(tmp_path: Path) -> None:
    code = "import litecode_nb, sys\nassert 'IPython' not in sys.modules"
    assert loaded_by(code, tmp_path) == ""


def test_importing_touches_no_file(tmp_path: Path) -> None:
    loaded_by("import litecode_nb", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_loading_the_extension_loads_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "before = set(__import__('sys').modules)\n"
        "shell.extension_manager.load_extension('litecode_nb')\n"
        "new = set(__import__('sys').modules) - before\n"
        "print(*[n for n in ('httpx', 'tiktoken', 'ipywidgets') if n in new], end='')"
    )
    assert loaded_by(code, tmp_path) == ""
