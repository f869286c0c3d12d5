"""Find the key of a server in the environment."""

from collections.abc import Mapping

from litecode_nb.errors import SettingsError
from litecode_nb.llm.address import Address
from litecode_nb.llm.secret import Secret
from litecode_nb.settings import Settings

WELL_KNOWN = {
    "groq.com": "GROQ_API_KEY",
    "openrouter.ai": "OPENROUTER_API_KEY",
    "openai.com": "OPENAI_API_KEY",
}
"""Only a host of these domains over HTTPS gets a key that was not set for litecode."""


def find_key(
    address: Address, settings: Settings, environment: Mapping[str, str]
) -> Secret | None:
    """Give the key for a server; None where the environment has none.

    The variable that the settings name comes before those of well-known hosts.

    Raises:
        SettingsError: The value cannot be a key.
    """
    own = environment.get(settings.api_key_variable, "").strip()
    if own:
        return _secret(own, settings.api_key_variable)
    variable = _well_known(address)
    value = environment.get(variable, "").strip()
    return _secret(value, variable) if value else None


def _well_known(address: Address) -> str:
    if not address.is_secure:
        return ""
    at = (name for domain, name in WELL_KNOWN.items() if address.is_at(domain))
    return next(at, "")


def _secret(value: str, variable: str) -> Secret:
    if not (value.isascii() and value.isprintable()):
        message = (
            f"`{variable}` holds characters that no key has, such as a line end or an "
            "umlaut. Copy the key once more."
        )
        raise SettingsError(message)
    return Secret(value)
