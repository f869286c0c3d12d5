"""A tiny official file and wheels that carry it, without any network."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from litecode_nb.llm.embedded.official import OfficialFile, WheelSeries
from tiny_wheels import write_wheel

PART_BYTES = 1000


@pytest.fixture
def content() -> bytes:
    return b"GGUF" + b"".join(n.to_bytes(2, "big") for n in range(1_248))


@pytest.fixture
def wanted(content: bytes) -> OfficialFile:
    return OfficialFile(
        size="tiny",
        model="tiny-coder",
        file_name="tiny.gguf",
        length=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        repository="somebody/tiny-GGUF",
        wheels=WheelSeries(
            project="litecode-tiny-part", version="0.2.0", part_bytes=PART_BYTES
        ),
    )


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    return {"LITECODE_CACHE_DIR": str(tmp_path / "cache")}


@pytest.fixture
def wheels(tmp_path: Path, wanted: OfficialFile, content: bytes) -> Path:
    """A folder of wheels that pip can read instead of an index."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for number, part in enumerate(wanted.parts(), start=1):
        write_wheel(folder, number, {"data.bin": content[part.start : part.end]})
    return folder
