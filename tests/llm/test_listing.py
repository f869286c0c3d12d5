from typing import Any

import pytest

from litecode_nb.errors import ServerRefused
from litecode_nb.llm.listing import (
    ListedModel,
    choose_model,
    listed_models,
    plain_name,
    traits_for_openai,
)
from litecode_nb.settings import Settings


def the_window(entry: dict[str, Any]) -> int | None:
    [model] = listed_models({"data": [{"id": "m", **entry}]})
    return model.window


def names(*models: str) -> list[ListedModel]:
    return [ListedModel(name=each) for each in models]


@pytest.mark.parametrize(
    ("entry", "window"),
    [
        ({"context_length": 32768}, 32768),
        ({"max_model_len": 6048}, 6048),
        ({"context_window": 131072}, 131072),
        ({"meta": {"n_ctx": 2048, "n_ctx_train": 8192}}, 2048),
        ({"loaded_context_length": 4096, "max_context_length": 32768}, 4096),
        ({"context_length": 131072, "top_provider": {"context_length": 8192}}, 8192),
        ({"max_context_length": 32768}, None),
        ({"context_length": "big"}, None),
        ({"context_length": 0}, None),
        ({}, None),
    ],
)
def test_the_window_is_the_one_that_can_be_used(
    entry: dict[str, Any], window: int | None
) -> None:
    assert the_window(entry) == window


@pytest.mark.parametrize("answer", [None, [], {}, {"data": None}, {"data": [1, {}]}])
def test_what_is_no_list_has_no_models(answer: Any) -> None:
    assert listed_models(answer) == ()


def test_the_model_that_is_set_is_taken() -> None:
    chosen = choose_model(names("a", "b"), Settings(model="b"))
    assert chosen.name == "b"


def test_a_part_of_the_name_is_enough_if_it_is_clear() -> None:
    chosen = choose_model(names("org/Qwen2.5-7B", "llama"), Settings(model="qwen2.5"))
    assert chosen.name == "org/Qwen2.5-7B"


@pytest.mark.parametrize("wanted", ["mistral", "qwen"])
def test_a_model_that_is_not_clear_is_refused_with_a_choice(wanted: str) -> None:
    with pytest.raises(ServerRefused, match="qwen-7b"):
        choose_model(names("qwen-7b", "qwen-14b"), Settings(model=wanted))


def test_a_coder_is_preferred() -> None:
    assert choose_model(names("llama", "qwen-coder"), Settings()).name == "qwen-coder"


def test_an_embedding_model_is_never_chosen() -> None:
    assert choose_model(names("nomic-embed", "llama"), Settings()).name == "llama"


def test_a_server_without_models_asks_for_a_name() -> None:
    with pytest.raises(ServerRefused, match="Name one"):
        choose_model([], Settings())


def test_a_server_that_lists_nothing_is_believed_to_have_the_model() -> None:
    assert choose_model([], Settings(model="m")).name == "m"


@pytest.mark.parametrize(
    ("told", "asked", "window"),
    [
        (4096, None, 4096),
        (4096, 2048, 2048),
        (4096, 9999, 4096),
        (None, 2048, 2048),
        (None, None, 8192),
    ],
)
def test_the_smaller_window_counts(
    told: int | None, asked: int | None, window: int
) -> None:
    model = ListedModel(name="m", window=told)
    traits = traits_for_openai(model, "s", Settings(context_window=asked))
    assert traits.context_window == window


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("/home/me/models/a.gguf", "a.gguf"),
        ("C:\\models\\a.gguf", "a.gguf"),
        ("org/model:q4", "org/model:q4"),
    ],
)
def test_a_path_is_reduced_to_its_name(name: str, plain: str) -> None:
    assert plain_name(name) == plain
