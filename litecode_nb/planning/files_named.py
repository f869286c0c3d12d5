"""Documents that a request wants to be made: only paths that it names itself."""

from pathlib import PurePosixPath

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.project import ProjectMap
from litecode_nb.project.implied import definers
from litecode_nb.project.path_words import path_words
from litecode_nb.project.subjects import document_meant


def new_documents(instruction: str, project: ProjectMap) -> tuple[DocumentPath, ...]:
    """Give the notebooks and modules that a request names in order to have them made.

    A planner can choose no other path, so it can invent none.
    """
    words = path_words(instruction, definers(project).keys())
    paths = (
        word.path
        for word in words
        if word.is_document and not word.must_exist and not word.is_moved_to
    )
    return tuple(
        dict.fromkeys(
            DocumentPath(path)
            for path in paths
            if _is_plain(path) and not _exists(path, project)
        )
    )


def _is_plain(path: str) -> bool:
    """Whether a path goes down from the root only; the guard says so to the person."""
    pure = PurePosixPath(path)
    return not (pure.is_absolute() or ".." in pure.parts or path.startswith("~"))


def _exists(path: str, project: ProjectMap) -> bool:
    return path in project.other_files or document_meant(path, project) is not None
