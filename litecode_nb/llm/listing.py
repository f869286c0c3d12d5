"""Which models a server has, which one to take, and how large its window is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from litecode_nb.domain.prompt import DEFAULT_WINDOW
from litecode_nb.errors import ServerRefused
from litecode_nb.llm.dialects.json_values import items, mapping, positive, string
from litecode_nb.llm.model import ModelTraits
from litecode_nb.settings import Settings

# In the order of trust: what is loaded, before what the model could do at most.
# LM Studio's `max_context_length` is not among them: it is never the loaded one.
WINDOW_FIELDS = (
    "loaded_context_length",
    "max_model_len",
    "context_window",
    "context_length",
)
SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModel:
    """One model of a server; `window` is None where the server does not tell."""

    name: str
    window: int | None = None


def listed_models(answer: Any) -> tuple[ListedModel, ...]:
    """Read the answer to `/v1/models`; what is no model is passed over."""
    entries = [mapping(each) for each in items(mapping(answer).get("data"))]
    named = [(string(entry.get("id")), entry) for entry in entries]
    return tuple(ListedModel(name=n, window=_window(e)) for n, e in named if n)


def choose_model(models: Sequence[ListedModel], settings: Settings) -> ListedModel:
    """Take the model that was asked for, else a coder, else the first that can chat.

    Raises:
        ServerRefused: The server does not have it, or nothing to choose from.
    """
    if settings.model is not None:
        return _wanted(models, settings.model)
    able = [each for each in models if "embed" not in each.name.lower()]
    coders = [each for each in able if "code" in each.name.lower()]
    if not able:
        message = "The model server lists no models. Name one with `model`."
        raise ServerRefused(message)
    return (coders or able)[0]


def traits_for_openai(
    model: ListedModel,
    server: str,
    settings: Settings,
    *,
    default_window: int = DEFAULT_WINDOW,
) -> ModelTraits:
    """Say what is known of a model behind a server with OpenAI's form.

    Args:
        model: As the server lists it.
        server: The server's kind and address, for a person.
        settings: May narrow the window.
        default_window: Tokens, where neither server nor settings tell.
    """
    return ModelTraits(
        name=model.name,
        server=server,
        context_window=usable_window(model.window, settings, default_window),
    )


def usable_window(told: int | None, settings: Settings, default: int) -> int:
    """Give the smaller of what the server tells and what is set, else the default."""
    known = [each for each in (told, settings.context_window) if each]
    return min(known, default=default)


def plain_name(name: str) -> str:
    """Give the file's name where a server calls its model by a path on its disk."""
    if name.startswith("/"):
        return PurePosixPath(name).name
    if PureWindowsPath(name).drive:
        return PureWindowsPath(name).name
    return name


def _wanted(models: Sequence[ListedModel], name: str) -> ListedModel:
    """Find a model by its name; a server that lists none is believed to have it."""
    same = [each for each in models if each.name == name]
    alike = [each for each in models if name.lower() in each.name.lower()]
    if same or len(alike) == 1:
        return (same or alike)[0]
    if not models:
        return ListedModel(name=name)
    known = ", ".join(each.name for each in (alike or models)[:SHOWN])
    message = f"The model server has no model `{name}`. Set `model` to one of: {known}."
    raise ServerRefused(message)


def _window(entry: Mapping[str, Any]) -> int | None:
    """Find the window in the fields that some servers add to OpenAI's form."""
    places = [mapping(entry.get("meta")).get("n_ctx")]
    places += [entry.get(field) for field in WINDOW_FIELDS]
    provider = mapping(entry.get("top_provider")).get("context_length")
    told = next((size for size in map(positive, places) if size), None)
    known = [size for size in (told, positive(provider)) if size]
    return min(known, default=None)
