"""What a question is about: one document, one name, or one cell, without doubt."""

import re
from collections.abc import Collection
from pathlib import PurePosixPath

from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.domain.unit import UnitOutline
from litecode_nb.project.cell_words import cells_in

_NOUNS = r"(?:notebook|module|file|script|modul|datei|skript)"
_KINDS = (
    r"(?:functions?|methods?|class|variables?|constants?|names?|funktion|methode|klasse|"
    r"variable|konstante)"
)
_ARTICLES = r"(?:the|this|that|my|our|das|der|die|dem|den|des|dieses|diesem|dieser)"
_THE_DOCUMENT = re.compile(
    rf"(?:{_ARTICLES} )?(?:{_NOUNS} )?(?P<name>.*?)(?: {_NOUNS})?", re.IGNORECASE
)
_THE_NOTEBOOK = re.compile(rf"(?:{_ARTICLES} )?notebooks?", re.IGNORECASE)
_THE_NAME = re.compile(
    rf"(?:{_ARTICLES} )?(?:{_KINDS} )?(?P<name>.*?)(?: {_KINDS})?", re.IGNORECASE
)


def document_meant(about: str, project: ProjectMap) -> DocumentOutline | None:
    """Find the one document that some words mean; none where there could be two."""
    if not about or _THE_NOTEBOOK.fullmatch(about):
        return notebook_meant(project)
    found = _THE_DOCUMENT.fullmatch(about)
    name = found["name"].strip("`'\"") if found else about
    matches = [each for each in project.documents if _is_named(each.path, name)]
    exact = [each for each in matches if each.path == name]
    return (exact or matches)[0] if len(exact or matches) == 1 else None


def notebook_meant(project: ProjectMap) -> DocumentOutline | None:
    """Give the running notebook, or the only one."""
    notebooks = [each for each in project.documents if each.is_notebook]
    running = [each for each in notebooks if each.is_running]
    return (running or notebooks)[0] if len(running or notebooks) == 1 else None


def name_meant(about: str, known: Collection[str]) -> str | None:
    """Find the one name that some words mean; `label` means the only `….label`."""
    found = _THE_NAME.fullmatch(about)
    name = (found["name"] if found else about).strip("`'\"").removesuffix("()")
    if name in known:
        return name
    methods = [each for each in known if each.endswith(f".{name}")]
    return methods[0] if len(methods) == 1 else None


def cell_meant(about: str, project: ProjectMap) -> UnitOutline | None:
    """Find the one cell that some words mean, such as "the third cell"."""
    notebook = notebook_meant(project)
    bare = re.sub(rf"^{_ARTICLES} ", "", about, flags=re.IGNORECASE)
    pointers = cells_in(bare, notebook.units, None) if notebook else ()
    is_clear = len(pointers) == 1 and pointers[0].phrase == bare
    return pointers[0].cells[0] if is_clear and len(pointers[0].cells) == 1 else None


def _is_named(path: str, name: str) -> bool:
    wanted = PurePosixPath(name.replace("\\", "/").removeprefix("./"))
    if not wanted.parts:
        return False
    every = (PurePosixPath(path), PurePosixPath(path).with_suffix(""))
    return any(each.parts[-len(wanted.parts) :] == wanted.parts for each in every)
