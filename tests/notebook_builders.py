"""Notebook files as they are found in the world: any version, layout and escape."""

import codecs
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotebookStyle:
    """How a notebook file is written; the defaults are nbformat's own."""

    minor: int = 5
    indent: int | str | None = 1
    has_ascii_escapes: bool = False
    has_source_lists: bool = True
    has_sorted_keys: bool = True
    has_mark: bool = False
    line_end: str = "\n"
    final: str = "\n"


NBFORMAT_STYLE = NotebookStyle()


def a_code_cell(source: str | list[str] = "a = 1", **more: Any) -> JsonObject:
    members: JsonObject = {"execution_count": None, "metadata": {}, "outputs": []}
    return {"cell_type": "code", **members, "source": source, **more}


def a_markdown_cell(source: str | list[str] = "# Title", **more: Any) -> JsonObject:
    return {"cell_type": "markdown", "metadata": {}, "source": source, **more}


def a_raw_cell(source: str | list[str] = "as it is", **more: Any) -> JsonObject:
    return {"cell_type": "raw", "metadata": {}, "source": source, **more}


def a_notebook(
    *cells: JsonObject, style: NotebookStyle = NBFORMAT_STYLE, **more: Any
) -> bytes:
    """Write a notebook file; sources that are strings are put into the style's form."""
    root = {
        "cells": [_with_source_form(cell, style) for cell in cells],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": style.minor,
    }
    return written(root | more, style)


def written(root: Any, style: NotebookStyle = NBFORMAT_STYLE) -> bytes:
    """Write any JSON value in a style."""
    text = json.dumps(
        root,
        indent=style.indent,
        ensure_ascii=style.has_ascii_escapes,
        sort_keys=style.has_sorted_keys,
    )
    text = text.replace("\n", style.line_end) + style.final
    data = text.encode("utf-8")
    return codecs.BOM_UTF8 + data if style.has_mark else data


def with_ids(cells: Sequence[JsonObject]) -> list[JsonObject]:
    """Give each cell an id: `id0`, `id1` and so on."""
    return [cell | {"id": f"id{number}"} for number, cell in enumerate(cells)]


def source_lines(source: str) -> list[str]:
    """Split at line feeds only, each line with its end."""
    return re.findall(r"[^\n]*\n|[^\n]+", source)


def _with_source_form(cell: JsonObject, style: NotebookStyle) -> JsonObject:
    source = cell.get("source")
    if not style.has_source_lists or not isinstance(source, str):
        return cell
    return cell | {"source": source_lines(source)}
