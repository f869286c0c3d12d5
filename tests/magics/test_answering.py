"""Writes what was accepted: an open notebook is not written over unless forced."""

from pathlib import Path

import pytest

from builders import a_change_set, an_edit
from litecode_magics.answering import Consent, make_again, take_back
from litecode_magics.notebook_context import NotebookContext
from litecode_nb.domain.edit import ChangeSet
from litecode_nb.errors import DocumentIsOpen
from litecode_nb.session import Session
from sample_tree import NOTEBOOK, a_cell_edit, a_project


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session.open(a_project(tmp_path), environment={})


@pytest.fixture
def consent(tmp_path: Path) -> Consent:
    """Given in the project's notebook, which is open."""
    return Consent(context=NotebookContext(path=tmp_path / NOTEBOOK))


def of_the_module() -> ChangeSet:
    return a_change_set(an_edit("print('old')\n", "1", document="old.py"))


def of_the_notebook() -> ChangeSet:
    return a_change_set(a_cell_edit("cell0", "a = 1", "a = 10"))


def test_an_undo_of_the_open_notebook_is_refused(
    session: Session, consent: Consent
) -> None:
    session.apply(of_the_notebook())
    with pytest.raises(DocumentIsOpen):
        take_back(session, consent)


def test_a_redo_of_the_open_notebook_is_refused(
    session: Session, consent: Consent
) -> None:
    session.apply(of_the_module())
    session.undo()
    session.apply(of_the_notebook())
    session.undo()
    with pytest.raises(DocumentIsOpen):
        make_again(session, consent)


def test_a_redo_beside_the_open_notebook_is_written(
    session: Session, consent: Consent
) -> None:
    session.apply(of_the_notebook())
    session.undo()
    session.apply(of_the_module())
    session.undo()
    make_again(session, consent)
    assert (session.root / "old.py").read_text(encoding="utf-8") == "1"
