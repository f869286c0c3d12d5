"""From settings to the embedded model, ready to be asked."""

import asyncio
import importlib.util
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from litecode_nb.domain.prompt import DEFAULT_WINDOW, Completion, Prompt
from litecode_nb.errors import ReplyBroken, ServerUnreachable, WeightsError
from litecode_nb.llm.embedded.cores import physical_cores, slots_for
from litecode_nb.llm.embedded.finding import Weights, find_weights
from litecode_nb.llm.embedded.locking import HeldLock
from litecode_nb.llm.embedded.sharing import Wanted, join
from litecode_nb.llm.model import ChatModel, ModelTraits, OnText
from litecode_nb.llm.secret import Secret
from litecode_nb.settings import Settings
from litecode_nb.tokens.base import TokenCounter
from litecode_nb.tokens.calibration import Calibration

ENGINE = "xllamacpp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """A model on a server that runs, and the lease that keeps the server alive."""

    model: ChatModel
    lease: HeldLock

    async def aclose(self) -> None:
        """Close the model's connections and let the server go."""
        self.lease.discard()
        await self.model.aclose()


class EmbeddedModel:
    """The embedded model; where its server has died, a new one is started.

    Args:
        connection: To the server that runs now.
        connect: Joins or starts a server.
    """

    def __init__(
        self, connection: Connection, connect: Callable[[], Awaitable[Connection]]
    ) -> None:
        self._connection = connection
        self._connect = connect
        self._renewing = asyncio.Lock()

    @property
    def traits(self) -> ModelTraits:
        """What is known of it."""
        return self._connection.model.traits

    @property
    def counter(self) -> TokenCounter:
        """Counts tokens as this model does, or more."""
        return self._connection.model.counter

    async def complete(self, prompt: Prompt, on_text: OnText) -> Completion:
        """Ask once; ask once more if the server died before it said anything.

        Raises:
            ModelError: The server failed, or its answer cannot be trusted.
            WeightsError: It died and cannot be started again.
        """
        has_spoken = False

        def heard(text: str) -> None:
            nonlocal has_spoken
            has_spoken = True
            on_text(text)

        used = self._connection
        try:
            return await used.model.complete(prompt, heard)
        except (ServerUnreachable, ReplyBroken):
            if has_spoken:
                raise
        await self._renew(used)
        return await self._connection.model.complete(prompt, on_text)

    async def aclose(self) -> None:
        """Close all connections; the server ends when nobody else needs it."""
        await self._connection.aclose()

    async def _renew(self, broken: Connection) -> None:
        """Replace a connection, once for all calls that found it broken."""
        async with self._renewing:
            if self._connection is broken:
                self._connection = await self._connect()
                await broken.aclose()


def is_available(settings: Settings, environment: Mapping[str, str]) -> bool:
    """Whether the embedded model could be used: engine and weights are there."""
    try:
        _weights(settings, environment)
    except WeightsError:
        return False
    return True


def wanted_server(settings: Settings, environment: Mapping[str, str]) -> Wanted:
    """Say which server these settings need.

    Raises:
        WeightsError: The engine or the weights are missing.
    """
    return Wanted(
        weights=_weights(settings, environment),
        context_window=settings.context_window or DEFAULT_WINDOW,
        slots=slots_for(physical_cores()),
    )


async def embedded_model(
    settings: Settings, calibration: Calibration, *, environment: Mapping[str, str]
) -> ChatModel:
    """Join or start the shared server and give its model.

    Args:
        settings: `model` may name a size, and `context_window` chooses the server's
            window for each call. `parallel` does not change the server: clients with
            different wishes would each load the model anew.
        calibration: What is known of token counts.
        environment: The user's environment.

    Raises:
        WeightsError: The engine or the weights are missing, or it does not start.
        ModelError: It started but cannot be talked with.
    """
    wanted = wanted_server(settings, environment)

    async def connect() -> Connection:
        return await _connection(wanted, settings, calibration, environment)

    return EmbeddedModel(await connect(), connect)


async def _connection(
    wanted: Wanted,
    settings: Settings,
    calibration: Calibration,
    environment: Mapping[str, str],
) -> Connection:
    from litecode_nb.llm.detecting import connect_to  # noqa: PLC0415 - it imports us

    joined = await join(wanted, environment)
    record = joined.record
    chosen = replace(settings, server=record.address, model=record.model)
    try:
        model = await connect_to(
            record.address, Secret(record.key), chosen, calibration
        )
    except BaseException:
        joined.lease.discard()
        raise
    return Connection(model=model, lease=joined.lease)


def _weights(settings: Settings, environment: Mapping[str, str]) -> Weights:
    """Find what would be served, and make sure that it could be."""
    if importlib.util.find_spec(ENGINE) is None:
        message = (
            "The embedded model's engine is not installed. "
            'Type: pip install "litecode-nb[embedded]"'
        )
        raise WeightsError(message)
    size = settings.model.lower() if settings.model else None
    return find_weights(size, environment)
