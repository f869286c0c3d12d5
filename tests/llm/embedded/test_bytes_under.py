"""Progress is read from a folder in which another process makes and removes things."""

import threading
from pathlib import Path

from litecode_nb.llm.embedded.watching import bytes_under

ROUNDS = 300


def test_all_files_below_count(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a").write_bytes(b"123")
    (tmp_path / "b").write_bytes(b"4567")
    assert bytes_under(tmp_path) == 7


def test_folders_that_go_away_meanwhile_do_not_matter(tmp_path: Path) -> None:
    """`Path.rglob` raises here within a few dozen rounds."""
    is_over = threading.Event()

    def churn() -> None:
        folder = tmp_path / "come" / "and" / "go"
        while not is_over.is_set():
            folder.mkdir(parents=True)
            for each in (folder, folder.parent, folder.parent.parent):
                each.rmdir()

    other = threading.Thread(target=churn)
    other.start()
    try:
        assert {bytes_under(tmp_path) for _ in range(ROUNDS)} == {0}
    finally:
        is_over.set()
        other.join()
