"""Shells that run in the test's own process, and a place of their own for Jupyter."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from litecode_magics import magic


@pytest.fixture(autouse=True)
def own_places(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep tests away from the user's own Jupyter, IPython, settings and servers."""
    home = tmp_path_factory.mktemp("home")
    for name in (
        "HOME",
        "IPYTHONDIR",
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_DATA_DIR",
        "JUPYTER_RUNTIME_DIR",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_STATE_HOME",
    ):
        monkeypatch.setenv(name, str(home / name.lower()))
        (home / name.lower()).mkdir()
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    for name in ("LITECODE_SERVER", "LITECODE_MODEL", "LITECODE_CONTEXT_WINDOW"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def shell(
    own_places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[InteractiveShell]:
    """A shell without a kernel, with litecode in it, in an empty project."""
    monkeypatch.chdir(tmp_path)
    config = Config()
    config.HistoryManager.enabled = False
    made = InteractiveShell.instance(
        config=config,
        display_pub_class=CapturingDisplayPublisher,
        ipython_dir=str(own_places / "ipythondir"),
    )
    magic.register(made)
    yield made
    magic.unregister(made)
    InteractiveShell.clear_instance()
