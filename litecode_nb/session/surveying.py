"""What is known of a project before a model is asked, kept between requests."""

from collections.abc import Mapping
from pathlib import Path

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.project import ProjectMap, RenderedMap
from litecode_nb.domain.request import Request
from litecode_nb.project.guard import check_documents, check_paths
from litecode_nb.project.mapping import OutlineCache, map_project
from litecode_nb.project.rendering import render
from litecode_nb.tokens.base import TokenCounter

NO_OVERRIDES: Mapping[DocumentPath, bytes] = {}


class Surveyor:
    """Maps one project; a document that did not change is not read again."""

    def __init__(self, root: Path, counter: TokenCounter) -> None:
        """Begin with nothing read."""
        self._root = root
        self._counter = counter
        self._outlines: OutlineCache = {}

    def map_project(
        self,
        running: DocumentPath | None = None,
        overrides: Mapping[DocumentPath, bytes] = NO_OVERRIDES,
    ) -> ProjectMap:
        """Outline every document of the project.

        Args:
            running: The notebook that the request was written in, if known.
            overrides: Bytes that stand for a document instead of those on the disk.
        """
        return map_project(
            self._root,
            self._counter,
            running=running,
            overrides=overrides,
            cache=self._outlines,
        )

    def check(self, request: Request, project: ProjectMap) -> None:
        """Refuse a request that names what does not exist.

        Raises:
            NoSuchPath: A file that it names is not there.
            OutsideProject: It names a path out of the project.
        """
        check_documents(request.documents, project, root=self._root)
        check_paths(request.instruction, project, root=self._root)

    def render(
        self, request: Request, project: ProjectMap, *, tokens: int
    ) -> RenderedMap:
        """Give the map as text for a request, within a number of tokens."""
        return render(project, request, self._counter, tokens=tokens)
