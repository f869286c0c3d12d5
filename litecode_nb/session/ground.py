"""What is known of a request before a model is asked anything."""

from dataclasses import dataclass

from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.project import ProjectMap, RenderedMap
from litecode_nb.domain.request import Request
from litecode_nb.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What planner and executors start from.

    Attributes:
        request: What was asked for.
        project: The project's outlines.
        rendered: The map as text, with facts.
        memory: Former requests; empty where they shall not be used.
        settings: The choices that hold.
    """

    request: Request
    project: ProjectMap
    rendered: RenderedMap
    memory: tuple[MemoryEntry, ...]
    settings: Settings
