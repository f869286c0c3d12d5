"""Trust in notebooks: Jupyter shows active outputs only of what a person's key signed.

Nothing here fails its caller: a notebook whose trust cannot be told is not trusted.
"""

import logging
import sqlite3
import warnings
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import nbformat
from jupyter_core.paths import jupyter_data_dir
from nbformat.sign import NotebookNotary

# What nbformat, its schema and its database raise on odd notebooks and odd systems.
_FAILURES = (
    AssertionError,
    AttributeError,
    KeyError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    nbformat.ValidationError,
    sqlite3.Error,
)
_log = logging.getLogger(__name__)


def is_trusted(data: bytes) -> bool:
    """Whether the person's Jupyter has signed exactly this notebook.

    Where Jupyter has not made a key yet, nothing is trusted, and no key is made.
    """
    folder = Path(jupyter_data_dir())
    if not (folder / "notebook_secret").is_file():
        return False
    return _asked(folder, data, NotebookNotary.check_signature) is True


def sign(data: bytes) -> None:
    """Sign a notebook in the person's name; call it only for what was trusted."""
    _asked(Path(jupyter_data_dir()), data, NotebookNotary.sign)


def _asked(folder: Path, data: bytes, ask: Callable[[Any, Any], object]) -> object:
    """Ask the notary about a notebook; None where that fails."""
    # Before nbformat 5.11 a notary has no `close` of its own, only its store has.
    make_notary: Callable[..., Any] = NotebookNotary
    try:
        notary = make_notary(data_dir=str(folder))
        with closing(notary.store):
            return ask(notary, _node(data))
    except _FAILURES as failure:
        _log.info("The notebook's signature is left as it is: %s", failure)
        return None


def _node(data: bytes) -> Any:
    """Read a notebook as the Jupyter server does, but without its warnings.

    nbformat warns of missing ids, which it invents anew at each reading.
    """
    read: Callable[..., Any] = nbformat.reads
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return read(data.decode("utf-8"), as_version=4)
