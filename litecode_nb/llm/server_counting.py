"""Have the server count tokens: exact for whole chats, local when it is silent."""

import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any

import httpx

from litecode_nb.domain.prompt import Message
from litecode_nb.llm.dialect import Call, CountingDialect
from litecode_nb.llm.dialects.json_values import parsed
from litecode_nb.llm.transport import Connection, method_of, sent
from litecode_nb.tokens.base import TokenCounter

SMALL = 1000
"""Texts of fewer characters are counted here: asking takes longer than it saves."""

SECONDS = 2.0
SILENT_SECONDS = 30.0
"""For as long a server that did not answer is not asked again."""

REMEMBERED = 256


class _NoCount(Exception):
    """The server did not count; not remembered, unlike a count."""


class ServerTokenCounter:
    """Counts as the server does, since it is the server that counts."""

    def __init__(
        self,
        *,
        dialect: CountingDialect,
        connection: Connection,
        local: TokenCounter,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Count at a server.

        Args:
            dialect: How to ask.
            connection: Whom to ask.
            local: Counts small texts, and all while the server is silent.
            clock: Seconds, rising.
        """
        self._dialect = dialect
        self._connection = connection
        self._local = local
        self._clock = clock
        self._silent_until = float("-inf")
        self._client: httpx.Client | None = None
        self._opening = threading.Lock()
        self._text = lru_cache(REMEMBERED)(self._count_text)
        self._chat = lru_cache(REMEMBERED)(self._count_chat)

    def count(self, text: str) -> int:
        """Give the number of tokens of a text; exact for larger ones."""
        if len(text) < SMALL:
            return self._local.count(text)
        try:
            return self._text(text)
        except _NoCount:
            return self._local.count(text)

    def count_messages(self, messages: Sequence[Message]) -> int:
        """Give the exact number of tokens of a whole chat, its template included."""
        try:
            return self._chat(tuple(messages))
        except _NoCount:
            return self._local.count_messages(messages)

    def close(self) -> None:
        """Close the connection."""
        with self._opening:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _count_text(self, text: str) -> int:
        return self._known(self._dialect.count_text(self._ask, text))

    def _count_chat(self, messages: tuple[Message, ...]) -> int:
        return self._known(self._dialect.count_chat(self._ask, messages))

    def _known(self, tokens: int | None) -> int:
        if tokens is None:
            raise _NoCount
        return tokens

    def _ask(self, call: Call) -> Any:
        """Send a call; None where there is no good answer."""
        if self._clock() < self._silent_until:
            return None
        url = self._connection.address.url(call.path)
        try:
            response = self._opened().request(method_of(call), url, **sent(call))
        except httpx.HTTPError:
            self._silent_until = self._clock() + SILENT_SECONDS
            return None
        is_good = response.status_code == HTTPStatus.OK
        return parsed(response.text) if is_good else None

    def _opened(self) -> httpx.Client:
        with self._opening:
            if self._client is None:
                self._client = self._connection.open_sync(SECONDS)
            return self._client
