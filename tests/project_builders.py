"""Project maps and requests, so that a test shows only what matters to it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from builders import WordCounter
from litecode_nb.documents.opening import open_document
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.domain.request import Request
from litecode_nb.project.linking import linked
from litecode_nb.project.outlining import outline

Cell = str | tuple[str, str]


def a_notebook(*cells: Cell, language: str = "python") -> bytes:
    """A notebook of code cells, or of pairs of a kind and a source; ids `id1` on."""
    document = {
        "cells": [_cell(cell, number) for number, cell in enumerate(cells, start=1)],
        "metadata": {"language_info": {"name": language}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document).encode()


def a_project(
    files: Mapping[str, str | Sequence[Cell]],
    *,
    running: str | None = None,
    other_files: Sequence[str] = (),
    name: str = "shop",
) -> ProjectMap:
    """A map of modules (texts) and notebooks (lists of cells), by their paths."""
    outlines = (_outlined(path, content) for path, content in sorted(files.items()))
    return ProjectMap(
        name=name,
        documents=tuple(
            replace(each, is_running=each.path == running) for each in linked(outlines)
        ),
        other_files=tuple(DocumentPath(path) for path in other_files),
    )


def asked(instruction: str, *, cell: str | None = None) -> Request:
    """A request, perhaps written in the cell of an id."""
    return Request(instruction=instruction, origin_cell=UnitId(cell) if cell else None)


def _outlined(path: str, content: str | Sequence[Cell]) -> DocumentOutline:
    data = content.encode() if isinstance(content, str) else a_notebook(*content)
    return outline(open_document(DocumentPath(path), data), WordCounter())


def _cell(cell: Cell, number: int) -> dict[str, object]:
    kind, source = ("code", cell) if isinstance(cell, str) else cell
    common = {"cell_type": kind, "id": f"id{number}", "metadata": {}, "source": source}
    return common | ({"execution_count": None, "outputs": []} if kind == "code" else {})
