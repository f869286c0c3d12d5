import pytest
from hypothesis import given
from hypothesis import strategies as st

from litecode_nb.errors import SettingsError
from litecode_nb.llm.address import parse_address


@pytest.mark.parametrize(
    ("text", "root", "api"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080", "http://[::1]:8080/v1"),
        ("localhost:1234", "http://localhost:1234", "http://localhost:1234/v1"),
        ("::1", "http://[::1]", "http://[::1]/v1"),
        ("[::1]:8080", "http://[::1]:8080", "http://[::1]:8080/v1"),
        ("0.0.0.0:11434", "http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"),
        ("gpu7:8000", "http://gpu7:8000", "http://gpu7:8000/v1"),
        ("llm.example.org", "https://llm.example.org", "https://llm.example.org/v1"),
        ("HTTP://Example.ORG/V", "http://example.org/V", "http://example.org/V/v1"),
        ("https://a.b/team/llm", "https://a.b/team/llm", "https://a.b/team/llm/v1"),
        ("https://a.b/team/v1/", "https://a.b/team", "https://a.b/team/v1"),
        ("https://a.b/x/v1beta/openai", "https://a.b/x", "https://a.b/x/v1beta/openai"),
        ("https://a.b/v1/chat/completions", "https://a.b", "https://a.b/v1"),
        (" https://a.b/v1 ", "https://a.b", "https://a.b/v1"),
    ],
)
def test_an_address_is_read_as_people_type_it(text: str, root: str, api: str) -> None:
    address = parse_address(text)
    assert (address.root, address.api) == (root, api)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ftp://a.b",
        "http://",
        "http://a b",
        "http://a:port",
        "http://a:99999",
        "http://a\n.b",
        "file:///etc/passwd",
        "http://[::1",
        "http://a$b",
        "no address",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        parse_address(text)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(SettingsError) as caught:
        parse_address("https://me:hunter2@a.b/v1")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["localhost", "127.0.0.1:80", "127.3.2.1", "::1", "[::]:80", "a.localhost"]
)
def test_this_machine_is_loopback(text: str) -> None:
    assert parse_address(text).is_loopback


@pytest.mark.parametrize(
    "text", ["192.168.0.7", "example.org", "localhost.example.org", "10.0.0.1:8080"]
)
def test_another_machine_is_not_loopback(text: str) -> None:
    assert not parse_address(text).is_loopback


def test_a_path_with_a_slash_lies_below_the_root() -> None:
    address = parse_address("https://a.b/llm/v1")
    assert address.url("/props") == "https://a.b/llm/props"


def test_a_path_without_a_slash_lies_below_the_api() -> None:
    address = parse_address("https://a.b/llm/v1")
    assert address.url("models") == "https://a.b/llm/v1/models"


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        address = parse_address(text)
    except SettingsError:
        return
    assert parse_address(address.root).root == address.root
