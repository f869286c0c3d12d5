"""The places that official weights can be fetched from."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from litecode_nb.llm.embedded.official import OfficialFile

Report = Callable[[int], None]
"""Gets the number of bytes of the file that are there so far."""


class Source(Protocol):
    """A place to fetch official weights from; it goes on where it was interrupted."""

    @property
    def name(self) -> str:
        """What a person calls it."""
        ...

    def fetch(
        self,
        wanted: OfficialFile,
        partial: Path,
        report: Report,
        environment: Mapping[str, str],
    ) -> None:
        """Make the partial file whole; its digest is not checked here.

        Args:
            wanted: What to fetch.
            partial: Where the bytes go; it may hold the file's beginning already. The
                source may use other files beside it whose names begin with its name.
            report: Gets the progress.
            environment: For the child process that does the work.

        Raises:
            WeightsError: This source does not have it, or cannot be reached.
            OSError: The disk cannot be written.
        """
        ...
