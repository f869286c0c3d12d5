"""Find out what kind of server answers at an address."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import Any

import httpx

from litecode_nb.errors import ModelError, ServerRefused
from litecode_nb.llm.address import Address
from litecode_nb.llm.dialect import Answer
from litecode_nb.llm.dialects.json_values import items, mapping, parsed
from litecode_nb.llm.dialects.refusals import refusal as refusal_of
from litecode_nb.llm.transport import (
    Connection,
    read_answer,
    translated,
    without_traces,
)

PROPS = "/props"
MODELS = "models"
OLLAMA_VERSION = "/api/version"
LM_STUDIO_MODELS = "/api/v0/models"
QUESTIONS = (PROPS, MODELS, OLLAMA_VERSION, LM_STUDIO_MODELS)
LLAMACPP_SIGN = "default_generation_settings"
SILENCE = Answer(status=None, text="")
KEY_REFUSED = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}


class ServerKind(StrEnum):
    """Which program answers; the value is its name for a person."""

    LLAMACPP = "llama.cpp"
    OLLAMA = "Ollama"
    LM_STUDIO = "LM Studio"
    OPENAI = "OpenAI-compatible server"
    LOADING = "server that is still loading"
    LOCKED = "server that wants a key"
    UNKNOWN = "something else"


UNKNOWN = ServerKind.UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Probed:
    """What answered at an address.

    Attributes:
        kind: Which program it is.
        props: What llama.cpp tells of itself, as JSON.
        models: Its list of models, as JSON.
        refusal: What it said in place of a list; None where it gave one.
    """

    kind: ServerKind
    props: Any = None
    models: Any = None
    refusal: ModelError | None = None


async def probe(connection: Connection, seconds: float) -> Probed:
    """Ask a server who it is, all questions at once.

    Args:
        connection: Whom to ask.
        seconds: Time limit for all answers.

    Raises:
        ServerUnreachable: Nothing answers.
        ServerRefused: It does not answer in time.
    """
    try:
        async with connection.open_async() as client, asyncio.timeout(seconds):
            asked = [_ask(client, connection, path) for path in QUESTIONS]
            answers = await asyncio.gather(*asked)
    except TimeoutError as error:
        message = (
            f"{connection.address.root} takes connections but gave no answer within "
            f"{seconds:g} seconds. See whether the server hangs, and restart it."
        )
        raise ServerRefused(message) from error
    good = {
        path: answer
        for path, answer in zip(QUESTIONS, answers, strict=True)
        if isinstance(answer, Answer)
    }
    if not good:
        raise _unreachable(answers, connection.address)
    return _probed({path: good.get(path, SILENCE) for path in QUESTIONS})


async def _ask(
    client: httpx.AsyncClient, connection: Connection, path: str
) -> Answer | httpx.HTTPError:
    """Ask one question; an odd server may drop the connection at just one of them."""
    try:
        async with client.stream("GET", connection.address.url(path)) as response:
            return await read_answer(response, connection)
    except httpx.HTTPError as error:
        return error


def _unreachable(
    answers: Sequence[Answer | httpx.HTTPError], address: Address
) -> ModelError:
    error = next(each for each in answers if isinstance(each, httpx.HTTPError))
    told = translated(error, address, is_answered=False)
    told.__cause__ = without_traces(error)
    return told


def _probed(answers: Mapping[str, Answer]) -> Probed:
    props, models = _json(answers[PROPS]), _json(answers[MODELS])
    refusal = None if models is not None else refusal_of(answers[MODELS])
    return Probed(kind=_kind(answers), props=props, models=models, refusal=refusal)


def _kind(answers: Mapping[str, Answer]) -> ServerKind:
    """Tell the programs from one another, the surest sign first."""
    listed = map(mapping, items(mapping(_json(answers[LM_STUDIO_MODELS])).get("data")))
    signs = {
        ServerKind.LLAMACPP: LLAMACPP_SIGN in mapping(_json(answers[PROPS])),
        ServerKind.LOADING: any(map(_is_loading, answers.values())),
        ServerKind.LOCKED: answers[MODELS].status in KEY_REFUSED,
        ServerKind.OLLAMA: "version" in mapping(_json(answers[OLLAMA_VERSION])),
        ServerKind.LM_STUDIO: any("state" in entry for entry in listed),
        ServerKind.OPENAI: "data" in mapping(_json(answers[MODELS])),
    }
    return next((kind for kind, is_seen in signs.items() if is_seen), UNKNOWN)


def _is_loading(answer: Answer) -> bool:
    is_busy = answer.status == HTTPStatus.SERVICE_UNAVAILABLE
    return is_busy and "loading" in answer.text.lower()


def _json(answer: Answer) -> Any:
    return parsed(answer.text) if answer.status == HTTPStatus.OK else None
