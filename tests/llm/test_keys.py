import copy
import pickle

import pytest

from litecode_nb.errors import SettingsError
from litecode_nb.llm.address import parse_address
from litecode_nb.llm.keys import find_key
from litecode_nb.llm.secret import Secret
from litecode_nb.settings import Settings

KEY = "sk-planted-0123456789"


def found(server: str, **environment: str) -> str | None:
    key = find_key(parse_address(server), Settings(), environment)
    return None if key is None else key.reveal()


def test_a_key_never_shows_itself() -> None:
    key = Secret(KEY)
    shown = f"{key} {key!r} {[key]} {key!s:>50}"
    assert KEY not in shown


def test_a_key_cannot_be_pickled() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(Secret(KEY))


def test_a_key_cannot_be_copied() -> None:
    with pytest.raises(TypeError):
        copy.deepcopy(Secret(KEY))


def test_a_key_is_taken_out_of_a_text() -> None:
    assert Secret(KEY).masked(f"key {KEY} is bad") == "key **** is bad"


def test_a_tiny_key_does_not_eat_words() -> None:
    assert Secret("a").masked("a bad key") == "a bad key"


def test_the_variable_of_the_settings_is_read() -> None:
    assert found("http://gpu7:8000", LITECODE_API_KEY=KEY) == KEY


@pytest.mark.parametrize(
    ("server", "variable"),
    [
        ("https://api.groq.com/openai/v1", "GROQ_API_KEY"),
        ("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        ("https://api.openai.com/v1", "OPENAI_API_KEY"),
    ],
)
def test_a_well_known_host_has_its_own_variable(server: str, variable: str) -> None:
    assert found(server, **{variable: KEY}) == KEY


def test_the_variable_of_the_settings_comes_first() -> None:
    both = {"LITECODE_API_KEY": KEY, "GROQ_API_KEY": "other"}
    assert found("https://api.groq.com", **both) == KEY


@pytest.mark.parametrize(
    "server",
    [
        "https://api.groq.com.evil.example",
        "https://evilgroq.com",
        "http://api.groq.com",
    ],
)
def test_a_host_that_only_looks_well_known_gets_no_key(server: str) -> None:
    assert found(server, GROQ_API_KEY=KEY) is None


def test_white_space_around_a_key_is_dropped() -> None:
    assert found("http://gpu7:8000", LITECODE_API_KEY=f" {KEY}\n") == KEY


def test_an_empty_key_is_none() -> None:
    assert found("http://gpu7:8000", LITECODE_API_KEY=" ") is None


def test_a_key_that_is_none_is_refused_and_not_repeated() -> None:
    with pytest.raises(SettingsError) as caught:
        found("http://gpu7:8000", LITECODE_API_KEY="schlüssel\nX: y")
    assert "schl" not in str(caught.value)
