"""Git's ignore rules, asked for one name at a time while walking down the folders."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from pathspec import GitIgnoreSpec

RULE_FILES = (".gitignore", ".litecodeignore")
"""Read in each folder; the later file's rules are the stronger."""

MOST_RULES = 5_000
LARGEST_RULE_FILE = 1_000_000

# pathspec marks with this group where in a path a folder's own name ends.
_FOLDER_MARK = "ps_d"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line of an ignore file.

    Attributes:
        pattern: What a path relative to the file's folder must match.
        ignores: False for a line with `!`.
        folders_only: Whether the line ends with a slash.
    """

    pattern: re.Pattern[str]
    ignores: bool
    folders_only: bool

    def matches(self, path: str, *, is_folder: bool) -> bool:
        """Whether the rule is about this very path, not about a folder above it.

        A walk has judged the folders above already, so that a rule that matches one
        of them must not speak again for what lies in it.
        """
        if self.folders_only and not is_folder:
            return False
        asked = f"{path}/" if self.folders_only else path
        marked = _FOLDER_MARK in self.pattern.groupindex
        return any(
            not marked or found.end(_FOLDER_MARK) in (-1, len(asked))
            for found in self.pattern.finditer(asked)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules that hold in one folder, its parents' included.

    Attributes:
        base: The project's folder as seen from the repository that it lies in; empty
            where they are the same.
        by_folder: Pairs of a folder, as seen from the repository, and its rules; the
            outermost folder comes first.
    """

    base: str = ""
    by_folder: tuple[tuple[str, tuple[Rule, ...]], ...] = ()

    def within(self, folder: str, lines: Iterable[str]) -> Self:
        """Give the rules with those of one more folder, which are the strongest."""
        rules = _read_rules(lines)
        if not rules:
            return self
        place = _joined(self.base, folder)
        return replace(self, by_folder=(*self.by_folder, (place, rules)))

    def ignore(self, path: str, *, is_folder: bool) -> bool:
        """Whether a file or folder is ignored, its parents being not."""
        place = _joined(self.base, path)
        for folder, rules in reversed(self.by_folder):
            relative = place.removeprefix(f"{folder}/") if folder else place
            for rule in reversed(rules):
                if rule.matches(relative, is_folder=is_folder):
                    return rule.ignores
        return False


def rule_lines(folder: Path) -> list[str]:
    """Read the ignore files of a folder; those that cannot be read have no rules."""
    return [line for name in RULE_FILES for line in _lines(folder / name)]


def rules_above(root: Path) -> Rules:
    """Give the rules that the repository around a project has for it.

    Args:
        root: The project's folder, all links resolved; its own ignore files are not
            read here.
    """
    for repository in (root, *root.parents):
        if repository != root and is_too_high(repository):
            break
        if (repository / ".git").exists():
            return _rules_between(repository, root)
    return Rules()


def is_too_high(folder: Path) -> bool:
    """Whether a folder is the home folder or above: it is no project by itself."""
    try:
        home = Path.home().resolve()
    except (RuntimeError, OSError):
        return folder == folder.parent
    return folder == folder.parent or home.is_relative_to(folder)


def _rules_between(repository: Path, root: Path) -> Rules:
    parts = root.relative_to(repository).parts
    rules = Rules().within("", _lines(repository / ".git" / "info" / "exclude"))
    for depth in range(len(parts)):
        folder = "/".join(parts[:depth])
        rules = rules.within(folder, rule_lines(repository / folder))
    return replace(rules, base="/".join(parts))


def _joined(base: str, path: str) -> str:
    return f"{base}/{path}" if base and path else base or path


def _lines(path: Path) -> list[str]:
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_RULE_FILE:
            return []
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return []
    return text.removeprefix("\ufeff").split("\n")


def _read_rules(lines: Iterable[str]) -> tuple[Rule, ...]:
    rules = [rule for line in lines if (rule := _read_rule(line.rstrip("\r")))]
    return tuple(rules[:MOST_RULES])


def _read_rule(line: str) -> Rule | None:
    """Read one line; None for a comment, and for what git would not understand."""
    try:
        pattern = next(iter(GitIgnoreSpec.from_lines([_spelled_out(line)]).patterns))
    except (ValueError, re.error, StopIteration):
        return None
    if pattern.include is None or pattern.regex is None:
        return None
    return Rule(
        pattern=pattern.regex,
        ignores=pattern.include,
        folders_only=line.rstrip().endswith("/"),
    )


def _spelled_out(line: str) -> str:
    """Write `a/**/` as `a/**/*/`, since pathspec reads the former as `a/`."""
    return f"{line.rstrip()}*/" if line.rstrip().endswith("/**/") else line
