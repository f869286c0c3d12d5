"""The files through which one server and its clients know of each other.

A server that lives holds a lock on `alive`, a client that needs it holds one on a file
in `leases`, and whoever starts or ends a server holds one on `turn`. The system frees
locks when a process ends, however it ends. So nothing here depends on process numbers,
which are used again, or on clocks.
"""

import contextlib
import json
import os
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from litecode_nb.files import write_atomically
from litecode_nb.llm.embedded.locking import HeldLock, is_held, try_hold

LOG_BYTES = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a client needs to know of a running server; only its user can read it.

    Attributes:
        address: Such as `http://127.0.0.1:40321`.
        key: What every request must carry.
        process: The number of the server's process, for a person.
        model: The model's name.
        context_window: Tokens for each call.
        slots: Calls at the same time.
    """

    address: str
    key: str = field(repr=False)
    process: int
    model: str
    context_window: int
    slots: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRoom:
    """The folder of one server: one model with one window."""

    folder: Path

    @property
    def turn(self) -> Path:
        """Locked while somebody starts or ends the server."""
        return self.folder / "turn"

    @property
    def alive(self) -> Path:
        """Locked by the server as long as it lives."""
        return self.folder / "alive"

    @property
    def record(self) -> Path:
        """Written when the server is ready; a leftover means nothing by itself."""
        return self.folder / "server.json"

    @property
    def leases(self) -> Path:
        """One locked file for each client."""
        return self.folder / "leases"

    @property
    def log(self) -> Path:
        """What the server prints."""
        return self.folder / "server.log"

    def prepare(self) -> None:
        """Make the folders, for the user's eyes only.

        Raises:
            OSError: They cannot be made.
        """
        self.leases.mkdir(mode=0o700, parents=True, exist_ok=True)

    def is_served(self) -> bool:
        """Whether a server lives here, be it ready or still loading."""
        return is_held(self.alive)

    def take_lease(self) -> HeldLock:
        """Keep the server alive until the lease is discarded or this process ends.

        Raises:
            OSError: The lease cannot be written.
        """
        while True:
            path = self.leases / f"{os.getpid()}-{secrets.token_hex(8)}"
            if (lease := try_hold(path)) is not None:
                return lease

    def has_lease(self) -> bool:
        """Whether any client is left; what dead ones left behind is removed."""
        with contextlib.suppress(FileNotFoundError):  # the folder was removed
            for path in self.leases.iterdir():
                lock = try_hold(path)
                if lock is None:
                    return True
                lock.discard()
        return False

    def write_record(self, record: Record) -> None:
        """Tell clients that the server is ready.

        Raises:
            OSError: It cannot be written.
        """
        self.record.touch(mode=0o600)  # the mode of an existing file is kept
        write_atomically(self.record, json.dumps(asdict(record)).encode())

    def read_record(self) -> Record | None:
        """Give the record; None where there is none yet, or no whole one."""
        try:
            found: Any = json.loads(self.record.read_bytes())
            return Record(**found)
        except (OSError, ValueError, TypeError):
            return None

    def remove_record(self) -> None:
        """Remove what an earlier server left."""
        self.record.unlink(missing_ok=True)

    def trim_log(self) -> None:
        """Empty the log when it has grown too long."""
        with contextlib.suppress(OSError):
            if self.log.stat().st_size > LOG_BYTES:
                os.truncate(self.log, 0)
