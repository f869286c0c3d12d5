"""Asks the user's own Jupyter servers which notebook a kernel belongs to.

This is right even after a notebook was renamed, and before a new cell was saved. Each
server leaves a file with its address and token in Jupyter's runtime folder, readable
for its user only; `jupyter server list` reads the same files.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PATTERNS = ("jpserver-*.json", "nbserver-*.json")
SECONDS = 0.5
MOST_BYTES = 1_000_000


def runtime_folder() -> Path | None:
    """Where Jupyter's servers leave their files; None without Jupyter."""
    try:
        from jupyter_core.paths import jupyter_runtime_dir  # noqa: PLC0415  optional
    except ImportError:
        return None
    return Path(jupyter_runtime_dir())


def notebook_of_kernel(kernel: str, folder: Path | None) -> Path | None:
    """Give the notebook's file, if exactly one session of all servers has this kernel.

    Args:
        kernel: The kernel's id.
        folder: Jupyter's runtime folder; None without Jupyter.
    """
    if folder is None:
        return None
    found = [path for server in _servers(folder) for path in _paths(server, kernel)]
    return found[0] if len(found) == 1 and found[0].is_file() else None


def _servers(folder: Path) -> Iterator[dict[str, Any]]:
    for pattern in PATTERNS:
        for file in sorted(folder.glob(pattern)):
            try:
                server = json.loads(file.read_bytes())
            except (OSError, ValueError):
                continue
            if isinstance(server, dict):
                yield server


def _paths(server: dict[str, Any], kernel: str) -> Iterator[Path]:
    root = server.get("root_dir") or server.get("notebook_dir")
    for row in _sessions(server):
        is_ours = isinstance(row, dict) and _id_of(row.get("kernel")) == kernel
        path = row.get("path") if is_ours else None
        if isinstance(root, str) and isinstance(path, str):
            yield Path(root) / path


def _id_of(kernel: Any) -> str | None:
    return kernel.get("id") if isinstance(kernel, dict) else None


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
