"""Functions and modules stay short enough to be read without scrolling."""

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for folder in ("litecode_nb", "magics")
    for path in (ROOT / folder).rglob("*.py")
    if "sample_project" not in path.parts
)
LONGEST_MODULE = 300
LONGEST_BODY = 50
MEDIAN_BODY = 8
P90_BODY = 25


def bodies() -> Iterator[tuple[str, int]]:
    """Every function with the number of lines of its body, without its docstring."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                last = body[-1].end_lineno if body else None
                size = (last or 0) - body[0].lineno + 1 if body else 0
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", size


def test_no_module_is_long() -> None:
    lines = {p: p.read_text(encoding="utf-8").count("\n") for p in SOURCES}
    long = {str(p.relative_to(ROOT)): n for p, n in lines.items() if n > LONGEST_MODULE}
    assert long == {}


def test_no_function_is_long() -> None:
    assert [(name, size) for name, size in bodies() if size > LONGEST_BODY] == []


def test_most_functions_are_short() -> None:
    sizes = sorted(size for _, size in bodies())
    assert statistics.median(sizes) <= MEDIAN_BODY
    assert sizes[int(0.9 * (len(sizes) - 1))] <= P90_BODY
