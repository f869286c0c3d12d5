"""Walk down a project's folders, past all that is no part of the work in it."""

import os
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from litecode_nb.documents.opening import is_document
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.project.ignoring import Rules, rule_lines

LARGEST_MODULE = 5_000_000
LARGEST_NOTEBOOK = 100_000_000
MOST_DOCUMENTS = 20_000
MOST_OTHER_FILES = 20_000
MOST_ENTRIES = 300_000
NAMES_IN_A_NOTE = 3

VERSIONS = (".git", ".hg", ".svn", ".bzr", ".litecode", ".ipynb_checkpoints")
ENVIRONMENTS = (".venv", ".tox", ".nox", ".eggs", "__pypackages__", "site-packages")
PACKAGES = ("node_modules", "bower_components", ".terraform", ".gradle")
CACHES = ("__pycache__", ".cache", ".mypy_cache", ".pytest_cache", ".ruff_cache")
TOOLS = (
    ".pytype",
    ".hypothesis",
    ".virtual_documents",
    ".jupyter",
    ".ipython",
    ".idea",
)
SKIPPED_FOLDERS = frozenset((*VERSIONS, *ENVIRONMENTS, *PACKAGES, *CACHES, *TOOLS))
SKIPPED_SUFFIXES = (
    *(".pyc", ".pyo", ".pyd", ".so", ".o", ".a", ".dll", ".dylib", ".exe", ".class"),
    *(".egg", ".whl", ".swp", ".tmp", "~"),
)
FOLDER_MARKS = ("pyvenv.cfg", "CACHEDIR.TAG", "conda-meta")
"""What lies in a virtual environment, a cache and a conda environment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is looked at; sizes in bytes."""

    module: int = LARGEST_MODULE
    notebook: int = LARGEST_NOTEBOOK
    documents: int = MOST_DOCUMENTS
    other_files: int = MOST_OTHER_FILES
    entries: int = MOST_ENTRIES


@dataclass(slots=True, kw_only=True)
class Walk:
    """One walk through the folders, breadth first, with all that it met.

    Attributes:
        root: Where it starts, all links resolved.
        limits: How much is looked at.
        rules: The ignore rules that come from above the root.
        documents: The notebooks and modules that were found.
        other_files: All other files that were found.
        left_out: Reasons to the names that were left out for them.
        entries: How many files and folders were looked at.
    """

    root: Path
    limits: Limits
    rules: Rules
    documents: list[DocumentPath] = field(default_factory=list)
    other_files: list[DocumentPath] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=dict)
    entries: int = 0

    def go(self) -> None:
        """Visit every folder once."""
        folders = deque([("", self.rules)])
        while folders and self.entries < self.limits.entries:
            folder, rules = folders.popleft()
            rules = rules.within(folder, rule_lines(self.root / folder))
            folders.extend((each, rules) for each in self._visit(folder, rules))
        if folders:
            self._leave_out("beyond", folders[0][0] or ".")

    def notes(self) -> tuple[str, ...]:
        """Say what was left out, one sentence for each reason."""
        return tuple(
            SENTENCES[why].format(names=_listed(names), limits=self.limits)
            for why in SENTENCES
            if (names := self.left_out.get(why))
        )

    def _visit(self, folder: str, rules: Rules) -> list[str]:
        """Take a folder's files; give the folders in it that shall be visited."""
        below = []
        for entry in self._entries(folder):
            self.entries += 1
            path = f"{folder}/{entry.name}" if folder else entry.name
            if not _is_plain(entry.name):
                self._leave_out("names", ascii(path)[1:-1])
            elif _is_folder(entry):
                if self._is_wanted(entry, path, rules):
                    below.append(path)
            elif self._is_file(entry, path) and not rules.ignore(path, is_folder=False):
                self._take(entry, path)
        return below

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self.root / folder) as found:
                return sorted(found, key=lambda entry: entry.name)
        except OSError:
            self._leave_out("unreadable", folder or ".")
            return []

    def _is_wanted(self, entry: os.DirEntry[str], path: str, rules: Rules) -> bool:
        """Whether a folder shall be visited."""
        if entry.name in SKIPPED_FOLDERS or entry.name.endswith(".egg-info"):
            return False
        if rules.ignore(path, is_folder=True):
            return False
        return not any(os.path.lexists(f"{entry.path}/{mark}") for mark in FOLDER_MARKS)

    def _is_file(self, entry: os.DirEntry[str], path: str) -> bool:
        """Whether it is a regular file, or a link to one within the project."""
        if entry.name.lower().endswith(SKIPPED_SUFFIXES):
            return False
        try:
            if not entry.is_symlink():
                return entry.is_file(follow_symlinks=False)
            target = Path(entry.path).resolve()
            is_inside = target.is_relative_to(self.root)
        except (OSError, RuntimeError):
            return False
        if not is_inside:
            self._leave_out("links", path)
        # A linked document is listed once, by its own name: two names for one file
        # could not be edited together.
        is_listed = is_document(path) and is_document(target.name)
        return is_inside and target.is_file() and not is_listed

    def _take(self, entry: os.DirEntry[str], path: str) -> None:
        if not is_document(path):
            self._add(self.other_files, path, self.limits.other_files)
        elif "#" in path or path.startswith("~"):
            self._leave_out("names", path)
        elif (size := _size(entry)) is None:
            self._leave_out("unreadable", path)
        elif size > self._largest(path):
            self._leave_out("large", path)
        else:
            self._add(self.documents, path, self.limits.documents)

    def _largest(self, path: str) -> int:
        is_notebook = path.endswith(".ipynb")
        return self.limits.notebook if is_notebook else self.limits.module

    def _add(self, files: list[DocumentPath], path: str, most: int) -> None:
        if len(files) < most:
            files.append(DocumentPath(path))
            return
        self._leave_out("many" if files is self.documents else "many others", path)

    def _leave_out(self, why: str, name: str) -> None:
        self.left_out.setdefault(why, []).append(name)


SENTENCES = {
    "unreadable": "Not readable, so left out: {names}.",
    "links": "Links that lead out of the project were left out: {names}.",
    "names": "Names that cannot be written plainly were left out: {names}.",
    "large": (
        "Larger than {limits.module:,} bytes for a module or {limits.notebook:,} for a "
        "notebook, so left out: {names}."
    ),
    "many": (
        "The project has more than {limits.documents:,} notebooks and modules; the "
        "deepest were left out: {names}. Name folders in `.litecodeignore`."
    ),
    "many others": (
        "The project has more than {limits.other_files:,} other files; the deepest "
        "were left out: {names}."
    ),
    "beyond": (
        "Looking stopped after {limits.entries:,} files and folders, before {names}. "
        "Name folders in `.litecodeignore`."
    ),
}


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _size(entry: os.DirEntry[str]) -> int | None:
    try:
        return entry.stat().st_size
    except OSError:
        return None


def _is_plain(name: str) -> bool:
    """Whether a name can be shown in one line, and means the same everywhere."""
    return name.isprintable() and "\\" not in name


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:NAMES_IN_A_NOTE])
    further = len(names) - NAMES_IN_A_NOTE
    return f"{shown} and {further:,} more" if further > 0 else shown
