"""From bytes to a document, by the ending of its name."""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from litecode_nb.documents.base import Document
from litecode_nb.documents.module import new_module, read_module
from litecode_nb.documents.notebook import new_notebook, read_notebook
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.errors import UnreadableDocument

_READERS: Mapping[str, Callable[[DocumentPath, bytes], Document]] = {
    ".ipynb": read_notebook,
    ".py": read_module,
}
_MAKERS: Mapping[str, Callable[[DocumentPath], Document]] = {
    ".ipynb": new_notebook,
    ".py": new_module,
}


def is_document(path: str) -> bool:
    """Whether a file's name says that it is a notebook or a module."""
    return PurePosixPath(path).suffix in _READERS


def open_document(path: DocumentPath, data: bytes) -> Document:
    """Read a notebook or a module from its bytes.

    Raises:
        UnreadableDocument: The bytes are not what the name promises.
    """
    _check_name(path)
    return _READERS[PurePosixPath(path).suffix](path, data)


def new_document(path: DocumentPath) -> Document:
    """Give the document that a file will hold which is not there yet.

    A module has no bytes and no unit; a notebook is valid and has no cells.

    Raises:
        UnreadableDocument: The name is neither a notebook's nor a module's.
    """
    _check_name(path)
    return _MAKERS[PurePosixPath(path).suffix](path)


def _check_name(path: DocumentPath) -> None:
    if not is_document(path):
        message = (
            f"`{path}` is neither a notebook (.ipynb) nor a Python module (.py); other "
            "files are not edited."
        )
        raise UnreadableDocument(message)
