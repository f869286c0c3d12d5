"""The closed list of places that a plan may name, and what may be done at each."""

from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import ProjectMap, RenderedMap, Target
from litecode_nb.domain.request import Request
from litecode_nb.planning.sketch import Menu

ALL = "all"
"""The handle of the project as a whole, for questions."""

PROJECT = Target(document=DocumentPath(""))


def menu_for(
    request: Request,
    project: ProjectMap,
    rendered: RenderedMap,
) -> Menu:
    """List all that a plan for this request may name.

    Args:
        request: Documents that the person chose leave all others out.
        project: The map.
        rendered: The map as text, with its handles.
    """
    places = {
        handle: target
        for handle, target in rendered.handles.items()
        if not request.documents or target.document in request.documents
    }
    if request.documents:
        chosen = enumerate(request.documents, start=1)
        return places or {f"d{n}": Target(document=each) for n, each in chosen}
    return {**places, ALL: PROJECT} if project.documents else {}


def offered(action: Action, menu: Menu, project: ProjectMap) -> tuple[str, ...]:
    """Give the handles at which an action makes sense, in the menu's order."""
    return tuple(
        handle
        for handle, target in menu.items()
        if objection(action, target, project) is None
    )


def objection(action: Action, target: Target, project: ProjectMap) -> str | None:
    """Say why an action cannot be done at a place; None where it can.

    A document as a whole is deleted only by its own name in the request, never by a
    planner: "remove the cell" must not cost a notebook.
    """
    is_whole = target.unit is None
    if target == PROJECT:
        return None if action is Action.QUERY else "Only a question can be about all."
    document = project.document(target.document)
    if document is None:
        is_made = action is Action.CREATE
        return None if is_made else f"`{target.document}` does not exist yet."
    if document.problem is not None:
        return f"`{target.document}` cannot be read. {document.problem}"
    if action is Action.DELETE and is_whole:
        return "Name the cells or functions to delete, never a document."
    if action is Action.EDIT and is_whole and document.is_notebook:
        return f"`{target.document}` is a notebook: name the cells to change."
    return None


def unit_of(target: Target, project: ProjectMap) -> UnitId | None:
    """Give the unit of a place; for a module as a whole, the module itself."""
    if target.unit is not None:
        return target.unit
    document = project.document(target.document)
    is_module = document is not None and not document.is_notebook
    return document.units[0].id if document and is_module and document.units else None
