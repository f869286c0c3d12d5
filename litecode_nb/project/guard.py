"""Refuse a request that names a file which is not there, or which lies outside."""

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path, PurePosixPath
from typing import Self

from litecode_nb.domain.project import ProjectMap
from litecode_nb.errors import NoSuchPath, OutsideProject
from litecode_nb.files import inside
from litecode_nb.project.path_words import DOCUMENTS, PathWord, path_words

NEAR, VERY_NEAR, ABOUT_AS_NEAR = 0.6, 0.75, 0.03
"""How like a name must be to be suggested; and for a word that may be no path."""

OTHER_KIND = 0.7
"""How much less a file with another ending is like what is written."""

MOST_SUGGESTIONS = 2
MOST_LISTED = 4


def check_paths(
    instruction: str, project: ProjectMap, *, root: Path | None = None
) -> None:
    """Make sure that every file that a request takes for given is there.

    Args:
        instruction: The request.
        project: The map.
        root: The project's folder; with it, files that git ignores are known, too.

    Raises:
        NoSuchPath: A file is not in the project, or several have the name.
        OutsideProject: A file that shall be edited lies outside of the project.
    """
    files = _Files.of(project, root)
    text = _without_known_names(instruction, files)
    for word in path_words(text, _names(project)):
        files.check(word)


def check_documents(
    documents: Iterable[str], project: ProjectMap, *, root: Path | None = None
) -> None:
    """Make sure that every document that a request is narrowed to is there.

    Args:
        documents: Paths from the root.
        project: The map.
        root: The project's folder; with it, files that git ignores are known, too.

    Raises:
        NoSuchPath: One is not in the project.
    """
    files = _Files.of(project, root)
    for path in documents:
        files.check_document(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Files:
    """What is in a project, by every way of naming it."""

    paths: frozenset[str]
    folders: frozenset[str]
    by_name: Mapping[str, tuple[str, ...]]
    root: Path | None
    here: str

    @classmethod
    def of(cls, project: ProjectMap, root: Path | None) -> Self:
        """Gather the files of a project."""
        documents = [document.path for document in project.documents]
        running = [each.path for each in project.documents if each.is_running]
        paths = sorted({*documents, *project.other_files})
        by_name: dict[str, tuple[str, ...]] = {}
        for path in paths:
            name = posixpath.basename(path)
            by_name[name] = (*by_name.get(name, ()), path)
        return cls(
            paths=frozenset(paths),
            folders=frozenset(
                str(p) for each in paths for p in PurePosixPath(each).parents
            ),
            by_name=by_name,
            root=root,
            here=posixpath.dirname(running[0]) if running else "",
        )

    def check(self, word: PathWord) -> None:
        """Judge one file name."""
        path = self._from_root(word.path)
        if path is None:
            self._check_outside(word)
            return
        if self._is_there(path) or (not word.must_exist and not word.is_moved_to):
            return
        matches = self._matches(word.path)
        if len(matches) > 1 and word.must_exist:
            raise NoSuchPath(_ambiguous(word.path, matches))
        if matches:
            return
        if word.must_exist or self._is_misspelled(word.path):
            self._refuse(word)

    def check_document(self, path: str) -> None:
        """Make sure that a document is there; its path says nothing else."""
        is_there = path in self.paths or self._is_on_disk(path)
        if is_there and PurePosixPath(path).suffix in DOCUMENTS:
            return
        like = self._like(path, NEAR)
        hint = f"Did you mean `{like[0]}`?" if like else "Give its path from the root."
        message = f"`{path}` is no notebook or module of this project. {hint}"
        raise NoSuchPath(message)

    def _refuse(self, word: PathWord) -> None:
        has_suffix = PurePosixPath(word.path).suffix != ""
        like = self._like(word.path, NEAR if has_suffix else VERY_NEAR)
        if has_suffix or like:
            raise NoSuchPath(_absent(word, like))

    def _check_outside(self, word: PathWord) -> None:
        if word.is_document or word.is_subject:
            message = (
                f"`{word.path}` lies outside of this project; nothing was changed. "
                "Open its own project for it, or copy it into this one."
            )
            raise OutsideProject(message)

    def _from_root(self, written: str) -> str | None:
        """Give a path as seen from the root; None where it leads outside."""
        path = written.rstrip("/")
        if self.root is not None and Path(path).is_absolute():
            try:
                return Path(path).relative_to(self.root.resolve()).as_posix()
            except ValueError:
                return None
        if path.startswith(("/", "~")) or re.match(r"[A-Za-z]:", path):
            return None
        if ".." not in path.split("/"):
            return posixpath.normpath(path)
        joined = posixpath.normpath(posixpath.join(self.here, path))
        return None if joined.split("/")[0] == ".." else joined

    def _is_there(self, path: str) -> bool:
        beside = posixpath.normpath(posixpath.join(self.here, path))
        every = dict.fromkeys((path, beside))
        known = self.paths | self.folders
        return any(each in known or self._is_on_disk(each) for each in every)

    def _is_on_disk(self, path: str) -> bool:
        if self.root is None:
            return False
        try:
            return inside(self.root, path).exists()
        except (OSError, OutsideProject):
            return False

    def _matches(self, written: str) -> tuple[str, ...]:
        """Give the files whose path ends as it is written, with or without `.py`."""
        name = posixpath.basename(written)
        named = (*self.by_name.get(name, ()), *self.by_name.get(f"{name}.py", ()))
        ends = (f"/{written}", f"/{written}.py")
        return tuple(path for path in named if f"/{path}".endswith(ends))

    def _is_misspelled(self, written: str) -> bool:
        """Whether the letters of a file are there in another order: none is meant."""
        path = PurePosixPath(written)
        others = (PurePosixPath(each) for each in self.paths)
        return path.suffix in DOCUMENTS and any(
            each.suffix == path.suffix and sorted(each.stem) == sorted(path.stem)
            for each in others
        )

    def _like(self, written: str, least: float) -> tuple[str, ...]:
        """Give the paths that are most like what is written, the best first."""
        rated = ((_likeness(written, path), path) for path in sorted(self.paths))
        good = [(rating, path) for rating, path in rated if rating >= least]
        best = sorted(good, key=lambda each: (-each[0], each[1]))[:MOST_SUGGESTIONS]
        return tuple(p for rating, p in best if rating > best[0][0] - ABOUT_AS_NEAR)


def _likeness(written: str, path: str) -> float:
    """Compare two paths, their last parts above all; 1 is the same."""
    wanted, other = PurePosixPath(written.lower()), PurePosixPath(path.lower())
    names = _ratio(wanted.stem, other.stem)
    is_same_kind = wanted.suffix in {"", other.suffix}
    whole = 0.8 * names + 0.2 * _ratio(str(wanted), str(other)) if names else 0.0
    return whole if is_same_kind else OTHER_KIND * whole


def _ratio(first: str, second: str) -> float:
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.real_quick_ratio() < NEAR or matcher.quick_ratio() < NEAR:
        return 0.0
    return matcher.ratio()


def _absent(word: PathWord, like: tuple[str, ...]) -> str:
    parts = [f"`{word.path}` is not in this project; nothing was changed."]
    if like:
        parts.append(f"Did you mean {' or '.join(f'`{path}`' for path in like)}?")
    if word.is_document:
        parts.append(f'To create it, say "create {word.path}".')
    else:
        parts.append(f'If code shall write it, say "save it as {word.path}".')
    return " ".join(parts)


def _ambiguous(written: str, matches: tuple[str, ...]) -> str:
    listed = ", ".join(f"`{path}`" for path in matches[:MOST_LISTED])
    further = len(matches) - MOST_LISTED
    more = f" and {further} more" if further > 0 else ""
    return (
        f"`{written}` may be any of {listed}{more}; nothing was changed. Write the "
        "path of the one that you mean."
    )


def _without_known_names(instruction: str, files: _Files) -> str:
    """Blank out names of files that are there and hold what no word may hold."""
    names = sorted({*files.by_name, *files.paths}, key=lambda n: (-len(n), n))
    for name in names:
        if re.search(r"[^\w./-]", name) and name in instruction:
            instruction = instruction.replace(name, " " * len(name))
    return instruction


def _names(project: ProjectMap) -> frozenset[str]:
    every: Iterable[frozenset[str]] = (
        unit.defines | unit.uses
        for document in project.documents
        for unit in document.units
    )
    return frozenset().union(*every)
