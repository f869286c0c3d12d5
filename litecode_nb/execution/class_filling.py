"""A reply that holds only some members of a class: put each where it belongs."""

import re

from litecode_nb.execution.filled import Filled, found_in
from litecode_nb.execution.formats import Replacement
from litecode_nb.execution.imports import imports_in
from litecode_nb.execution.indents import indent_of, indented
from litecode_nb.execution.mentions import words_of
from litecode_nb.execution.sections import Part, PartKind, definition_parts

TAKES_SELF = re.compile(r"def \w+\(\s*(?:self|cls)\b")
STEP = "    "


def is_class_fragment(part: Part, code: str, instruction: str) -> bool:
    """Whether a reply leaves out methods of a class that nobody mentioned.

    It is none if it changes anything of the class but methods.
    """
    if part.kind is not PartKind.CLASS:
        return False
    found = found_in(part, code)
    if found is None:
        return any(TAKES_SELF.search(each.text) for each in _loose(code))
    old = {each.own_name for each in _members(part.own_name, part.text)}
    new = {each.own_name for each in _members(part.own_name, found.text)}
    lost = old - new - words_of(instruction)
    return bool(lost) and _has_no_new_rest(part.text, found.text)


def fill_class(source: str, part: Part, code: str) -> Filled:
    """Replace the methods that a reply holds, and add new ones at the class's end."""
    known = {p.name: p for p in definition_parts(source)}
    indent = _member_indent(source, part)
    found = found_in(part, code)
    new = _loose(code) if found is None else _members(part.own_name, found.text)
    made = []
    for each in new:
        old = known.get(f"{part.name}.{each.own_name}")
        text = indented(each.text, indent)
        at = Replacement(first=part.last, last=part.last, text="\n" + text)
        if old is not None:
            at = Replacement(first=old.first, last=old.last, text=text)
        made.append(at)
    return Filled(
        replacements=tuple(made),
        imports=imports_in(code),
        texts=tuple(each.text for each in new),
    )


def _members(name: str, code: str) -> tuple[Part, ...]:
    """The direct methods of a class."""
    return tuple(part for part in definition_parts(code) if part.owner == name)


def _loose(code: str) -> tuple[Part, ...]:
    """Functions at the margin."""
    every = definition_parts(code)
    return tuple(part for part in every if part.kind is PartKind.FUNCTION)


def _has_no_new_rest(old: str, new: str) -> bool:
    """Whether all lines of a class outside of its methods stood there before."""
    known = {line.strip() for line in old.split("\n")}
    inner = definition_parts(new)
    in_methods = {n for p in inner if p.owner for n in range(p.first, p.last)}
    rest = [
        line.strip() for n, line in enumerate(new.split("\n")) if n not in in_methods
    ]
    return all(line in known or line.startswith("#") for line in rest)


def _member_indent(source: str, part: Part) -> str:
    """The indentation of a class's members in its unit."""
    lines = source.split("\n")[part.first : part.last]
    head = next((n for n, line in enumerate(lines) if "class " in line), 0)
    within = (indent_of(line) for line in lines[head + 1 :] if line.strip())
    inner = next((indent for indent in within if len(indent) > len(part.indent)), None)
    return part.indent + STEP if inner is None else inner
