"""Plans that need no planner: the request says itself what to do, and where."""

from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.plan import Action, Plan, Task
from litecode_nb.domain.project import ProjectMap, Target
from litecode_nb.domain.request import Intent, Request
from litecode_nb.planning.clauses import orders_more
from litecode_nb.planning.files_named import new_documents
from litecode_nb.planning.intents import action_of
from litecode_nb.planning.menu import unit_of
from litecode_nb.planning.named import named_targets
from litecode_nb.planning.refusing import refuse_what_cannot_be_done
from litecode_nb.planning.removal import removed
from litecode_nb.planning.renaming import plan_rename
from litecode_nb.planning.sketch import Row, Sketch
from litecode_nb.planning.summing import summary_of
from litecode_nb.planning.tasks import doable, plan_of


def plan_for_named(request: Request, project: ProjectMap) -> Plan | None:
    """Plan a request that names its units and leaves no doubt what to do with them.

    Returns:
        None where a model must be asked: for the kind of the request, or for its units.

    Raises:
        PlanError: It names a cell that does not exist, or asks what cannot be done.
    """
    is_free = not (request.units or request.documents)
    if is_free and request.intent is not Intent.ASK:
        refuse_what_cannot_be_done(request.instruction, project)
        made = (
            plan_rename(request, project)
            or _removal(request, project)
            or _creation(request, project)
        )
        if made is not None:
            return made
    action = action_of(request)
    if action is None:
        return None
    return _at(action, named_targets(request, project, action), request, project)


def _at(
    action: Action,
    targets: tuple[Target, ...],
    request: Request,
    project: ProjectMap,
) -> Plan | None:
    """Plan one action for each of some places; None for no place."""
    if not targets:
        return None
    rows = tuple(Row(action=action, target=target) for target in targets)
    return plan_of(doable(Sketch(rows=rows), project), request, project)


def _removal(request: Request, project: ProjectMap) -> Plan | None:
    """Plan what a request only removes; here alone whole documents can go."""
    targets = removed(request.instruction, project)
    if not targets:
        return None
    tasks = tuple(
        Task(
            id=TaskId(f"t{number}"),
            action=Action.DELETE,
            document=target.document,
            unit=unit_of(target, project),
            section=target.section,
            instruction=f"delete {target.section or f'the file {target.document}'}",
        )
        for number, target in enumerate(targets, start=1)
    )
    return Plan(summary=summary_of(tasks, project), tasks=tasks)


def _creation(request: Request, project: ProjectMap) -> Plan | None:
    """Plan documents that are to be made, where nothing else is asked for."""
    paths = new_documents(request.instruction, project)
    if orders_more(request.instruction):
        return None
    targets = tuple(Target(document=path) for path in paths)
    return _at(Action.CREATE, targets, request, project)
