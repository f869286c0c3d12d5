"""No step can be forgotten: what the system sees is what the disk was told."""

import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from builders import WordCounter, a_change_set
from faulty_disks import CountingDisk, ends_by_itself
from litecode_nb.changes.applying import apply
from litecode_nb.changes.undoing import redo, undo
from litecode_nb.domain.ids import ChangeSetId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.store.memory_file import forget, remember
from litecode_nb.store.pending import clear_pending, save_pending
from sample_tree import a_journal, a_project, a_wide_change

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")

SEEN_AS = {
    "create": "open",
    "set mode": "os.chmod",
    "replace": "os.rename",
    "unlink": "os.remove",
    "make folder": "os.mkdir",
    "remove folder": "os.rmdir",
}
CHANGING = {
    *SEEN_AS.values(),
    "os.chown",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.utime",
    "os.setxattr",
    "os.removexattr",
    "shutil.move",
    "shutil.rmtree",
    "shutil.copyfile",
    "shutil.copymode",
    "tempfile.mkstemp",
}
FOR_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def use_everything(root: Path, disk: CountingDisk) -> None:
    journal = a_journal(root, disk)
    entry = MemoryEntry(
        instruction="rename a to b",
        summary="Rename a.",
        units=(),
        change_set=ChangeSetId("c1"),
        made_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    save_pending(journal.state, a_change_set())
    apply(root, a_wide_change(), journal)
    clear_pending(journal.state)
    remember(journal.state, entry, WordCounter())
    undo(root, journal)
    redo(root, journal)
    forget(journal.state)


def watched(root: Path, report: Path) -> Callable[[], None]:
    """Run all that writes, and report what was told and what the system saw."""

    def run() -> None:
        seen: list[str] = []
        disk = CountingDisk()

        def see(event: str, args: tuple[Any, ...]) -> None:
            is_reading = event == "open" and not (args[2] or 0) & FOR_WRITING
            is_lock = event == "open" and str(args[0]).endswith("/lock")
            if event in CHANGING and not (is_reading or is_lock):
                seen.append(event)

        sys.addaudithook(see)
        use_everything(root, disk)
        told = [
            SEEN_AS[step]
            for step, path in disk.steps
            if step in SEEN_AS and path.name != "lock"
        ]
        report.write_text(json.dumps([told, seen[:]]))

    return run


def test_every_write_is_a_step_of_the_disk(tmp_path: Path) -> None:
    root = a_project(tmp_path / "project")
    report = tmp_path / "report.json"
    assert ends_by_itself(watched(root, report))
    told, seen = json.loads(report.read_text())
    assert told
    assert seen == told
