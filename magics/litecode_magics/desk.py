"""Everything that litecode keeps for one shell: engine, session, what is on view."""

import atexit
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from IPython.core.interactiveshell import InteractiveShell

from litecode_magics.bridge import Engine
from litecode_magics.last_error import failing_unit
from litecode_magics.notebook_context import (
    NotebookContext,
    clues_from,
    find_notebook,
)
from litecode_magics.running_servers import open_notebooks, runtime_folder
from litecode_magics.screen import OutputScreen, Screen, ScrollScreen
from litecode_nb.domain.events import CallEnded
from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.unit import Unit
from litecode_nb.llm.model import ChatModel

if TYPE_CHECKING:
    from litecode_magics.preview import Preview
    from litecode_magics.requesting import Place
    from litecode_nb.session import Session

MOST_CALLS = 100
RECONNECTS = frozenset({"server", "model"})
"""Settings that mean another model; all others can be had from the connected one."""

_DESKS: dict[InteractiveShell, "Desk"] = {}


class Desk:
    """What belongs to one shell.

    Attributes:
        shell: IPython's shell.
        engine: Runs all work of sessions.
        options: Settings that the person chose with `%litecode config`.
        calls: The last model calls, oldest first.
        preview: The proposal that is shown and waits for an answer; None without one.
        failure: The last unexpected error in full; empty without one.
        context: Where the last command was typed.
    """

    def __init__(self, shell: InteractiveShell) -> None:
        """Begin with nothing: no thread, no session."""
        self.shell = shell
        self.engine = Engine()
        self.options: dict[str, str] = {}
        self.calls: tuple[CallEnded, ...] = ()
        self.preview: Preview | None = None
        self.failure = ""
        self.context = NotebookContext()
        self._model: ChatModel | None = None
        self._session: Session | None = None
        self._opened_for: tuple[Any, ...] = ()
        self._owns_model = False
        self._told: set[str] = set()

    @property
    def is_kernel(self) -> bool:
        """Whether the shell belongs to a Jupyter kernel."""
        return getattr(self.shell, "kernel", None) is not None

    def screen(self) -> Screen:
        """Give a fresh output below the running cell."""
        return OutputScreen() if self.is_kernel else ScrollScreen()

    def locate(self, named: str | None = None) -> NotebookContext:
        """Find out where the running cell is; must be called while it runs.

        Args:
            named: The notebook's path, as the person gave it.

        Raises:
            NoSuchPath: There is no such notebook.
        """
        self.context = find_notebook(
            clues_from(
                parent=self._parent(),
                names=self.shell.user_ns,
                environment=os.environ,
                kernel=self._kernel_id(),
            ),
            named=named,
            ask_servers=lambda: open_notebooks(runtime_folder()),
        )
        return self.context

    def place(self, root: Path, context: NotebookContext) -> "Place":
        """Say where a command was typed, for finding what it names."""
        from litecode_magics.requesting import Place  # noqa: PLC0415  engine rooms

        def failing(cells: Sequence[Unit]) -> UnitId | None:
            return failing_unit(
                getattr(sys, "last_traceback", None),
                root=root,
                cells=cells,
                name_of=self._name_of_code,
            )

        return Place(root=root, folder=Path.cwd(), context=context, failing=failing)

    def use_model(self, model: ChatModel | None) -> None:
        """Ask this model from now on; None to look for a server again."""
        self._model = model
        self._opened_for = ()

    async def session(self) -> "Session":
        """Give the session of the working folder's project; on the engine's loop only.

        It is opened anew when the folder, a setting or the model was changed.

        Raises:
            LitecodeError: The project or a setting cannot be used.
        """
        from litecode_nb.session import Session  # noqa: PLC0415  heavy

        wanted = (*_settings_now(), dict(self.options), self._model)
        if self._session is None or wanted != self._opened_for:
            await self._close_session()
            self._session = Session.open(
                Path.cwd(), options=self.options, model=self._model
            )
            self._opened_for, self._owns_model = wanted, self._model is None
        return self._session

    @asynccontextmanager
    async def session_for(self, options: Mapping[str, str]) -> "AsyncIterator[Session]":
        """Give a session with some settings for one request only.

        Args:
            options: Settings as typed; empty for the usual session.

        Raises:
            LitecodeError: The project or a setting cannot be used.
        """
        from litecode_nb.session import Session  # noqa: PLC0415  heavy

        usual = await self.session()
        both = {**self.options, **options}
        if not options:
            yield usual
        elif RECONNECTS & options.keys():
            async with Session.open(Path.cwd(), options=both) as other:
                yield other
        else:  # not closed: its model belongs to the usual session
            model = await usual.model()
            yield Session.open(Path.cwd(), options=both, model=model)

    def news_of(self, session: "Session") -> tuple[str, ...]:
        """Give what a session found at its start and nobody was told yet."""
        news = tuple(note for note in session.notes if note not in self._told)
        self._told.update(news)
        return news

    def keep_calls(self, calls: Sequence[CallEnded]) -> None:
        """Keep the calls of one request for `%litecode budget`."""
        self.calls = (*self.calls, *calls)[-MOST_CALLS:]

    def close(self) -> None:
        """End everything; the desk can be used again."""
        self.preview = None
        self.engine.close(self._close_session)

    async def _close_session(self) -> None:
        """Close what this desk opened; a model that was given stays open."""
        session, self._session = self._session, None
        if session is not None and self._owns_model:
            await session.aclose()

    def _name_of_code(self, source: str) -> str:
        name: str = self.shell.compile.get_code_name(source, source, 0)
        return name

    def _parent(self) -> Mapping[str, Any]:
        get_parent = getattr(self.shell, "get_parent", None)
        parent = get_parent() if get_parent is not None else {}
        return parent if isinstance(parent, Mapping) else {}

    def _kernel_id(self) -> str | None:
        application = self.shell.config.get("IPKernelApp", {})
        file = application.get("connection_file", "")
        name = Path(file).stem if isinstance(file, str) else ""
        return name.removeprefix("kernel-") if name.startswith("kernel-") else None


def desk_of(shell: InteractiveShell) -> Desk:
    """Give the desk of a shell; made when first asked for."""
    if shell not in _DESKS:
        desk = _DESKS[shell] = Desk(shell)
        atexit.register(desk.close)
    return _DESKS[shell]


def clear_desk(shell: InteractiveShell) -> None:
    """End everything that is kept for a shell."""
    desk = _DESKS.pop(shell, None)
    if desk is not None:
        atexit.unregister(desk.close)
        desk.close()


def _settings_now() -> tuple[Any, ...]:
    """What a session depends on: folder, settings files and environment."""
    from litecode_nb.project.scanning import find_root  # noqa: PLC0415  engine room
    from litecode_nb.session.places import settings_for  # noqa: PLC0415  engine room

    root = find_root(Path.cwd())
    return root, settings_for(root, os.environ)
