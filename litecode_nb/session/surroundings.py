"""What an executor may know beside its unit: from outlines and new signatures."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from litecode_nb.documents.definitions import definitions
from litecode_nb.documents.notebook import Notebook
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.plan import Task
from litecode_nb.domain.project import DocumentOutline, ProjectMap, RenderedMap
from litecode_nb.domain.unit import SectionOutline, UnitKind, UnitOutline
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.session.workspace import Workspace

MOST_NAMES = 60
MOST_SIGNATURES = 24


def surroundings_of(
    task: Task,
    workspace: Workspace,
    *,
    project: ProjectMap,
    rendered: RenderedMap,
    memory: tuple[MemoryEntry, ...],
    earlier: tuple[Edit, ...],
) -> Surroundings:
    """Gather what the executor of a task may know.

    Args:
        task: The task.
        workspace: Tells the language of a notebook.
        project: Outlines; they hold no source.
        rendered: The map and the facts that the planner saw.
        memory: Former requests.
        earlier: What the tasks that this one waited for would write.
    """
    document = project.document(task.document)
    unit = project.unit(task.unit) if task.unit else None
    return Surroundings(
        signatures=tuple(_signatures(unit, project))[:MOST_SIGNATURES],
        new_signatures=tuple(_new_signatures(earlier)),
        names_at_hand=_names_at_hand(task, document),
        used_elsewhere=_used_elsewhere(unit, project),
        facts=rendered.facts,
        memory=memory,
        folder_context=_folder_context(task.document, project),
        map_text=rendered.text,
        language=_language(task, workspace, document),
        cells=len(document.units) if document and document.is_notebook else None,
    )


def _signatures(unit: UnitOutline | None, project: ProjectMap) -> Iterator[str]:
    """Signatures of what a unit uses and others define, with where it stands."""
    if unit is None:
        return
    wanted = unit.uses | {name.rpartition(".")[2] for name in unit.imports}
    for document in project.documents:
        for other in document.units:
            if other.id == unit.id:
                continue
            yield from (
                f"{document.path}: {section.signature}"
                for section in other.sections
                if section.name in wanted
            )


def _new_signatures(edits: tuple[Edit, ...]) -> Iterator[str]:
    """Signatures that edits made or changed, with where they stand."""
    for edit in edits:
        old = {each.signature for each in definitions(edit.before or "")}
        for each in definitions(edit.after or ""):
            if each.signature not in old:
                yield f"{edit.document}: {each.signature}"


def _names_at_hand(task: Task, document: DocumentOutline | None) -> tuple[str, ...]:
    """Names that the cells above bind; empty for a module, which shows its own."""
    if document is None or not document.is_notebook:
        return ()
    own = next((u.position for u in document.units if u.id == task.unit), None)
    end = own if own is not None else task.position
    above = document.units if end is None else document.units[:end]
    names = [name for unit in above for name in sorted(unit.defines)]
    return tuple(dict.fromkeys(names))[-MOST_NAMES:]


def _used_elsewhere(unit: UnitOutline | None, project: ProjectMap) -> frozenset[str]:
    """Names that a unit binds and others read."""
    if unit is None:
        return frozenset()
    others = (u for d in project.documents for u in d.units if u.id != unit.id)
    read: set[str] = set()
    for other in others:
        read |= other.uses | {name.rpartition(".")[2] for name in other.imports}
    return frozenset(unit.defines & read)


def _folder_context(path: DocumentPath, project: ProjectMap) -> str:
    """One line for each document beside this one: its name and its title."""
    folder = PurePosixPath(path).parent
    beside = [
        f"- {d.path}: {d.title or _names_of(d)}"
        for d in project.documents
        if PurePosixPath(d.path).parent == folder and d.path != path
    ]
    return "\n".join(beside[:MOST_SIGNATURES])


def _names_of(document: DocumentOutline) -> str:
    """The first few names that a document defines, for one without a title."""
    sections: list[SectionOutline] = [s for u in document.units for s in u.sections]
    return ", ".join(section.name for section in sections[:6]) or "no definitions"


def _language(
    task: Task, workspace: Workspace, document: DocumentOutline | None
) -> str:
    """What a code cell or module is written in."""
    if document is None or not document.is_notebook:
        return "python"
    if task.kind is UnitKind.MARKDOWN_CELL:
        return "markdown"
    opened = workspace.document(task.document)
    return opened.language if isinstance(opened, Notebook) else "python"
