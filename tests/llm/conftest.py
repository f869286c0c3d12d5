from collections.abc import AsyncIterator, Iterator

import pytest

from litecode_nb.llm.connecting import connect_to
from litecode_nb.llm.http_model import HttpChatModel
from litecode_nb.settings import Settings
from litecode_nb.tokens.calibration import Calibration
from scripted_server import Connect, ScriptedServer, as_json, serving

PROPS = {
    "default_generation_settings": {"n_ctx": 2048},
    "total_slots": 3,
    "model_path": "/models/qwen2.5-coder.gguf",
}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with serving() as started:
        yield started


@pytest.fixture
def openai(server: ScriptedServer) -> ScriptedServer:
    """A server with OpenAI's form only."""
    server.on("/v1/models", as_json({"data": [{"id": "llama-3.1-8b"}]}))
    return server


@pytest.fixture
def llamacpp(server: ScriptedServer) -> ScriptedServer:
    """A server that says that it is llama.cpp."""
    server.on("/props", as_json(PROPS))
    server.on("/v1/models", as_json({"data": [{"id": "/models/qwen2.5-coder.gguf"}]}))
    return server


@pytest.fixture
async def connect(server: ScriptedServer) -> AsyncIterator[Connect]:
    """Connect to the scripted server; closed at the end."""
    opened: list[HttpChatModel] = []

    async def connected(
        *,
        key: str | None = None,
        calibration: Calibration | None = None,
        **values: object,
    ) -> HttpChatModel:
        settings = Settings().with_values(values, "The test")
        lessons = calibration or Calibration()
        model = await connect_to(server.address, key, settings, lessons)
        opened.append(model)
        return model

    yield connected
    for model in opened:
        await model.aclose()
