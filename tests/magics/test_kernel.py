"""The magics in a real kernel, as a front end runs them."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from front_end import FrontEnd, Run, a_front_end
from sample_shop import ANSWER, bytes_of, make_shop, source_of

pytestmark = pytest.mark.kernel

HERE = Path(__file__).parents[1]
SETUP = f"""
import asyncio, os, sys
sys.path.append({str(HERE)!r})
from litecode_magics import use_model
from litecode_nb.llm.scripted import ScriptedModel
from sample_shop import shop_answer
%load_ext litecode_nb
class SlowModel(ScriptedModel):
    async def complete(self, prompt, on_text):
        on_text("thinking")
        try:
            await asyncio.sleep(3600)
        finally:
            left.append("closed")
left = []
"""
SAY_SUM = "%%litecode -f explore.ipynb -c 4 {}\nChange Total: to Sum:"
SLOW = "use_model(SlowModel(shop_answer))"
NIMBLE = "use_model(ScriptedModel(shop_answer))"


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrontEnd]:
    """One kernel for all tests of this file: to start one takes seconds."""
    folder = tmp_path_factory.mktemp("kernel")
    places = {name: str(folder) for name in ("HOME", "IPYTHONDIR", "XDG_CONFIG_HOME")}
    runtime = {"JUPYTER_RUNTIME_DIR": str(folder), "XDG_STATE_HOME": str(folder)}
    with a_front_end(folder, **places, **runtime) as front_end:
        set_up = front_end.run(SETUP)
        assert set_up.reply["status"] == "ok", set_up.printed
        yield front_end


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """A project, and a kernel that runs in its folder."""

    kernel: FrontEnd
    folder: Path


@pytest.fixture
def shop(kernel: FrontEnd, tmp_path: Path) -> Shop:
    """A fresh shop, with the kernel in its folder and its notebook not open."""
    make_shop(tmp_path)
    kernel.run(f"os.chdir({str(tmp_path)!r})\n{NIMBLE}")
    kernel.run("os.environ.pop('JPY_SESSION_NAME', None); left.clear()")
    return Shop(kernel=kernel, folder=tmp_path)


@pytest.fixture
def open_shop(shop: Shop) -> Shop:
    """The shop, with its notebook open in the front end."""
    path = str(shop.folder / "explore.ipynb")
    shop.kernel.run(f"os.environ['JPY_SESSION_NAME'] = {path!r}")
    return shop


def sum_cell(shop: Shop, notebook: str = "explore.ipynb") -> str:
    return source_of(shop.folder / notebook, "sum")


def assert_quiet(run: Run) -> None:
    """Nothing was printed, no traceback, and the cell ended well."""
    assert (run.reply["status"], run.printed) == ("ok", "")


def test_a_request_on_one_line_is_worked_on(shop: Shop) -> None:
    run = shop.kernel.run("%%litecode --ask What does total do?")
    assert ANSWER in shop.kernel.text(run)
    assert_quiet(run)


def test_a_request_may_have_any_signs(shop: Shop) -> None:
    typed = "it's {orders} and $HOME, \"so\" – 100 % \\n\n>>> what's this?"
    run = shop.kernel.run(f"%%litecode --ask What does total do:\n{typed}")
    assert 'it\'s {orders} and $HOME, "so" – 100 % \\n' in shop.kernel.text(run)
    assert_quiet(run)


def test_a_line_may_end_in_a_question_mark(shop: Shop) -> None:
    assert ANSWER in shop.kernel.text(
        shop.kernel.run("%litecode ask What does total do?")
    )


def test_a_question_writes_nothing(shop: Shop) -> None:
    before = bytes_of(shop.folder)
    shop.kernel.run("%litecode ask What does total do?")
    assert bytes_of(shop.folder) == before


def test_an_answer_comes_as_html_and_as_text(shop: Shop) -> None:
    run = shop.kernel.run("%litecode ask What does total do?")
    (name,) = run.shown
    assert "<strong>sum</strong>" in shop.kernel.displays[name]["text/html"]
    assert "**sum**" in shop.kernel.displays[name]["text/plain"]


def test_a_request_has_one_output(shop: Shop) -> None:
    assert len(shop.kernel.run(SAY_SUM.format("")).shown) == 1


def test_apply_in_the_next_cell_writes(shop: Shop) -> None:
    shop.kernel.run(SAY_SUM.format(""))
    shop.kernel.run("%litecode apply")
    assert "Sum:" in sum_cell(shop)


def test_one_request_changes_a_module_and_notebooks(shop: Shop) -> None:
    shop.kernel.run("%%litecode rename total to grand_total everywhere")
    shop.kernel.run("%litecode apply")
    assert "def grand_total(" in (shop.folder / "stats.py").read_text()
    assert "grand_total(orders)" in sum_cell(shop)
    assert "grand_total" in source_of(shop.folder / "explore.ipynb", "imports")


def test_undo_takes_all_of_it_back(shop: Shop) -> None:
    before = bytes_of(shop.folder)
    shop.kernel.run("%%litecode -y rename total to grand_total everywhere")
    assert bytes_of(shop.folder) != before
    shop.kernel.run("%litecode undo")
    assert bytes_of(shop.folder) == before


def test_the_preview_becomes_a_record(shop: Shop) -> None:
    preview = shop.kernel.run(SAY_SUM.format(""))
    shop.kernel.run("%litecode apply")
    assert "✓ Applied: explore.ipynb" in shop.kernel.text(preview)
    assert "Nothing is written yet" not in shop.kernel.text(preview)


def test_undo_brings_back_every_byte(shop: Shop) -> None:
    before = bytes_of(shop.folder)
    shop.kernel.run(SAY_SUM.format("-y"))
    shop.kernel.run("%litecode undo")
    assert bytes_of(shop.folder) == before


def test_a_newer_proposal_takes_the_place_of_the_older(shop: Shop) -> None:
    older = shop.kernel.run(SAY_SUM.format(""))
    shop.kernel.run(SAY_SUM.format(""))
    assert "A newer proposal" in shop.kernel.text(older)


def test_an_undo_drops_what_waits(shop: Shop) -> None:
    shop.kernel.run(SAY_SUM.format("-y"))
    preview = shop.kernel.run("%%litecode rename total to grand_total everywhere")
    shop.kernel.run("%litecode undo")
    assert "this proposal was dropped" in shop.kernel.text(preview)


def test_an_error_is_a_sentence(shop: Shop) -> None:
    run = shop.kernel.run("%%litecode -c 99 -f explore.ipynb mend it")
    assert "has 6 cells; `99` is none of them" in shop.kernel.text(run)
    assert_quiet(run)


def test_stop_ends_a_request_at_once(shop: Shop) -> None:
    shop.kernel.run(SLOW)
    run = shop.kernel.start(SAY_SUM.format(""))
    shop.kernel.wait_for(run, "about 1 tokens so far")
    began = time.monotonic()
    shop.kernel.interrupt()
    shop.kernel.finish(run)
    assert time.monotonic() - began < 5
    assert "Stopped; nothing was changed." in shop.kernel.text(run)
    assert_quiet(run)


def test_a_stopped_request_has_closed_its_call(shop: Shop) -> None:
    shop.kernel.run(SLOW)
    run = shop.kernel.start(SAY_SUM.format(""))
    shop.kernel.wait_for(run, "about 1 tokens so far")
    shop.kernel.interrupt()
    shop.kernel.finish(run)
    assert shop.kernel.run("print(left)").printed == "['closed']\n"


def test_stop_ends_a_caller_of_the_magic_too(shop: Shop) -> None:
    shop.kernel.run(SLOW)
    code = "get_ipython().run_cell_magic('litecode', '-f explore.ipynb -c 4', 'go')"
    run = shop.kernel.start(code)
    shop.kernel.wait_for(run, "about 1 tokens so far")
    shop.kernel.interrupt()
    shop.kernel.finish(run)
    assert "Stopped; nothing was changed." in shop.kernel.text(run)
    assert_quiet(run)


def test_after_a_stop_the_next_request_works(shop: Shop) -> None:
    shop.kernel.run(SLOW)
    run = shop.kernel.start(SAY_SUM.format(""))
    shop.kernel.wait_for(run, "about 1 tokens so far")
    shop.kernel.interrupt()
    shop.kernel.finish(run)
    shop.kernel.run(NIMBLE)
    assert "Applied" in shop.kernel.text(shop.kernel.run(SAY_SUM.format("-y")))


def test_without_autoawait_the_magic_works_too(shop: Shop) -> None:
    shop.kernel.run("%autoawait off")
    run = shop.kernel.run("%%litecode --ask What does total do?")
    shop.kernel.run("%autoawait asyncio")
    assert ANSWER in shop.kernel.text(run)


def test_no_buttons_without_a_front_end(shop: Shop) -> None:
    shop.kernel.run(SAY_SUM.format(""))
    assert shop.kernel.buttons == set()


def test_the_open_notebook_is_not_written(open_shop: Shop) -> None:
    before = bytes_of(open_shop.folder)
    run = open_shop.kernel.run(SAY_SUM.format("-y"), cell="ask")
    assert "explore.ipynb is open and may have unsaved work" in open_shop.kernel.text(
        run
    )
    assert bytes_of(open_shop.folder) == before


def test_a_preview_says_before_that_it_is_open(open_shop: Shop) -> None:
    run = open_shop.kernel.run(SAY_SUM.format(""), cell="ask")
    assert "`%litecode apply --force`" in open_shop.kernel.text(run)


def test_force_writes_it_and_says_to_reload(open_shop: Shop) -> None:
    open_shop.kernel.run(SAY_SUM.format(""), cell="ask")
    run = open_shop.kernel.run("%litecode apply --force", cell="ask")
    assert "Sum:" in sum_cell(open_shop)
    assert "Reload Notebook from Disk" in open_shop.kernel.text(run)


def test_undo_does_not_write_it_either(open_shop: Shop) -> None:
    open_shop.kernel.run(SAY_SUM.format("-y --force"), cell="ask")
    run = open_shop.kernel.run("%litecode undo", cell="ask")
    assert "`--force`" in open_shop.kernel.text(run)
    assert "Sum:" in sum_cell(open_shop)


def test_another_notebook_is_written(open_shop: Shop) -> None:
    open_shop.kernel.run(
        "%%litecode -y -f other.ipynb -c 1 Change Total: to Sum:", cell="ask"
    )
    assert "Sum:" in sum_cell(open_shop, "other.ipynb")


def test_this_and_above_are_cells_of_the_open_notebook(open_shop: Shop) -> None:
    run = open_shop.kernel.run("%%litecode -c above Change Total: to Sum:", cell="ask")
    assert '+print("Sum:", len(orders))' in open_shop.kernel.text(run)


def test_in_an_unknown_notebook_questions_are_answered(shop: Shop) -> None:
    run = shop.kernel.run("%litecode ask What does total do?", cell="new")
    assert ANSWER in shop.kernel.text(run)


def test_in_an_unknown_notebook_no_notebook_is_written(shop: Shop) -> None:
    before = bytes_of(shop.folder)
    run = shop.kernel.run(SAY_SUM.format("-y"), cell="new")
    assert "`--notebook PATH`" in shop.kernel.text(run)
    assert bytes_of(shop.folder) == before


def test_a_person_can_say_which_notebook_it_is(shop: Shop) -> None:
    options = "-y --notebook other.ipynb"
    run = shop.kernel.run(SAY_SUM.format(options), cell="new")
    assert "Applied: explore.ipynb" in shop.kernel.text(run)


def test_accept_writes_and_leaves_a_record(open_shop: Shop) -> None:
    run = open_shop.kernel.run(
        "%%litecode -f other.ipynb -c 1 Change Total: to Sum:", cell="ask"
    )
    open_shop.kernel.press("Accept")
    assert "Sum:" in sum_cell(open_shop, "other.ipynb")
    assert "✓ Applied: other.ipynb" in open_shop.kernel.text(run)


def test_after_an_answer_no_button_is_left(open_shop: Shop) -> None:
    open_shop.kernel.run(
        "%%litecode -f other.ipynb -c 1 Change Total: to Sum:", cell="ask"
    )
    assert open_shop.kernel.buttons == {"Accept", "Reject"}
    open_shop.kernel.press("Reject")
    assert open_shop.kernel.widgets == {}


def test_reject_leaves_every_byte(open_shop: Shop) -> None:
    before = bytes_of(open_shop.folder)
    run = open_shop.kernel.run(
        "%%litecode -f other.ipynb -c 1 Change Total: to Sum:", cell="ask"
    )
    open_shop.kernel.press("Reject")
    assert "Rejected; nothing was changed." in open_shop.kernel.text(run)
    assert bytes_of(open_shop.folder) == before


def test_accept_of_the_open_notebook_says_what_to_do(open_shop: Shop) -> None:
    before = bytes_of(open_shop.folder)
    open_shop.kernel.run(SAY_SUM.format(""), cell="ask")
    open_shop.kernel.press("Accept")
    said = [state.get("value", "") for state in open_shop.kernel.widgets.values()]
    assert [each for each in said if "--force" in each and "alert" in each]
    assert bytes_of(open_shop.folder) == before


def test_a_page_with_buttons_is_text_and_html_too(open_shop: Shop) -> None:
    run = open_shop.kernel.run(
        "%%litecode -f other.ipynb -c 1 Change Total: to Sum:", cell="ask"
    )
    assert set(open_shop.kernel.displays[run.shown[0]]) == {
        "text/plain",
        "text/html",
        "application/vnd.jupyter.widget-view+json",
    }


def test_the_cell_of_the_last_error_is_found(open_shop: Shop) -> None:
    failing = 'print("Total:", len(nothing))'
    path = open_shop.folder / "explore.ipynb"
    written = path.read_text().replace("len(orders)", "len(nothing)")
    path.write_text(written)
    assert open_shop.kernel.run(failing, cell="count").reply["status"] == "error"
    run = open_shop.kernel.run(
        "%%litecode -c last-error Change Total: to Sum:", cell="ask"
    )
    assert '-print("Total:", len(nothing))' in open_shop.kernel.text(run)
