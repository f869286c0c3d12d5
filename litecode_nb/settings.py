"""Choices: defaults < user file < project file < environment < a request's options."""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self, get_args

from litecode_nb.domain.prompt import DEFAULT_MAP, DEFAULT_MEMORY
from litecode_nb.errors import SettingsError

ENVIRONMENT_PREFIX = "LITECODE_"
NOT_FROM_A_PROJECT = frozenset({"server", "api_key_variable"})
"""A cloned project must not choose where code and keys are sent."""

LEAST: Mapping[str, float] = {
    "context_window": 1,
    "reply_tokens": 1,
    "memory_tokens": 0,
    "map_tokens": 0,
    "parallel": 1,
    "growth": 1.0,
    "temperature": 0.0,
    "connect_seconds": 0.001,
    "first_token_seconds": 0.001,
    "idle_seconds": 0.001,
}
"""The smallest value of each number that makes sense."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every choice that a person can make; sizes in tokens, times in seconds.

    Attributes:
        server: `embedded`, or an address such as `http://127.0.0.1:8080`; None to look
            on the well-known loopback ports, and then for the embedded model.
        model: The model's name on its server; None to let the server choose. For the
            embedded model `0.5b` or `1.5b`.
        api_key_variable: Environment variable that holds the server's key.
        context_window: Tokens for one call; None to ask the server.
        reply_tokens: Most tokens reserved for one reply; None to let it follow what is
            written: an edit reserves what its unit needs, all else 2,000 at the most.
        memory_tokens: Most tokens for the memory of former requests.
        map_tokens: Most tokens for the project map.
        parallel: Executors at the same time; None to ask the server.
        growth: By how much an edited unit may grow, as a factor.
        temperature: Of sampling; 0 takes the likeliest token.
        connect_seconds: Time limit for opening a connection.
        first_token_seconds: Time limit from the request to the first token.
        idle_seconds: Time limit between two tokens.
    """

    server: str | None = None
    model: str | None = None
    api_key_variable: str = "LITECODE_API_KEY"
    context_window: int | None = None
    reply_tokens: int | None = None
    memory_tokens: int = DEFAULT_MEMORY
    map_tokens: int = DEFAULT_MAP
    parallel: int | None = None
    growth: float = 1.2
    temperature: float = 0.0
    connect_seconds: float = 5.0
    first_token_seconds: float = 300.0
    idle_seconds: float = 60.0

    def __post_init__(self) -> None:
        """Refuse numbers that cannot be meant."""
        for name, least in LEAST.items():
            value = getattr(self, name)
            if value is not None and not least <= value < math.inf:
                message = f"`{name}` is {value}, but must be {least:g} or more."
                raise SettingsError(message)

    def with_values(self, values: Mapping[str, Any], source: str) -> Self:
        """Give settings with some values replaced.

        Args:
            values: Names to values; strings are read as the field's type.
            source: Where they come from, for messages.

        Raises:
            SettingsError: A name is unknown or a value cannot be used.
        """
        types = {each.name: each.type for each in fields(self)}
        if unknown := sorted(set(values) - set(types)):
            known = ", ".join(sorted(types))
            message = (
                f"{source} sets `{unknown[0]}`, which is not a setting. Known: {known}."
            )
            raise SettingsError(message)
        read = {k: _read(k, v, types[k], source) for k, v in values.items()}
        try:
            return replace(self, **read)
        except SettingsError as error:
            message = f"{source} has a value that cannot be used: {error}"
            raise SettingsError(message) from error


def load_settings(
    *,
    user_file: Path | None,
    project_file: Path | None,
    environment: Mapping[str, str],
) -> Settings:
    """Read settings from all places that exist, the later ones over the earlier.

    Args:
        user_file: A TOML file of the user's; it may not exist.
        project_file: The project's `pyproject.toml`; its table `tool.litecode-nb` is
            read; it may not exist.
        environment: `LITECODE_SERVER` and the like.

    Raises:
        SettingsError: A file or a value cannot be used.
    """
    settings = Settings()
    if user_file is not None:
        settings = settings.with_values(_table(user_file), str(user_file))
    if project_file is not None:
        settings = settings.with_values(_project_table(project_file), str(project_file))
    return settings.with_values(_from_environment(environment), "The environment")


def _project_table(path: Path) -> Mapping[str, Any]:
    table: Any = _table(path)
    for name in ("tool", "litecode-nb"):
        table = table.get(name, {})
        if not isinstance(table, dict):
            message = f"{path} has a `{name}` that is no table. Mend or remove it."
            raise SettingsError(message)
    if barred := sorted(NOT_FROM_A_PROJECT & set(table)):
        message = (
            f"{path} sets `{barred[0]}`, which a project may not choose. Set it with "
            f"`{ENVIRONMENT_PREFIX}{barred[0].upper()}` or in your own settings."
        )
        raise SettingsError(message)
    return dict(table)


def _table(path: Path) -> Mapping[str, Any]:
    """Read a TOML file; what is no regular file, such as a pipe, counts as missing."""
    try:
        if not path.is_file():
            return {}
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        message = f"The settings in {path} cannot be read: {error}. Mend or remove it."
        raise SettingsError(message) from error


def _from_environment(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Pick the variables that name a setting; others with the prefix mean more."""
    names = {each.name for each in fields(Settings)}
    pairs = (
        (name, environment.get(ENVIRONMENT_PREFIX + name.upper())) for name in names
    )
    return {name: value for name, value in pairs if value}


def _read(name: str, value: Any, kind: Any, source: str) -> Any:
    """Turn a value into its field's type, or say why it cannot be used."""
    options = get_args(kind) or (kind,)
    if value in (None, "") and type(None) in options:
        return None
    target = next(each for each in options if each is not type(None))
    # True is 1 to Python, and 2.5 becomes 2; neither is what a person meant.
    fitting = {str: (str,), int: (int, str), float: (float, int, str)}[target]
    try:
        if isinstance(value, fitting) and not isinstance(value, bool):
            return target(value)
    except (ValueError, OverflowError) as error:
        raise _unfitting(name, value, target, source) from error
    raise _unfitting(name, value, target, source)


def _unfitting(name: str, value: Any, target: type, source: str) -> SettingsError:
    wanted = {str: "a text", int: "a whole number", float: "a number"}[target]
    return SettingsError(
        f"{source} sets `{name}` to {value!r:.60}, which is not {wanted}."
    )
