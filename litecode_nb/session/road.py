"""The road of one request: map, plan, graph, tasks, proposal. Nothing is written."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from litecode_nb.domain.edit import ChangeSet
from litecode_nb.domain.events import Listener, Planned
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import DocumentPath, TaskId
from litecode_nb.domain.outcome import Answered, Edited, Outcome
from litecode_nb.domain.plan import Action, Plan, Task
from litecode_nb.domain.project import ProjectMap
from litecode_nb.domain.prompt import DEFAULT_REPLY, TokenBudget
from litecode_nb.domain.proposal import Proposal
from litecode_nb.domain.request import Intent, Request
from litecode_nb.domain.unit import UnitKind
from litecode_nb.llm.model import ChatModel
from litecode_nb.orchestration import scheduler
from litecode_nb.orchestration.edges import build_graph
from litecode_nb.planning.planner import make_plan
from litecode_nb.project.answers import answer_by_code
from litecode_nb.session.ground import Ground
from litecode_nb.session.naming import new_id
from litecode_nb.session.performing import Performer
from litecode_nb.session.taking_back import asks_for_undo, undoing_of
from litecode_nb.session.workspace import Workspace
from litecode_nb.settings import Settings
from litecode_nb.store.journal import Journal

NOWHERE = DocumentPath("")
ONLY_TASK = TaskId("t1")


async def plan(ground: Ground, model: ChatModel, listen: Listener) -> Planned:
    """Make the plan and its graph; the planner asks a model only where it must.

    Raises:
        PlanError: There is no usable plan.
        ModelError: The model failed.
    """
    made = await make_plan(
        model=model,
        request=ground.request,
        project=ground.project,
        rendered=ground.rendered,
        memory=ground.memory,
        budget=_planner_budget(ground.settings, model),
        listen=listen,
    )
    made = _with_cells(made, ground.project)
    planned = Planned(plan=made, graph=build_graph(made, ground.project))
    listen(planned)
    return planned


async def propose(
    ground: Ground, model: ChatModel, workspace: Workspace, listen: Listener
) -> Proposal:
    """Plan and do all tasks, and gather what they would write.

    Raises:
        LitecodeError: The request cannot be done; expected failures of single tasks
            are outcomes in the proposal.
    """
    planned = await plan(ground, model, listen)
    performer = Performer(
        ground,
        model=model,
        graph=planned.graph,
        workspace=workspace,
        listen=listen,
    )
    outcomes = await scheduler.run(
        planned.graph,
        performer.perform,
        parallel=ground.settings.parallel or model.traits.slots,
        listen=listen,
    )
    return gathered(ground, planned, outcomes, workspace)


def gathered(
    ground: Ground,
    planned: Planned,
    outcomes: Mapping[TaskId, Outcome],
    workspace: Workspace,
) -> Proposal:
    """Make a proposal of what the tasks came to.

    Raises:
        DocumentError: The edits cannot be made together.
    """
    workspace.check()
    change_set = _change_set(ground.request, planned.plan, workspace)
    return Proposal(
        request=ground.request,
        plan=planned.plan,
        graph=planned.graph,
        outcomes=outcomes,
        change_set=change_set,
        notes=(*planned.plan.notes, *planned.graph.notes),
    )


def without_model(
    ground: Ground, journal: Journal, listen: Listener
) -> Proposal | None:
    """Give what code alone can answer or undo; None for all else.

    Raises:
        NothingToUndo: An undo was asked for, and no change is applied.
    """
    request = ground.request
    if request.intent is not Intent.ASK and asks_for_undo(request.instruction):
        turned = undoing_of(journal, request.instruction)
        return turned_round(request, turned, listen)
    if request.intent is Intent.EDIT:
        return None
    text = answer_by_code(request.instruction, ground.project)
    return None if text is None else answered_by_code(request, text, listen)


def answered_by_code(request: Request, text: str, listen: Listener) -> Proposal:
    """Make the proposal of a question that needed no model."""
    planned = _one_task(request, Action.QUERY, "Answered by code, without a model.")
    listen(planned)
    answered = Answered(task=ONLY_TASK, text=text)
    return Proposal(
        request=request,
        plan=planned.plan,
        graph=planned.graph,
        outcomes={ONLY_TASK: answered},
        change_set=None,
    )


def turned_round(request: Request, change_set: ChangeSet, listen: Listener) -> Proposal:
    """Make the proposal of a request to undo; it needed no model either."""
    planned = _one_task(request, Action.EDIT, change_set.summary)
    listen(planned)
    return Proposal(
        request=request,
        plan=planned.plan,
        graph=planned.graph,
        outcomes={ONLY_TASK: Edited(task=ONLY_TASK, edits=change_set.edits)},
        change_set=change_set,
    )


def _one_task(request: Request, action: Action, summary: str) -> Planned:
    """Give the plan of what code does by itself."""
    task = Task(
        id=ONLY_TASK,
        action=action,
        document=NOWHERE,
        instruction=request.instruction,
    )
    graph = TaskGraph(tasks=(task,), waits_for={task.id: frozenset()})
    return Planned(plan=Plan(summary=summary, tasks=graph.tasks), graph=graph)


def _change_set(request: Request, made: Plan, workspace: Workspace) -> ChangeSet | None:
    edits = workspace.edits()
    if not edits:
        return None
    now = datetime.now(UTC)
    return ChangeSet(
        id=new_id(now),
        summary=made.summary,
        instruction=request.instruction,
        made_at=now,
        edits=edits,
    )


def _with_cells(made: Plan, project: ProjectMap) -> Plan:
    """Give each task on a cell the cell's number, by which a person knows it."""

    def numbered(task: Task) -> Task:
        outline = project.unit(task.unit) if task.unit else None
        is_cell = outline is not None and outline.kind is not UnitKind.MODULE
        return replace(task, cell=outline.position + 1) if outline and is_cell else task

    return replace(made, tasks=tuple(numbered(task) for task in made.tasks))


def _planner_budget(settings: Settings, model: ChatModel) -> TokenBudget:
    """A plan is short: a quarter of the window is more than its reply ever needs."""
    window = settings.context_window or model.traits.context_window
    window = min(window, model.traits.context_window)
    reply = min(settings.reply_tokens or DEFAULT_REPLY, window // 4)
    return TokenBudget(context_window=window, reply_tokens=reply)
