"""Edits of cells: shown and written again as a whole."""

from builders import NOON
from execution_builders import (
    a_cell,
    after_of,
    asked,
    edit_with,
    in_fence,
)
from litecode_nb.domain.ids import ChangeSetId, UnitId
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.outcome import Edited, Failed
from litecode_nb.domain.prompt import Completion, FinishReason
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import ReplyCutOff, ServerUnreachable
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.settings import Settings

CELL = "import os\nrows = [1, 2]\ntop = max(rows)\nprint(os.name, top)"


async def test_a_cell_is_written_again_as_a_whole() -> None:
    new = CELL.replace("max", "min")
    outcome, _ = await edit_with(a_cell(CELL), "take the least", in_fence(new))
    assert after_of(outcome) == new


async def test_an_edit_names_the_cell_and_its_text_before() -> None:
    cell = a_cell(CELL, position=3)
    outcome, _ = await edit_with(cell, "less", in_fence(CELL.replace("max", "min")))
    assert isinstance(outcome, Edited)
    edit = outcome.edits[0]
    assert (edit.unit, edit.position, edit.before) == (cell.id, 3, CELL)


async def test_a_dropped_import_that_is_still_used_comes_back() -> None:
    new = "rows = [1, 2]\ntop = min(rows)\nprint(os.name, top)"
    outcome, _ = await edit_with(a_cell(CELL), "take the least", in_fence(new))
    assert after_of(outcome) == f"import os\n\n{new}"


async def test_a_lost_cell_magic_comes_back() -> None:
    outcome, _ = await edit_with(a_cell("%%time\nx = 1"), "say 2", in_fence("x = 2"))
    assert after_of(outcome) == "%%time\nx = 2"


async def test_a_lost_magic_is_asked_for_again() -> None:
    cell = "%matplotlib inline\nx = 1"
    replies = [in_fence("x = 2"), in_fence("%matplotlib inline\nx = 2")]
    outcome, model = await edit_with(a_cell(cell), "say 2", *replies)
    assert after_of(outcome) == "%matplotlib inline\nx = 2"
    assert "%matplotlib inline" in asked(model, 1)


async def test_a_name_that_other_cells_read_must_stay() -> None:
    around = Surroundings(used_elsewhere=frozenset({"top"}))
    new = "rows = [1, 2]\nbest = min(rows)\nprint(best)"
    outcome, model = await edit_with(
        a_cell(CELL),
        "take the least",
        in_fence(new),
        in_fence(new),
        surroundings=around,
    )
    assert isinstance(outcome, Failed)
    assert "`top` is used elsewhere" in asked(model, 1)


async def test_a_fragment_of_a_long_cell_is_not_taken_for_all_of_it() -> None:
    cell = "\n".join(f"print({n})" for n in range(12))
    outcome, _ = await edit_with(
        a_cell(cell), "print 20 first", in_fence("print(20)"), in_fence("print(20)")
    )
    assert isinstance(outcome, Failed)
    assert "Of 12 lines only 1" in outcome.reason


async def test_a_lost_function_is_noticed() -> None:
    cell = "def f():\n    return 1\n\ndef g():\n    return 2\n\nprint(f(), g())"
    new = "def f():\n    return 3\n\nprint(f())"
    outcome, _ = await edit_with(
        a_cell(cell), "in f say 3", in_fence(new), in_fence(new)
    )
    assert isinstance(outcome, Failed)
    assert "`g` got lost" in outcome.reason


async def test_a_function_that_the_task_names_may_go() -> None:
    cell = "def f():\n    return 1\n\ndef g():\n    return 2\n\nprint(f())"
    new = "def f():\n    return 1\n\nprint(f())"
    outcome, _ = await edit_with(a_cell(cell), "remove g", in_fence(new))
    assert after_of(outcome) == new


USE_DATA = "use the variable DATA instead of the hard-coded path"


async def test_a_name_that_shall_be_used_is_not_made_again() -> None:
    around = Surroundings(names_at_hand=("DATA",))
    made = "DATA = '/home/me/data'\npath = DATA"
    cell = a_cell("path = '/home/me/data'")
    outcome, _ = await edit_with(cell, USE_DATA, in_fence(made), surroundings=around)
    assert after_of(outcome) == "path = DATA"


async def test_a_name_that_is_made_by_more_than_an_assignment_is_doubted() -> None:
    around = Surroundings(names_at_hand=("DATA",))
    made = "for DATA in ['/home/me/data']:\n    path = DATA"
    cell = a_cell("path = '/home/me/data'")
    outcome, model = await edit_with(
        cell,
        USE_DATA,
        in_fence(made),
        in_fence("path = DATA"),
        surroundings=around,
    )
    assert after_of(outcome) == "path = DATA"
    assert "`DATA` is there already" in asked(model, 1)


async def test_a_name_that_is_not_there_may_be_made() -> None:
    around = Surroundings(names_at_hand=("rows",))
    made = "DATA = '/home/me/data'\npath = DATA"
    cell = a_cell("path = '/home/me/data'")
    outcome, _ = await edit_with(cell, USE_DATA, in_fence(made), surroundings=around)
    assert after_of(outcome) == made


async def test_a_name_that_no_cell_has_is_asked_about_once() -> None:
    around = Surroundings(names_at_hand=("rows",))
    new = "print(frame.head())"
    outcome, model = await edit_with(
        a_cell("print(rows)"),
        "show it",
        in_fence(new),
        in_fence(new),
        surroundings=around,
    )
    assert after_of(outcome) == new
    assert "`frame` is defined nowhere" in asked(model, 1)


async def test_a_cell_that_was_broken_may_stay_so_if_nobody_asks() -> None:
    outcome, _ = await edit_with(a_cell("x = (1"), "say 2", in_fence("x = (2"))
    assert after_of(outcome) == "x = (2"


async def test_a_cell_that_shall_be_mended_must_parse() -> None:
    outcome, _ = await edit_with(
        a_cell("x = (1"), "fix the syntax error", in_fence("x = (2"), in_fence("x = (2")
    )
    assert isinstance(outcome, Failed)


async def test_markdown_is_edited_as_text() -> None:
    cell = a_cell("# Sales\n\n```python\nx\n```", UnitKind.MARKDOWN_CELL)
    reply = "```markdown\n# Sales 2025\n\n```python\nx\n```\n```"
    outcome, model = await edit_with(cell, "add the year", reply)
    assert after_of(outcome) == "# Sales 2025\n\n```python\nx\n```"
    assert "````markdown" in asked(model)


async def test_two_spaces_at_the_end_of_a_markdown_line_stay() -> None:
    cell = a_cell("a  \nb", UnitKind.MARKDOWN_CELL)
    outcome, _ = await edit_with(cell, "add c", "```markdown\na  \nb  \nc\n```")
    assert after_of(outcome) == "a  \nb  \nc"


async def test_a_cell_in_another_language_is_not_parsed() -> None:
    around = Surroundings(language="julia")
    outcome, model = await edit_with(
        a_cell("f(x) = x^2"),
        "add 1",
        "```julia\nf(x) = x^2 + 1\n```",
        surroundings=around,
    )
    assert after_of(outcome) == "f(x) = x^2 + 1"
    assert "```julia" in asked(model)


async def test_a_shell_cell_is_shown_as_what_it_is() -> None:
    outcome, model = await edit_with(
        a_cell("%%bash\nls -l"), "show all files", "```bash\nls -la\n```"
    )
    assert after_of(outcome) == "%%bash\nls -la"
    assert "```bash" in asked(model)


async def test_a_reply_that_was_cut_off_is_asked_for_with_more_room() -> None:
    cut = Completion(text="```python\nx", finish_reason=FinishReason.LENGTH)
    new = CELL.replace("max", "min")
    outcome, model = await edit_with(a_cell(CELL), "less", cut, in_fence(new))
    assert after_of(outcome) == new
    first, second = (prompt.budget.reply_tokens for prompt in model.prompts)
    assert second == 2 * first


async def test_a_reply_that_is_cut_off_twice_is_a_failure() -> None:
    outcome, _ = await edit_with(
        a_cell(CELL), "less", ReplyCutOff("x"), ReplyCutOff("x")
    )
    assert isinstance(outcome, Failed)
    assert "cut off" in outcome.reason


async def test_a_server_that_is_gone_is_a_failure_in_its_own_words() -> None:
    gone = ServerUnreachable("Nothing answers at x. Start it.")
    outcome, _ = await edit_with(a_cell(CELL), "less", gone)
    assert isinstance(outcome, Failed)
    assert outcome.reason == "Nothing answers at x. Start it."


async def test_what_may_be_known_is_in_the_prompt() -> None:
    entry = MemoryEntry(
        instruction="load it",
        summary="Loaded.",
        units=(UnitId("n.ipynb#b"),),
        change_set=ChangeSetId("c1"),
        made_at=NOON,
    )
    around = Surroundings(
        signatures=("a.py: def load(path)",),
        new_signatures=("b.py: def save(path)",),
        names_at_hand=("frame", "rows"),
        facts=("frame has 3 columns", "load is defined in m1"),
        memory=(entry,),
        folder_context="Numbers of the year.",
    )
    new = CELL.replace("max", "min")
    _, model = await edit_with(a_cell(CELL), "less", in_fence(new), surroundings=around)
    text = asked(model)
    for part in ("def load", "def save", "frame, rows", "3 columns", "Loaded", "year"):
        assert part in text
    assert "m1" not in text


async def test_what_may_be_known_is_dropped_weakest_first() -> None:
    around = Surroundings(
        signatures=("a.py: def load(path)",),
        names_at_hand=("frame",),
        folder_context="Numbers of the year. " * 400,
    )
    new = CELL.replace("max", "min")
    _, model = await edit_with(
        a_cell(CELL),
        "less",
        in_fence(new),
        surroundings=around,
        settings=Settings(context_window=900),
    )
    assert model.prompts[0].dropped == ("folder context",)


async def test_a_plan_free_edit_of_a_cell_is_one_call() -> None:
    _, model = await edit_with(
        a_cell(CELL), "less", in_fence(CELL.replace("max", "min"))
    )
    assert len(model.prompts) == 1


async def test_a_rename_among_other_things_is_doubted_if_half_done() -> None:
    half = "m = [1]\nprint(df2)"
    outcome, model = await edit_with(
        a_cell("df2 = [1]\nprint(df2)"),
        "rename df2 to m and print its length",
        in_fence(half),
        in_fence("m = [1]\nprint(len(m))"),
    )
    assert after_of(outcome) == "m = [1]\nprint(len(m))"
    assert "`df2` is still there" in asked(model, 1)


async def test_a_lost_code_block_of_a_text_is_asked_for_again() -> None:
    cell = a_cell("# A\n\n```python\nx\n```", UnitKind.MARKDOWN_CELL)
    whole = "````markdown\n# B\n\n```python\nx\n```\n````"
    outcome, _ = await edit_with(cell, "say B", "```markdown\n# B\n```", whole)
    assert after_of(outcome) == "# B\n\n```python\nx\n```"
