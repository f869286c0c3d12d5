"""Where a cell has IPython's own syntax: magics, shell lines, help requests."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from litecode_nb.documents.python_lines import end_of, logical_line, next_line
from litecode_nb.documents.python_parsing import parse_plain

# Cell magics whose body is Python that runs in the notebook's own namespace.
_PYTHON_BODIED = frozenset(
    {
        "capture",
        "debug",
        "memit",
        "memray_flamegraph",
        "prun",
        "pyinstrument",
        "scalene",
        "snakeviz",
        "time",
        "timeit",
        "wandb",
    }
)
_CELL_MAGIC = re.compile(
    r"(?:[ \t\f]*(?:\r\n|\r|\n))*+(?P<magic>[ \t\f]*%%)(?P<name>[^\s]*)"
    r"[^\r\n]*(?:\r\n|\r|\n|\Z)"
)
_ESCAPED = re.compile(r"[ \t\f]*(?=[%!?,;/])")
_ASSIGNED = re.compile(
    r"""(?:[^=\r\n#'"!<>%]|'[^'\r\n]*'|"[^"\r\n]*")++=[ \t]*(?=[%!])"""
)
_TIMED = re.compile(
    r"%(?:time|timeit|prun|memit)(?:[ \t]+-[A-Za-z]+(?:[ \t]*\d+)?)*[ \t]+(?=[^\s-])"
)
_HELP = re.compile(r"[\w*](?:\[-?[0-9]+\])*\?\??[ \t\f]*\Z")
_REST = re.compile(r"[^\r\n]*+(?:(?<=\\)(?:\r\n|\r|\n)[^\r\n]*+)*+")
_BLANKS = re.compile(r"[ \t\f]*")
LONGEST_HELP = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Some Python, and the IPython part that follows it; empty at the end."""

    plain: str
    special: str = ""
    is_before_python: bool = False


def opaque_start(source: str) -> int | None:
    """Find where a cell magic stands whose body is not Python of the notebook."""
    at = 0
    while found := _CELL_MAGIC.match(source, at):
        if found.group("name") not in _PYTHON_BODIED:
            return found.start("magic")
        at = found.end()
    return None


def pieces(source: str) -> Iterator[Piece]:
    """Divide a source into Python and IPython parts; all of it, in order."""
    opaque = opaque_start(source)
    end = len(source) if opaque is None else opaque
    done = at = 0
    while at < end:
        start, stop = _special(source, at)
        if start < stop:
            is_timed = _timed_end(source, start) == stop
            yield Piece(
                plain=source[done:start],
                special=source[start:stop],
                is_before_python=is_timed,
            )
            done = stop
        at = next_line(source, stop)
    last = max(len(source.rstrip("\r\n")), end)
    yield Piece(plain=source[done:end], special=source[end:last])
    yield Piece(plain=source[last:])


def _special(source: str, at: int) -> tuple[int, int]:
    """Find the IPython part of the logical line that begins at `at`.

    Where it has none, both offsets are the end of the line.
    """
    escaped = _ESCAPED.match(source, at)
    if escaped is not None:
        start = escaped.end()
        return start, _timed_end(source, start) or _rest_end(source, start)
    assigned = _ASSIGNED.match(source, at)
    if assigned is not None:
        return assigned.end(), _rest_end(source, assigned.end())
    stop, last = logical_line(source, at)
    nearest = source[max(at, stop - LONGEST_HELP) : stop]
    is_help = last == "?" and _HELP.search(nearest) is not None
    return (end_of(_BLANKS, source, at) if is_help else stop), stop


def _timed_end(source: str, start: int) -> int | None:
    """Find where the statement begins that `%time` or the like runs."""
    found = _TIMED.match(source, start)
    if found is None:
        return None
    statement = source[found.end() : _rest_end(source, found.end())]
    return found.end() if _is_simple(statement) else None


def _is_simple(statement: str) -> bool:
    """Whether a text can follow another statement on the same line."""
    try:
        parse_plain(f"0;{statement}")
    except SyntaxError:
        return False
    return True


def _rest_end(source: str, start: int) -> int:
    """Find the end of a line, with those that a backslash joins to it."""
    return end_of(_REST, source, start)
