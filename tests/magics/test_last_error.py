"""Which unit the last traceback points to."""

import sys
from pathlib import Path
from types import TracebackType

from builders import a_unit
from litecode_magics.last_error import failing_unit
from litecode_nb.domain.unit import UnitKind

CELL = a_unit("work()", document="n.ipynb", unit="n.ipynb#x", kind=UnitKind.CODE_CELL)


def named(source: str) -> str:
    return f"/tmp/ipykernel/{len(source)}.py"  # noqa: S108  a name, not a file


def traceback_of(*codes: tuple[str, str]) -> TracebackType | None:
    """The traceback of code in some files, the first calling the second as `work`."""
    names: dict[str, object] = {}
    for source, file in reversed(codes):
        scope: dict[str, object] = dict(names)
        exec(compile(f"def step():\n    {source}\n", file, "exec"), scope)  # noqa: S102  our own text
        names = {"work": scope["step"]}
    work = names["work"]
    assert callable(work)
    try:
        work()
    except ZeroDivisionError:
        return sys.exc_info()[2]
    return None


def test_the_cell_that_failed_is_found(tmp_path: Path) -> None:
    traceback = traceback_of(("1 / 0", named(CELL.source)))
    found = failing_unit(traceback, root=tmp_path, cells=[CELL], name_of=named)
    assert found == CELL.id


def test_a_module_of_the_project_is_nearer_than_the_cell(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    traceback = traceback_of(
        ("work()", named(CELL.source)), ("1 / 0", str(tmp_path / "a.py"))
    )
    found = failing_unit(traceback, root=tmp_path, cells=[CELL], name_of=named)
    assert found == "a.py"


def test_what_is_installed_is_passed_over(tmp_path: Path) -> None:
    library = tmp_path / "venv" / "site-packages"
    library.mkdir(parents=True)
    (library / "lib.py").touch()
    traceback = traceback_of(
        ("work()", named(CELL.source)), ("1 / 0", str(library / "lib.py"))
    )
    found = failing_unit(traceback, root=tmp_path, cells=[CELL], name_of=named)
    assert found == CELL.id


def test_without_an_error_there_is_no_unit(tmp_path: Path) -> None:
    assert failing_unit(None, root=tmp_path, cells=[CELL], name_of=named) is None
