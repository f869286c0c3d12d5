"""Find a model: the one that is set, one on this machine, or the embedded one."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from litecode_nb.errors import ModelError, ServerUnreachable
from litecode_nb.llm.address import parse_address
from litecode_nb.llm.connecting import connect_to, model_for
from litecode_nb.llm.keys import find_key
from litecode_nb.llm.model import ChatModel
from litecode_nb.llm.probing import Probed, ServerKind, probe
from litecode_nb.llm.retrying import RetryingModel
from litecode_nb.llm.transport import Connection
from litecode_nb.settings import Settings
from litecode_nb.tokens.calibration import Calibration

__all__ = ["EMBEDDED", "Embedded", "connect", "connect_to", "find_servers"]

EMBEDDED = "embedded"
PORTS = (8080, 1234, 11434, 8000)
LOOPBACK = tuple(
    f"http://{host}:{port}" for port in PORTS for host in ("127.0.0.1", "[::1]")
)
LOOK_SECONDS = 0.9
CONNECT_SECONDS = 0.5

# Their own forms come with a later version; with OpenAI's they hide what they do to
# the window, so they are taken only where a person asks for it.
NOT_UNASKED = (ServerKind.OLLAMA, ServerKind.LM_STUDIO)
TAKEN_UNASKED = (ServerKind.LLAMACPP, ServerKind.OPENAI)


class Embedded(Protocol):
    """The way to the embedded model."""

    def is_available(
        self, settings: Settings, environment: Mapping[str, str], /
    ) -> bool:
        """Whether engine and weights are there."""
        ...

    async def open(
        self,
        settings: Settings,
        calibration: Calibration,
        environment: Mapping[str, str],
        /,
    ) -> ChatModel:
        """Start or join its server."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundServer:
    """A server on this machine, and what it said of itself."""

    address: str
    connection: Connection
    probed: Probed


class _OnBoard:
    """The embedded model of this package; its engine is loaded only when needed."""

    def is_available(self, settings: Settings, environment: Mapping[str, str]) -> bool:
        """Whether engine and weights are there."""
        from litecode_nb.llm.embedded import connecting  # noqa: PLC0415  it imports us

        return connecting.is_available(settings, environment)

    async def open(
        self,
        settings: Settings,
        calibration: Calibration,
        environment: Mapping[str, str],
    ) -> ChatModel:
        """Start or join its server."""
        from litecode_nb.llm.embedded import connecting  # noqa: PLC0415  it imports us

        return await connecting.embedded_model(
            settings, calibration, environment=environment
        )


ON_BOARD: Embedded = _OnBoard()


async def connect(
    settings: Settings,
    environment: Mapping[str, str],
    calibration: Calibration,
    *,
    embedded: Embedded = ON_BOARD,
    loopback: Sequence[str] = LOOPBACK,
) -> ChatModel:
    """Give the model to work with, wrapped so that passing errors are retried.

    Without `settings.server`, the well-known ports of this machine are asked first,
    without any key: anybody may listen there. Then comes the embedded model.

    Args:
        settings: Which server and model, and limits.
        environment: Holds the keys.
        calibration: What is known of counting so far.
        embedded: The way to the embedded model.
        loopback: Addresses to look at where none is set.

    Raises:
        ServerUnreachable: There is no model; the message says how to get one.
        ModelError: A server is there but cannot be used.
        WeightsError: The embedded model is wanted but is not complete.
    """
    if settings.server == EMBEDDED:
        return RetryingModel(await embedded.open(settings, calibration, environment))
    if settings.server is not None:
        key = find_key(parse_address(settings.server), settings, environment)
        model = await connect_to(settings.server, key, settings, calibration)
        return RetryingModel(model)
    found = await find_servers(loopback)
    usable = [each for each in found if each.probed.kind in TAKEN_UNASKED]
    if usable:
        best = min(usable, key=lambda each: TAKEN_UNASKED.index(each.probed.kind))
        patient = replace(best.connection, connect_seconds=settings.connect_seconds)
        model = model_for(best.probed, patient, settings, calibration)
        return RetryingModel(model)
    if embedded.is_available(settings, environment):
        return RetryingModel(await embedded.open(settings, calibration, environment))
    raise _nothing(found)


async def find_servers(
    addresses: Sequence[str] = LOOPBACK,
) -> tuple[FoundServer, ...]:
    """Look at all addresses at once, within about a second, without any key."""
    found = await asyncio.gather(*(_look(address) for address in addresses))
    return tuple(each for each in found if each is not None)


async def _look(address: str) -> FoundServer | None:
    connection = Connection(
        address=parse_address(address), key=None, connect_seconds=CONNECT_SECONDS
    )
    try:
        probed = await probe(connection, LOOK_SECONDS)
    except ModelError:
        return None
    return FoundServer(address=address, connection=connection, probed=probed)


def _nothing(found: Sequence[FoundServer]) -> ServerUnreachable:
    """Say what there is, and how to get to a model."""
    how = (
        "Type `litecode model pull` for the embedded model, start a llama.cpp server, "
        "or set `server` to the address of one."
    )
    for server in found:
        if server.probed.kind in NOT_UNASKED:
            return ServerUnreachable(_only_unasked(server))
        if server.probed.kind in (ServerKind.LOCKED, ServerKind.LOADING):
            return ServerUnreachable(
                f"A {server.probed.kind} answers at {server.address}. Set `server` to "
                "that address, and its key as an environment variable if it has one."
            )
    return ServerUnreachable(f"No model server answers on this machine. {how}")


def _only_unasked(server: FoundServer) -> str:
    kind = server.probed.kind
    return (
        f"{kind} answers at {server.address}, but its window cannot be set from here "
        "yet, so it is not used unasked. Type `litecode model pull` for the embedded "
        f"model; or set `server` to {server.address}/v1, and `context_window` to the "
        f"window that {kind} really loads."
    )
