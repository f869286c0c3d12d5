"""From a command to a request: finds the cells and files that it names."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from litecode_magics.arguments import Command
from litecode_magics.grammar import LAST_ERROR, STEPS, Verb
from litecode_magics.notebook_context import NotebookContext
from litecode_nb.documents.opening import is_document, open_document
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.request import Intent, Request
from litecode_nb.domain.unit import Unit
from litecode_nb.errors import (
    LitecodeError,
    NoSuchPath,
    NotebookUnknown,
    UnknownUnit,
)
from litecode_nb.files import read_bytes
from litecode_nb.project.scanning import scan


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a command was typed.

    Attributes:
        root: The project's folder.
        folder: The working folder; paths are relative to it, or to the root.
        context: The notebook and cell, as far as they are known.
        failing: Finds the unit of the last error, given the notebook's cells.
    """

    root: Path
    folder: Path
    context: NotebookContext
    failing: Callable[[Sequence[Unit]], UnitId | None]


def request_from(command: Command, place: Place) -> Request:
    """Make a request of a command.

    Raises:
        NoSuchPath: A file does not exist in the project.
        UnknownUnit: A cell does not exist.
        NotebookUnknown: A cell was named, but it is unknown in which notebook.
    """
    choices = command.choices
    named = documents_from(command, place)
    origin = place.context.document(place.root)
    home = _home_of_cells(named, origin) if choices.cells else None
    cells = _cells(home, place) if home else ()
    return Request(
        instruction=command.text,
        origin=origin,
        origin_cell=_own_cell(origin, place),
        intent=_intent(command),
        units=tuple(_unit(ref, home, cells, place) for ref in choices.cells),
        documents=tuple(each for each in named if each != home),
        uses_memory=choices.uses_memory,
    )


def labels_of(graph: TaskGraph, root: Path) -> Mapping[UnitId, str]:
    """Give what a person calls the cells of a plan; not of notebooks beyond reading."""
    labels: dict[UnitId, str] = {}
    homes = {t.document for t in graph.tasks if t.document.endswith(".ipynb")}
    for home in homes:
        with suppress(
            LitecodeError, OSError
        ):  # the task itself will tell what is wrong
            cells = open_document(home, read_bytes(root / home) or b"").units
            labels.update({cell.id: cell.label for cell in cells})
    return labels


def documents_from(command: Command, place: Place) -> tuple[DocumentPath, ...]:
    """Find the files that a command names.

    Raises:
        NoSuchPath: One does not exist in the project.
    """
    return tuple(_document(each, place) for each in command.choices.files)


def _intent(command: Command) -> Intent:
    return Intent.ASK if command.verb is Verb.ASK else command.choices.intent


def _document(typed: str, place: Place) -> DocumentPath:
    """Find a file of the project by what was typed."""
    if not is_document(typed):
        message = f"`{typed}` is neither a notebook (.ipynb) nor a module (.py)."
        raise NoSuchPath(message)
    root = place.root.resolve()
    for base in (place.folder, root):
        path = (base / Path(typed).expanduser()).resolve()
        if path.is_file() and path.is_relative_to(root):
            return DocumentPath(path.relative_to(root).as_posix())
    near = get_close_matches(typed, scan(root).documents, n=1, cutoff=0.5)
    hint = f"Did you mean `{near[0]}`?" if near else "Give its path in the project."
    message = f"`{typed}` is not in this project; nothing was changed. {hint}"
    raise NoSuchPath(message)


def _home_of_cells(
    named: Sequence[DocumentPath], origin: DocumentPath | None
) -> DocumentPath:
    """Cells are of the one notebook that was named, or of the running one."""
    notebooks = [each for each in named if each.endswith(".ipynb")]
    home = notebooks[0] if len(notebooks) == 1 else origin
    if home is None:
        message = (
            "It cannot be told which notebook this cell is in, so `--cell` finds "
            "nothing. Save the notebook, or name it: `--notebook PATH`."
        )
        raise NotebookUnknown(message)
    return home


def _cells(home: DocumentPath, place: Place) -> tuple[Unit, ...]:
    data = read_bytes(place.root / home)
    if data is None:
        message = f"`{home}` is not there any more. Save it, and run the cell again."
        raise NoSuchPath(message)
    return open_document(home, data).units


def _unit(
    ref: str, home: DocumentPath | None, cells: Sequence[Unit], place: Place
) -> UnitId:
    """Find the cell that a reference names."""
    if ref == LAST_ERROR:
        found = place.failing(cells)
    elif ref in STEPS:
        found = _beside_own(STEPS[ref], cells, place)
    elif ref.isdecimal():
        found = next((c.id for c in cells if c.position + 1 == int(ref)), None)
    else:
        found = next((c.id for c in cells if c.id == f"{home}#{ref}"), None)
    if found is None:
        raise UnknownUnit(_no_such_cell(ref, home, len(cells)))
    return found


def _beside_own(step: int, cells: Sequence[Unit], place: Place) -> UnitId | None:
    own = place.context.cell
    here = next((c.position for c in cells if c.id.endswith(f"#{own}")), None)
    if own is None or here is None:
        message = (
            "This cell is not in the saved file yet, so `this`, `above` and `below` "
            "mean nothing. Save the notebook and run the cell again."
        )
        raise UnknownUnit(message)
    return next((c.id for c in cells if c.position == here + step), None)


def _own_cell(origin: DocumentPath | None, place: Place) -> UnitId | None:
    """Give the address of the cell that was run, if the saved file has it."""
    if origin is None or place.context.cell is None:
        return None
    address = UnitId(f"{origin}#{place.context.cell}")
    try:
        cells = _cells(origin, place)
    except LitecodeError:  # the map tells what is wrong with it
        return None
    return next((c.id for c in cells if c.id == address), None)


def _no_such_cell(ref: str, home: DocumentPath | None, count: int) -> str:
    if ref == LAST_ERROR:
        return (
            "The last error points to no cell of this notebook and to no module of "
            "this project. Name the place yourself: `--cell 4` or `--file PATH`."
        )
    return (
        f"{home} has {count} cells; `{ref}` is none of them. Give its number, counted "
        "from 1, or its id."
    )
