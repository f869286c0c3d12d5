"""Server-sent events: bytes in, cut anywhere; whole events out."""

from collections.abc import Iterator
from dataclasses import dataclass

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEvent:
    """One event of a stream, or the whole body of an answer that is no stream.

    Attributes:
        data: Its text.
        name: What the server calls it; `error` in some servers' broken streams.
    """

    data: str
    name: str = "message"


class EventReader:
    """Reads events from bytes as they come; comments and empty ones are passed over.

    Lines end at CR, LF or both and nowhere else: a text may hold U+2028 and form feeds,
    at which `str.splitlines` would break it.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._is_start = True
        self._data: list[str] = []
        self._name = ""

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """Give the events that end in this chunk."""
        self._rest += chunk
        if self._is_start and len(self._rest) >= len(BOM):
            self._rest = self._rest.removeprefix(BOM)
            self._is_start = False
        # A CR at the very end may be half of a CRLF.
        *lines, self._rest = _lines(self._rest)
        for line in lines:
            yield from self._line(line.decode("utf-8", "replace"))

    def flush(self) -> Iterator[ServerEvent]:
        """Give what the stream's end left open; some servers forget the last line."""
        rest, self._rest = self._rest.removeprefix(BOM), b""
        yield from self._line(rest.decode("utf-8", "replace").rstrip("\r"))
        yield from self._line("")

    def _line(self, line: str) -> Iterator[ServerEvent]:
        if line == "":
            yield from self._event()
            return
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line.startswith(("{", "[")):
            # Not in the standard: an error's bare JSON in the middle of a stream.
            self._data.append(line)
        elif name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
        elif name == "error":
            # Not in the standard: older llama.cpp servers send errors like this.
            self._name = "error"
            self._data.append(value)

    def _event(self) -> Iterator[ServerEvent]:
        data, name = "\n".join(self._data), self._name or "message"
        self._data, self._name = [], ""
        if data.strip():
            yield ServerEvent(data=data, name=name)


def _lines(data: bytes) -> list[bytes]:
    """Split at line ends; the last part is the line that is not complete yet."""
    held = b""
    if data.endswith(b"\r"):
        data, held = data[:-1], b"\r"
    *lines, rest = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return [*lines, rest + held]
