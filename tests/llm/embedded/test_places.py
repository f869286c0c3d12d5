import stat
from collections.abc import Mapping
from pathlib import Path

import pytest

from litecode_nb.errors import WeightsError
from litecode_nb.llm.embedded.places import models_folder, run_folder

Environment = Mapping[str, str]


def test_the_run_folder_is_for_its_user_alone(environment: Environment) -> None:
    assert stat.S_IMODE(run_folder(environment).stat().st_mode) == 0o700


def test_an_open_run_folder_is_closed_again(environment: Environment) -> None:
    run_folder(environment).chmod(0o777)
    assert stat.S_IMODE(run_folder(environment).stat().st_mode) == 0o700


def test_the_run_folder_goes_with_the_session(
    environment: Environment, tmp_path: Path
) -> None:
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    folder = run_folder({**environment, "XDG_RUNTIME_DIR": str(runtime)})
    assert folder.is_relative_to(runtime)


def test_a_session_folder_that_is_gone_is_not_used(
    environment: Environment, tmp_path: Path
) -> None:
    gone = {**environment, "XDG_RUNTIME_DIR": str(tmp_path / "gone")}
    assert run_folder(gone) == run_folder(environment)


def test_a_session_folder_must_be_named_whole(environment: Environment) -> None:
    relative = {**environment, "XDG_RUNTIME_DIR": "."}
    assert run_folder(relative) == run_folder(environment)


def test_a_link_in_place_of_the_run_folder_is_refused(
    environment: Environment, tmp_path: Path
) -> None:
    folder = run_folder(environment)
    folder.rmdir()
    folder.symlink_to(tmp_path)
    with pytest.raises(WeightsError, match="belongs to somebody else"):
        run_folder(environment)


def test_a_cache_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WeightsError, match="cannot be made: Not a directory"):
        run_folder({"LITECODE_CACHE_DIR": str(tmp_path / "file")})


def test_the_weights_lie_in_the_users_cache() -> None:
    assert models_folder({}).parent.name == "litecode-nb"
