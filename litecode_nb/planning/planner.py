"""The planner: request and map in, plan out; code is never part of it."""

from collections.abc import Iterator
from dataclasses import replace

from litecode_nb.domain.events import Listener, ignore
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.plan import Action, Plan
from litecode_nb.domain.project import ProjectMap, RenderedMap, Target
from litecode_nb.domain.prompt import TokenBudget
from litecode_nb.domain.request import Intent, Request
from litecode_nb.errors import PlanError
from litecode_nb.llm.model import ChatModel
from litecode_nb.planning.direct import plan_for_named
from litecode_nb.planning.files_named import new_documents
from litecode_nb.planning.forms.choosing import form_for
from litecode_nb.planning.inquiry import Inquiry
from litecode_nb.planning.intents import action_of
from litecode_nb.planning.menu import menu_for
from litecode_nb.planning.overreach import without_mere_users
from litecode_nb.planning.parting import Parted, joined, parted
from litecode_nb.planning.renaming import plan_rename
from litecode_nb.planning.sketch import Menu, Row, Sketch
from litecode_nb.planning.tasks import plan_of


async def make_plan(
    *,
    model: ChatModel,
    request: Request,
    project: ProjectMap,
    rendered: RenderedMap,
    memory: tuple[MemoryEntry, ...] = (),
    budget: TokenBudget,
    listen: Listener = ignore,
) -> Plan:
    """Make the plan of a request: by code where that is sure, else by asking a model.

    Args:
        model: Whom to ask: not at all, once, or twice; and once more after an error.
        request: What the person wants.
        project: The outlines, for looking things up.
        rendered: What the model is shown of them, and by which handles.
        memory: Former requests.
        budget: What one call may use.
        listen: Gets the events of the calls.

    Raises:
        PlanError: There is no usable plan; the message says what to do.
        BudgetError: The map and the request do not fit.
        ModelError: The server failed.
    """
    parts = _parts(request)
    if parts is not None:
        rest = await make_plan(
            model=model,
            request=replace(request, instruction=parts.rest),
            project=project,
            rendered=rendered,
            memory=memory,
            budget=budget,
            listen=listen,
        )
        return joined(rest, _renames(parts, request, project))
    made = plan_for_named(request, project)
    if made is not None:
        return made
    new = new_documents(request.instruction, project)
    inquiry = Inquiry(
        model=model,
        request=request,
        project=project,
        menu=_menu(request, project, rendered),
        rendered=rendered,
        memory=memory,
        budget=budget,
        listen=listen,
        action=Action.EDIT if new else action_of(request),
    )
    drawn = await form_for(model.traits).sketch(inquiry)
    sketch = without_mere_users(drawn, request.instruction, project)
    return plan_of(_with_new(sketch, new), request, project)


def _parts(request: Request) -> Parted | None:
    """Part a free request; one that names its place, or only asks, stays whole."""
    is_free = not (request.units or request.documents)
    may_edit = request.intent is not Intent.ASK
    return parted(request.instruction) if is_free and may_edit else None


def _renames(parts: Parted, request: Request, project: ProjectMap) -> Iterator[Plan]:
    """Plan the renames by code.

    Raises:
        PlanError: A name is not in the project, or the new one cannot be taken.
    """
    for words in parts.renames:
        made = plan_rename(replace(request, instruction=words), project)
        if made is not None:
            yield made


def _menu(request: Request, project: ProjectMap, rendered: RenderedMap) -> Menu:
    menu = menu_for(request, project, rendered)
    if not menu:
        message = (
            "There is no notebook or module in this project that could be changed or "
            'asked about. To make one, say "create NAME.py with …".'
        )
        raise PlanError(message)
    return menu


def _with_new(sketch: Sketch, paths: tuple[DocumentPath, ...]) -> Sketch:
    """Put the documents that are to be made before what else is planned."""
    made = tuple(
        Row(action=Action.CREATE, target=Target(document=path), names=(path,))
        for path in paths
    )
    later = tuple(replace(row, needs=(*row.needs, *paths)) for row in sketch.rows)
    return replace(sketch, rows=(*made, *later))
