"""Addresses of units: the document is found in them."""

import pytest

from litecode_nb.domain.ids import UnitId, document_of


@pytest.mark.parametrize(
    ("unit", "document"),
    [
        ("src/load.py", "src/load.py"),
        ("a.ipynb#id0", "a.ipynb"),
        ("a.ipynb#3~ca978112", "a.ipynb"),
        ("C#/a.py", "C#/a.py"),
        ("C#/a.ipynb#id0", "C#/a.ipynb"),
        ("a#b.ipynb", "a#b.ipynb"),
        ("a.ipynb#b.ipynb", "a.ipynb#b.ipynb"),
        ("a.ipynb#b.ipynb#id0", "a.ipynb#b.ipynb"),
        ("old.ipynb#1/a.py", "old.ipynb#1/a.py"),
    ],
)
def test_the_document_of_a_unit_is_in_its_address(unit: str, document: str) -> None:
    assert document_of(UnitId(unit)) == document
