"""One call to a server, as the pieces of its reply or as the answer that is none."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from http import HTTPStatus

import httpx

from litecode_nb.domain.prompt import FinishReason
from litecode_nb.llm.dialect import Answer, Call, Dialect, Piece
from litecode_nb.llm.sse import EventReader, ServerEvent
from litecode_nb.llm.transport import (
    Connection,
    method_of,
    read_answer,
    sent,
    translated,
    without_traces,
)

MOST_BYTES = 64_000_000
"""Of one stream: some hundred bytes for each token are usual."""

CUT = Piece(finish=FinishReason.LENGTH, is_last=True)
WHOLE_BODIES = ("application/json", "text/html")


async def stream_pieces(
    client: httpx.AsyncClient, connection: Connection, call: Call, dialect: Dialect
) -> AsyncGenerator[Piece | Answer]:
    """Send a call and give what comes, piece by piece.

    Yields:
        The pieces of a reply; or one answer, where the server refused.

    Raises:
        ServerUnreachable: It did not answer.
        ReplyBroken: The connection broke in the middle of the answer.
    """
    url = connection.address.url(call.path)
    is_answered = False
    try:
        async with client.stream(method_of(call), url, **sent(call)) as response:
            is_answered = True
            async with aclosing(_pieces(response, connection, dialect)) as pieces:
                async for piece in pieces:
                    yield piece
    except httpx.HTTPError as error:
        address = connection.address
        raise translated(error, address, is_answered=is_answered) from without_traces(
            error
        )


async def _pieces(
    response: httpx.Response, connection: Connection, dialect: Dialect
) -> AsyncGenerator[Piece | Answer]:
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    is_whole = kind in WHOLE_BODIES
    if response.status_code != HTTPStatus.OK or kind == "text/html":
        yield await read_answer(response, connection)
    elif is_whole:
        # Some proxies do not stream, whatever they were asked.
        answer = await read_answer(response, connection)
        piece = dialect.piece(ServerEvent(data=answer.text))
        yield replace(piece, is_last=True)
    else:
        async with aclosing(_events(response, connection)) as events:
            async for event in events:
                yield CUT if event is None else dialect.piece(event)


async def _events(
    response: httpx.Response, connection: Connection
) -> AsyncGenerator[ServerEvent | None]:
    """Read events without the key, since some servers repeat it in their errors.

    Yields:
        Events; None in place of all that is beyond the bytes of any good reply.
    """
    reader = EventReader()
    bytes_left = MOST_BYTES
    async for chunk in response.aiter_bytes():
        for event in reader.feed(chunk):
            yield replace(event, data=connection.masked(event.data))
        bytes_left -= len(chunk)
        if bytes_left < 0:
            yield None
            return
    for event in reader.flush():
        yield replace(event, data=connection.masked(event.data))
