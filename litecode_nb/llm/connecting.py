"""From an address to a chat model that knows its server."""

import asyncio
import time
from dataclasses import replace

from litecode_nb.domain.prompt import DEFAULT_WINDOW
from litecode_nb.errors import ModelError, ServerRefused, ServerUnreachable
from litecode_nb.llm.address import Address, parse_address
from litecode_nb.llm.dialect import Dialect
from litecode_nb.llm.dialects.json_values import mapping
from litecode_nb.llm.dialects.llamacpp import LlamaCppDialect, traits_of
from litecode_nb.llm.dialects.openai import OpenAiDialect
from litecode_nb.llm.http_model import HttpChatModel
from litecode_nb.llm.listing import (
    ListedModel,
    choose_model,
    listed_models,
    plain_name,
    traits_for_openai,
    usable_window,
)
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.probing import Probed, ServerKind, probe
from litecode_nb.llm.secret import Secret
from litecode_nb.llm.server_counting import ServerTokenCounter
from litecode_nb.llm.transport import Connection
from litecode_nb.settings import Settings
from litecode_nb.tokens.base import TokenCounter
from litecode_nb.tokens.calibrated import CalibratedCounter
from litecode_nb.tokens.calibration import Calibration
from litecode_nb.tokens.families import family_counter

PROBE_SECONDS = 10.0
LOOK_AGAIN_SECONDS = 0.25
NO_SUCH_PATH = {None, 200, 404, 405}

# What these load unless told otherwise, whatever the model could do; Ollama cuts longer
# prompts without a word.
DEFAULT_WINDOWS = {ServerKind.OLLAMA: 4096, ServerKind.LM_STUDIO: 4096}


async def connect_to(
    address: str,
    key: Secret | str | None,
    settings: Settings,
    calibration: Calibration,
) -> HttpChatModel:
    """Find out what answers at an address, and give a model that speaks to it.

    A server that is still loading is waited for.

    Args:
        address: As a person types it.
        key: The server's key, if it needs one.
        settings: Model, window, temperature and time limits.
        calibration: What is known of counting so far.

    Raises:
        SettingsError: It is no address.
        ServerUnreachable: Nothing answers.
        ServerRefused: It refuses the key, or is no model server.
    """
    connection = Connection(
        address=parse_address(address),
        key=Secret(key) if isinstance(key, str) else key,
        connect_seconds=settings.connect_seconds,
    )
    probed = await _loaded(connection, settings)
    return model_for(probed, connection, settings, calibration)


def model_for(
    probed: Probed,
    connection: Connection,
    settings: Settings,
    calibration: Calibration,
) -> HttpChatModel:
    """Give the model that fits to what answered.

    Raises:
        ServerRefused: It refuses the key, is no model server, or lacks the model.
    """
    if probed.kind is ServerKind.LOCKED and connection.key is None:
        raise _no_key(connection.address, settings)
    traits = _traits(probed, connection.address, settings)
    local = CalibratedCounter(family_counter(traits.name), calibration, traits.name)
    dialect: Dialect = OpenAiDialect()
    counter: TokenCounter = local
    if probed.kind is ServerKind.LLAMACPP:
        dialect = native = LlamaCppDialect()
        counter = ServerTokenCounter(dialect=native, connection=connection, local=local)
    return HttpChatModel(
        dialect=dialect,
        connection=connection,
        settings=settings,
        traits=traits,
        local=local,
        counter=counter,
    )


async def _loaded(connection: Connection, settings: Settings) -> Probed:
    """Ask who is there until the server has loaded its model."""
    until = time.monotonic() + settings.first_token_seconds
    while True:
        probed = await probe(connection, PROBE_SECONDS)
        if probed.kind is not ServerKind.LOADING:
            return probed
        if time.monotonic() > until:
            message = (
                f"{connection.address.root} has been loading its model for "
                f"{settings.first_token_seconds:g} seconds. Wait, or look into its log."
            )
            raise ServerUnreachable(message)
        await asyncio.sleep(LOOK_AGAIN_SECONDS)


def _traits(probed: Probed, address: Address, settings: Settings) -> ModelTraits:
    server = f"{probed.kind} at {address.root}"
    listed = listed_models(probed.models)
    match probed.kind:
        case ServerKind.LLAMACPP:
            return _llamacpp_traits(probed, listed, server, settings)
        case ServerKind.LOCKED:
            raise probed.refusal or _no_model_server(address)
        case ServerKind.UNKNOWN if settings.model is None:
            raise _stranger(probed, address)
    default = DEFAULT_WINDOWS.get(probed.kind, DEFAULT_WINDOW)
    model = choose_model(listed, settings)
    return traits_for_openai(model, server, settings, default_window=default)


def _llamacpp_traits(
    probed: Probed,
    listed: tuple[ListedModel, ...],
    server: str,
    settings: Settings,
) -> ModelTraits:
    """A server with one model serves that one, whatever name is asked for."""
    if len(listed) > 1:
        name = choose_model(listed, settings).name
    else:
        name = plain_name(listed[0].name) if listed else settings.model or "model"
    told = traits_of(mapping(probed.props), name, server)
    window = usable_window(told.context_window, settings, DEFAULT_WINDOW)
    return replace(told, context_window=window)


def _stranger(probed: Probed, address: Address) -> ModelError:
    """Say what is wrong with a server that gave no list of models."""
    refusal = probed.refusal
    is_told = isinstance(refusal, ServerRefused) and refusal.status not in NO_SUCH_PATH
    return refusal if refusal and is_told else _no_model_server(address)


def _no_key(address: Address, settings: Settings) -> ServerRefused:
    return ServerRefused(
        f"The model server at {address.root} wants a key. Put it into the environment "
        f"variable `{settings.api_key_variable}`.",
        status=401,
    )


def _no_model_server(address: Address) -> ServerRefused:
    return ServerRefused(
        f"Something answers at {address.root}, but no model server that could be "
        "understood. Set `server` to the address of one; with `model` set as well, a "
        "server that does not list its models is believed."
    )
