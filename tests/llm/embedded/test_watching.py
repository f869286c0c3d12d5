import os
import sys
from pathlib import Path

import pytest

from litecode_nb.llm.embedded.watching import bytes_under, last_words, run_watched


class GivenUp(Exception):
    pass


def give_up() -> None:
    raise GivenUp


def unseen() -> None:
    """Nobody looks in."""


def test_the_exit_code_is_given(tmp_path: Path) -> None:
    command = (sys.executable, "-c", "raise SystemExit(3)")
    assert run_watched(command, os.environ, tmp_path / "log", unseen) == 3


def test_a_child_is_killed_when_the_look_raises(tmp_path: Path) -> None:
    command = (sys.executable, "-c", "import time; time.sleep(600)")
    with pytest.raises(GivenUp):
        run_watched(command, os.environ, tmp_path / "log", give_up)


def test_the_last_line_is_the_reason(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("Traceback\n  File ...\nValueError: no.\n\n")
    assert last_words(tmp_path / "log") == "ValueError: no"


def test_pips_error_comes_before_its_advice(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("ERROR: No such wheel\n[notice] A new pip!\n")
    assert last_words(tmp_path / "log") == "No such wheel"


@pytest.mark.parametrize("name", ["empty", "missing"])
def test_silence_is_told_too(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").touch()
    assert last_words(tmp_path / name) == "it said nothing"


def test_all_files_of_a_folder_count(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a").write_bytes(b"12345")
    (tmp_path / "b").write_bytes(b"123")
    assert bytes_under(tmp_path) == 8
