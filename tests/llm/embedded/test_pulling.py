import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from litecode_nb.errors import WeightsError, WrongDigest
from litecode_nb.llm.embedded.official import OfficialFile
from litecode_nb.llm.embedded.sources import Report
from litecode_nb.llm.embedded.weights import pull, pull_file

Environment = Mapping[str, str]


@dataclass(frozen=True)
class MemorySource:
    """Appends what is missing; fails when the file has grown to its limit."""

    content: bytes
    limit: int | None = None
    failure: BaseException = field(default_factory=lambda: WeightsError("gone"))
    name: str = "memory"
    began_at: list[int] = field(default_factory=list)

    def fetch(
        self,
        _wanted: OfficialFile,
        partial: Path,
        report: Report,
        _environment: Environment,
    ) -> None:
        with partial.open("ab") as target:
            self.began_at.append(target.tell())
            target.write(self.content[target.tell() : self.limit])
            report(target.tell())
        if self.limit is not None:
            raise self.failure


def unheard(there: int, total: int) -> None:
    """Nobody watches the progress."""


def test_the_file_gets_its_name_when_it_is_whole(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    path = pull_file(wanted, unheard, environment, [MemorySource(content)])
    assert path.read_bytes() == content


def test_nothing_but_the_file_and_its_lock_remains(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    path = pull_file(wanted, unheard, environment, [MemorySource(content)])
    names = {each.name for each in path.parent.iterdir()}
    assert names == {"tiny.gguf", "tiny.gguf.lock"}


def test_a_source_that_fails_gives_way_to_the_next(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    sources = [MemorySource(content, limit=0), MemorySource(content)]
    assert pull_file(wanted, unheard, environment, sources).exists()


def test_the_next_source_goes_on_where_the_last_one_failed(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    second = MemorySource(content)
    pull_file(wanted, unheard, environment, [MemorySource(content, limit=2000), second])
    assert second.began_at == [2000]


def test_all_reasons_are_told_when_no_source_has_it(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    failing = MemorySource(content, limit=0)
    other = replace(failing, name="the attic", failure=WeightsError("dust"))
    with pytest.raises(WeightsError, match=r"memory: gone\. the attic: dust"):
        pull_file(wanted, unheard, environment, [failing, other])


def test_an_interrupted_pull_is_resumed(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    stopped = MemorySource(content, limit=1000, failure=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        pull_file(wanted, unheard, environment, [stopped])
    resumed = MemorySource(content)
    pull_file(wanted, unheard, environment, [resumed])
    assert resumed.began_at == [1000]


def test_a_file_that_is_there_is_not_fetched_again(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    pull_file(wanted, unheard, environment, [MemorySource(content)])
    assert pull_file(wanted, unheard, environment, []).read_bytes() == content


def test_a_file_of_the_wrong_length_is_fetched_again(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    path = pull_file(wanted, unheard, environment, [MemorySource(content)])
    os.truncate(path, 10)
    pull_file(wanted, unheard, environment, [MemorySource(content)])
    assert path.read_bytes() == content


def test_a_wrong_digest_is_said(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    forged = MemorySource(content[:-1] + b"\0")
    with pytest.raises(WrongDigest, match=r"tiny\.gguf: its SHA-256 is wrong"):
        pull_file(wanted, unheard, environment, [forged])


def test_a_wrong_digest_leaves_nothing_to_resume(
    wanted: OfficialFile, content: bytes, environment: Environment, tmp_path: Path
) -> None:
    with pytest.raises(WrongDigest):
        pull_file(wanted, unheard, environment, [MemorySource(content[::-1])])
    files = [each.name for each in tmp_path.rglob("*") if each.is_file()]
    assert files == ["tiny.gguf.lock"]


def test_a_file_that_is_too_long_is_a_wrong_one(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    with pytest.raises(WrongDigest):
        pull_file(wanted, unheard, environment, [MemorySource(content + b"more")])


def test_progress_ends_with_the_whole_file(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    seen: list[tuple[int, int]] = []
    pull_file(
        wanted, lambda *pair: seen.append(pair), environment, [MemorySource(content)]
    )
    assert seen[-1] == (2500, 2500)


def test_a_full_disk_is_noticed_before_the_download(
    wanted: OfficialFile,
    content: bytes,
    environment: Environment,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10**7))
    source = MemorySource(content)
    with pytest.raises(WeightsError, match=r"need 0\.1 GB, but only 0\.0 GB are free"):
        pull_file(wanted, unheard, environment, [source])
    assert source.began_at == []


def test_a_disk_that_fills_up_is_told_in_words(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    full = MemorySource(content, limit=5, failure=OSError(28, "No space left"))
    with pytest.raises(WeightsError, match="cannot be written: No space left"):
        pull_file(wanted, unheard, environment, [full])


def test_the_users_own_file_is_used_as_it_is(
    content: bytes, environment: Environment, tmp_path: Path
) -> None:
    own = tmp_path / "my-model.gguf"
    own.write_bytes(content)
    with_own = {**environment, "LITECODE_MODEL_FILE": str(own)}
    assert pull("1.5b", unheard, with_own, []) == own


def test_a_progress_that_raises_stops_the_pull(
    wanted: OfficialFile, content: bytes, environment: Environment
) -> None:
    def stop(*_sizes: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pull_file(wanted, stop, environment, [MemorySource(content)])
