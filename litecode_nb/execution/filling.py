"""Turn a reply's code into replacements: each part's new text, and nothing else."""

import re
from collections.abc import Iterable, Sequence

from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.execution.class_filling import fill_class, is_class_fragment
from litecode_nb.execution.filled import Filled, Problem, found_in
from litecode_nb.execution.formats import Replacement
from litecode_nb.execution.imports import imports_in
from litecode_nb.execution.indents import in_steps_of, indented, mended
from litecode_nb.execution.mentions import words_of
from litecode_nb.execution.sections import (
    Part,
    PartKind,
    as_statement,
    definition_parts,
    outermost,
)
from litecode_nb.execution.statements import (
    Statement,
    StatementKind,
    names_of,
    statements,
)

NEVER_MOVED = frozenset(
    {StatementKind.IMPORT, StatementKind.DOCSTRING, StatementKind.MAIN_GUARD}
)
OUTSIDE_DEFINITIONS = frozenset(
    {StatementKind.OTHER, StatementKind.MAIN_GUARD, StatementKind.MAGIC}
)
NAMING = re.compile(
    r"renam|\bname\b|\bcall (?:it|this|the)\b|benenn|heißen|heisst", re.IGNORECASE
)
COMMENT = re.compile(r"\bcomment|\bkommentar", re.IGNORECASE)


def readable(code: str, part: Part) -> str:
    """Give the code in a form that parses, if a lost indentation is all that is wrong.

    Its steps of indentation become those of the shown code.
    """
    ways = mended(code, part.indent)
    fit = next((way for way in ways if tree_of(way) is not None), code)
    stepped = in_steps_of(part.text, fit)
    return stepped if tree_of(stepped) is not None else fit


def fill_definitions(
    source: str, parts: Sequence[Part], code: str, instruction: str
) -> Filled | Problem:
    """Take the shown definitions out of a reply, whatever else it repeats.

    What the reply makes anew and the definitions use goes along. A definition that is
    missing stays as it is, if several were shown.
    """
    if len(parts) == 1 and is_class_fragment(parts[0], code, instruction):
        return fill_class(source, parts[0], code)
    found = {part: found_in(part, code) for part in parts}
    if not any(found.values()):
        renamed = _renamed(source, parts, code, instruction)
        if renamed is None:
            return Problem(reason=_missing(parts))
        found[parts[0]] = renamed
    taken = {part: each for part, each in found.items() if each is not None}
    changed = [
        Replacement(
            first=part.first,
            last=part.last,
            text=_placed(_with_comments(each, code, instruction), part),
        )
        for part, each in taken.items()
    ]
    extras = _extras(source, code, list(taken.values()), instruction)
    extras += _new_methods(source, code, list(taken.values()), instruction)
    texts = [each.text for each in taken.values()]
    return Filled(
        replacements=(*changed, *_beside(source, parts[-1], extras)),
        imports=imports_in(code),
        texts=(*texts, *(each.text for each in extras)),
    )


def fill_statements(source: str, part: Part, code: str) -> Filled:
    """Take the new statements of a run, but no definition that stands elsewhere."""
    elsewhere = {p.name for p in definition_parts(source)}
    is_imports = part.kind is PartKind.IMPORTS
    kept = [
        statement
        for statement in statements(code)
        if statement.name not in elsewhere
        and (is_imports or statement.kind is not StatementKind.IMPORT)
        and (statement.kind is not StatementKind.MAIN_GUARD or _is_guard(part))
    ]
    text = _only(code, kept)
    return Filled(
        replacements=(Replacement(first=part.first, last=part.last, text=text),),
        imports=() if is_imports else imports_in(code),
        texts=(text,),
    )


def fill_whole(source: str, part: Part, code: str, instruction: str) -> Filled:
    """Take the code as the whole unit, or put a fragment where it belongs.

    A reply that is nothing but some of the unit's definitions is such a fragment:
    small models write the changed function although all of it was asked for.
    """
    known = definition_parts(source)
    classes = [p for p in outermost(known) if is_class_fragment(p, code, instruction)]
    if len(classes) == 1:
        return fill_class(source, classes[0], code)
    own = outermost(p for p in known if found_in(p, code) is not None)
    if own and _is_fragment(source, code, instruction):
        fragment = fill_definitions(source, own, code, instruction)
        if isinstance(fragment, Filled):
            return fragment
    replacement = Replacement(first=part.first, last=part.last, text=code)
    return Filled(replacements=(replacement,), texts=(code,))


def _is_fragment(source: str, code: str, instruction: str) -> bool:
    """Whether a reply leaves out statements or definitions that nobody mentioned."""
    new, old = statements(code), statements(source)
    if any(s.kind is StatementKind.OTHER for s in new):
        return False
    lost = names_of(old) - names_of(new) - words_of(instruction)
    return bool(lost) or any(s.kind in OUTSIDE_DEFINITIONS for s in old)


def _renamed(
    source: str, parts: Sequence[Part], code: str, instruction: str
) -> Part | None:
    """Find what a part was renamed to: the one new definition that was asked for."""
    if not NAMING.search(instruction):
        return None
    known = {part.own_name for part in definition_parts(source)}
    asked = words_of(instruction)
    new = [
        p for p in definition_parts(code) if not p.owner or p.owner == parts[0].owner
    ]
    fresh = [p for p in new if p.own_name not in known and p.own_name in asked]
    return fresh[0] if len(parts) == len(fresh) == 1 else None


def _missing(parts: Sequence[Part]) -> str:
    names = ", ".join(part.label for part in parts)
    return f"{names} is missing from it. Write all of {names}, with the change made."


def _with_comments(part: Part, code: str, instruction: str) -> str:
    """Take comments above a definition along only if the task is about comments."""
    if not COMMENT.search(instruction):
        return part.text
    lines = code.split("\n")
    first = part.first
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    above = [line.strip() for line in lines[first : part.first]]
    return "\n".join([*above, part.text])


def _placed(text: str, part: Part) -> str:
    """Put new text to where the old stood; some could not be shown at the margin."""
    is_at_margin = not text.startswith((" ", "\t"))
    return indented(text, part.indent) if is_at_margin else text


def _extras(
    source: str, code: str, taken: Sequence[Part], instruction: str
) -> list[Statement]:
    """Find what the reply makes anew, if the new code or the task needs it."""
    known = {name for s in statements(source) for name in s.defines}
    lines = {number for part in taken for number in range(part.first, part.last)}
    offered = [
        statement
        for statement in statements(code)
        if statement.kind not in NEVER_MOVED
        and statement.first not in lines
        and not any(statement.first <= part.first < statement.last for part in taken)
        and not statement.defines & known
        and statement.defines
    ]
    words = words_of(instruction) | {w for part in taken for w in words_of(part.text)}
    return _needed(offered, words)


def _new_methods(
    source: str, code: str, taken: Sequence[Part], instruction: str
) -> list[Statement]:
    """Find new methods, where the reply wrapped a method into its class again."""
    owners = {part.owner for part in taken if part.owner}
    known = {part.name for part in definition_parts(source)}
    words = words_of(instruction) | {w for part in taken for w in words_of(part.text)}
    return [
        as_statement(part)
        for part in definition_parts(code)
        if part.owner in owners and part.name not in known and part.own_name in words
    ]


def _needed(offered: list[Statement], words: frozenset[str]) -> list[Statement]:
    """Give the statements that are used, directly or by others that are."""
    needed: list[Statement] = []
    used = set(words)
    for _ in offered:
        more = [s for s in offered if s not in needed and s.defines & used]
        needed += more
        used |= {word for s in more for word in words_of(s.text)}
    return [statement for statement in offered if statement in needed]


def _beside(
    source: str, part: Part, extras: Iterable[Statement]
) -> tuple[Replacement, ...]:
    """Put new helpers before the top-level definition that uses them.

    A function whose first parameter is `self` goes behind the method that uses it.
    """
    made: list[Replacement] = []
    for extra in extras:
        if part.owner and re.search(r"def \w+\(\s*(?:self|cls)\b", extra.text):
            text = "\n" + indented(extra.text, part.indent)
            made.append(Replacement(first=part.last, last=part.last, text=text))
            continue
        at = _top_line(source, part)
        gap = "\n\n" if extra.kind is StatementKind.DEFINITION else "\n"
        made.append(Replacement(first=at, last=at, text=extra.text + gap))
    return tuple(made)


def _top_line(source: str, part: Part) -> int:
    """Find the first line of the top-level statement that a part stands in."""
    holders = (s for s in statements(source) if s.first <= part.first < s.last)
    return next((holder.first for holder in holders), part.first)


def _only(code: str, kept: Sequence[Statement]) -> str:
    """Cut all other statements out of a code; comments between stay."""
    lines = code.split("\n")
    dropped = {
        number
        for statement in statements(code)
        if statement not in kept
        for number in range(statement.first, statement.last)
    }
    text = "\n".join(line for n, line in enumerate(lines) if n not in dropped)
    return re.sub(r"\n{4,}", "\n\n\n", text).strip("\n")


def _is_guard(part: Part) -> bool:
    return part.kind is PartKind.MAIN_GUARD
