"""A session: one project, one model, and the road of each request through all rooms."""

import os
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from litecode_nb.changes import applying, undoing
from litecode_nb.changes.recovering import recover
from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.events import (
    CallEnded,
    Event,
    Listener,
    Mapped,
    Planned,
    Proposed,
    ignore,
)
from litecode_nb.domain.history import HistoryEntry
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.project import ProjectMap, RenderedMap
from litecode_nb.domain.proposal import Proposal
from litecode_nb.domain.request import Request
from litecode_nb.llm.detecting import connect
from litecode_nb.llm.model import ChatModel
from litecode_nb.project.scanning import find_root
from litecode_nb.session import looking, road
from litecode_nb.session.accepting import (
    accepted,
    forgotten,
    remembered,
    with_what_was_dropped,
)
from litecode_nb.session.ground import Ground
from litecode_nb.session.places import calibration_file, settings_for
from litecode_nb.session.status import Check, Status
from litecode_nb.session.surveying import NO_OVERRIDES, Surveyor
from litecode_nb.session.taking_back import takes_back
from litecode_nb.session.workspace import Workspace
from litecode_nb.settings import Settings
from litecode_nb.store import memory_file, pending
from litecode_nb.store.journal import Journal
from litecode_nb.store.layout import StateFolder
from litecode_nb.tokens.calibration import Calibration
from litecode_nb.tokens.tiktoken_counter import TiktokenCounter


class Session:
    """The engine as a whole, for one project; every face talks to this.

    Attributes:
        root: The project's folder.
        settings: The choices that hold.
        notes: What recovery at the start had to say, one sentence each.
    """

    def __init__(
        self,
        root: Path,
        *,
        settings: Settings,
        model: ChatModel | None,
        environment: Mapping[str, str],
    ) -> None:
        """Begin a session; `Session.open` finds what this needs."""
        self.root = root
        self.settings = settings
        self._environment = environment
        self._model = model
        self._state = StateFolder.open(root)
        self._journal = Journal(self._state)
        self._counter = TiktokenCounter()
        self._surveyor = Surveyor(root, self._counter)
        self.notes = recover(root, self._journal)

    @classmethod
    def open(
        cls,
        start: Path,
        *,
        options: Mapping[str, Any] | None = None,
        model: ChatModel | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Self:
        """Open the project that a folder lies in, and finish what a crash left undone.

        Args:
            start: Any folder within the project.
            options: Values for settings, over those of files and environment.
            model: Whom to ask; None to connect to a server when one is needed.
            environment: The environment; None for this process's.

        Raises:
            SettingsError: A setting cannot be used.
            StoreError: The project's state folder is unusable.
        """
        environment = os.environ if environment is None else environment
        root = find_root(start)
        settings = settings_for(root, environment)
        settings = settings.with_values(options or {}, "The command")
        return cls(root, settings=settings, model=model, environment=environment)

    async def propose(
        self,
        request: Request,
        listen: Listener = ignore,
        *,
        overrides: Mapping[DocumentPath, bytes] = NO_OVERRIDES,
        waits: bool = True,
    ) -> Proposal:
        """Work on a request until there is something to show; nothing is written.

        Args:
            request: What was asked for.
            listen: Gets every event.
            overrides: Bytes that stand for a document instead of those on the disk.
            waits: Whether it shall wait for an answer, in place of one that waits.

        Raises:
            LitecodeError: It cannot be done.
        """
        calls: list[CallEnded] = []

        def hear(event: Event) -> None:
            if isinstance(event, CallEnded):
                calls.append(event)
            listen(event)

        ground = self._ground(request, overrides, hear)
        proposal = road.without_model(ground, self._journal, hear)
        if proposal is None:
            model = await self.model()
            workspace = Workspace(self.root, overrides)
            proposal = await road.propose(ground, model, workspace, hear)
        if proposal.change_set is not None:
            if waits:
                pending.save_pending(self._state, proposal.change_set)
            listen(Proposed(change_set=proposal.change_set))
        return replace(proposal, calls=tuple(calls))

    async def plan(self, request: Request, listen: Listener = ignore) -> Planned:
        """Make the plan of a request and its graph, and go no further.

        Raises:
            LitecodeError: There is no usable plan.
        """
        ground = self._ground(request, NO_OVERRIDES, listen)
        return await road.plan(ground, await self.model(), listen)

    def render_map(self, request: Request) -> RenderedMap:
        """Give the map as a planner would see it for a request."""
        return self._ground(request, NO_OVERRIDES, ignore).rendered

    def apply(
        self,
        change_set: ChangeSet,
        *,
        units: Collection[UnitId] | None = None,
        open_documents: Collection[DocumentPath] = (),
        force: bool = False,
        remember: bool = True,
    ) -> Applied:
        """Write a change set, or a part of it: all of it or nothing.

        Args:
            change_set: What to write.
            units: The units that were accepted; None for all.
            open_documents: Notebooks that may have unsaved work in a browser.
            force: Write these all the same.
            remember: Whether the memory gets an entry.

        Raises:
            DocumentIsOpen: It would write over an open notebook.
            Conflict: A unit changed since it was read.
            WriteFailed: A file could not be written; all are as before.
        """
        barred = () if force else open_documents
        chosen = accepted(change_set, units, barred)
        if takes_back(chosen, self.last_applied()):
            return self.undo()
        applied = applying.apply(self.root, chosen, self._journal)
        applied = with_what_was_dropped(applied, change_set)
        return remembered(applied, self._state, self._counter if remember else None)

    def reject(self, units: Collection[UnitId] | None = None) -> None:
        """Drop the proposal that waits for an answer, or the edits of some units."""
        waiting = self.pending()
        pending.clear_pending(self._state)
        if waiting is None or units is None:
            return
        kept = [e.unit for e in waiting.edits if e.unit not in units]
        if kept:
            pending.save_pending(self._state, waiting.only(kept))

    def pending(self) -> ChangeSet | None:
        """Give the proposal that waits for an answer; None without one."""
        return pending.load_pending(self._state)

    def undo(self) -> Applied:
        """Take the last applied change back, byte for byte.

        Raises:
            NothingToUndo: There is none.
            Conflict: A unit was edited since.
        """
        return forgotten(undoing.undo(self.root, self._journal), self._state)

    def redo(self) -> Applied:
        """Apply again what was undone last.

        Raises:
            NothingToUndo: There is none.
            Conflict: A unit was edited since.
        """
        again = undoing.redo(self.root, self._journal)
        return remembered(again, self._state, self._counter)

    def last_applied(self) -> ChangeSet | None:
        """Give the change that `undo` would take back; None without one."""
        return undoing.last_applied(self._journal)

    def last_undone(self) -> ChangeSet | None:
        """Give the change that `redo` would make again; None without one."""
        return undoing.last_undone(self._journal)

    def history(self) -> tuple[HistoryEntry, ...]:
        """Give all changes that the journal still has, oldest first."""
        return undoing.history(self._journal)

    def memory(self) -> tuple[MemoryEntry, ...]:
        """Give the entries of the short-term memory, oldest first."""
        return memory_file.read_memory(self._state)

    def forget(self) -> None:
        """Empty the short-term memory."""
        memory_file.forget(self._state)

    async def status(self) -> Status:
        """Tell where the session stands; it does not fail without a server."""
        return await looking.status_of(self)

    async def doctor(self) -> tuple[Check, ...]:
        """Check server, window, counts and project, and say what to do."""
        return await looking.checks_of(self)

    async def model(self) -> ChatModel:
        """Give the model, connected at first use.

        Raises:
            ServerUnreachable: There is no server.
            ModelError: It cannot be used.
        """
        if self._model is None:
            calibration = Calibration(calibration_file())
            self._model = await connect(self.settings, self._environment, calibration)
        return self._model

    def map_project(self) -> ProjectMap:
        """Outline every document of the project."""
        return self._surveyor.map_project()

    async def aclose(self) -> None:
        """Close the connections to the model."""
        if self._model is not None:
            await self._model.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    def _ground(
        self,
        request: Request,
        overrides: Mapping[DocumentPath, bytes],
        listen: Listener,
    ) -> Ground:
        """Map the project, and refuse a request that names what does not exist."""
        project = self._surveyor.map_project(request.origin, overrides)
        self._surveyor.check(request, project)
        tokens = self.settings.map_tokens
        rendered = self._surveyor.render(request, project, tokens=tokens)
        listen(Mapped(map=rendered))
        return Ground(
            request=request,
            project=project,
            rendered=rendered,
            memory=self.memory() if request.uses_memory else (),
            settings=self.settings,
        )
