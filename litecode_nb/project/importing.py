"""Which file a dotted name means, within one project."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Self

from litecode_nb.domain.ids import DocumentPath


@dataclass(frozen=True, slots=True, kw_only=True)
class Modules:
    """The modules of a project by every dotted name that may stand for them.

    Attributes:
        by_name: Dotted names to paths; a module is known by its whole path and by
            each of its ends, since one cannot know what is on the import path.
    """

    by_name: Mapping[str, tuple[DocumentPath, ...]]

    @classmethod
    def of(cls, paths: Iterable[DocumentPath]) -> Self:
        """Make the index of some documents."""
        by_name: dict[str, tuple[DocumentPath, ...]] = {}
        for path in sorted(paths):
            for name in _dotted_names(path):
                by_name[name] = (*by_name.get(name, ()), path)
        return cls(by_name=by_name)

    def split(
        self, dotted: str, user: DocumentPath
    ) -> tuple[DocumentPath | None, tuple[str, ...]]:
        """Give the module that a dotted name leads to, and the names left over.

        Args:
            dotted: Such as `src.load.read_table`, or `.load.read_table` for a
                relative import.
            user: The document that holds it.
        """
        parts = _absolute(dotted, user).split(".")
        for end in range(len(parts), 0, -1):
            found = self._find(".".join(parts[:end]), user)
            if found is not None:
                return found, tuple(parts[end:])
        return None, tuple(parts)

    def _find(self, name: str, user: DocumentPath) -> DocumentPath | None:
        """Give the nearest module of a name.

        A name of the standard library means a module of the project only where that
        lies at the root or beside its user.
        """
        paths = self.by_name.get(name, ())
        if not paths:
            return None
        nearest = min(paths, key=lambda path: _distance(path, name, user))
        is_standard = name.partition(".")[0] in sys.stdlib_module_names
        if is_standard and _distance(nearest, name, user)[0] > 1:
            return None
        return nearest


def _dotted_names(path: DocumentPath) -> tuple[str, ...]:
    if not path.endswith(".py"):
        return ()
    parts = _module_parts(path)
    return tuple(".".join(parts[start:]) for start in range(len(parts)))


def _module_parts(path: DocumentPath) -> tuple[str, ...]:
    parts = PurePosixPath(path).with_suffix("").parts
    return parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts


def _distance(path: DocumentPath, name: str, user: DocumentPath) -> tuple[int, int]:
    """Rank a reading of a name: beside its user, from the root, then elsewhere."""
    parts = _module_parts(path)
    dropped = parts[: len(parts) - name.count(".") - 1]
    if dropped == PurePosixPath(user).parent.parts:
        return 0, 0
    return (1 if not dropped else 2), len(dropped)


def _absolute(dotted: str, user: DocumentPath) -> str:
    """Turn a relative name into one from the project's root."""
    relative = dotted.lstrip(".")
    level = len(dotted) - len(relative)
    if not level:
        return dotted
    folders = PurePosixPath(user).parent.parts
    kept = folders[: len(folders) - level + 1]
    return ".".join((*kept, relative)) if relative else ".".join(kept)
