"""What the small nouns promise by themselves."""

from dataclasses import FrozenInstanceError

import pytest

from builders import NOON, a_plan, a_request, a_task, a_unit, an_edit
from litecode_nb.domain.diff import Hunk
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import (
    ChangeSetId,
    DocumentPath,
    TaskId,
    UnitId,
    document_of,
)
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.outcome import Answered, Failed, Outcome
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.domain.proposal import Proposal
from litecode_nb.domain.unit import UnitKind, UnitOutline


def test_a_noun_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        an_edit().after = "other"  # type: ignore[misc]  # the fact to be tested


@pytest.mark.parametrize("instruction", ["", " \n\t"])
def test_an_empty_request_cannot_be_built(instruction: str) -> None:
    with pytest.raises(ValueError, match="The request is empty"):
        a_request(instruction)


def test_a_cell_lies_in_the_document_before_the_sign() -> None:
    assert document_of(UnitId("a/b.ipynb#cell")) == "a/b.ipynb"


def test_a_module_lies_in_itself() -> None:
    assert document_of(UnitId("a/b.py")) == "a/b.py"


@pytest.mark.parametrize("unit", ["a#b.py", "c#/a.py"])
def test_a_sign_in_the_path_of_a_module_is_part_of_it(unit: str) -> None:
    assert document_of(UnitId(unit)) == unit


def test_a_sign_in_the_path_of_a_notebook_is_part_of_it() -> None:
    assert document_of(UnitId("c#/a#b.ipynb#3~0a1b2c3d")) == "c#/a#b.ipynb"


def test_a_cell_is_called_by_its_place_counted_from_one() -> None:
    unit = a_unit(document="a.ipynb", kind=UnitKind.CODE_CELL, position=0)
    assert unit.label == "a.ipynb › cell 1"


def test_a_task_is_called_by_its_section() -> None:
    task = a_task(document="src/a.py", section="Item.label")
    assert task.label == "src/a.py › Item.label"


def test_a_task_without_a_document_is_about_the_project() -> None:
    assert a_task(document="", unit=None).label == "project"


def a_memory_entry(units: int) -> MemoryEntry:
    return MemoryEntry(
        instruction="rename a",
        summary="Renamed.",
        units=tuple(UnitId(f"u{n}") for n in range(units)),
        change_set=ChangeSetId("c1"),
        made_at=NOON,
    )


def test_a_memory_entry_is_one_line() -> None:
    assert a_memory_entry(1).text == '- "rename a" → Renamed. (u0)'


def test_a_memory_entry_names_six_units_at_most() -> None:
    assert a_memory_entry(9).text.endswith("(u0, u1, u2, u3, u4, u5)")


UNIT = UnitOutline(
    id=UnitId("a.ipynb#x"), kind=UnitKind.CODE_CELL, position=0, title=""
)
MAP = ProjectMap(
    name="p",
    documents=(DocumentOutline(path=DocumentPath("a.ipynb"), units=(UNIT,)),),
)


def test_a_map_finds_documents_and_units() -> None:
    assert MAP.document(DocumentPath("a.ipynb")) is MAP.documents[0]
    assert MAP.unit(UnitId("a.ipynb#x")) is UNIT


def test_a_map_gives_none_for_what_it_has_not() -> None:
    assert MAP.document(DocumentPath("b.py")) is None
    assert MAP.unit(UnitId("b.py")) is None


def test_answers_and_failures_come_in_the_order_of_the_plan() -> None:
    plan = a_plan(*(a_task(name) for name in "abc"))
    outcomes: dict[TaskId, Outcome] = {
        TaskId("c"): Failed(task=TaskId("c"), reason=""),
        TaskId("b"): Answered(task=TaskId("b"), text="yes"),
        TaskId("a"): Answered(task=TaskId("a"), text="no"),
    }
    proposal = Proposal(
        request=a_request(),
        plan=plan,
        graph=TaskGraph(tasks=plan.tasks, waits_for={}),
        outcomes=outcomes,
        change_set=None,
    )
    assert [answer.task for answer in proposal.answers] == ["a", "b"]
    assert [failure.task for failure in proposal.failures] == ["c"]


def test_an_empty_hunk_names_the_line_before_it() -> None:
    assert Hunk(before_start=3, after_start=0, lines=()).header == "@@ -3,0 +0,0 @@"
