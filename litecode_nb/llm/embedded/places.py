"""Where weights and the running server's files lie on a user's machine."""

import os
import platform
import stat
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from litecode_nb.errors import WeightsError

CACHE_VARIABLE = "LITECODE_CACHE_DIR"
NAME = "litecode-nb"


def models_folder(environment: Mapping[str, str]) -> Path:
    """Give the folder of fetched weights; it may not exist yet."""
    return _cache_folder(environment) / "models"


def run_folder(environment: Mapping[str, str]) -> Path:
    """Give the folder for running servers, which is made for the user's eyes only.

    On Linux it is in `XDG_RUNTIME_DIR`, which the system removes at the last log-out.
    Elsewhere it is in the cache, by the machine's name, since homes may be shared.

    Raises:
        WeightsError: It cannot be made, or others could write to it.
    """
    folder = _runtime_base(environment) / NAME / "run"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(folder):
            message = f"{folder} belongs to somebody else. Remove it."
            raise WeightsError(message)
        folder.chmod(0o700)
    except OSError as error:
        message = (
            f"{folder} cannot be made: {error.strerror}. "
            f"Set `{CACHE_VARIABLE}` to a folder of your own."
        )
        raise WeightsError(message) from error
    return folder


def _cache_folder(environment: Mapping[str, str]) -> Path:
    if chosen := environment.get(CACHE_VARIABLE):
        return Path(chosen).expanduser().absolute()
    return platformdirs.user_cache_path(NAME, appauthor=False)


def _runtime_base(environment: Mapping[str, str]) -> Path:
    runtime = Path(environment.get("XDG_RUNTIME_DIR") or "nowhere")
    if runtime.is_absolute() and _is_own(runtime) and os.access(runtime, os.W_OK):
        return runtime
    machine = platform.node() or "this-machine"
    return _cache_folder(environment) / "machines" / machine.replace(os.sep, "-")


def _is_own(folder: Path) -> bool:
    """Whether a folder is there, is no link, and is the user's own."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and (
        os.name == "nt" or found.st_uid == os.getuid()
    )
