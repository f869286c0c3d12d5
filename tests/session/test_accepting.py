"""What was accepted is written, and an open notebook is not among it."""

import pytest

from builders import a_change_set, an_edit
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.errors import ChangeError, DocumentIsOpen
from litecode_nb.session.accepting import accepted, memory_entry

BOTH = a_change_set(an_edit(), an_edit(document="b.py"))


def test_all_is_accepted_unless_something_was_chosen() -> None:
    assert accepted(BOTH, None, ()) == BOTH


def test_only_what_was_chosen_is_accepted() -> None:
    chosen = accepted(BOTH, [UnitId("b.py")], ())
    assert chosen.documents == ("b.py",)


def test_choosing_nothing_is_an_error() -> None:
    with pytest.raises(ChangeError, match="No change was chosen"):
        accepted(BOTH, [], ())


def test_an_open_document_bars_all_of_it() -> None:
    with pytest.raises(DocumentIsOpen, match=r"b\.py is open"):
        accepted(BOTH, None, [DocumentPath("b.py")])


def test_an_open_document_that_was_not_chosen_bars_nothing() -> None:
    chosen = accepted(BOTH, [UnitId("a.py")], [DocumentPath("b.py")])
    assert chosen.documents == ("a.py",)


def test_the_memory_tells_request_and_units() -> None:
    entry = memory_entry(BOTH)
    assert (entry.instruction, entry.units) == (BOTH.instruction, ("a.py", "b.py"))
