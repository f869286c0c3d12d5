"""Delete without a model: a cell, a definition, a whole document."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.domain.outcome import Edited, Failed, Unchanged
from litecode_nb.domain.plan import Task
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.choosing import section_of
from litecode_nb.execution.editing import edit_of
from litecode_nb.execution.formats import Replacement, splice
from litecode_nb.execution.lines import plain
from litecode_nb.execution.mentions import mentioned_parts, words_of
from litecode_nb.execution.sections import Part, definition_parts

DOCUMENT_WORDS = re.compile(
    r"\b(?:file|module|document|notebook|script|datei|modul|skript)\b", re.IGNORECASE
)
BANNER = re.compile(r"#\s*[-=#*~]{3,}|[-=#*~]{4,}\s*$")
BY_CODE = "deleted by code"


def delete(task: Task, unit: Unit) -> Edited | Unchanged | Failed:
    """Delete what a task names: never more than that.

    A document goes only if the instruction speaks of it; one that names definitions
    means those.
    """
    if unit.kind is not UnitKind.MODULE:
        return _edited(task, unit, after=None)
    parts = _named(task, unit)
    if task.section is not None and not parts:
        reason = f"`{task.section}` is not in {unit.label}, so there is nothing to do."
        return Unchanged(task=task.id, reason=reason)
    if parts:
        after = without(unit.source, parts)
        return _edited(task, unit, after=after)
    if not _is_document_meant(task):
        reason = (
            f"It is not clear what of {unit.label} shall be deleted. Name the "
            "function, or say that the whole file shall go."
        )
        return Failed(task=task.id, reason=reason)
    return _edited(task, unit, after=None)


def without(source: str, parts: Iterable[Part]) -> str:
    """Take definitions out, with their decorators and the comments right above.

    The blank lines around them become what stood before; a class or block that would
    be empty gets a `pass`.
    """
    every = sorted(parts, key=lambda part: part.first, reverse=True)
    for part in every:
        source = _without_one(source, part)
    return source


def _named(task: Task, unit: Unit) -> tuple[Part, ...]:
    if task.section is not None:
        found = section_of(unit.source, task.section)
        return () if found is None else (found,)
    if unit.document.endswith(".ipynb"):
        return ()
    return mentioned_parts(task.instruction, definition_parts(unit.source))


def _is_document_meant(task: Task) -> bool:
    path = PurePosixPath(task.document)
    names = {path.name, path.stem}
    words = words_of(task.instruction) | {task.instruction}
    is_named = path.name in task.instruction or bool(names & words)
    return is_named or bool(DOCUMENT_WORDS.search(task.instruction))


def _without_one(source: str, part: Part) -> str:
    lines = plain(source).split("\n")
    first = _with_comments(lines, part)
    last = part.last
    after_blank = _skip_blank(lines, last)
    before_blank = _skip_blank_back(lines, first)
    is_end = after_blank >= len(lines)
    is_last_in_block = not is_end and _is_left_of(lines[after_blank], part.indent)
    if is_end or is_last_in_block:
        first = before_blank
    else:
        last = after_blank
    removed = splice(source, [Replacement(first=first, last=last, text="")])
    if tree_of(removed) is not None or tree_of(source) is None:
        return removed
    filler = Replacement(first=part.first, last=part.last, text=f"{part.indent}pass")
    return splice(source, [filler])


def _with_comments(lines: list[str], part: Part) -> int:
    """Find the first of the comment lines that belong to a definition."""
    first = part.first
    while first > 0 and _is_comment(lines[first - 1], part.indent):
        first -= 1
    return first


def _is_comment(line: str, indent: str) -> bool:
    is_at_indent = line.startswith(f"{indent}#") and not line.startswith("#!")
    return is_at_indent and BANNER.search(line) is None


def _skip_blank(lines: list[str], line: int) -> int:
    while line < len(lines) and not lines[line].strip():
        line += 1
    return line


def _skip_blank_back(lines: list[str], line: int) -> int:
    while line > 0 and not lines[line - 1].strip():
        line -= 1
    return line


def _is_left_of(line: str, indent: str) -> bool:
    return not line.startswith(indent)


def _edited(task: Task, unit: Unit, *, after: str | None) -> Edited:
    edit = edit_of(task, unit, after)
    return Edited(task=task.id, edits=(edit,), gates=(BY_CODE,))
