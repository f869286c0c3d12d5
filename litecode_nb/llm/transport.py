"""HTTP as we want it: no proxy for loopback, no key in sight, errors of our own."""

import json
import ssl
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from litecode_nb.errors import (
    ModelError,
    ReplyBroken,
    ServerUnreachable,
    SettingsError,
)
from litecode_nb.llm.address import Address
from litecode_nb.llm.dialect import Answer, Call
from litecode_nb.llm.secret import Secret

KEEPALIVE_SECONDS = 3.0
"""Below the five of llama.cpp's server, which would else close a connection just when
it is taken for the next request."""

LARGEST_ANSWER = 4_000_000
Client = TypeVar("Client")
COMMON_HEADERS = {"user-agent": "litecode-nb"}
JSON_HEADERS = {"content-type": "application/json"}


class KeyAuth(httpx.Auth):
    """Puts the key into a request at the last moment, so that no variable holds it."""

    def __init__(self, key: Secret) -> None:
        self._key = key

    def auth_flow(
        self, request: httpx.Request
    ) -> Generator[httpx.Request, httpx.Response]:
        """Add the header; called by httpx."""
        request.headers["authorization"] = f"Bearer {self._key.reveal()}"
        yield request


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """How to reach a server; opens clients, holds none.

    Attributes:
        address: Where it is.
        key: Its key; None where it needs none.
        connect_seconds: Time limit for opening a connection.
    """

    address: Address
    key: Secret | None
    connect_seconds: float

    def open_async(self) -> httpx.AsyncClient:
        """Open a client that waits for answers without a limit of its own.

        Raises:
            SettingsError: The environment names a proxy that cannot be used.
        """
        timeout = httpx.Timeout(None, connect=self.connect_seconds)
        return _opened(httpx.AsyncClient, self._options(timeout))

    def open_sync(self, seconds: float) -> httpx.Client:
        """Open a blocking client with a time limit for each step.

        Raises:
            SettingsError: The environment names a proxy that cannot be used.
        """
        timeout = httpx.Timeout(seconds, connect=min(seconds, self.connect_seconds))
        return _opened(httpx.Client, self._options(timeout))

    def masked(self, text: str) -> str:
        """Give a text without the key."""
        return text if self.key is None else self.key.masked(text)

    def _options(self, timeout: httpx.Timeout) -> Mapping[str, Any]:
        # Reading the system's certificates takes long, and plain HTTP has no use for
        # them; yet a proxy may speak TLS.
        needs_none = self.address.is_loopback and not self.address.is_secure
        return {
            "verify": ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if needs_none else True,
            "auth": None if self.key is None else KeyAuth(self.key),
            "headers": COMMON_HEADERS,
            "timeout": timeout,
            "limits": httpx.Limits(keepalive_expiry=KEEPALIVE_SECONDS),
            "trust_env": not self.address.is_loopback,
        }


def method_of(call: Call) -> str:
    """Give the HTTP method of a call."""
    return "GET" if call.body is None else "POST"


def sent(call: Call) -> Mapping[str, Any]:
    """Give the arguments with which httpx sends a call's body as JSON.

    A lone surrogate, as a notebook may hold, is no character of UTF-8, and servers
    refuse its escape: it is sent as a question mark.
    """
    if call.body is None:
        return {}
    content = json.dumps(call.body, ensure_ascii=False).encode("utf-8", "replace")
    return {"content": content, "headers": JSON_HEADERS}


async def read_answer(response: httpx.Response, connection: Connection) -> Answer:
    """Read a whole answer without the key, but no more than any good one has."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > LARGEST_ANSWER:
            break
    headers = response.headers.items()
    return Answer(
        status=response.status_code,
        text=connection.masked(body.decode("utf-8", "replace")),
        headers={name.lower(): connection.masked(value) for name, value in headers},
    )


def translated(
    error: httpx.HTTPError, address: Address, *, is_answered: bool
) -> ModelError:
    """Say what a failed connection means.

    Args:
        error: What httpx raised.
        address: The server.
        is_answered: Whether the server had begun to answer.
    """
    why = str(error).strip().rstrip(".") or type(error).__name__
    if is_answered:
        return ReplyBroken(
            f"The connection to {address.root} broke in the middle of a reply: {why}. "
            "Nothing of the reply was used. Try again."
        )
    if isinstance(error, httpx.TimeoutException):
        why = "no connection within the time limit"
    return ServerUnreachable(
        f"Nothing answers at {address.root}: {why}. Start the server, or set `server` "
        "to where it is."
    )


def without_traces(error: BaseException) -> BaseException:
    """Forget the frames of a foreign error and its causes: they hold the headers.

    A traceback that shows local variables would print the key from there.
    """
    each: BaseException | None = error
    seen: set[int] = set()
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        each.__traceback__ = None
        each = each.__cause__ or each.__context__
    return error


def _opened(kind: Callable[..., Client], options: Mapping[str, Any]) -> Client:
    try:
        return kind(**options)
    except (ImportError, ValueError, httpx.InvalidURL) as error:
        message = (
            f"The environment names a proxy that cannot be used: {error}. Mend "
            "`HTTPS_PROXY`, `ALL_PROXY` or `NO_PROXY`, or remove it."
        )
        raise SettingsError(message) from error
