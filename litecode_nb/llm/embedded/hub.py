"""The Hugging Face hub as a source; the library runs in a process of its own.

Its HTTP library, its retries and its errors change between versions. A child process
that is watched needs to know none of them, and can be ended at any time.
"""

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from litecode_nb.errors import WeightsError
from litecode_nb.llm.embedded.official import OfficialFile
from litecode_nb.llm.embedded.sources import Report
from litecode_nb.llm.embedded.watching import bytes_under, last_words, run_watched

ANSWER_SECONDS = 4.0
"""Time limit for the hub's first answer."""

FIRST_BYTES_SECONDS = 15.0
"""Time limit until the file begins to arrive, the library's start included."""

STALL_SECONDS = 60.0
"""Time limit between two looks that find more bytes."""

SOME_BYTES = 1 << 16
"""More than the library's notes beside the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubSource:
    """The official repository on the Hugging Face hub."""

    name: str = "the Hugging Face hub"

    def fetch(
        self,
        wanted: OfficialFile,
        partial: Path,
        report: Report,
        environment: Mapping[str, str],
    ) -> None:
        """Download the file with the user's own settings for the hub.

        Raises:
            WeightsError: The hub cannot be reached, or has no such file.
        """
        folder = partial.with_name(f"{partial.name}.hub")
        folder.mkdir(exist_ok=True)
        log = partial.with_name(f"{partial.name}.log")
        command = (sys.executable, "-P", "-m", __name__)
        what = (wanted.repository, wanted.file_name, str(wanted.length), str(folder))
        # Plain HTTP can be resumed and watched; the hub's other protocol holds back
        # tens of megabytes before it writes any.
        child_environment = {**environment, "HF_HUB_DISABLE_XET": "1"}
        tick = _watch(folder, report)
        if run_watched((*command, *what), child_environment, log, tick) != 0:
            raise WeightsError(last_words(log))
        (folder / wanted.file_name).replace(partial)


def _watch(folder: Path, report: Report) -> Callable[[], None]:
    """Make the look at a download: it reports, and raises when nothing moves."""
    largest = bytes_under(folder)
    limit = FIRST_BYTES_SECONDS
    since = time.monotonic()

    def look() -> None:
        nonlocal largest, limit, since
        size, now = bytes_under(folder), time.monotonic()
        if size > largest + SOME_BYTES:
            largest, limit, since = size, STALL_SECONDS, now
            report(size)
        if now - since > limit:
            message = f"nothing arrived for {limit:.0f} seconds"
            raise WeightsError(message)

    return look


def _download(repository: str, file_name: str, length: int, folder: str) -> None:
    """Ask once, without retries, whether the file is there; then download it."""
    import huggingface_hub  # noqa: PLC0415 - only the child process loads it

    url = huggingface_hub.hf_hub_url(repository, file_name)
    found = huggingface_hub.get_hf_file_metadata(url, timeout=ANSWER_SECONDS)
    if found.size not in {None, length}:
        sys.exit(f"it has {found.size:,} bytes there instead of {length:,}")
    huggingface_hub.hf_hub_download(
        repository, file_name, local_dir=folder, etag_timeout=ANSWER_SECONDS
    )


if __name__ == "__main__":
    _download(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
