"""A chat model behind HTTP: one dialect, a stream, and no reply believed unchecked."""

import asyncio
import time
from contextlib import aclosing
from dataclasses import replace

import httpx

from litecode_nb.domain.prompt import Completion, Prompt
from litecode_nb.errors import ContextExceeded, ReplyBroken, ReplyTooSlow
from litecode_nb.llm.dialect import Answer, Call, Dialect
from litecode_nb.llm.model import ModelTraits, OnText
from litecode_nb.llm.reply import Reply
from litecode_nb.llm.server_counting import ServerTokenCounter
from litecode_nb.llm.streaming import stream_pieces
from litecode_nb.llm.transport import Connection
from litecode_nb.llm.usage_checks import check_that_all_was_read
from litecode_nb.settings import Settings
from litecode_nb.tokens.base import TokenCounter
from litecode_nb.tokens.calibrated import CalibratedCounter

GRACE_SECONDS = 2.0
"""How long counts may follow after a reply has ended."""

END_SECONDS = 0.2
"""How long the end of a stream may follow after its last event. It is read, since only
then the connection can be used once more."""


class HttpChatModel:
    """Asks a server and streams its reply.

    A cancelled call closes its connection, at which servers stop generating.
    """

    def __init__(
        self,
        *,
        dialect: Dialect,
        connection: Connection,
        settings: Settings,
        traits: ModelTraits,
        local: CalibratedCounter,
        counter: TokenCounter | None = None,
    ) -> None:
        """Describe the model; nothing is sent yet.

        Args:
            dialect: How to speak.
            connection: Whom to speak to.
            settings: Temperature and time limits.
            traits: What is known of the model.
            local: Our own count; learns from what the server reports.
            counter: Counts better than that, where the server can do so.
        """
        self._dialect = dialect
        self._connection = connection
        self._settings = settings
        self._traits = traits
        self._local = local
        self._counter = counter or local
        self._without: frozenset[str] = frozenset()
        self._client: httpx.AsyncClient | None = None

    @property
    def traits(self) -> ModelTraits:
        """What is known of it; a window that proves smaller is corrected."""
        return self._traits

    @property
    def counter(self) -> TokenCounter:
        """Counts tokens as this model does, or more."""
        return self._counter

    async def complete(self, prompt: Prompt, on_text: OnText) -> Completion:
        """Ask once and stream the reply.

        Raises:
            ModelError: The server failed, or its answer cannot be trusted.
        """
        started = time.monotonic()
        reply = Reply(prompt)
        try:
            await self._ask(prompt, reply, on_text)
        except ContextExceeded as error:
            self._learn_from(error, prompt)
            raise
        completion = reply.completion(time.monotonic() - started)
        reported = completion.usage.prompt_tokens
        check_that_all_was_read(prompt.messages, reported)
        self._local.observe(prompt.messages, reported or 0)
        return completion

    async def aclose(self) -> None:
        """Close all connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()
        if isinstance(self._counter, ServerTokenCounter):
            self._counter.close()

    async def _ask(self, prompt: Prompt, reply: Reply, on_text: OnText) -> None:
        """Ask; leave out a field that the server refuses, from then on."""
        while True:
            call = self._dialect.request(
                prompt,
                self._traits,
                temperature=self._settings.temperature,
                without=self._without,
            )
            refusal = await self._stream(call, reply, on_text)
            if refusal is None:
                return
            field = self._dialect.refused_field(refusal)
            if field is None or field in self._without:
                raise self._dialect.error(refusal)
            self._without |= {field}

    async def _stream(self, call: Call, reply: Reply, on_text: OnText) -> Answer | None:
        """Read a reply within the time limits; give the answer if it is a refusal."""
        try:
            async with asyncio.timeout(self._settings.first_token_seconds) as limit:
                return await self._read(call, reply, on_text, limit)
        except TimeoutError as error:
            if reply.is_finished:
                return None
            raise self._too_slow(reply) from error
        except ReplyBroken:
            if reply.is_finished:
                return None
            raise

    async def _read(
        self, call: Call, reply: Reply, on_text: OnText, limit: asyncio.Timeout
    ) -> Answer | None:
        loop = asyncio.get_running_loop()
        stream = stream_pieces(self._opened(), self._connection, call, self._dialect)
        async with aclosing(stream) as pieces:
            async for piece in pieces:
                if isinstance(piece, Answer):
                    return piece
                if shown := reply.take(piece):
                    on_text(shown)
                if reply.is_cut:
                    break
                if reply.has_begun or reply.is_finished:
                    limit.reschedule(loop.time() + self._patience(reply))
        return None

    def _patience(self, reply: Reply) -> float:
        """Give the seconds until the next piece has to be there."""
        if reply.is_over:
            return END_SECONDS
        return GRACE_SECONDS if reply.is_finished else self._settings.idle_seconds

    def _too_slow(self, reply: Reply) -> ReplyTooSlow:
        server = self._connection.address.root
        if reply.has_begun:
            return ReplyTooSlow(
                f"{server} sent no token for {self._settings.idle_seconds:g} seconds "
                "in the middle of a reply. Look into its log, or raise `idle_seconds`."
            )
        return ReplyTooSlow(
            f"{server} sent no token within {self._settings.first_token_seconds:g} "
            "seconds. It may still be loading: try again, or raise "
            "`first_token_seconds`."
        )

    def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            self._client = self._connection.open_async()
        return self._client

    def _learn_from(self, error: ContextExceeded, prompt: Prompt) -> None:
        """Count more, or know of a smaller window, before the prompt is made anew."""
        self._local.observe(prompt.messages, error.prompt_tokens or 0)
        window = error.context_window
        if window is not None and window < self._traits.context_window:
            self._traits = replace(self._traits, context_window=window)
