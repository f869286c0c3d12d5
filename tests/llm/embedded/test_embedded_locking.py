import subprocess
import sys
from pathlib import Path

import pytest

from litecode_nb.llm.embedded.locking import held, held_async, is_held, try_hold


class GivenUp(Exception):
    pass


def give_up() -> None:
    raise GivenUp


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lock"


def test_a_lock_is_held_once(path: Path) -> None:
    with held(path, give_up):
        assert try_hold(path) is None


def test_a_released_lock_can_be_held_again(path: Path) -> None:
    with held(path, give_up):
        """The lock is taken and given back."""
    with held(path, give_up):
        assert is_held(path)


def test_nobody_holds_a_lock_that_is_not_there(path: Path) -> None:
    assert not is_held(path)


def test_looking_does_not_take_the_lock(path: Path) -> None:
    path.touch()
    assert not is_held(path)
    with held(path, give_up):
        assert is_held(path)


def test_a_discarded_lock_leaves_no_file(path: Path) -> None:
    with held(path, give_up) as lock:
        lock.discard()
    assert not path.exists()


def test_who_waits_can_give_up(path: Path) -> None:
    with held(path, give_up), pytest.raises(GivenUp), held(path, give_up):
        """It is never reached."""


async def test_who_waits_in_a_loop_gives_up_in_time(path: Path) -> None:
    with held(path, give_up), pytest.raises(TimeoutError):
        async with held_async(path, 0.01):
            """It is never reached."""


def test_a_lock_dies_with_its_process(path: Path) -> None:
    program = (
        "import os, pathlib, sys\n"
        "from litecode_nb.llm.embedded.locking import try_hold\n"
        "assert try_hold(pathlib.Path(sys.argv[1]))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert path.exists()
    assert not is_held(path)
