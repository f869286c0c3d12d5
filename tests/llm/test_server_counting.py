from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from builders import WordCounter, a_prompt
from litecode_nb.llm.address import parse_address
from litecode_nb.llm.dialects.llamacpp import LlamaCppDialect
from litecode_nb.llm.secret import Secret
from litecode_nb.llm.server_counting import ServerTokenCounter
from litecode_nb.llm.transport import Connection
from scripted_server import ScriptedServer, Step, as_body, as_json, hanging_up, silent

COUNT = "/v1/chat/completions/input_tokens"
CHAT = a_prompt("one two three").messages
LOCALLY = WordCounter().count_messages(CHAT)
LONG = "word " * 300


@contextmanager
def a_counter(
    server: ScriptedServer, clock: Callable[[], float] = lambda: 0.0
) -> Iterator[ServerTokenCounter]:
    connection = Connection(
        address=parse_address(server.address), key=Secret("sekret"), connect_seconds=1
    )
    counter = ServerTokenCounter(
        dialect=LlamaCppDialect(),
        connection=connection,
        local=WordCounter(),
        clock=clock,
    )
    with closing(counter):
        yield counter


def test_a_chat_is_asked_for_once(server: ScriptedServer) -> None:
    server.on(COUNT, as_json({"input_tokens": 31}))
    with a_counter(server) as counter:
        assert [counter.count_messages(CHAT) for _ in range(3)] == [31, 31, 31]
    assert len(server.asked(COUNT)) == 1


def test_the_key_is_sent(server: ScriptedServer) -> None:
    server.on(COUNT, as_json({"input_tokens": 31}))
    with a_counter(server) as counter:
        counter.count_messages(CHAT)
    assert server.asked(COUNT)[0].headers["authorization"] == "Bearer sekret"


def test_a_small_text_is_counted_here(server: ScriptedServer) -> None:
    with a_counter(server) as counter:
        assert counter.count("one two three") == 3
    assert server.requests == []


@pytest.mark.parametrize(
    "step",
    [
        as_json({"error": {"message": "no"}}, status=500),
        as_json({"input_tokens": "many"}),
        as_json({"input_tokens": 0}),
        as_json([]),
        as_body("<html>", kind="text/html"),
        hanging_up,
    ],
)
def test_what_is_no_count_is_counted_here(server: ScriptedServer, step: Step) -> None:
    server.on(COUNT, step)
    with a_counter(server) as counter:
        assert counter.count_messages(CHAT) == LOCALLY


def test_a_failed_count_is_not_remembered(server: ScriptedServer) -> None:
    bad = as_json({"error": "not now"}, status=503)
    server.on(COUNT, bad, as_json({"input_tokens": 31}))
    with a_counter(server) as counter:
        counts = [counter.count_messages(CHAT) for _ in range(2)]
    assert counts == [LOCALLY, 31]


class Clock:
    """Stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_silent_server_is_left_alone(server: ScriptedServer) -> None:
    server.on(COUNT, hanging_up, as_json({"input_tokens": 31}))
    clock = Clock()
    with a_counter(server, clock) as counter:
        counter.count_messages(CHAT)
        clock.now = 10.0
        assert counter.count_messages(CHAT) == LOCALLY
    assert len(server.requests) == 1


def test_a_silent_server_is_asked_again_after_a_while(server: ScriptedServer) -> None:
    server.on(COUNT, hanging_up, as_json({"input_tokens": 31}))
    clock = Clock()
    with a_counter(server, clock) as counter:
        counter.count_messages(CHAT)
        clock.now = 31.0
        assert counter.count_messages(CHAT) == 31


def test_a_server_that_hangs_costs_little_time(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litecode_nb.llm.server_counting.SECONDS", 0.1)
    server.on("/tokenize", silent)
    with a_counter(server) as counter:
        assert counter.count(LONG) == 300


def test_a_closed_counter_opens_itself_again(server: ScriptedServer) -> None:
    server.on(COUNT, as_json({"input_tokens": 31}))
    with a_counter(server) as counter:
        counter.close()
        assert counter.count_messages(CHAT) == 31


def test_half_a_character_is_counted_as_a_mark(server: ScriptedServer) -> None:
    server.on(COUNT, as_json({"input_tokens": 31}))
    with a_counter(server) as counter:
        counter.count_messages(a_prompt("one \ud800").messages)
    assert server.asked(COUNT)[0].body["messages"][-1]["content"] == "one ?"
