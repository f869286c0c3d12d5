"""A small shop's project with a scripted model, for tests of the notebook's face."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litecode_nb.domain.prompt import Prompt

LOAD = 'def read_orders(path):\n    """Read the orders."""\n    return [1, 2]\n'
STATS = 'def total(orders):\n    """Give the sum."""\n    return sum(orders)\n'
FENCE = re.compile(r"```python\n(.*?)\n?```", re.DOTALL)
QUESTION = re.compile(r"Question: |What does")
ANSWER = "It gives the **sum** of all orders."
CELLS = {
    "title": "# Orders",
    "imports": "from load import read_orders\nfrom stats import total",
    "orders": 'orders = read_orders("orders.csv")',
    "sum": 'print("Total:", total(orders))',
    "count": 'print("Total:", len(orders))',
    "ask": "%%litecode do it",
}


def make_shop(folder: Path) -> Path:
    """Make two modules and two notebooks in a folder of their own."""
    (folder / "load.py").write_text(LOAD)
    (folder / "stats.py").write_text(STATS)
    (folder / "explore.ipynb").write_text(notebook_text(CELLS))
    (folder / "other.ipynb").write_text(notebook_text({"sum": CELLS["sum"]}))
    (folder / ".litecode").mkdir()
    return folder


def notebook_text(cells: Mapping[str, str]) -> str:
    """Give a notebook's JSON, with a cell for each id."""
    rows = [_cell(name, source) for name, source in cells.items()]
    whole = {"cells": rows, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1) + "\n"


def source_of(notebook: Path, cell: str) -> str:
    """Give the source of a cell in a file."""
    rows = json.loads(notebook.read_text())["cells"]
    return next("".join(row["source"]) for row in rows if row["id"] == cell)


def bytes_of(folder: Path) -> Mapping[str, bytes]:
    """Give every file of a project but litecode's own."""
    files = (path for path in folder.rglob("*") if path.is_file())
    ours = (path for path in files if ".litecode" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in ours}


def shop_answer(prompt: Prompt) -> str:
    """Say `Sum:` instead of `Total:`, or answer a question."""
    words = prompt.messages[-1].text
    fences = FENCE.findall(words)
    if not fences or QUESTION.search(words):
        return ANSWER
    changed = fences[0].replace("Total:", "Sum:")
    return f"```python\n{changed}\n```"


def _cell(name: str, source: str) -> dict[str, Any]:
    kind = "markdown" if source.startswith("# ") else "code"
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return {**cell, "source": source.splitlines(keepends=True)}
