"""A request from its words to the disk and back, in a shell without a kernel."""

from pathlib import Path

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

from litecode_magics import magic, use_model
from litecode_nb.errors import ReplyTooSlow
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.scripted import ScriptedModel
from sample_shop import ANSWER, bytes_of, make_shop, shop_answer, source_of

BOTH = "%%litecode -f explore.ipynb -c 4 -c 5\nChange Total: to Sum:"
SAY_SUM = "%%litecode -f explore.ipynb -c 4 {}\nChange Total: to Sum:"


class BrokenModel(ScriptedModel):
    """A model with a mistake of its own."""

    @property
    def traits(self) -> ModelTraits:
        message = "not so"
        raise ValueError(message)


class Notebook:
    """A shell in the shop, and what it shows."""

    def __init__(self, shell: InteractiveShell, folder: Path) -> None:
        self.shell = shell
        self.folder = folder

    def run(self, cell: str) -> str:
        """Run a cell; give what it shows."""
        publisher = self.shell.display_pub
        assert isinstance(publisher, CapturingDisplayPublisher)
        publisher.outputs.clear()
        self.shell.run_cell(cell).raise_error()  # type: ignore[no-untyped-call]  # IPython's
        return "\n".join(each["data"]["text/plain"] for each in publisher.outputs)

    @property
    def sum_cell(self) -> str:
        return source_of(self.folder / "explore.ipynb", "sum")

    @property
    def count_cell(self) -> str:
        return source_of(self.folder / "explore.ipynb", "count")


@pytest.fixture
def notebook(shell: InteractiveShell, tmp_path: Path) -> Notebook:
    made = Notebook(shell, make_shop(tmp_path))
    use_model(ScriptedModel(shop_answer))
    return made


def test_a_question_is_answered_and_writes_nothing(notebook: Notebook) -> None:
    before = bytes_of(notebook.folder)
    assert ANSWER in notebook.run("%litecode ask What does total do?")
    assert bytes_of(notebook.folder) == before


def test_a_preview_shows_the_difference_and_writes_nothing(notebook: Notebook) -> None:
    before = bytes_of(notebook.folder)
    shown = notebook.run(SAY_SUM.format(""))
    assert '+print("Sum:", total(orders))' in shown
    assert "Nothing is written yet" in shown
    assert bytes_of(notebook.folder) == before


def test_apply_writes_what_was_shown(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format(""))
    assert "Applied: explore.ipynb" in notebook.run("%litecode apply")
    assert notebook.sum_cell == 'print("Sum:", total(orders))'


def test_undo_brings_back_every_byte(notebook: Notebook) -> None:
    before = bytes_of(notebook.folder)
    notebook.run(SAY_SUM.format("--yes"))
    assert "Taken back" in notebook.run("%litecode undo")
    assert bytes_of(notebook.folder) == before


def test_take_that_back_is_an_undo(notebook: Notebook) -> None:
    before = bytes_of(notebook.folder)
    notebook.run(SAY_SUM.format("--yes"))
    notebook.run("%%litecode undo that")
    assert "Taken back: explore.ipynb" in notebook.run("%litecode apply")
    assert bytes_of(notebook.folder) == before


def test_redo_makes_the_change_again(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format("--yes"))
    after = bytes_of(notebook.folder)
    notebook.run("%litecode undo")
    assert "Applied again" in notebook.run("%litecode redo")
    assert bytes_of(notebook.folder) == after


def test_yes_writes_without_asking(notebook: Notebook) -> None:
    assert "Applied: explore.ipynb" in notebook.run(SAY_SUM.format("--yes"))
    assert "Sum:" in notebook.sum_cell


def test_a_dry_run_leaves_nothing_that_could_be_applied(notebook: Notebook) -> None:
    assert "nothing was written" in notebook.run(SAY_SUM.format("-n"))
    assert "No proposal waits" in notebook.run("%litecode apply")


def test_yes_does_not_agree_to_a_deleted_file(notebook: Notebook) -> None:
    shown = notebook.run("%%litecode --yes delete stats.py")
    assert "This deletes stats.py, which `--yes` does not agree to." in shown
    assert (notebook.folder / "stats.py").exists()


def test_apply_agrees_to_a_deleted_file(notebook: Notebook) -> None:
    notebook.run("%%litecode delete stats.py")
    notebook.run("%litecode apply")
    assert not (notebook.folder / "stats.py").exists()


def test_a_question_that_code_can_answer_asks_no_model(notebook: Notebook) -> None:
    shown = notebook.run("%litecode ask How many cells does explore.ipynb have?")
    assert "by code, without a model" in shown


def test_reject_drops_it(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format(""))
    assert "Rejected; nothing was changed." in notebook.run("%litecode reject")
    assert "No proposal waits" in notebook.run("%litecode apply")


def test_a_number_that_is_no_change_is_refused(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format(""))
    assert "has changes 1 to 1; 3 is none" in notebook.run("%litecode apply [1,3]")


def test_a_part_can_be_applied(notebook: Notebook) -> None:
    notebook.run(BOTH)
    notebook.run("%litecode apply [2]")
    assert ("Total:" in notebook.sum_cell, "Sum:" in notebook.count_cell) == (
        True,
        True,
    )


def test_what_was_not_chosen_is_dropped(notebook: Notebook) -> None:
    notebook.run(BOTH)
    notebook.run("%litecode apply [2]")
    assert "No proposal waits" in notebook.run("%litecode apply")


def test_a_part_can_be_rejected_and_the_rest_waits(notebook: Notebook) -> None:
    notebook.run(BOTH)
    assert "This still waits" in notebook.run("%litecode reject 1")
    notebook.run("%litecode apply")
    assert ("Total:" in notebook.sum_cell, "Sum:" in notebook.count_cell) == (
        True,
        True,
    )


def test_a_proposal_outlives_its_kernel(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format(""))
    magic.unregister(notebook.shell)
    magic.register(notebook.shell)
    assert "Applied: explore.ipynb" in notebook.run("%litecode apply")


def test_a_cell_that_changed_since_is_not_overwritten(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format(""))
    path = notebook.folder / "explore.ipynb"
    path.write_text(path.read_text().replace("Total:", "Mine:"))
    before = bytes_of(notebook.folder)
    assert "✗" in notebook.run("%litecode apply")
    assert bytes_of(notebook.folder) == before


def test_a_model_that_fails_is_told_in_a_sentence(notebook: Notebook) -> None:
    use_model(ScriptedModel(lambda _: ReplyTooSlow("No word came in 5 s. Wait.")))
    shown = notebook.run(SAY_SUM.format(""))
    assert "No word came in 5 s. Wait." in shown
    assert "Nothing was changed." in shown


def test_an_unexpected_error_points_to_the_doctor(notebook: Notebook) -> None:
    use_model(BrokenModel(shop_answer))
    shown = notebook.run(SAY_SUM.format(""))
    assert "ValueError: not so" in shown
    assert "Traceback" not in shown
    assert "in traits" in notebook.run("%litecode doctor --log")


def test_without_a_server_it_is_said_what_to_do(notebook: Notebook) -> None:
    shown = notebook.run(SAY_SUM.format("--server http://127.0.0.1:9"))
    assert "http://127.0.0.1:9" in shown
    assert "Traceback" not in shown


def test_a_window_holds_for_one_request(notebook: Notebook) -> None:
    assert "window 4,096" in notebook.run(SAY_SUM.format("--window 4096"))
    assert "window 8,192" in notebook.run(SAY_SUM.format(""))


def test_a_plan_is_shown_and_nothing_done(notebook: Notebook) -> None:
    shown = notebook.run("%litecode plan -f explore.ipynb -c 4 Change Total: to Sum:")
    assert "explore.ipynb › cell 4" in shown
    assert "No proposal waits" in notebook.run("%litecode apply")


def test_the_map_is_shown_with_its_size(notebook: Notebook) -> None:
    shown = notebook.run("%litecode map total")
    assert "total(orders)" in shown
    assert "tokens)" in shown


def test_the_status_tells_model_and_project(notebook: Notebook) -> None:
    shown = notebook.run("%litecode")
    assert "scripted" in shown
    assert str(notebook.folder) in shown


def test_the_doctor_finds_all_well(notebook: Notebook) -> None:
    assert "(all is well)" in notebook.run("%litecode doctor")


def test_history_and_memory_tell_what_was_applied(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format("--yes"))
    assert "committed" in notebook.run("%litecode history")
    assert "Change Total: to Sum:" in notebook.run("%litecode memory")


def test_without_memory_nothing_is_recorded(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format("--no-memory"))
    notebook.run("%litecode apply")
    assert "It is empty" in notebook.run("%litecode memory")


def test_forget_empties_the_memory(notebook: Notebook) -> None:
    notebook.run(SAY_SUM.format("--yes"))
    notebook.run("%litecode forget")
    assert "It is empty" in notebook.run("%litecode memory")


def test_the_budget_shows_the_last_calls(notebook: Notebook) -> None:
    assert "No model was asked" in notebook.run("%litecode budget")
    notebook.run(SAY_SUM.format(""))
    assert "reply, reserved" in notebook.run("%litecode budget")


def test_a_setting_holds_until_it_is_taken_back(notebook: Notebook) -> None:
    assert "set here" in notebook.run("%litecode config parallel=2")
    assert "set here" not in notebook.run("%litecode config parallel=")


@pytest.mark.parametrize("text", ["parallel=x", "nonsense=1", "nonsense"])
def test_a_setting_that_cannot_be_is_refused(notebook: Notebook, text: str) -> None:
    assert "`%litecode config` sets" in notebook.run(f"%litecode config {text}")


def test_another_folder_is_another_project(
    notebook: Notebook,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notebook.run("%litecode")
    other = make_shop(tmp_path_factory.mktemp("other"))
    monkeypatch.chdir(other)
    assert str(other) in notebook.run("%litecode")


def test_a_session_is_kept_for_a_shell(notebook: Notebook) -> None:
    one = magic.session_of(notebook.shell)
    assert magic.session_of(notebook.shell) is one
