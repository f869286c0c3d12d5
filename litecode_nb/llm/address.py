"""Where a model server is: read what a person typed."""

import ipaddress
import re
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from litecode_nb.errors import SettingsError

# `/v1`, or `/v1beta/openai` as Gemini has it: chat lies right below such a path.
API_PATH = re.compile(r"/v\d+\w*(/openai)?$")
ENDPOINT = re.compile(r"/(chat/completions|completions|models|responses)$")
ANY_HOST = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  read, never bound
PLAIN_HOST = re.compile(r"[A-Za-z0-9._~-]+|[0-9A-Fa-f:.]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A server's address, safe to be shown: it never holds a password.

    Attributes:
        root: What the server's own paths are appended to, without a final slash.
        api: What the OpenAI-like paths are appended to, mostly `root` + `/v1`.
        host: The host's name or number, without brackets.
    """

    root: str
    api: str
    host: str

    def url(self, path: str) -> str:
        """Give the whole address of a path.

        Args:
            path: Below the root if it starts with a slash, else below the API.
        """
        if path.startswith("/"):
            return self.root + path
        return f"{self.api}/{path}"

    @property
    def is_loopback(self) -> bool:
        """Whether the server is this machine, which no proxy can reach."""
        name = self.host.rstrip(".").lower()
        return name == "localhost" or name.endswith(".localhost") or _is_number(name)

    @property
    def is_secure(self) -> bool:
        """Whether what is sent there is encrypted."""
        return self.root.startswith("https://")

    def is_at(self, domain: str) -> bool:
        """Whether the host is a domain or lies within it."""
        name = self.host.rstrip(".").lower()
        return name == domain or name.endswith(f".{domain}")


def parse_address(text: str) -> Address:
    """Read an address with or without scheme, `/v1`, or a path before it.

    Raises:
        SettingsError: It is no address, or it holds a password.
    """
    text = text.strip()
    if not text.isprintable() or " " in text:
        raise _no_address(text)
    parts = _split(text)
    if "@" in parts.netloc:
        message = (
            "The server's address holds a user name or a password. Leave it out, and "
            "put the key into the environment variable of `api_key_variable`."
        )
        raise SettingsError(message)
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not PLAIN_HOST.fullmatch(host):
        raise _no_address(text)
    host = ANY_HOST.get(host, host)
    return _address(f"{parts.scheme}://{_netloc(parts, host, text)}", parts.path, host)


def _address(origin: str, path: str, host: str) -> Address:
    path = ENDPOINT.sub("", path.rstrip("/"))
    if match := API_PATH.search(path):
        return Address(
            root=origin + path[: match.start()], api=origin + path, host=host
        )
    return Address(root=origin + path, api=f"{origin}{path}/v1", host=host)


def _split(text: str) -> SplitResult:
    try:
        if "://" in text:
            return urlsplit(text)
        if text.count(":") > 1 and not text.startswith("["):
            return urlsplit(f"http://[{text}]")
        parts = urlsplit(f"http://{text}")
        is_near = parts.port is not None or _is_near(parts.hostname or "")
        return parts if is_near else urlsplit(f"https://{text}")
    except ValueError as error:
        raise _no_address(text) from error


def _netloc(parts: SplitResult, host: str, text: str) -> str:
    try:
        port = parts.port
    except ValueError as error:
        raise _no_address(text) from error
    name = f"[{host}]" if ":" in host else host
    return name if port is None else f"{name}:{port}"


def _is_near(host: str) -> bool:
    return Address(root="", api="", host=host).is_loopback or host in ANY_HOST


def _is_number(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def _no_address(text: str) -> SettingsError:
    return SettingsError(
        f"`server` is set to {text!r}, which is no address. Write it as in "
        "`http://127.0.0.1:8080`, or set it to `embedded`."
    )
