import asyncio
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from builders import WordCounter
from litecode_nb.domain.prompt import Completion, Message, Prompt, Role, TokenBudget
from litecode_nb.errors import ReplyBroken, ServerUnreachable, WeightsError
from litecode_nb.llm.embedded.connecting import (
    Connection,
    EmbeddedModel,
    embedded_model,
    is_available,
)
from litecode_nb.llm.embedded.locking import HeldLock, is_held, try_hold
from litecode_nb.llm.model import ModelTraits, OnText
from litecode_nb.settings import Settings
from litecode_nb.tokens.calibration import Calibration

Environment = Mapping[str, str]
PROMPT = Prompt(
    messages=(Message(role=Role.USER, text="hello"),),
    tokens=1,
    budget=TokenBudget(),
)


@dataclass
class OneServer:
    """A model whose server says some words and then perhaps dies."""

    says: str = ""
    failure: Exception | None = None
    is_closed: bool = False
    traits: ModelTraits = field(
        default_factory=lambda: ModelTraits(
            name="tiny", server="embedded", context_window=2048
        )
    )
    counter: WordCounter = field(default_factory=WordCounter)

    async def complete(self, prompt: Prompt, on_text: OnText) -> Completion:
        assert prompt is PROMPT
        await asyncio.sleep(0)
        if self.says:
            on_text(self.says)
        if self.failure:
            raise self.failure
        return Completion(text=self.says)

    async def aclose(self) -> None:
        self.is_closed = True


class Servers:
    """Servers that are started one after the other, each with its lease."""

    def __init__(self, folder: Path, *models: OneServer) -> None:
        self.waiting = list(models)
        self.leases: list[HeldLock] = []
        self._folder = folder

    async def connect(self) -> Connection:
        await asyncio.sleep(0)
        lease = try_hold(self._folder / str(len(self.leases)))
        assert lease is not None
        self.leases.append(lease)
        return Connection(model=self.waiting.pop(0), lease=lease)

    async def model(self) -> EmbeddedModel:
        return EmbeddedModel(await self.connect(), self.connect)


def ignore(text: str) -> None:
    """Nobody listens."""


def dead() -> OneServer:
    return OneServer(failure=ServerUnreachable("gone"))


async def test_a_dead_server_is_replaced_and_asked_again(tmp_path: Path) -> None:
    model = await Servers(tmp_path, dead(), OneServer("alive")).model()
    completion = await model.complete(PROMPT, ignore)
    await model.aclose()
    assert completion.text == "alive"


async def test_a_server_that_died_in_mid_sentence_is_not_asked_again(
    tmp_path: Path,
) -> None:
    dying = OneServer("half a sen", failure=ReplyBroken("cut"))
    model = await Servers(tmp_path, dying, OneServer("alive")).model()
    with pytest.raises(ReplyBroken):
        await model.complete(PROMPT, ignore)
    await model.aclose()


async def test_calls_that_fail_together_start_one_server(tmp_path: Path) -> None:
    servers = Servers(tmp_path, dead(), OneServer("alive"))
    model = await servers.model()
    await asyncio.gather(*(model.complete(PROMPT, ignore) for _ in range(3)))
    await model.aclose()
    assert servers.waiting == []


async def test_a_dead_servers_lease_and_connections_are_given_up(
    tmp_path: Path,
) -> None:
    first = dead()
    servers = Servers(tmp_path, first, OneServer("alive"))
    model = await servers.model()
    await model.complete(PROMPT, ignore)
    await model.aclose()
    assert first.is_closed
    assert not is_held(servers.leases[0].path)


async def test_a_closed_model_lets_its_server_go(tmp_path: Path) -> None:
    servers = Servers(tmp_path, OneServer("alive"))
    await (await servers.model()).aclose()
    assert not servers.leases[0].path.exists()


def test_it_is_not_available_without_weights(environment: Environment) -> None:
    assert not is_available(Settings(), environment)


def test_it_is_not_available_under_another_servers_model(
    environment: Environment,
) -> None:
    assert not is_available(Settings(model="qwen3:8b"), environment)


def test_it_is_available_with_a_file_of_ones_own(
    environment: Environment, tmp_path: Path
) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF")
    assert is_available(Settings(), {**environment, "LITECODE_MODEL_FILE": str(own)})


async def test_a_missing_engine_tells_what_to_type(
    environment: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    calibration = Calibration(tmp_path / "calibration.json")
    with pytest.raises(WeightsError, match=r'pip install "litecode-nb\[embedded\]"'):
        await embedded_model(Settings(), calibration, environment=environment)


async def test_missing_weights_tell_what_to_type(
    environment: Environment, tmp_path: Path
) -> None:
    calibration = Calibration(tmp_path / "calibration.json")
    with pytest.raises(WeightsError, match=r"litecode model pull 0\.5b"):
        await embedded_model(
            Settings(model="0.5B"), calibration, environment=environment
        )
