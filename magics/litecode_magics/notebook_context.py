"""Which notebook and which cell is this; unknown rather than guessed.

Every source here can lie: a variable is inherited by kernels that other kernels start,
names grow stale when a notebook is renamed, and a new cell is in no file yet.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litecode_magics.running_servers import OpenNotebook
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import NoSuchPath

READ_TRIES = 4
PAUSE_SECONDS = 0.05
VSCODE_CELL = "vscode-"
NOTEBOOK = ".ipynb"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clues:
    """What a kernel knows about where a cell came from.

    Attributes:
        cell: The front end's own name for the running cell; None where no front end
            says one, as under nbclient and in a terminal.
        vscode_file: The path that VS Code puts into the kernel.
        session_name: The path that a Jupyter server puts into the environment.
        kernel: The kernel's id; None outside of a kernel.
        folder: The working folder.
    """

    cell: str | None = None
    vscode_file: str | None = None
    session_name: str | None = None
    kernel: str | None = None
    folder: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class NotebookContext:
    """Where a cell was typed, as far as it is known for certain.

    Attributes:
        path: The notebook's file; None where it is unknown.
        cell: The nbformat id of the running cell; None where it is unknown.
        has_front_end: Whether a front end shows the notebook.
        open_notebooks: Files of all notebooks that Jupyter servers have open.
    """

    path: Path | None = None
    cell: str | None = None
    has_front_end: bool = False
    open_notebooks: tuple[Path, ...] = ()

    def document(self, root: Path) -> DocumentPath | None:
        """Give the notebook's path in a project; None if it is not in there."""
        if self.path is None or not self.path.is_relative_to(root.resolve()):
            return None
        return DocumentPath(self.path.relative_to(root.resolve()).as_posix())

    def protected(
        self, root: Path, documents: Iterable[DocumentPath]
    ) -> tuple[DocumentPath, ...]:
        """Give those documents that may be open with unsaved work.

        Where a front end shows a notebook and it is unknown which, it can be any.
        """
        notebooks = tuple(each for each in documents if each.endswith(NOTEBOOK))
        if self.path is None and self.has_front_end:
            return notebooks
        known = (*self.open_notebooks, *([self.path] if self.path else []))
        return tuple(
            each
            for each in notebooks
            if any(_is_same(root / each, path) for path in known)
        )


def find_notebook(
    clues: Clues,
    *,
    named: str | None,
    ask_servers: Callable[[], Sequence[OpenNotebook]],
) -> NotebookContext:
    """Find out which notebook a cell is in, the surest source first.

    Args:
        clues: What the kernel knows.
        named: The path that the person gave; None if none.
        ask_servers: Gives all notebooks that are open in Jupyter servers.

    Raises:
        NoSuchPath: The person named a notebook that does not exist.
    """
    opened = tuple(ask_servers())
    path = _named(named, clues.folder) if named else _found(clues, opened)
    return NotebookContext(
        path=path.resolve() if path is not None else None,
        cell=_nbformat_id(clues.cell),
        has_front_end=clues.cell is not None,
        open_notebooks=tuple(dict.fromkeys(each.path for each in opened)),
    )


def holds_cell(path: Path, cell: str) -> bool:
    """Whether the notebook in a file has a cell with this id."""
    return cell in cell_ids(path)


def cell_ids(path: Path) -> tuple[str, ...]:
    """Give the ids of a saved notebook's cells in order; empty for one without id."""
    cells = _notebook_json(path).get("cells")
    rows = (
        [row for row in cells if isinstance(row, dict)]
        if isinstance(cells, list)
        else []
    )
    ids = (row.get("id") for row in rows)
    return tuple(each if isinstance(each, str) else "" for each in ids)


def clues_from(
    *,
    parent: Mapping[str, Any],
    names: Mapping[str, Any],
    environment: Mapping[str, str],
    kernel: str | None,
) -> Clues:
    """Gather what a kernel knows.

    Args:
        parent: The message that runs the cell; empty outside of a kernel.
        names: The names of the person's own namespace.
        environment: The process's environment.
        kernel: The kernel's id.
    """
    metadata = parent.get("metadata")
    cell = metadata.get("cellId") if isinstance(metadata, Mapping) else None
    vscode_file = names.get("__vsc_ipynb_file__")
    return Clues(
        cell=cell if isinstance(cell, str) and cell else None,
        vscode_file=vscode_file if isinstance(vscode_file, str) else None,
        session_name=environment.get("JPY_SESSION_NAME") or None,
        kernel=kernel,
        folder=Path.cwd(),
    )


def _named(named: str, folder: Path) -> Path:
    path = folder / Path(named).expanduser()
    if path.suffix != NOTEBOOK or not path.is_file():
        message = (
            f"`{named}` is not a notebook that exists. Give `--notebook` its path."
        )
        raise NoSuchPath(message)
    return path


def _found(clues: Clues, opened: Sequence[OpenNotebook]) -> Path | None:
    if clues.vscode_file is not None:
        path = Path(clues.vscode_file)
        return path if path.is_file() else None
    if clues.cell is None:  # an inherited variable may name the outer notebook
        return None
    told = [each.path for each in opened if each.kernel == clues.kernel]
    if len(told) == 1 and told[0].is_file():  # two are two notebooks on one kernel
        return told[0]
    cell = clues.cell
    return next((p for p in _by_session_name(clues) if holds_cell(p, cell)), None)


def _by_session_name(clues: Clues) -> Iterator[Path]:
    """Where the name may lie: it is absolute, or relative to the server's folder."""
    if clues.session_name is None:
        return
    name = Path(clues.session_name)
    yield from dict.fromkeys((clues.folder / name, clues.folder / name.name))


def _nbformat_id(cell: str | None) -> str | None:
    return None if cell is None or cell.startswith(VSCODE_CELL) else cell


def _notebook_json(path: Path) -> Mapping[str, Any]:
    """Read a notebook, more than once if a server is just saving it; else nothing."""
    for attempt in range(READ_TRIES):
        if attempt:
            time.sleep(PAUSE_SECONDS)
        try:
            found = json.loads(path.read_bytes())
        except OSError:
            break
        except (ValueError, RecursionError):
            continue
        return found if isinstance(found, dict) else {}
    return {}


def _is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, links of all kinds included."""
    try:
        return one.samefile(other)
    except OSError:
        return one.resolve() == other
