"""Asks the user's own Jupyter servers which notebooks are open, and on which kernel.

This is right even after a notebook was renamed, and before a new cell was saved. Each
server leaves a file with its address and token in Jupyter's runtime folder, readable
for its user only; `jupyter server list` reads the same files.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATTERNS = ("jpserver-*.json", "nbserver-*.json")
SECONDS = 0.5
MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNotebook:
    """One session of a server.

    Attributes:
        path: The notebook's file; it may be gone.
        kernel: The id of the kernel that it runs on.
    """

    path: Path
    kernel: str


def runtime_folder() -> Path | None:
    """Where Jupyter's servers leave their files; None without Jupyter."""
    try:
        from jupyter_core.paths import jupyter_runtime_dir  # noqa: PLC0415  optional
    except ImportError:
        return None
    return Path(jupyter_runtime_dir())


def open_notebooks(folder: Path | None) -> tuple[OpenNotebook, ...]:
    """Give all notebooks that any server has open, each once for each of its kernels.

    Args:
        folder: Jupyter's runtime folder; None without Jupyter.
    """
    if folder is None:
        return ()
    found = (each for server in _servers(folder) for each in _opened(server))
    return tuple(dict.fromkeys(found))


def _servers(folder: Path) -> Iterator[dict[str, Any]]:
    for pattern in PATTERNS:
        for file in sorted(folder.glob(pattern)):
            try:
                server = json.loads(file.read_bytes())
            except (OSError, ValueError):
                continue
            if isinstance(server, dict):
                yield server


def _opened(server: dict[str, Any]) -> Iterator[OpenNotebook]:
    root = server.get("root_dir") or server.get("notebook_dir")
    for row in _sessions(server):
        path, kernel = _path_and_kernel(row)
        if isinstance(root, str) and isinstance(path, str) and isinstance(kernel, str):
            yield OpenNotebook(path=(Path(root) / path).resolve(), kernel=kernel)


def _path_and_kernel(row: Any) -> tuple[Any, Any]:
    if not isinstance(row, dict):
        return None, None
    kernel = row.get("kernel")
    return row.get("path"), kernel.get("id") if isinstance(kernel, dict) else None


def _sessions(server: dict[str, Any]) -> list[Any]:
    """Ask one server; nothing where it is gone or does not want to say."""
    url = server.get("url")
    if not isinstance(url, str) or not url.startswith(("http://", "https://")):
        return []
    request = urllib.request.Request(  # noqa: S310  http and https only, see above
        f"{url.rstrip('/')}/api/sessions",
        headers={"Authorization": f"token {server.get('token', '')}"},
    )
    try:
        with _opener().open(request, timeout=SECONDS) as reply:
            rows = json.loads(reply.read(MOST_BYTES))
    except (urllib.error.URLError, OSError, ValueError):
        return []
    return rows if isinstance(rows, list) else []


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Takes the token nowhere else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Follow nothing."""


def _opener() -> urllib.request.OpenerDirector:
    # Never through a proxy: it would see the token.
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)
