import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from litecode_nb.errors import WeightsError, WrongDigest
from litecode_nb.llm.embedded.finding import Weights, find_weights, weights_path
from litecode_nb.llm.embedded.official import SIZES, OfficialFile

Environment = Mapping[str, str]


def put(size: str, environment: Environment) -> Path:
    """Put a file of the right length where a size's weights belong; it is all holes."""
    path = weights_path(size, environment)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, SIZES[size].length)
    return path


def own(content: bytes, environment: Environment, tmp_path: Path) -> Environment:
    path = tmp_path / "my-model.gguf"
    path.write_bytes(content)
    return {**environment, "LITECODE_MODEL_FILE": str(path)}


def test_the_cache_can_be_moved(environment: Environment, tmp_path: Path) -> None:
    path = weights_path("0.5b", environment)
    assert path == tmp_path / "cache/models/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"


def test_missing_weights_tell_what_to_type(environment: Environment) -> None:
    with pytest.raises(WeightsError, match=r"Type: litecode model pull 1\.5b"):
        find_weights(None, environment)


def test_the_default_size_is_preferred(environment: Environment) -> None:
    put("0.5b", environment)
    put("1.5b", environment)
    assert find_weights(None, environment).model == "qwen2.5-coder-1.5b-instruct"


def test_another_size_serves_where_the_default_is_missing(
    environment: Environment,
) -> None:
    path = put("0.5b", environment)
    assert find_weights(None, environment).path == path


def test_a_chosen_size_is_not_replaced_by_another(environment: Environment) -> None:
    put("0.5b", environment)
    with pytest.raises(WeightsError, match=r"litecode model pull 1\.5b"):
        find_weights("1.5b", environment)


def test_half_fetched_weights_do_not_count(environment: Environment) -> None:
    os.truncate(put("0.5b", environment), 1000)
    with pytest.raises(WeightsError):
        find_weights("0.5b", environment)


def test_the_users_own_file_comes_first(
    environment: Environment, tmp_path: Path
) -> None:
    put("1.5b", environment)
    found = find_weights(None, own(b"GGUF...", environment, tmp_path))
    assert found.path == tmp_path / "my-model.gguf"


def test_a_model_of_ones_own_is_called_by_its_file(
    environment: Environment, tmp_path: Path
) -> None:
    found = find_weights("0.5b", own(b"GGUF...", environment, tmp_path))
    assert found.model == "my-model"


def test_a_model_of_ones_own_is_noted(environment: Environment, tmp_path: Path) -> None:
    found = find_weights(None, own(b"GGUF...", environment, tmp_path))
    assert "a model of your own" in (found.note or "")


def test_what_is_no_model_is_refused(environment: Environment, tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="no GGUF file"):
        find_weights(None, own(b"<html>", environment, tmp_path))


def test_a_file_that_is_not_there_is_named(environment: Environment) -> None:
    with pytest.raises(WeightsError, match=r"names /nowhere/x\.gguf"):
        find_weights(None, {**environment, "LITECODE_MODEL_FILE": "/nowhere/x.gguf"})


def claiming(wanted: OfficialFile, content: bytes, tmp_path: Path) -> Weights:
    """Make weights that have the official file's length, whatever they hold."""
    path = tmp_path / "mine.gguf"
    path.write_bytes(content)
    return Weights(path=path, model="tiny", official=wanted, is_checked=False)


def test_a_file_must_be_what_its_length_claims(
    wanted: OfficialFile, content: bytes, tmp_path: Path
) -> None:
    with pytest.raises(WrongDigest, match=r"mine\.gguf has the length of tiny\.gguf"):
        claiming(wanted, content[::-1], tmp_path).check()


def test_a_copy_of_the_official_file_passes(
    wanted: OfficialFile, content: bytes, tmp_path: Path
) -> None:
    claiming(wanted, content, tmp_path).check()
