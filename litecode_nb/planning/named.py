"""The places that a request names beyond doubt: no planner need look for them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from litecode_nb.domain.ids import DocumentPath, UnitId, document_of
from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import DocumentOutline, ProjectMap, Target
from litecode_nb.domain.request import Request
from litecode_nb.errors import PlanError
from litecode_nb.planning.cells_meant import cell_meant
from litecode_nb.planning.clauses import has_more_to_do
from litecode_nb.planning.locating import located
from litecode_nb.planning.menu import objection
from litecode_nb.project.cell_words import Pointer, cells_in
from litecode_nb.project.facts import main_notebook
from litecode_nb.project.handles import is_cell
from litecode_nb.project.implied import Place, definers
from litecode_nb.project.mentions import documents_in, names_in, vocabulary

_HANDLE = re.compile(r"c\d+", re.IGNORECASE)
_USAGE = re.compile(
    r"\b(?:us(?:e|es|ed|ing|ages?)|calls?|called|callers?|depends?|where|anywhere|"
    r"everywhere|verwende\w*|benutz\w*|nutz\w*|aufgerufen|wo|überall)\b",
    re.IGNORECASE,
)
_SWEEP = re.compile(
    r"\b(?:type hints?|annotations?|docstrings?|comments?|imports?|formatting|style|"
    r"pep ?8|every function|all (?:the )?functions|each function|kommentare?)\b",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"\b(?:functions?|class(?:es)?|funktion\w*|klassen?)\b", re.IGNORECASE
)


def named_targets(
    request: Request, project: ProjectMap, action: Action | None
) -> tuple[Target, ...]:
    """Give the places that a request is about; empty where a planner must find them.

    1. Units that the person chose.
    2. Documents that the person chose, where the action can be done to all of them.
    3. What the words name: cells by number or description, a document, definitions.

    Args:
        request: What the person wants.
        project: The map.
        action: What kind of request it is; None where that is not known yet.

    Raises:
        PlanError: The request names a cell that does not exist.
    """
    if request.units:
        return tuple(_chosen(unit, project) for unit in request.units)
    if request.documents:
        targets = tuple(Target(document=each) for each in request.documents)
        return targets if _can_do_all(action, targets, project) else ()
    words = _Words.of(request, project)
    return (
        words.cells()
        or words.described(action)
        or words.document(action)
        or words.definition(action)
    )


def _chosen(unit: UnitId, project: ProjectMap) -> Target:
    outline = project.unit(unit)
    if outline is None:
        message = f"`{unit}` is not in this project (any more). Choose the cell again."
        raise PlanError(message)
    return Target(document=document_of(outline.id), unit=outline.id)


def _can_do_all(
    action: Action | None, targets: Sequence[Target], project: ProjectMap
) -> bool:
    if action is None:
        return False
    return all(objection(action, target, project) is None for target in targets)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """What the words of a request name.

    Attributes:
        instruction: The request.
        project: The map.
        notebook: The notebook that its cells lie in; None where there is none.
        pointers: Cells that it points at.
        documents: Documents that it names.
        names: Those of the known names that it mentions without doubt.
        known: Names of all definitions in modules.
    """

    instruction: str
    project: ProjectMap
    notebook: DocumentOutline | None
    pointers: tuple[Pointer, ...]
    documents: tuple[DocumentPath, ...]
    names: tuple[str, ...]
    known: frozenset[str]

    @classmethod
    def of(cls, request: Request, project: ProjectMap) -> Self:
        """Look up the words of a request."""
        words = request.instruction
        documents = documents_in(words, project.documents)
        notebook = _notebook(request, project, documents)
        cells = notebook.units if notebook else ()
        origin = _origin(request, notebook)
        homes = definers(project)
        known = frozenset(n for n, places in homes.items() if _in_modules(places))
        return cls(
            instruction=words,
            project=project,
            notebook=notebook,
            pointers=cells_in(words, cells, origin) if cells else (),
            documents=documents,
            names=names_in(words, vocabulary(known)),
            known=known,
        )

    def cells(self) -> tuple[Target, ...]:
        """Give the cells of the one phrase that points at some."""
        if len(self.pointers) != 1 or self.notebook is None:
            return ()
        pointer = self.pointers[0]
        if not pointer.cells:
            return self._no_such_cell(pointer, self.notebook)
        others = [path for path in self.documents if path != self.notebook.path]
        rest = self.instruction.replace(pointer.phrase, "")
        is_alone = not (self.names or others or has_more_to_do(rest))
        if not is_alone and not self._leads(pointer):
            return ()
        path = self.notebook.path
        return tuple(Target(document=path, unit=each.id) for each in pointer.cells)

    def described(self, action: Action | None) -> tuple[Target, ...]:
        """Give the cell that is described: `the plot`, `the cell that computes x`."""
        others = [d for d in self.documents if not d.endswith(".ipynb")]
        is_alone = not (self.names or self.pointers or others)
        if self.notebook is None or not is_alone or has_more_to_do(self.instruction):
            return ()
        cell = cell_meant(self.instruction, action, self.notebook, self.project)
        return (Target(document=self.notebook.path, unit=cell),) if cell else ()

    def document(self, action: Action | None) -> tuple[Target, ...]:
        """Give the one document that is named, where all of it is meant."""
        if len(self.documents) != 1 or self.names or self.pointers:
            return ()
        target = Target(document=self.documents[0])
        if action is Action.QUERY:
            return (target,)
        is_module = target.document.endswith(".py")
        pattern = _DEFINITION if action is Action.CREATE else _SWEEP
        is_meant = is_module and pattern.search(self.instruction) is not None
        is_plain = is_meant and not has_more_to_do(self.instruction)
        can_do = _can_do_all(action, [target], self.project)
        is_for_all = action in {Action.CREATE, Action.EDIT}
        return (target,) if is_for_all and is_plain and can_do else ()

    def definition(self, action: Action | None) -> tuple[Target, ...]:
        """Give the definition that a question is about, or those that change."""
        if self.pointers or action not in {Action.QUERY, Action.EDIT}:
            return ()
        is_question = action is Action.QUERY
        if is_question and (len(self.names) != 1 or _USAGE.search(self.instruction)):
            return ()
        if is_question:
            names = self.names
        else:
            names = located(self.instruction, self.names, self.known)
        targets = [self._only_home(name) for name in names]
        return tuple(each for each in targets if each) if all(targets) else ()

    def _only_home(self, name: str) -> Target | None:
        """Give the place of a definition, if there is but one that can be meant."""
        mine = [
            place
            for place in definers(self.project, [name])[name]
            if not self.documents or document_of(place.unit) in self.documents
        ]
        if len(mine) != 1 or mine[0].section is None:
            return None
        unit, section = mine[0]
        return Target(document=document_of(unit), unit=unit, section=section)

    def _leads(self, pointer: Pointer) -> bool:
        """Whether a request begins with the cell: `In cell 3 print x and y`."""
        phrase = re.escape(pointer.phrase)
        pattern = (
            rf"(?:(?:in|for|für)\s+)(?:the\s+|der\s+)?{phrase}\b|[\w\s]*{phrase}\s*:"
        )
        return re.match(pattern, self.instruction.strip(), re.IGNORECASE) is not None

    def _no_such_cell(
        self, pointer: Pointer, notebook: DocumentOutline
    ) -> tuple[Target, ...]:
        if _HANDLE.fullmatch(pointer.phrase):
            return ()
        message = (
            f'There is no "{pointer.phrase}": {notebook.path} has '
            f"{len(notebook.units)} cells. Nothing was changed."
        )
        raise PlanError(message)


def _in_modules(places: Sequence[Place]) -> bool:
    return any(place.section is not None for place in places)


def _notebook(
    request: Request, project: ProjectMap, named: Sequence[DocumentPath]
) -> DocumentOutline | None:
    """Give the notebook whose cells are counted: one that is named, else the main."""
    every = (project.document(path) for path in named)
    notebooks = [each for each in every if each is not None and each.is_notebook]
    return notebooks[0] if notebooks else main_notebook(project, request)


def _origin(request: Request, notebook: DocumentOutline | None) -> int | None:
    """Give the position of the cell that a request was written in."""
    if request.origin_cell is None or notebook is None or not notebook.is_running:
        return None
    cell = request.origin_cell
    return next((u.position for u in notebook.units if is_cell(u.id, cell)), None)
