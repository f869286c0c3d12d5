"""Which unit the last traceback points to."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.unit import Unit

NameOf = Callable[[str], str]
"""Gives the file name under which a kernel compiles a cell's source."""


def failing_unit(
    traceback: TracebackType | None,
    *,
    root: Path,
    cells: Sequence[Unit],
    name_of: NameOf,
) -> UnitId | None:
    """Give the innermost cell or module of the project in a traceback, if it has one.

    Args:
        traceback: The last one.
        root: The project's folder.
        cells: The running notebook's cells.
        name_of: How the kernel names a cell's code.
    """
    by_name = {name_of(cell.source): cell.id for cell in cells}
    for name in reversed(tuple(_files(traceback))):
        if name in by_name:
            return by_name[name]
        if (module := _module(Path(name), root)) is not None:
            return module
    return None


def _files(traceback: TracebackType | None) -> Iterator[str]:
    while traceback is not None:
        yield traceback.tb_frame.f_code.co_filename
        traceback = traceback.tb_next


def _module(path: Path, root: Path) -> UnitId | None:
    """A module of the project; what is installed within its folder is none."""
    is_ours = path.suffix == ".py" and path.is_relative_to(root) and path.is_file()
    if not is_ours or "site-packages" in path.parts:
        return None
    return UnitId(path.relative_to(root).as_posix())
