"""What the user's own Jupyter servers say, asked over loopback."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from litecode_magics.running_servers import OpenNotebook, open_notebooks


@contextmanager
def a_server(
    runtime: Path, root: Path, reply: Any, *, status: int = 200
) -> Iterator[list[str]]:
    """A server that leaves its file in the runtime folder; gives the tokens it saw."""
    seen: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers["Authorization"])
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.end_headers()
            self.wfile.write(json.dumps(reply).encode())

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,)).start()
        port = server.server_port
        entry = {
            "url": f"http://127.0.0.1:{port}/",
            "token": "s3cret",
            "root_dir": str(root),
        }
        (runtime / f"jpserver-{port}.json").write_text(json.dumps(entry))
        yield seen
        server.shutdown()


def a_row(path: str = "here.ipynb", kernel: str = "k") -> dict[str, Any]:
    return {"path": path, "type": "notebook", "kernel": {"id": kernel}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "here.ipynb").touch()
    return folder


def test_all_open_notebooks_are_given_with_their_kernels(
    tmp_path: Path, root: Path
) -> None:
    with a_server(tmp_path, root, [a_row(), a_row("b.ipynb", "other")]):
        assert open_notebooks(tmp_path) == (
            OpenNotebook(path=root / "here.ipynb", kernel="k"),
            OpenNotebook(path=root / "b.ipynb", kernel="other"),
        )


def test_the_server_gets_its_own_token(tmp_path: Path, root: Path) -> None:
    with a_server(tmp_path, root, [a_row()]) as seen:
        open_notebooks(tmp_path)
    assert seen == ["token s3cret"]


@pytest.mark.parametrize("reply", [{}, [1], [{"kernel": 1}], [{"path": "x"}], "x"])
def test_an_odd_answer_names_nothing(tmp_path: Path, root: Path, reply: Any) -> None:
    with a_server(tmp_path, root, reply):
        assert open_notebooks(tmp_path) == ()


@pytest.mark.parametrize("status", [302, 403])
def test_a_server_that_refuses_names_nothing(
    tmp_path: Path, root: Path, status: int
) -> None:
    with a_server(tmp_path, root, [a_row()], status=status) as seen:
        assert open_notebooks(tmp_path) == ()
    assert len(seen) == 1


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"url": "file:///etc/passwd"}', '{"url": "http://127.0.0.1:9/"}'],
)
def test_a_file_of_a_dead_server_is_passed_over(tmp_path: Path, content: str) -> None:
    (tmp_path / "jpserver-1.json").write_text(content)
    assert open_notebooks(tmp_path) == ()


def test_without_jupyter_nothing_is_asked() -> None:
    assert open_notebooks(None) == ()
