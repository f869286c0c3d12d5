"""Whether a text is a notebook that can be edited, and if not, why."""

import json
import re

from litecode_nb.documents.json_scanning import Node, scan
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import UnreadableDocument

FORMAT = 4
DEPTH_OF_CELL_MEMBERS = 3
_NUMBER = re.compile(r"[0-9]{1,9}")
_MERGE_MARKER = re.compile(r"^<{7} ", re.MULTILINE)


def read_root(path: DocumentPath, text: str) -> Node:
    """Scan a notebook of format 4, down to the members of its cells.

    Raises:
        UnreadableDocument: The text is no such notebook.
    """
    root = _scanned(path, text)
    _check_format(path, text, root)
    return root


def cells_in(path: DocumentPath, text: str, root: Node) -> Node:
    """Give the list of cells.

    Raises:
        UnreadableDocument: There is none.
    """
    array = root.child("cells")
    if array is None or text[array.start] != "[":
        raise _not_a_notebook(path, "it has no list of cells")
    return array


def whole_number(text: str, node: Node | None) -> int | None:
    """Give a number that has digits only; None where there is no such node."""
    raw = "" if node is None else text[node.start : node.end]
    return int(raw) if _NUMBER.fullmatch(raw) else None


def _scanned(path: DocumentPath, text: str) -> Node:
    if not text.strip():
        message = (
            f"`{path}` is empty. If it is being saved just now, try again; otherwise "
            "restore it, or delete it and create it anew."
        )
        raise UnreadableDocument(message)
    try:
        return scan(text, depth=DEPTH_OF_CELL_MEMBERS)
    except RecursionError as error:
        raise _not_a_notebook(path, "its JSON is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise _broken(path, text, error) from error


def _broken(
    path: DocumentPath, text: str, error: json.JSONDecodeError
) -> UnreadableDocument:
    if _MERGE_MARKER.search(text):
        return UnreadableDocument(
            f"`{path}` holds the marks of a merge conflict. Resolve the conflict first."
        )
    return UnreadableDocument(
        f"`{path}` is not valid JSON: {error.msg} at line {error.lineno}, column "
        f"{error.colno}. If it is being saved just now, try again; otherwise repair it."
    )


def _check_format(path: DocumentPath, text: str, root: Node) -> None:
    number = whole_number(text, root.child("nbformat"))
    if number is None:
        raise _not_a_notebook(path, "it says no format number (`nbformat`)")
    if number < FORMAT:
        message = (
            f"`{path}` has the old notebook format {number}; only format 4 can be "
            "edited. Open it in Jupyter and save it, which converts it."
        )
        raise UnreadableDocument(message)
    if number > FORMAT:
        message = (
            f"`{path}` has the notebook format {number}, which is newer than format 4. "
            "Update litecode-nb, or save the notebook in format 4."
        )
        raise UnreadableDocument(message)


def _not_a_notebook(path: DocumentPath, why: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"`{path}` is no notebook: {why}. Check the file, or give it another name."
    )
