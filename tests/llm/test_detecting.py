from collections.abc import Mapping
from typing import Any

import pytest

from litecode_nb.errors import ServerRefused, ServerUnreachable, SettingsError
from litecode_nb.llm.detecting import connect, find_servers
from litecode_nb.llm.model import ChatModel, ModelTraits
from litecode_nb.llm.probing import ServerKind
from litecode_nb.llm.scripted import ScriptedModel
from litecode_nb.settings import Settings
from litecode_nb.tokens.calibration import Calibration
from scripted_server import (
    ScriptedServer,
    Step,
    as_body,
    as_json,
    hanging_up,
    serving,
    silent,
)

KEY = "sk-planted-0123456789"
OLLAMA = {"/api/version": {"version": "0.12.6"}, "/v1/models": {"data": [{"id": "m"}]}}
LM_STUDIO = {
    "/api/v0/models": {"data": [{"id": "m", "state": "loaded"}]},
    "/v1/models": {"data": [{"id": "m"}]},
    "/props": {"error": "Unexpected endpoint or method. (GET /props)"},
}
VLLM = {"/v1/models": {"data": [{"id": "m", "max_model_len": 6048}]}}
LLAMACPP = {
    "/props": {"default_generation_settings": {"n_ctx": 2048}, "total_slots": 2},
    "/v1/models": {"data": [{"id": "m"}]},
}
NOWHERE = "http://127.0.0.1:9"


class FakeEmbedded:
    """An embedded model that is a script, if it is there at all."""

    def __init__(self, *, is_there: bool) -> None:
        self._is_there = is_there
        self.model = ScriptedModel(
            lambda _: "x",
            traits=ModelTraits(name="embedded", server="here", context_window=8192),
        )

    def is_available(self, *_: object) -> bool:
        return self._is_there

    async def open(self, *_: object) -> ChatModel:
        return self.model


def play(server: ScriptedServer, answers: Mapping[str, Any]) -> None:
    for path, answer in answers.items():
        server.on(path, as_json(answer))


async def found(
    *loopback: str,
    settings: Settings | None = None,
    environment: Mapping[str, str] | None = None,
    is_there: bool = False,
) -> ModelTraits:
    model = await connect(
        settings or Settings(),
        environment or {},
        Calibration(),
        embedded=FakeEmbedded(is_there=is_there),
        loopback=loopback or (NOWHERE,),
    )
    await model.aclose()
    return model.traits


async def set_to(server: str, **environment: str) -> ModelTraits:
    return await found(settings=Settings(server=server), environment=environment)


# Telling servers apart


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        (LLAMACPP, ServerKind.LLAMACPP),
        (OLLAMA, ServerKind.OLLAMA),
        (LM_STUDIO, ServerKind.LM_STUDIO),
        (VLLM, ServerKind.OPENAI),
        ({"/v1/models": {"detail": "hello"}}, ServerKind.UNKNOWN),
        ({}, ServerKind.UNKNOWN),
    ],
)
async def test_servers_are_told_apart(
    server: ScriptedServer, answers: Mapping[str, Any], kind: ServerKind
) -> None:
    play(server, answers)
    [only] = await find_servers([server.address])
    assert only.probed.kind is kind


@pytest.mark.parametrize("step", [hanging_up, silent])
async def test_a_port_without_an_answer_is_passed_over(
    server: ScriptedServer, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litecode_nb.llm.detecting.LOOK_SECONDS", 0.2)
    for path in ("/props", "/v1/models", "/api/version", "/api/v0/models"):
        server.on(path, step)
    assert await find_servers([server.address]) == ()


async def test_one_broken_answer_does_not_hide_a_server(server: ScriptedServer) -> None:
    play(server, VLLM)
    server.on("/api/version", hanging_up)
    [only] = await find_servers([server.address])
    assert only.probed.kind is ServerKind.OPENAI


# Without a setting


async def test_a_llamacpp_server_is_found(server: ScriptedServer) -> None:
    play(server, LLAMACPP)
    traits = await found(NOWHERE, server.address)
    assert traits.server == f"llama.cpp at {server.address}"


async def test_a_compatible_server_is_found(server: ScriptedServer) -> None:
    play(server, VLLM)
    assert (await found(server.address)).context_window == 6048


async def test_a_llamacpp_server_is_preferred(server: ScriptedServer) -> None:
    play(server, VLLM)
    with serving() as other:
        play(other, LLAMACPP)
        traits = await found(server.address, other.address)
    assert traits.server == f"llama.cpp at {other.address}"


async def test_looking_around_sends_no_key(server: ScriptedServer) -> None:
    play(server, LLAMACPP)
    await found(server.address, environment={"LITECODE_API_KEY": KEY})
    assert not any("authorization" in each.headers for each in server.requests)


async def test_the_embedded_model_is_taken_where_nothing_answers() -> None:
    assert (await found(is_there=True)).name == "embedded"


@pytest.mark.parametrize("answers", [OLLAMA, LM_STUDIO, {}])
async def test_the_embedded_model_comes_before_what_is_not_taken_unasked(
    server: ScriptedServer, answers: Mapping[str, Any]
) -> None:
    play(server, answers)
    assert (await found(server.address, is_there=True)).name == "embedded"


async def test_without_any_model_the_error_says_how_to_get_one() -> None:
    with pytest.raises(ServerUnreachable, match="litecode model pull"):
        await found()


@pytest.mark.parametrize(("answers", "name"), [(OLLAMA, "Ollama"), (LM_STUDIO, "LM S")])
async def test_what_is_not_taken_unasked_is_named_with_its_address(
    server: ScriptedServer, answers: Mapping[str, Any], name: str
) -> None:
    play(server, answers)
    with pytest.raises(ServerUnreachable) as caught:
        await found(server.address)
    assert name in str(caught.value)
    assert f"{server.address}/v1" in str(caught.value)


async def test_a_locked_server_is_named(server: ScriptedServer) -> None:
    server.on("/v1/models", as_json({"error": "key"}, status=401))
    with pytest.raises(ServerUnreachable, match="wants a key"):
        await found(server.address)


# With a setting


async def test_the_embedded_model_can_be_set(server: ScriptedServer) -> None:
    play(server, LLAMACPP)
    assert (await found(server.address, settings=Settings(server="embedded"))).name == (
        "embedded"
    )


@pytest.mark.parametrize("suffix", ["", "/", "/v1", "/v1/"])
async def test_a_server_can_be_set_with_or_without_its_api_path(
    server: ScriptedServer, suffix: str
) -> None:
    play(server, LLAMACPP)
    assert (await set_to(server.address + suffix)).context_window == 2048


async def test_a_server_may_stand_behind_a_path(server: ScriptedServer) -> None:
    behind = {f"/team/llm{path}": answer for path, answer in LLAMACPP.items()}
    play(server, behind)
    assert (await set_to(f"{server.address}/team/llm/v1")).context_window == 2048


async def test_a_server_that_is_set_gets_the_key(server: ScriptedServer) -> None:
    play(server, LLAMACPP)
    await set_to(server.address, LITECODE_API_KEY=KEY)
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("answers", [OLLAMA, LM_STUDIO])
async def test_ollama_and_lm_studio_are_taken_if_set_with_a_careful_window(
    server: ScriptedServer, answers: Mapping[str, Any]
) -> None:
    play(server, answers)
    assert (await set_to(f"{server.address}/v1")).context_window == 4096


async def test_a_server_that_has_gone_is_unreachable() -> None:
    with pytest.raises(ServerUnreachable, match="Nothing answers"):
        await set_to(NOWHERE)


async def test_a_locked_server_names_the_variable(server: ScriptedServer) -> None:
    server.on("/v1/models", as_json({"error": "key"}, status=401))
    with pytest.raises(ServerRefused, match="LITECODE_API_KEY"):
        await set_to(server.address)


async def test_a_wrong_key_is_told(server: ScriptedServer) -> None:
    server.on("/v1/models", as_json({"error": f"bad key {KEY}"}, status=401))
    with pytest.raises(ServerRefused, match="refuses the key") as caught:
        await set_to(server.address, LITECODE_API_KEY=KEY)
    assert KEY not in str(caught.value)


async def test_a_web_server_is_no_model_server(server: ScriptedServer) -> None:
    server.on("/v1/models", as_body("<html>hello</html>"))
    with pytest.raises(ServerRefused, match="no model server"):
        await set_to(server.address)


async def test_a_server_without_a_list_is_believed_if_a_model_is_set(
    server: ScriptedServer,
) -> None:
    settings = Settings(server=server.address, model="m")
    assert (await found(settings=settings)).name == "m"


async def test_what_is_no_address_is_a_wrong_setting() -> None:
    with pytest.raises(SettingsError):
        await set_to("http://")
