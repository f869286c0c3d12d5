"""The real library, in its own process, against a hub on loopback."""

import hashlib
import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from litecode_nb.errors import WeightsError
from litecode_nb.llm.embedded.hub import HubSource
from litecode_nb.llm.embedded.official import OfficialFile

Environment = Mapping[str, str]


class SmallHub(BaseHTTPRequestHandler):
    """Answers for one file as the hub does."""

    content = b""

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()
        self.wfile.write(self.content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
        """Say nothing."""

    def _answer(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.content)))
        self.send_header("ETag", f'"{hashlib.sha256(self.content).hexdigest()}"')
        self.send_header("X-Repo-Commit", "a" * 40)
        self.end_headers()


@pytest.fixture
def hub(content: bytes, tmp_path: Path) -> Iterator[Environment]:
    """Run a hub and give the environment that leads to it."""
    answering = type("Hub", (SmallHub,), {"content": content})
    with ThreadingHTTPServer(("127.0.0.1", 0), answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield environment_for(server.server_port, tmp_path)
        server.shutdown()


def environment_for(port: int, tmp_path: Path) -> Environment:
    return {
        **os.environ,
        "HF_ENDPOINT": f"http://127.0.0.1:{port}",
        "HF_HOME": str(tmp_path / "hf"),
        "HF_HUB_DISABLE_TELEMETRY": "1",
    }


def test_the_file_comes_from_its_repository(
    wanted: OfficialFile, content: bytes, hub: Environment, tmp_path: Path
) -> None:
    HubSource().fetch(wanted, tmp_path / "tiny.part", lambda there: None, hub)
    assert (tmp_path / "tiny.part").read_bytes() == content


def test_another_length_is_refused_before_the_download(
    wanted: OfficialFile, hub: Environment, tmp_path: Path
) -> None:
    longer = replace(wanted, length=wanted.length + 1)
    with pytest.raises(WeightsError, match="2,500 bytes there instead of 2,501"):
        HubSource().fetch(longer, tmp_path / "tiny.part", lambda there: None, hub)


def test_a_hub_that_is_not_there_is_given_up_without_retries(
    wanted: OfficialFile, tmp_path: Path
) -> None:
    nobody = environment_for(9, tmp_path)
    with pytest.raises(WeightsError, match="Connect"):
        HubSource().fetch(wanted, tmp_path / "tiny.part", lambda there: None, nobody)
