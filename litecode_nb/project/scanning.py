"""Find the project's folder, and in it every file that a request may name."""

from dataclasses import dataclass
from pathlib import Path

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import NoSuchPath
from litecode_nb.project.ignoring import is_too_high, rules_above
from litecode_nb.project.walking import Limits, Walk

ROOT_MARKS = (".git", "pyproject.toml", ".litecode")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What lies in a project.

    Attributes:
        documents: Notebooks and modules that can be read, sorted.
        other_files: All further files that are not ignored, sorted.
        notes: What was left out and why, one sentence each.
    """

    documents: tuple[DocumentPath, ...] = ()
    other_files: tuple[DocumentPath, ...] = ()
    notes: tuple[str, ...] = ()


def find_root(start: Path) -> Path:
    """Give the nearest folder upwards that looks like a project; else the start itself.

    The home folder and what is above it are taken only where one starts there: a
    repository of dot files in the home folder is not the project of all below it.

    Args:
        start: A folder, or a file in it.

    Raises:
        NoSuchPath: It is not there.
    """
    here = _there(start)
    here = here if here.is_dir() else here.parent
    for folder in (here, *here.parents):
        if folder != here and is_too_high(folder):
            return here
        if any((folder / mark).exists() for mark in ROOT_MARKS):
            return folder
    return here


def scan(root: Path, limits: Limits | None = None) -> Scan:
    """List a project's files, nearest to its root first where there are too many.

    Left out are what git ignores and `.litecodeignore` names, virtual environments,
    caches, compiled files, what is no regular file, and links that lead out. Links to
    folders are never followed.
    """
    base = root.resolve()
    walk = Walk(root=base, limits=limits or Limits(), rules=rules_above(base))
    walk.go()
    return Scan(
        documents=tuple(sorted(walk.documents)),
        other_files=tuple(sorted(walk.other_files)),
        notes=walk.notes(),
    )


def _there(start: Path) -> Path:
    """Resolve a path; of one that is not there, a folder above would be searched."""
    try:
        return start.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        shown = start if start.parts else "The folder that you are in"
        message = f"{shown} is not there any more, or never was. Name another folder."
        raise NoSuchPath(message) from error
