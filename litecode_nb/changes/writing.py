"""Files onto the disk, in steps that can each be the last one, and back again."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from litecode_nb.changes.targets import find, folders_above, target
from litecode_nb.domain.history import Record, Rewrite
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import Conflict, OutsideProject, StoreError
from litecode_nb.files import Disk, inside, write_new

Contents = Callable[[str], bytes]
"""Gives the content of a digest; may raise `StoreError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction:
    """The files of one record that the journal has begun.

    Attributes:
        root: The project's folder, links resolved.
        record: What happens to which file.
        disk: What the files are written through.
    """

    root: Path
    record: Record
    disk: Disk

    def carry_out(self, rewrites: Sequence[Rewrite]) -> None:
        """Write all files.

        All new bytes are on the disk, under other names, before the first document is
        touched: a full disk is noticed while nothing has happened yet.

        Args:
            rewrites: The contents of the record's files, in the record's order.

        Raises:
            OSError: A step failed; the transaction must be taken back.
            Conflict: A file changed in the meantime; it must be taken back as well.
        """
        for folder in self.record.makes:
            with contextlib.suppress(FileExistsError):
                self.disk.make_folder(inside(self.root, folder))
        for index, rewrite in enumerate(rewrites):
            if rewrite.after is not None:
                self._write_beside(index, rewrite.after)
        for index in range(len(rewrites)):
            self._swap(index)
        self.finish()

    def finish(self) -> None:
        """Do what remains once every document is new: folders, and durable names.

        Raises:
            OSError: A step failed.
        """
        self._sync_folders()
        for folder in self.record.removes:
            self._remove_if_empty(folder)

    def take_back(self, contents: Contents) -> tuple[DocumentPath, ...]:
        """Put every file back that was changed, and remove what was left half done.

        It may be run again after it was stopped at any step. A file that holds neither
        its old nor its new bytes is someone's later work.

        Args:
            contents: Gives old bytes.

        Returns:
            The documents that were left alone.

        Raises:
            OSError: A step failed.
        """
        left: list[DocumentPath] = []
        for index, file in enumerate(self.record.files):
            try:
                self._remove_temporary(index)
                is_back = self._put_back(index, contents)
            except (Conflict, OutsideProject, StoreError):
                is_back = False
            if not is_back:
                left.append(file.document)
        self._sync_folders()
        for folder in reversed(self.record.makes):
            self._remove_if_empty(folder)
        return tuple(left)

    def is_complete(self) -> bool:
        """Whether every file was put in place; they are, in the record's order."""
        files = self.record.files
        try:
            now = [find(self.root, file.document).digest for file in files]
        except (Conflict, OutsideProject):
            return False
        is_last_new = bool(files) and now[-1] == files[-1].after
        pairs = zip(now, files, strict=True)
        return is_last_new and all(found != file.before for found, file in pairs)

    def _swap(self, index: int) -> None:
        """Put one file in place, if the old one is still what it was."""
        file = self.record.files[index]
        found = find(self.root, file.document)
        if found.digest != file.before:
            message = (
                f"`{file.document}` was changed by another program just now, so "
                "nothing was written. Ask again."
            )
            raise Conflict(message, units=(file.document,))
        if file.after is None:
            self.disk.unlink(found.path)
        else:
            self.disk.replace(self._temporary(found.path, index), found.path)

    def _put_back(self, index: int, contents: Contents) -> bool:
        """Put one file back; give whether it holds its old bytes now."""
        file = self.record.files[index]
        found = find(self.root, file.document)
        if found.digest == file.before:
            return True
        if found.digest != file.after:
            return False
        if file.before is None:
            self.disk.unlink(found.path)
            return True
        self._make_parents(found.path)
        self._write_beside(index, contents(file.before))
        self.disk.replace(self._temporary(found.path, index), found.path)
        return True

    def _write_beside(self, index: int, data: bytes) -> None:
        file = self.record.files[index]
        path = target(self.root, file.document)
        temporary = self._temporary(path, index)
        write_new(temporary, data, like=path, mode=file.mode, disk=self.disk)

    def _temporary(self, path: Path, index: int) -> Path:
        """Name the file beside a document that becomes it; a recovery knows it too."""
        return path.with_name(f".litecode-{self.record.token}-{index}.tmp")

    def _remove_temporary(self, index: int) -> None:
        path = target(self.root, self.record.files[index].document)
        temporary = self._temporary(path, index)
        if os.path.lexists(temporary):
            self.disk.unlink(temporary)

    def _make_parents(self, path: Path) -> None:
        for folder in folders_above(self.root, path):
            if not folder.exists():
                self.disk.make_folder(folder)

    def _remove_if_empty(self, folder: str) -> None:
        with contextlib.suppress(OutsideProject):
            path = inside(self.root, folder)
            if path.is_dir() and not any(path.iterdir()):
                self.disk.remove_folder(path)
                self.disk.sync_folder(path.parent)

    def _sync_folders(self) -> None:
        names = [file.document for file in self.record.files]
        for folder in dict.fromkeys(map(self._parent, [*self.record.makes, *names])):
            if folder is not None and folder.is_dir():
                self.disk.sync_folder(folder)

    def _parent(self, relative: str) -> Path | None:
        with contextlib.suppress(OutsideProject):
            return inside(self.root, relative).parent
        return None
