import os
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litecode_nb.errors import SettingsError
from litecode_nb.settings import LEAST, Settings, load_settings

NO_ENVIRONMENT: dict[str, str] = {}


def loaded(
    user: Path | None = None,
    project: Path | None = None,
    environment: dict[str, str] = NO_ENVIRONMENT,
) -> Settings:
    return load_settings(user_file=user, project_file=project, environment=environment)


def a_user_file(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def a_project_file(folder: Path, text: str) -> Path:
    path = folder / "pyproject.toml"
    path.write_text(f"[tool.litecode-nb]\n{text}\n", encoding="utf-8")
    return path


def test_without_any_file_the_defaults_hold(tmp_path: Path) -> None:
    assert loaded(tmp_path / "a.toml", tmp_path / "b.toml") == Settings()


def test_a_user_file_is_read(tmp_path: Path) -> None:
    user = a_user_file(tmp_path, 'server = "embedded"\nparallel = 3')
    assert loaded(user) == Settings(server="embedded", parallel=3)


def test_the_project_comes_over_the_user(tmp_path: Path) -> None:
    user = a_user_file(tmp_path, "parallel = 3\ngrowth = 2")
    project = a_project_file(tmp_path, "parallel = 5")
    assert loaded(user, project) == Settings(parallel=5, growth=2.0)


def test_the_environment_comes_over_the_project(tmp_path: Path) -> None:
    project = a_project_file(tmp_path, "parallel = 5")
    environment = {"LITECODE_PARALLEL": "7"}
    assert loaded(None, project, environment) == Settings(parallel=7)


def test_an_empty_variable_says_nothing() -> None:
    assert loaded(environment={"LITECODE_PARALLEL": ""}) == Settings()


def test_other_variables_with_the_prefix_are_left_alone() -> None:
    others = {"LITECODE_API_KEY": "secret", "LITECODE_MODEL_FILE": "a.gguf"}
    assert loaded(environment=others) == Settings()


def test_other_tables_of_the_project_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text("[project]\nname = 'x'\n[tool.other]\nparallel = 2\n")
    assert loaded(None, path) == Settings()


@pytest.mark.parametrize("name", ["server", "api_key_variable"])
def test_a_project_does_not_choose_where_code_is_sent(
    tmp_path: Path, name: str
) -> None:
    project = a_project_file(tmp_path, f'{name} = "x"')
    with pytest.raises(SettingsError, match="a project may not choose"):
        loaded(None, project)


def test_an_unknown_name_is_told_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"`paralel`.* Known: .*parallel"):
        loaded(a_user_file(tmp_path, "paralel = 1"))


BAD: list[tuple[str, Any]] = [
    ("parallel", "many"),
    ("parallel", "1.5"),
    ("parallel", 1.5),
    ("parallel", True),
    ("parallel", [1]),
    ("parallel", 0),
    ("parallel", -1),
    ("parallel", "9" * 5000),
    ("reply_tokens", 0),
    ("context_window", 0),
    ("memory_tokens", -1),
    ("memory_tokens", None),
    ("growth", "nan"),
    ("growth", "inf"),
    ("growth", 0.5),
    ("growth", 10**400),
    ("temperature", -0.1),
    ("temperature", {}),
    ("idle_seconds", 0),
    ("server", 3),
    ("server", ["a"]),
    ("model", False),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_value_that_cannot_be_meant_is_told(name: str, value: Any) -> None:
    with pytest.raises(SettingsError, match=rf"The line.*`{name}`"):
        Settings().with_values({name: value}, "The line")


GOOD: list[tuple[str, Any, Any]] = [
    ("parallel", "4", 4),
    ("parallel", None, None),
    ("parallel", "", None),
    ("context_window", 8192, 8192),
    ("growth", 2, 2.0),
    ("growth", "1.5", 1.5),
    ("temperature", 0, 0.0),
    ("map_tokens", 0, 0),
    ("server", "", None),
    ("server", "http://127.0.0.1:8080", "http://127.0.0.1:8080"),
]


@pytest.mark.parametrize(("name", "value", "read"), GOOD)
def test_a_good_value_is_read(name: str, value: Any, read: Any) -> None:
    settings = Settings().with_values({name: value}, "The line")
    assert getattr(settings, name) == read


@given(
    st.sampled_from([each.name for each in fields(Settings)]),
    st.none() | st.text() | st.integers() | st.floats() | st.booleans(),
)
def test_any_value_is_read_or_told(name: str, value: object) -> None:
    try:
        settings = Settings().with_values({name: value}, "The line")
    except SettingsError:
        return
    number = getattr(settings, name)
    assert name not in LEAST or number is None or number >= LEAST[name]


def test_settings_cannot_be_built_with_nonsense() -> None:
    with pytest.raises(SettingsError, match="`parallel` is 0, but must be 1 or more"):
        Settings(parallel=0)


@pytest.mark.parametrize(
    "data",
    [b"a = ", b"\xff\xfe", b"<<<<<<< HEAD\n", b"a = " + b"[" * 50_000, b"a=1\na=2"],
)
def test_a_broken_file_is_told_with_its_path(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    with pytest.raises(SettingsError, match=r"settings\.toml cannot be read"):
        loaded(path)


@pytest.mark.parametrize("text", ["tool = 3", "[tool]\nlitecode-nb = 'x'", "tool=[]"])
def test_a_table_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match="that is no table"):
        loaded(None, path)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX only")
def test_a_pipe_in_the_place_of_a_file_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pyproject.toml")
    assert loaded(None, tmp_path / "pyproject.toml") == Settings()


def test_every_number_has_a_least_value() -> None:
    numbers = {each.name for each in fields(Settings) if "str" not in str(each.type)}
    assert numbers == set(LEAST)
