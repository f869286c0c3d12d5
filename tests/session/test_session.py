"""The whole road: a request becomes a proposal, and a proposal becomes bytes."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import a_request
from litecode_nb.domain.events import Event, Mapped, Planned, Proposed, TaskEnded
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.prompt import Prompt
from litecode_nb.domain.request import Intent, Request
from litecode_nb.errors import DocumentIsOpen, NoSuchPath, NothingToUndo
from litecode_nb.llm.scripted import ScriptedModel
from litecode_nb.session import Session
from notebook_builders import a_code_cell, a_notebook

pytestmark = pytest.mark.usefixtures("own_user_files")

MODULE = '''"""Numbers."""


def total(rows):
    return sum(rows)


def mean(rows):
    return sum(rows) / len(rows)
'''
NOTEBOOK = a_notebook(
    a_code_cell("from stats import mean, total", id="imports"),
    a_code_cell("rows = [1, 2, 3]\ntotal(rows)", id="rows"),
)
RENAME = "rename total to grand_total everywhere"
Open = Callable[[ScriptedModel], Session]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "stats.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "explore.ipynb").write_bytes(NOTEBOOK)
    return tmp_path


@pytest.fixture
def opened(root: Path) -> Open:
    return lambda model: Session.open(root, model=model, environment={})


def edits_mean(prompt: Prompt) -> str:
    """Answer an executor: the mean of nothing is nought."""
    assert "mean" in prompt.messages[-1].text
    return (
        "```python\ndef mean(rows):\n    if not rows:\n        return 0.0\n"
        "    return sum(rows) / len(rows)\n```"
    )


def mean_request() -> Request:
    return Request(
        instruction="return 0.0 from mean for an empty list",
        intent=Intent.EDIT,
        documents=(DocumentPath("stats.py"),),
    )


async def test_a_rename_goes_over_module_and_notebook(
    opened: Open, silent_model: ScriptedModel
) -> None:
    proposal = await opened(silent_model).propose(a_request(RENAME))
    assert proposal.change_set is not None
    assert set(proposal.change_set.documents) == {"stats.py", "explore.ipynb"}


async def test_nothing_is_written_before_it_is_accepted(
    opened: Open, silent_model: ScriptedModel, root: Path
) -> None:
    await opened(silent_model).propose(a_request(RENAME))
    assert (root / "stats.py").read_text(encoding="utf-8") == MODULE
    assert (root / "explore.ipynb").read_bytes() == NOTEBOOK


async def test_what_is_accepted_is_written(
    opened: Open, silent_model: ScriptedModel, root: Path
) -> None:
    session = opened(silent_model)
    proposal = await session.propose(a_request(RENAME))
    assert proposal.change_set is not None
    session.apply(proposal.change_set)
    assert b"grand_total(rows)" in (root / "explore.ipynb").read_bytes()
    assert "def grand_total(" in (root / "stats.py").read_text(encoding="utf-8")


async def test_undo_brings_back_every_byte(
    opened: Open, silent_model: ScriptedModel, root: Path
) -> None:
    session = opened(silent_model)
    proposal = await session.propose(a_request(RENAME))
    assert proposal.change_set is not None
    session.apply(proposal.change_set)
    session.undo()
    assert (root / "explore.ipynb").read_bytes() == NOTEBOOK
    assert (root / "stats.py").read_text(encoding="utf-8") == MODULE


async def test_undo_that_is_shown_first_and_then_exact(
    opened: Open, silent_model: ScriptedModel, root: Path
) -> None:
    session = opened(silent_model)
    first = await session.propose(a_request(RENAME))
    assert first.change_set is not None
    session.apply(first.change_set)
    second = await session.propose(a_request("undo that"))
    assert b"grand_total" in (root / "explore.ipynb").read_bytes()
    assert second.change_set is not None
    session.apply(second.change_set)
    assert (root / "explore.ipynb").read_bytes() == NOTEBOOK
    assert session.memory() == ()


async def test_undo_that_needs_something_to_undo(
    opened: Open, silent_model: ScriptedModel
) -> None:
    with pytest.raises(NothingToUndo):
        await opened(silent_model).propose(a_request("undo that"))


async def test_an_executor_changes_its_own_definition(opened: Open, root: Path) -> None:
    session = opened(ScriptedModel(edits_mean))
    proposal = await session.propose(mean_request())
    assert proposal.failures == ()
    assert proposal.change_set is not None
    session.apply(proposal.change_set)
    text = (root / "stats.py").read_text(encoding="utf-8")
    assert "return 0.0" in text
    assert "def total(rows):\n    return sum(rows)\n" in text


async def test_no_prompt_is_larger_than_its_budget(opened: Open) -> None:
    proposal = await opened(ScriptedModel(edits_mean)).propose(mean_request())
    assert proposal.calls
    for call in proposal.calls:
        assert call.prompt.tokens <= call.prompt.budget.prompt_tokens


async def test_a_question_that_code_can_answer_asks_no_model(
    opened: Open, silent_model: ScriptedModel
) -> None:
    request = a_request("how many cells does explore.ipynb have?")
    proposal = await opened(silent_model).propose(request)
    assert "2" in proposal.answers[0].text


async def test_a_question_leaves_no_trace_on_the_disk(
    opened: Open, silent_model: ScriptedModel, root: Path
) -> None:
    before = sorted(root.rglob("*"))
    await opened(silent_model).propose(a_request("who uses total?"))
    assert sorted(root.rglob("*")) == before


async def test_a_file_that_is_not_there_is_an_error(
    opened: Open, silent_model: ScriptedModel
) -> None:
    with pytest.raises(NoSuchPath, match=r"stats\.py"):
        await opened(silent_model).propose(a_request("add a docstring to statz.py"))


@pytest.mark.parametrize("path", ["statz.py", "../stats.py", "/etc/x.py", ".git"])
async def test_a_document_that_is_not_there_cannot_be_chosen(
    path: str, opened: Open, silent_model: ScriptedModel
) -> None:
    request = Request(instruction="add a docstring", documents=(DocumentPath(path),))
    with pytest.raises(NoSuchPath, match="no notebook or module"):
        await opened(silent_model).propose(request)


async def test_an_open_notebook_is_not_written_over(
    opened: Open, silent_model: ScriptedModel, root: Path
) -> None:
    session = opened(silent_model)
    proposal = await session.propose(a_request(RENAME))
    assert proposal.change_set is not None
    with pytest.raises(DocumentIsOpen):
        session.apply(
            proposal.change_set, open_documents=[DocumentPath("explore.ipynb")]
        )
    assert (root / "stats.py").read_text(encoding="utf-8") == MODULE


async def test_a_proposal_waits_for_another_process(
    opened: Open, silent_model: ScriptedModel
) -> None:
    proposal = await opened(silent_model).propose(a_request(RENAME))
    assert opened(silent_model).pending() == proposal.change_set


async def test_what_was_applied_is_remembered_and_can_be_forgotten(
    opened: Open, silent_model: ScriptedModel
) -> None:
    session = opened(silent_model)
    proposal = await session.propose(a_request(RENAME))
    assert proposal.change_set is not None
    session.apply(proposal.change_set)
    assert [entry.instruction for entry in session.memory()] == [RENAME]
    session.forget()
    assert session.memory() == ()


async def test_events_tell_the_whole_story(
    opened: Open, silent_model: ScriptedModel
) -> None:
    events: list[Event] = []
    await opened(silent_model).propose(a_request(RENAME), events.append)
    kinds = [type(event) for event in events]
    assert kinds[:2] == [Mapped, Planned]
    assert kinds[-2:] == [TaskEnded, Proposed]


async def test_bytes_of_an_open_notebook_are_worked_on(
    opened: Open, silent_model: ScriptedModel
) -> None:
    live = a_notebook(a_code_cell("from stats import total\ntotal([9])", id="live"))
    proposal = await opened(silent_model).propose(
        a_request(RENAME), overrides={DocumentPath("explore.ipynb"): live}
    )
    assert proposal.change_set is not None
    after = [edit.after for edit in proposal.change_set.edits]
    assert "from stats import grand_total\ngrand_total([9])" in after


async def test_the_doctor_compares_the_counts(opened: Open) -> None:
    checks = await opened(ScriptedModel(lambda _: "yes")).doctor()
    assert [check.name for check in checks if not check.is_good] == []
    assert {"project", "journal", "server", "window", "call"} == {
        check.name for check in checks
    }


async def test_the_status_tells_project_and_model(opened: Open, root: Path) -> None:
    status = await opened(ScriptedModel(lambda _: "yes")).status()
    assert (status.root, status.model, status.documents) == (root, "scripted", 2)


async def test_a_memory_that_cannot_be_written_does_not_undo_the_writing(
    opened: Open, silent_model: ScriptedModel, root: Path
) -> None:
    session = opened(silent_model)
    proposal = await session.propose(a_request(RENAME))
    assert proposal.change_set is not None
    (root / ".litecode" / "memory.json").mkdir()
    applied = session.apply(proposal.change_set)
    assert "def grand_total(" in (root / "stats.py").read_text(encoding="utf-8")
    assert any("memory.json" in note for note in applied.notes)


async def test_a_notebook_as_a_whole_is_deleted_and_brought_back(
    opened: Open, silent_model: ScriptedModel, root: Path
) -> None:
    session = opened(silent_model)
    proposal = await session.propose(a_request("delete the notebook explore.ipynb"))
    assert proposal.change_set is not None
    assert proposal.change_set.deleted_documents == ("explore.ipynb",)
    session.apply(proposal.change_set)
    assert not (root / "explore.ipynb").exists()
    session.undo()
    assert (root / "explore.ipynb").read_bytes() == NOTEBOOK


def plans_a_cell(prompt: Prompt) -> str:
    """Answer a planner with a new cell in the notebook, and an executor with code."""
    found = re.search(r"(f\d+) explore\.ipynb", prompt.messages[-1].text)
    if found is None:
        return "```python\nprint(total(rows))\n```"
    task = {"action": "create", "unit": found[1], "instruction": "print the total"}
    return json.dumps({"summary": "Print it.", "tasks": [task]})


async def test_a_cell_for_the_end_is_known_by_its_number(
    opened: Open, root: Path
) -> None:
    session = opened(ScriptedModel(plans_a_cell))
    words = "add a code cell at the end of explore.ipynb that prints the total of rows"
    proposal = await session.propose(a_request(words))
    assert proposal.change_set is not None
    assert [e.label for e in proposal.change_set.edits] == ["explore.ipynb › cell 3"]
    session.apply(proposal.change_set)
    assert b"print(total(rows))" in (root / "explore.ipynb").read_bytes()


async def test_what_was_not_chosen_is_named(
    opened: Open, silent_model: ScriptedModel
) -> None:
    session = opened(silent_model)
    proposal = await session.propose(a_request(RENAME))
    assert proposal.change_set is not None
    applied = session.apply(proposal.change_set, units=[UnitId("stats.py")])
    assert any("explore.ipynb" in note for note in applied.notes)


async def test_redo_remembers_again(opened: Open, silent_model: ScriptedModel) -> None:
    session = opened(silent_model)
    proposal = await session.propose(a_request(RENAME))
    assert proposal.change_set is not None
    session.apply(proposal.change_set)
    session.undo()
    session.redo()
    assert [entry.instruction for entry in session.memory()] == [RENAME]
