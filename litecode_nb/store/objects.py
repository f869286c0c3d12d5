"""Contents of files, each kept once under its digest, whichever records need it."""

import contextlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from litecode_nb.domain.history import DIGEST
from litecode_nb.errors import StoreError
from litecode_nb.files import digest
from litecode_nb.store.layout import StateFolder


@dataclass(frozen=True, slots=True)
class Objects:
    """The contents that the journal's records speak of."""

    state: StateFolder

    def keep(self, data: bytes) -> str:
        """Make a content durable and give its digest.

        Raises:
            StoreError: It cannot be written.
        """
        name = digest(data)
        if not self._is_whole(name):
            self.state.write(self._path(name), data)
        return name

    def content(self, name: str) -> bytes:
        """Give the content of a digest.

        Raises:
            StoreError: It is missing, or is no longer what the digest says.
        """
        data = self.state.read(self._path(name))
        if data is None or digest(data) != name:
            message = (
                f"The journal has lost the content {name[:12]}, so what it was cannot "
                "be brought back from there."
            )
            raise StoreError(message)
        return data

    def size(self, name: str) -> int:
        """Give the number of bytes that a content takes; 0 where it is missing."""
        with contextlib.suppress(OSError):
            return self._path(name).lstat().st_size
        return 0

    def keep_only(self, names: Collection[str]) -> None:
        """Remove every other content, and what a killed process left half-written.

        Raises:
            StoreError: One of them cannot be removed.
        """
        folder = self.state.objects_folder
        if not folder.is_dir():
            return
        for path in sorted(folder.iterdir()):
            if path.name not in names:
                self.state.remove(path)

    def _is_whole(self, name: str) -> bool:
        with contextlib.suppress(StoreError):
            self.content(name)
            return True
        return False

    def _path(self, name: str) -> Path:
        if not DIGEST.fullmatch(name):
            message = f"{name!r} is no digest, so it names no content of the journal."
            raise StoreError(message)
        return self.state.objects_folder / name
