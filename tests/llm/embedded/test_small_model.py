"""A real llama.cpp server on a real, if tiny, model: what no stand-in can show."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from builders import WordCounter
from litecode_nb.domain.events import CallEnded, Event
from litecode_nb.domain.prompt import (
    Completion,
    FinishReason,
    Priority,
    Prompt,
    ReplyForm,
    Section,
    TokenBudget,
)
from litecode_nb.errors import ContextExceeded, WeightsError
from litecode_nb.llm.address import parse_address
from litecode_nb.llm.dialects.llamacpp import LlamaCppDialect
from litecode_nb.llm.embedded.connecting import embedded_model, wanted_server
from litecode_nb.llm.embedded.locking import held_async
from litecode_nb.llm.embedded.room import Record
from litecode_nb.llm.embedded.sharing import Wanted, join, room_for
from litecode_nb.llm.http_model import HttpChatModel
from litecode_nb.llm.model import ChatModel
from litecode_nb.llm.secret import Secret
from litecode_nb.llm.transport import Connection
from litecode_nb.prompting.asking import ask
from litecode_nb.prompting.composer import Draft, compose
from litecode_nb.settings import Settings
from litecode_nb.tokens.calibrated import CalibratedCounter
from litecode_nb.tokens.calibration import Calibration
from litecode_nb.tokens.families import family_counter

pytestmark = pytest.mark.embedded

Environment = Mapping[str, str]
WINDOW = 2048
END_SECONDS = 30.0
BUDGET = TokenBudget(context_window=WINDOW, reply_tokens=24)
STRESS = {
    "prose": "Rename the function and its callers. " * 40,
    "code": "def area(w: float, h: float) -> float:\n    return w * h\n\n\n" * 30,
    "digits": "31415926535897932384626433832795028841971" * 8,
    "tabs": "\t\t\tx\n" * 100,
    "newlines": "a\n\n\n\n\n\n\n\n" * 60,
    "accents": "façade naïve Grüße žluťoučký " * 20,
    "emoji": "🦊🌍🐍 " * 40,
}


def a_draft(text: str, form: ReplyForm | None = None) -> Draft:
    return Draft(
        system="You answer in a few words.",
        sections=(Section(name="task", text=text),),
        form=form or ReplyForm(),
    )


async def completed(
    model: ChatModel, draft: Draft, budget: TokenBudget = BUDGET
) -> tuple[Prompt, Completion]:
    prompt = compose(draft, budget, model.counter)
    return prompt, await model.complete(prompt, lambda text: None)


@pytest.mark.parametrize("text", STRESS.values(), ids=STRESS)
async def test_the_server_counts_no_more_than_we_do(
    small_model: ChatModel, text: str
) -> None:
    messages = a_draft(text).messages(a_draft(text).sections)
    own = family_counter(small_model.traits.name)
    assert small_model.counter.count_messages(messages) <= own.count_messages(messages)


async def test_the_servers_own_count_is_exact(small_model: ChatModel) -> None:
    prompt, completion = await completed(
        small_model, a_draft("def area(w, h):\n    return w * h")
    )
    assert completion.usage.prompt_tokens == prompt.tokens


async def test_prompt_and_reply_share_the_window(small_model: ChatModel) -> None:
    budget = TokenBudget(context_window=WINDOW, reply_tokens=64)
    _, completion = await completed(small_model, a_draft("Count to 500."), budget)
    used = (completion.usage.prompt_tokens or 0) + (completion.usage.reply_tokens or 0)
    assert 0 < used <= WINDOW


async def test_a_reply_that_reaches_its_limit_says_so(small_model: ChatModel) -> None:
    budget = TokenBudget(context_window=WINDOW, reply_tokens=8)
    _, completion = await completed(small_model, a_draft("Count to 500."), budget)
    assert completion.finish_reason is FinishReason.LENGTH
    assert completion.usage.reply_tokens == 8


async def test_the_window_is_the_one_that_was_asked_for(
    small_model: ChatModel,
) -> None:
    assert small_model.traits.context_window == WINDOW


async def test_a_reply_arrives_in_pieces(small_model: ChatModel) -> None:
    pieces: list[str] = []
    prompt = compose(a_draft("Count to 500."), BUDGET, small_model.counter)
    completion = await small_model.complete(prompt, pieces.append)
    assert len(pieces) > 5
    assert "".join(pieces) == completion.text


async def test_a_prompt_that_is_too_large_is_refused_with_its_numbers(
    small_model: ChatModel,
) -> None:
    too_large = compose(a_draft("31 41 59 " * 400), BUDGET, WordCounter())
    with pytest.raises(ContextExceeded) as caught:
        await small_model.complete(too_large, lambda text: None)
    assert (caught.value.prompt_tokens or 0) > WINDOW
    assert caught.value.context_window == WINDOW


@pytest.fixture
async def undercounting(
    small_server: Environment, small_model: ChatModel, tmp_path: Path
) -> AsyncIterator[HttpChatModel]:
    """Give the small model with a counter that takes words for tokens."""
    record = record_of(small_server)
    model = HttpChatModel(
        dialect=LlamaCppDialect(),
        connection=Connection(
            address=parse_address(record.address),
            key=Secret(record.key),
            connect_seconds=5,
        ),
        settings=Settings(),
        traits=small_model.traits,
        local=CalibratedCounter(
            WordCounter(), Calibration(tmp_path / "words.json"), record.model
        ),
    )
    yield model
    await model.aclose()


async def test_after_an_overflow_the_prompt_is_made_anew_and_fits(
    undercounting: HttpChatModel,
) -> None:
    events: list[Event] = []
    large = Section(name="folder", text="x1 " * 1200, priority=Priority.FOLDER_CONTEXT)
    draft = replace(a_draft(""), sections=(large, *a_draft("Say hello.").sections))
    budget = replace(BUDGET, reply_tokens=200)
    await ask(undercounting, draft, budget, purpose="answer", listen=events.append)
    ended = next(event for event in events if isinstance(event, CallEnded))
    assert ended.prompt.dropped == ("folder",)


async def test_a_schema_is_held(small_model: ChatModel) -> None:
    schema = {
        "type": "object",
        "properties": {
            "action": {"enum": ["edit", "query"]},
            "unit": {"enum": ["m1", "c4"]},
        },
        "required": ["action", "unit"],
        "additionalProperties": False,
    }
    draft = a_draft("Which one?", ReplyForm(json_schema=schema))
    budget = replace(BUDGET, reply_tokens=64)
    _, completion = await completed(small_model, draft, budget)
    read = json.loads(completion.text)
    assert read["action"] in {"edit", "query"}
    assert read["unit"] in {"m1", "c4"}


async def test_a_grammar_is_held(small_model: ChatModel) -> None:
    form = ReplyForm(grammar='root ::= "edit m" [1-9]')
    _, completion = await completed(small_model, a_draft("Which one?", form))
    assert completion.text.startswith("edit m")
    assert len(completion.text) == len("edit m1")


def test_kernels_and_terminals_share_one_server(small_server: Environment) -> None:
    clients = [start_client(small_server) for _ in range(2)]
    found = {int(client.communicate(timeout=60)[0]) for client in clients}
    assert found == {record_of(small_server).process}


async def test_a_request_without_the_key_is_refused(small_server: Environment) -> None:
    async with httpx.AsyncClient(trust_env=False) as anybody:
        answer = await anybody.get(f"{record_of(small_server).address}/v1/models")
    assert answer.status_code == 401


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads /proc")
@pytest.mark.parametrize("file", ["cmdline", "environ"])
def test_the_key_is_not_among_what_others_can_see(
    small_server: Environment, file: str
) -> None:
    record = record_of(small_server)
    shown = Path(f"/proc/{record.process}/{file}").read_bytes()
    assert shown
    assert record.key.encode() not in shown


@pytest.fixture
def apart(small_server: Environment, tmp_path: Path) -> Environment:
    """Give an environment with a server of its own, which ends very soon."""
    return {
        **small_server,
        "LITECODE_CACHE_DIR": str(tmp_path / "apart"),
        "LITECODE_EMBEDDED_IDLE_MINUTES": "0.005",
    }


async def test_the_server_ends_after_its_last_client(
    apart: Environment, small_settings: Settings, tmp_path: Path
) -> None:
    calibration = Calibration(tmp_path / "calibration.json")
    model = await embedded_model(small_settings, calibration, environment=apart)
    await model.aclose()
    async with held_async(room_for(wanted(apart), apart).alive, END_SECONDS):
        assert record_or_none(apart) is None


async def test_a_killed_server_is_noticed_and_started_again(
    apart: Environment, small_settings: Settings, tmp_path: Path
) -> None:
    calibration = Calibration(tmp_path / "calibration.json")
    model = await embedded_model(small_settings, calibration, environment=apart)
    first = record_of(apart)
    os.kill(first.process, signal.SIGKILL)
    _, completion = await completed(model, a_draft("Say hello."))
    await model.aclose()
    assert completion.text
    assert record_of(apart).process != first.process


async def test_a_log_out_ends_the_server_even_under_nohup(apart: Environment) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        joined = await join(wanted(apart), apart)
    finally:
        signal.signal(signal.SIGHUP, before)
    os.kill(joined.record.process, signal.SIGHUP)
    async with held_async(room_for(wanted(apart), apart).alive, END_SECONDS):
        joined.lease.discard()


async def test_a_file_that_is_no_model_is_told(
    apart: Environment, small_settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "broken.gguf").write_bytes(b"GGUF" + bytes(1000))
    broken = {**apart, "LITECODE_MODEL_FILE": str(tmp_path / "broken.gguf")}
    with pytest.raises(WeightsError, match="does not start"):
        await join(wanted_server(small_settings, broken), broken)


def start_client(environment: Environment) -> "subprocess.Popen[str]":
    """Start another process that joins and prints the server's process number."""
    program = (
        "import asyncio, os\n"
        "from litecode_nb.llm.embedded.connecting import wanted_server\n"
        "from litecode_nb.llm.embedded.sharing import join\n"
        "from litecode_nb.settings import Settings\n"
        f"wanted = wanted_server(Settings(context_window={WINDOW}), os.environ)\n"
        "print(asyncio.run(join(wanted, os.environ)).record.process)\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def wanted(environment: Environment) -> Wanted:
    return wanted_server(Settings(context_window=WINDOW), environment)


def record_or_none(environment: Environment) -> Record | None:
    return room_for(wanted(environment), environment).read_record()


def record_of(environment: Environment) -> Record:
    record = record_or_none(environment)
    assert record is not None
    return record
