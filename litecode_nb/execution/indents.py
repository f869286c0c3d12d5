"""Indentation: a model sees code at the margin, its document has it further in."""

import re
from collections.abc import Sequence
from itertools import pairwise

LEADING = re.compile(r"[ \t]*")


def at_margin(text: str, indent: str) -> str:
    """Take an indentation off every line, if every line that is not blank has it.

    A string over many lines may reach further left than the code around it; then the
    text is given back as it is.
    """
    lines = text.split("\n")
    if not all(line.startswith(indent) for line in lines if line.strip()):
        return text
    return "\n".join(line.removeprefix(indent) for line in lines)


def indented(text: str, indent: str) -> str:
    """Put an indentation before every line that is not blank."""
    lines = text.split("\n")
    return "\n".join(indent + line if line.strip() else line for line in lines)


def indent_of(line: str) -> str:
    """Give a line's leading spaces and tabs."""
    found = LEADING.match(line)
    return "" if found is None else found.group()


def in_steps_of(shown: str, reply: str) -> str:
    """Give a reply the step of indentation that the shown code has.

    Models write four spaces whatever they were shown; a file with tabs or with two
    spaces would otherwise change in every line, or not run at all.
    """
    old, new = _step(shown), _step(reply)
    if old is None or new is None or old == new:
        return reply
    return "\n".join(_restepped(line, new, old) for line in reply.split("\n"))


def mended(reply: str, indent: str) -> tuple[str, ...]:
    """Give what a reply may have meant whose first line lost its indentation.

    Args:
        reply: The text as the model wrote it.
        indent: The indentation that the code has in its document.
    """
    lines = reply.split("\n")
    rest = [line for line in lines[1:] if line.strip()]
    ways = [reply, _dedented(lines)]
    if indent:
        ways.append(_dedented([indent + lines[0], *lines[1:]]))
    if rest:
        first = min((indent_of(line) for line in rest), key=len)
        ways.append(_dedented([first + lines[0].lstrip(), *lines[1:]]))
    return tuple(dict.fromkeys(ways))


def _dedented(lines: Sequence[str]) -> str:
    full = [line for line in lines if line.strip()]
    least = min((indent_of(line) for line in full), key=len, default="")
    return at_margin("\n".join(lines), least)


def _step(text: str) -> str | None:
    """Find by how much a text indents one block further; None where it never does."""
    lines = [line for line in text.split("\n") if line.strip()]
    for before, line in pairwise(lines):
        opens = before.rstrip().endswith(":")
        outer, inner = indent_of(before), indent_of(line)
        if opens and inner != outer and inner.startswith(outer):
            return inner.removeprefix(outer)
    return None


def _restepped(line: str, new: str, old: str) -> str:
    indent = indent_of(line)
    levels, rest = 0, indent
    while rest.startswith(new):
        levels, rest = levels + 1, rest.removeprefix(new)
    return old * levels + rest + line[len(indent) :]
