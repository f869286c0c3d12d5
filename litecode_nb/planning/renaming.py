"""Plan a rename wholly by code: no planner finds all the places that use a name."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from litecode_nb.domain.ids import DocumentPath, TaskId, UnitId, document_of
from litecode_nb.domain.plan import Action, Plan, Task
from litecode_nb.domain.project import ProjectMap
from litecode_nb.domain.request import Request
from litecode_nb.errors import PlanError
from litecode_nb.planning.rename_words import Renaming, renaming_in
from litecode_nb.planning.summing import listed
from litecode_nb.project.facts import main_notebook
from litecode_nb.project.implied import (
    Place,
    definers,
    importers,
    readers_of,
    users,
    users_of,
)
from litecode_nb.project.subjects import document_meant, name_meant

MOST_SUGGESTIONS = 3


def plan_rename(request: Request, project: ProjectMap) -> Plan | None:
    """Plan a rename: what defines the name first, then all that imports or reads it.

    Returns:
        None where the request asks for anything else.

    Raises:
        PlanError: The name is unknown, may be one of several, or the new one is taken.
    """
    asked = renaming_in(request.instruction)
    if asked is None:
        return None
    known = definers(project)
    name = name_meant(asked.old, known) or asked.old
    homes = _homes(known.get(name, ()), asked, request, project)
    if not homes:
        readers = _orphans(asked, project)
    else:
        _refuse_if_taken(name, asked, homes, project)
        readers = [each for home in homes for each in _readers(name, home, project)]
    return _plan(asked, homes, readers)


def _homes(
    places: Sequence[Place],
    asked: Renaming,
    request: Request,
    project: ProjectMap,
) -> list[Place]:
    """Choose what is meant of all that define the name: one document's, if not all."""
    by_document: dict[DocumentPath, list[Place]] = {}
    for place in places:
        by_document.setdefault(document_of(place.unit), []).append(place)
    meant = document_meant(asked.where, project) if asked.where else None
    main = main_notebook(project, request)
    if meant is not None:
        return by_document.get(meant.path, [])
    if len(by_document) <= 1 or asked.is_everywhere:
        return list(places)
    if main is not None and main.path in by_document:
        return by_document[main.path]
    message = (
        f"`{asked.old}` is defined in {listed(by_document)}. Say which is meant: "
        f'"rename {asked.old} in {next(iter(by_document))} to {asked.new}".'
    )
    raise PlanError(message)


def _orphans(asked: Renaming, project: ProjectMap) -> list[Place]:
    """Give the readers of a name that nothing defines, if the new one is there.

    So the users follow where a person has renamed the definition already.

    Raises:
        PlanError: Neither name is known.
    """
    known = definers(project)
    readers = users(project, [asked.old]).get(asked.old, ())
    imported = importers(project, [asked.old]).get(asked.old, ())
    if (readers or imported) and name_meant(asked.new, known):
        return [*imported, *readers]
    near = get_close_matches(asked.old, known, n=MOST_SUGGESTIONS)
    advice = (
        f"Did you mean {listed(near, 'or')}?"
        if near
        else (
            f'For a local name say where: "in FUNCTION rename {asked.old} to '
            f'{asked.new}".'
        )
    )
    message = (
        f"No function, class or variable `{asked.old}` is in this project. {advice}"
    )
    raise PlanError(message)


def _refuse_if_taken(
    name: str, asked: Renaming, homes: Iterable[Place], project: ProjectMap
) -> None:
    owner, dot, _ = name.rpartition(".")
    wanted = f"{owner}{dot}{asked.new}"
    documents = {document_of(home.unit) for home in homes}
    for place in definers(project, [wanted]).get(wanted, ()):
        if document_of(place.unit) in documents:
            message = (
                f"`{wanted}` is defined in {document_of(place.unit)} already, so "
                f"`{asked.old}` cannot have that name. Choose another."
            )
            raise PlanError(message)


def _readers(name: str, home: Place, project: ProjectMap) -> list[Place]:
    imported = importers(project, [name]).get(name, ())
    return [*users_of(home, imported, project), *readers_of(name, home, project)]


def _plan(asked: Renaming, homes: Sequence[Place], readers: Sequence[Place]) -> Plan:
    """Make one task for each cell and module; definers first, the others after them."""
    units: dict[UnitId, dict[Place, None]] = {}
    for place in (*homes, *readers):
        units.setdefault(place.unit, {})[place] = None
    first = {home.unit for home in homes}
    definer_ids = tuple(
        TaskId(f"t{number}") for number, unit in enumerate(units, 1) if unit in first
    )
    tasks = tuple(
        _task(
            TaskId(f"t{number}"),
            asked,
            tuple(places),
            () if unit in first else definer_ids,
        )
        for number, (unit, places) in enumerate(units.items(), start=1)
    )
    old = asked.old.rpartition(".")[2]
    return Plan(summary=f"Rename {old} to {asked.new}.", tasks=tasks)


def _task(
    task: TaskId, asked: Renaming, places: Sequence[Place], needs: tuple[TaskId, ...]
) -> Task:
    """One definition where only that is concerned, else the cell or module."""
    unit, section = places[0] if len(places) == 1 else (places[0].unit, None)
    is_module = "#" not in unit
    scope = " everywhere" if is_module and section is None else ""
    return Task(
        id=task,
        action=Action.EDIT,
        document=document_of(unit),
        unit=unit,
        section=section,
        instruction=f"{asked.instruction}{scope}",
        depends_on=needs,
    )
