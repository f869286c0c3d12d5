"""The workspace shows each task what the tasks before it left, and writes nothing."""

from pathlib import Path

import pytest

from builders import a_task, an_edit
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.plan import Action
from litecode_nb.errors import (
    NoSuchPath,
    OutsideProject,
    PlanError,
    StaleUnit,
    UnknownUnit,
)
from litecode_nb.session.workspace import Workspace

MODULE = DocumentPath("a.py")
UNIT = UnitId("a.py")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "a.py").write_text("a = 1\n", encoding="utf-8")
    return Workspace(tmp_path)


def test_a_unit_is_what_the_disk_holds(workspace: Workspace) -> None:
    assert workspace.unit(UNIT).source == "a = 1\n"


def test_a_unit_is_what_the_task_before_left(workspace: Workspace) -> None:
    workspace.record([an_edit(after="b = 1\n")])
    assert workspace.unit(UNIT).source == "b = 1\n"


def test_nothing_is_written(workspace: Workspace, tmp_path: Path) -> None:
    workspace.record([an_edit(after="b = 1\n")])
    workspace.check()
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "a = 1\n"


def test_two_edits_of_one_unit_become_one(workspace: Workspace) -> None:
    workspace.record([an_edit(after="b = 1\n"), an_edit("b = 1\n", "c = 1\n")])
    assert workspace.edits() == (an_edit(after="c = 1\n"),)


def test_a_deleted_unit_is_unknown(workspace: Workspace) -> None:
    workspace.record([an_edit(after=None)])
    with pytest.raises(UnknownUnit, match="deleted by an earlier task"):
        workspace.unit(UNIT)


def test_a_deleted_document_does_not_exist(workspace: Workspace) -> None:
    workspace.record([an_edit(after=None)])
    assert not workspace.exists(MODULE)


def test_a_created_module_can_be_edited_further(workspace: Workspace) -> None:
    workspace.record([an_edit(None, "x = 1\n", document="new.py")])
    task = a_task(action=Action.CREATE, document="new.py", unit=None)
    unit = workspace.unit_of(task)
    assert unit is not None
    assert unit.source == "x = 1\n"


def test_a_module_to_be_created_has_no_unit(workspace: Workspace) -> None:
    task = a_task(action=Action.CREATE, document="new.py", unit=None)
    assert workspace.unit_of(task) is None


def test_creating_in_a_module_works_on_the_module(workspace: Workspace) -> None:
    task = a_task(action=Action.CREATE, document="a.py", unit=None)
    unit = workspace.unit_of(task)
    assert unit is not None
    assert unit.source == "a = 1\n"


def test_a_missing_document_is_named(workspace: Workspace) -> None:
    with pytest.raises(NoSuchPath, match=r"`b\.py` is not in this project"):
        workspace.unit(UnitId("b.py"))


def test_a_path_out_of_the_project_is_refused(workspace: Workspace) -> None:
    with pytest.raises(OutsideProject):
        workspace.unit(UnitId("../b.py"))


def test_bytes_of_an_open_document_stand_for_the_disk(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 1\n", encoding="utf-8")
    workspace = Workspace(tmp_path, {MODULE: b"live = 1\n"})
    assert workspace.unit(UNIT).source == "live = 1\n"


def test_edits_that_do_not_fit_together_are_refused(workspace: Workspace) -> None:
    workspace.record([an_edit("other = 1\n", "b = 1\n")])
    with pytest.raises(StaleUnit):
        workspace.check()


def test_a_plan_does_not_empty_a_document(workspace: Workspace) -> None:
    workspace.record([an_edit(after="\n")])
    with pytest.raises(PlanError, match="leave nothing in"):
        workspace.check()
