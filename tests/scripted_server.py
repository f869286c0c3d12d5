"""A real HTTP server on loopback that answers from a script, in its own thread.

The answer to each path is a list of steps, one for each request; the last one stays.
A step writes to the connection itself, so it can be slow, cut or broken as it likes.
"""

import gzip
import json
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from litecode_nb.llm.http_model import HttpChatModel

SAFETY_SECONDS = 20.0

Connect = Callable[..., Awaitable[HttpChatModel]]
"""The fixture `connect` of `tests/llm`: options of `Settings` in, a model out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A request as it came in; the body is its JSON."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


class Exchange(BaseHTTPRequestHandler):
    """One request; gives a step the means to answer."""

    protocol_version = "HTTP/1.1"
    server: "ScriptedServer"

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length", 0))
        self._answer(json.loads(self.rfile.read(size)))

    def head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response_only(status)
        for name, value in {"connection": "close", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True

    def chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
        self.wfile.flush()

    def wait_for_hang_up(self) -> None:
        """Block until the client closes, and tell the test so."""
        self.connection.settimeout(SAFETY_SECONDS)
        if self.connection.recv(1) == b"":
            self.server.hung_up.set()

    def log_message(self, *_: Any) -> None:
        """Print nothing."""

    def _answer(self, body: Any) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        recorded = Recorded(
            method=self.command, path=self.path, headers=headers, body=body
        )
        self.server.next_step(recorded)(self)


Step = Callable[[Exchange], None]


class ScriptedServer(ThreadingHTTPServer):
    """Answers from its script and remembers all requests."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.requests: list[Recorded] = []
        self.hung_up = threading.Event()
        self.failures: list[BaseException | None] = []
        self._steps: dict[str, list[Step]] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def on(self, path: str, *steps: Step) -> None:
        """Say how to answer a path, request by request."""
        self._steps[path] = list(steps)

    def asked(self, path: str) -> list[Recorded]:
        return [each for each in self.requests if each.path == path]

    def next_step(self, recorded: Recorded) -> Step:
        self.requests.append(recorded)
        steps = self._steps.get(recorded.path, [])
        if not steps:
            return as_json({"error": {"message": "no such path"}}, status=404)
        return steps.pop(0) if len(steps) > 1 else steps[0]

    def handle_error(self, *_: Any) -> None:
        """Keep what went wrong here; a client that has gone is nothing wrong."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            self.failures.append(error)


@contextmanager
def serving() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()
        assert server.failures == []


def as_json(
    body: Any, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Step:
    """Answer with a whole JSON body."""
    kind = "application/json; charset=utf-8"
    return as_body(json.dumps(body), status=status, kind=kind, headers=headers)


def as_body(
    text: str,
    *,
    status: int = 200,
    kind: str = "text/html",
    headers: Mapping[str, str] | None = None,
) -> Step:
    """Answer with a whole body of any kind."""

    def answer(exchange: Exchange) -> None:
        data = text.encode()
        more = {"content-type": kind, "content-length": str(len(data))}
        exchange.head(status, {**more, **(headers or {})})
        exchange.wfile.write(data)

    return answer


def as_stream(
    *events: Any, piece: int | None = None, is_cut: bool = False, packed: bool = False
) -> Step:
    """Answer with a stream of events.

    Args:
        events: JSON values; a text is sent as it is, line ends included.
        piece: Bytes of each chunk; None for one event in each.
        is_cut: Whether the connection breaks where the last event ends.
        packed: Whether the stream is compressed.
    """

    def answer(exchange: Exchange) -> None:
        headers = {"content-type": "text/event-stream", "transfer-encoding": "chunked"}
        coding = {"content-encoding": "gzip"} if packed else {}
        exchange.head(200, {**headers, **coding})
        for data in _cut(_encoded(events, packed=packed), piece):
            exchange.chunk(data)
        if not is_cut:
            exchange.chunk(b"")

    return answer


def then_silent(*events: Any) -> Step:
    """Stream some events, then nothing more; the connection stays open."""
    begin = as_stream(*events, is_cut=True)

    def answer(exchange: Exchange) -> None:
        begin(exchange)
        exchange.wait_for_hang_up()

    return answer


def silent(exchange: Exchange) -> None:
    """Take the request, and never answer."""
    exchange.close_connection = True
    exchange.wait_for_hang_up()


def hanging_up(exchange: Exchange) -> None:
    """Close the connection without an answer."""
    exchange.close_connection = True


def said(
    text: str | None = None, finish: str | None = None, **delta: Any
) -> Mapping[str, Any]:
    """Give a chunk in OpenAI's form."""
    content = {} if text is None else {"content": text}
    choice = {"index": 0, "delta": {**content, **delta}, "finish_reason": finish}
    return {"object": "chat.completion.chunk", "choices": [choice]}


def used(prompt: int, reply: int, **more: Any) -> Mapping[str, Any]:
    """Give the last chunk, which holds the counts."""
    counts = {"prompt_tokens": prompt, "completion_tokens": reply, **more}
    return {"choices": [], "usage": counts}


DONE = "data: [DONE]\n\n"


def _encoded(events: Sequence[Any], *, packed: bool) -> list[bytes]:
    texts = [
        each if isinstance(each, str) else f"data: {json.dumps(each)}\n\n"
        for each in events
    ]
    data = [text.encode() for text in texts]
    return [gzip.compress(b"".join(data))] if packed else data


def _cut(data: list[bytes], piece: int | None) -> list[bytes]:
    if piece is None:
        return data
    whole = b"".join(data)
    return [whole[start : start + piece] for start in range(0, len(whole), piece)]
