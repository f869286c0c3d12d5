"""An assignment: one task with all that its executor has to do it."""

import re
from dataclasses import dataclass

from litecode_nb.documents.ipython_syntax import is_opaque
from litecode_nb.domain.events import Listener
from litecode_nb.domain.plan import Task
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.lines import plain
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.llm.model import ChatModel
from litecode_nb.settings import Settings

MAGIC_LANGUAGE = re.compile(r"\A\s*%%(?:script\s+)?([A-Za-z]+)")
CODE_KINDS = frozenset({UnitKind.CODE_CELL, UnitKind.MODULE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """One task, its unit, what surrounds it, and whom to ask.

    Attributes:
        model: Whom to ask.
        task: What to do.
        unit: What to do it to; None where it is created.
        surroundings: What may be known beside the unit.
        settings: The choices that hold.
        listen: Gets the events of the calls.
    """

    model: ChatModel
    task: Task
    unit: Unit | None
    surroundings: Surroundings
    settings: Settings
    listen: Listener

    @property
    def source(self) -> str:
        """The unit's exact text; empty where there is no unit."""
        return self.unit.source if self.unit else ""

    @property
    def kind(self) -> UnitKind:
        """What the unit is, or shall be."""
        if self.unit is not None:
            return self.unit.kind
        is_notebook = self.task.document.endswith(".ipynb")
        usual = UnitKind.CODE_CELL if is_notebook else UnitKind.MODULE
        return self.task.kind or usual

    @property
    def is_text(self) -> bool:
        """Whether the unit is no code at all."""
        return self.kind not in CODE_KINDS

    @property
    def is_python(self) -> bool:
        """Whether the unit is code that can be parsed."""
        is_code = not self.is_text and self.surroundings.language == "python"
        return is_code and not is_opaque(self.source)

    @property
    def language(self) -> str:
        """What a fence around the unit says."""
        if self.kind is UnitKind.MARKDOWN_CELL:
            return "markdown"
        if self.kind is UnitKind.RAW_CELL:
            return "text"
        if is_opaque(self.source):
            found = MAGIC_LANGUAGE.match(plain(self.source))
            return "text" if found is None else found.group(1)
        return self.surroundings.language
