"""A small project on the disk, a change of every kind to it, and what it holds."""

import json
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builders import a_change_set, an_edit
from litecode_nb.changes.applying import apply
from litecode_nb.domain.edit import Applied, ChangeSet, Edit
from litecode_nb.domain.unit import UnitKind
from litecode_nb.files import DISK, Disk
from litecode_nb.store.journal import Journal
from litecode_nb.store.layout import StateFolder

NOTEBOOK = "analysis.ipynb"
Tree = dict[str, tuple[bytes | None, int]]
"""Paths to content and permissions; the content of a folder is None."""


def a_cell(source: str, cell: str | None, kind: str = "code") -> dict[str, Any]:
    made: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": [source]}
    if cell is not None:
        made["id"] = cell
    if kind == "code":
        text = {"name": "stdout", "output_type": "stream", "text": ["1\n"]}
        made |= {"execution_count": 1, "outputs": [text]}
    return made


def a_notebook(*sources: str, ids: bool = True) -> bytes:
    """The bytes of a notebook whose cells have the ids `cell0`, `cell1`, ..."""
    cells = [a_cell(s, f"cell{n}" if ids else None) for n, s in enumerate(sources)]
    minor = 5 if ids else 4
    whole = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": minor}
    return (json.dumps(whole, indent=1) + "\n").encode()


def a_cell_edit(
    cell: str,
    before: str | None,
    after: str | None,
    *,
    position: int = 0,
    document: str = NOTEBOOK,
) -> Edit:
    return an_edit(
        before,
        after,
        document=document,
        unit=f"{document}#{cell}",
        kind=UnitKind.CODE_CELL,
        position=position,
    )


def a_project(root: Path) -> Path:
    """A notebook and three modules, one of them executable, one with CRLF and BOM."""
    (root / "src").mkdir(parents=True)
    (root / NOTEBOOK).write_bytes(a_notebook("a = 1", "b = 2", "c = 3"))
    (root / "src" / "load.py").write_bytes(b"def load():\n    return 1\n")
    (root / "src" / "plot.py").write_bytes(b"\xef\xbb\xbfx = 1\r\ny = 2")
    (root / "old.py").write_bytes(b"print('old')\n")
    (root / "old.py").chmod(0o755)
    (root / "notes.txt").write_bytes(b"not a document")
    return root


def a_wide_change() -> ChangeSet:
    """Edits, inserts and deletes cells, edits two modules, makes one, deletes one."""
    load = "def load():\n    return 1\n"
    return a_change_set(
        a_cell_edit("cell0", "a = 1", "a = 10"),
        a_cell_edit("fresh", None, "z = 0", position=1),
        a_cell_edit("cell2", "c = 3", None, position=2),
        an_edit(load, load.replace("1", "2"), document="src/load.py"),
        an_edit("x = 1\r\ny = 2", "x = 1\r\ny = 3", document="src/plot.py"),
        an_edit(None, "new = True\n", document="made/deep/new.py"),
        an_edit("print('old')\n", None, document="old.py"),
    )


def a_small_change() -> ChangeSet:
    """Edits a module, makes one in a new folder, deletes one."""
    load = "def load():\n    return 1\n"
    return a_change_set(
        an_edit(load, load.replace("1", "2"), document="src/load.py"),
        an_edit(None, "new = True\n", document="made/new.py"),
        an_edit("print('old')\n", None, document="old.py"),
    )


def a_journal(root: Path, disk: Disk = DISK) -> Journal:
    return Journal(StateFolder.open(root, disk))


def applied(root: Path, *edits: Edit) -> Applied:
    return apply(root, a_change_set(*edits), a_journal(root))


def tree_of(root: Path, *, without: Sequence[str] = (".litecode",)) -> Tree:
    tree: Tree = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if name.split("/")[0] not in without:
            content = path.read_bytes() if path.is_file() else None
            tree[name] = (content, stat.S_IMODE(path.lstat().st_mode))
    return tree
