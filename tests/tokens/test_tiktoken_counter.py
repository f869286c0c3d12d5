import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from litecode_nb.domain.prompt import Message, Role
from litecode_nb.tokens import tiktoken_counter
from litecode_nb.tokens.tiktoken_counter import TABLE, TiktokenCounter

PUBLISHED = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"


@pytest.fixture
def without_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    tiktoken_counter._loaded.cache_clear()
    tiktoken_counter._measured.cache_clear()


def test_the_table_is_the_published_one() -> None:
    table = (files("litecode_nb.tokens") / TABLE).read_bytes()
    assert hashlib.sha256(table.replace(b"\r\n", b"\n")).hexdigest() == PUBLISHED


@pytest.mark.usefixtures("without_cache", "socket_disabled")
def test_counting_needs_no_network() -> None:
    assert TiktokenCounter().count("hello world") == 2


def test_nothing_has_no_tokens() -> None:
    assert TiktokenCounter(2.0).count("") == 0


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("def f(x):\n    return x\n", 8),
        ("1234567", 3),
        ("it's here", 3),
        ("\n\n\n", 1),
        ("\t\t\treturn", 2),
        ("über 日本", 3),
    ],
)
def test_counts_are_those_of_cl100k(text: str, tokens: int) -> None:
    assert TiktokenCounter().count(text) == tokens


def test_a_special_token_in_the_text_is_only_text() -> None:
    assert TiktokenCounter().count("<|endoftext|>") == 7


def test_a_factor_rounds_up() -> None:
    assert TiktokenCounter(1.1).count("hello there, world") == 5


def test_a_count_never_exceeds_the_bytes() -> None:
    assert TiktokenCounter(50.0).count("hello") == 5


def test_digits_apart_are_a_token_each() -> None:
    text = "1234567890" * 50
    assert TiktokenCounter(digits_apart=True).count(text) == 500


def test_single_digits_cost_nothing_more() -> None:
    text = "x1 = y2 + 3\n"
    apart = TiktokenCounter(digits_apart=True)
    assert apart.count(text) == TiktokenCounter().count(text)


def test_blanks_apart_are_a_token_each() -> None:
    assert TiktokenCounter(blanks_apart=True).count("\n" * 400) >= 400


def test_tabs_apart_are_a_token_each() -> None:
    assert TiktokenCounter(blanks_apart=True).count("\t" * 300) >= 300


def test_bytes_apart_are_a_token_each_beyond_ascii() -> None:
    text = "你好世界" * 30
    assert TiktokenCounter(bytes_apart=True).count(text) == len(text.encode())


def test_ascii_has_no_bytes_apart() -> None:
    text = "def f(x):\n    return x\n"
    apart = TiktokenCounter(bytes_apart=True)
    assert apart.count(text) == TiktokenCounter().count(text)


@pytest.mark.parametrize("text", [" ", "\t", "\n", "a", "1", "^", "\0", " \n", "é"])
def test_a_very_long_run_is_counted(text: str) -> None:
    run = text * 300_000
    assert 0 < TiktokenCounter().count(run) <= len(run.encode())


def test_half_a_surrogate_pair_is_counted() -> None:
    assert TiktokenCounter().count("\ud83d") > 0


def test_a_chat_costs_more_than_its_texts() -> None:
    counter = TiktokenCounter()
    chat = [Message(role=Role.SYSTEM, text="a"), Message(role=Role.USER, text="b")]
    assert counter.count_messages(chat) == 2 + 2 * 8 + 12


@pytest.mark.usefixtures("without_cache")
def test_many_threads_load_the_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[Any] = []
    real = tiktoken.Encoding

    def counted(**options: Any) -> Any:
        loads.append(options)
        return real(**options)

    monkeypatch.setattr(tiktoken, "Encoding", counted)
    barrier = threading.Barrier(4)

    def count(_: int) -> int:
        barrier.wait()
        return TiktokenCounter().count("hello world")

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(count, range(4))) == [2, 2, 2, 2]
    assert len(loads) == 1


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=200),
    st.builds(
        TiktokenCounter,
        st.floats(1, 4),
        digits_apart=st.booleans(),
        blanks_apart=st.booleans(),
        bytes_apart=st.booleans(),
    ),
)
def test_no_correction_counts_less_than_cl100k(
    text: str, corrected: TiktokenCounter
) -> None:
    assert TiktokenCounter().count(text) <= corrected.count(text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.text(max_size=200))
def test_a_text_fits_into_its_bytes(text: str, more: str) -> None:
    size = len((text + more).encode())
    assert TiktokenCounter(1.6).count(text + more) <= size


def test_the_room_s_own_source_is_counted() -> None:
    source = Path(tiktoken_counter.__file__).read_text(encoding="utf-8")
    assert len(source) / 6 < TiktokenCounter().count(source) < len(source) / 2
