"""Pages as text and as HTML: what they say, and that nothing in them runs."""

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import a_change_set, a_plan, a_task, an_edit
from litecode_magics.views.blocks import (
    Answer,
    Block,
    Budget,
    Card,
    Fold,
    Heading,
    Meter,
    Page,
    Sentence,
    Table,
    Tasks,
    Tone,
    Verbatim,
)
from litecode_magics.views.cards import MOST_ROWS, cards
from litecode_magics.views.html import render_html
from litecode_magics.views.pages import (
    failed_page,
    plan_page,
    progress_page,
    proposal_page,
)
from litecode_magics.views.progress import Progress, TaskState, TaskView
from litecode_magics.views.record import Step, dropped_page, written_page
from litecode_magics.views.rows import SHAPES, shares
from litecode_magics.views.text import render_text
from litecode_magics.views.visible import visible
from litecode_nb.changes.diffing import hunks
from litecode_nb.domain.edit import Applied
from litecode_nb.domain.events import (
    CallEnded,
    Planned,
    Proposed,
    TaskEnded,
    TaskStarted,
)
from litecode_nb.domain.graph import TaskGraph
from litecode_nb.domain.ids import DocumentPath, TaskId
from litecode_nb.domain.outcome import Answered, Edited, Failed, Skipped
from litecode_nb.domain.prompt import (
    Completion,
    Message,
    Prompt,
    Role,
    SectionSize,
    TokenBudget,
    Usage,
)

T1, T2 = TaskId("t1"), TaskId("t2")
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</pre><script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "![x](https://example.org/pixel.png)",
    "<a href='data:text/html,x'>x</a>",
    "\x1b[31mred\x1b[0m",
    "\u202eevil\u202c",
    "`</code><b>`",
    '" onmouseover="alert(1)',
    "]]><style>*{display:none}</style>",
)


class Tags(HTMLParser):
    """Every tag and attribute of some HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def a_call(task: TaskId | None = T1, *, dropped: tuple[str, ...] = ()) -> CallEnded:
    prompt = Prompt(
        messages=(Message(role=Role.USER, text="x"),),
        tokens=2510,
        budget=TokenBudget(),
        sections=(
            SectionSize(name="instructions", tokens=640),
            SectionSize(name="code", tokens=1410),
        ),
        dropped=dropped,
    )
    usage = Usage(prompt_tokens=2498, reply_tokens=120)
    completion = Completion(text="x", usage=usage, seconds=1.5)
    return CallEnded(task=task, purpose="edit", prompt=prompt, completion=completion)


def a_progress(instruction: str = "rename a to b") -> Progress:
    tasks = (
        a_task("t1", instruction=instruction),
        a_task("t2", document="b.py", unit="b.py"),
    )
    waits = {T1: frozenset[TaskId](), T2: frozenset({T1})}
    planned = Planned(
        plan=a_plan(*tasks), graph=TaskGraph(tasks=tasks, waits_for=waits)
    )
    return Progress(request=instruction).after(planned)


def every_block(text: str) -> Page:
    """A page with a text in every place that a model, file or person can fill."""
    edit = an_edit(f"{text}\n", f"{text}!\n")
    task = a_task("t1", document=text or "x", unit=None, instruction=text)
    failed = TaskView(id=T1, task=task, outcome=Failed(task=T1, reason=text))
    card = Card(
        number=1,
        title=text,
        verb="changed",
        added=1,
        removed=1,
        gates=(text,),
        hunks=hunks(edit),
    )
    blocks: tuple[Block, ...] = (
        Heading(text=text, note=text),
        Meter(done=1, total=2),
        *(Sentence(text=text, tone=tone) for tone in Tone),
        Table(caption=text, headings=(text, text), rows=((text, text),)),
        Tasks(tasks=(failed,)),
        Answer(text=text),
        card,
        Budget(label=text, call=a_call(dropped=(text,))),
        Verbatim(text=text),
    )
    return (*blocks, Fold(title=text, blocks=blocks))


def assert_harmless(html: str) -> None:
    found = Tags(html)
    assert not set(found.tags) & {"script", "img", "iframe", "object", "svg", "form"}
    assert found.tags.count("style") == 1
    for name, value in found.attributes:
        assert not name.startswith("on")
        assert name not in {"src", "srcdoc", "action"}
        assert name != "href" or not value.strip().lower().startswith(
            ("javascript:", "data:", "vbscript:", "file:")
        )


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_runs_nothing_anywhere(text: str) -> None:
    assert_harmless(render_html(every_block(text)))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(HOSTILE) | st.text(max_size=20), max_size=4))
def test_no_mixture_of_texts_runs_anything(parts: list[str]) -> None:
    assert_harmless(render_html(every_block("".join(parts))))


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_text_has_no_control_characters(text: str) -> None:
    shown = render_text(every_block(text))
    assert not [c for c in shown if ord(c) < 32 and c not in "\n\t"]


def test_marks_of_direction_are_written_out() -> None:
    assert visible("a\u202eb") == "a\\u202eb"


def test_words_of_any_script_are_kept() -> None:
    assert visible("größer 数 می‌خواهم 👩‍💻") == "größer 数 می‌خواهم 👩‍💻"


def test_an_escape_is_shown_as_a_picture() -> None:
    assert visible("\x1b[31m") == "␛[31m"


def test_an_answer_is_rendered_as_markdown() -> None:
    html = render_html((Answer(text="**two** cells:\n\n- `a`\n- `b`"),))
    assert "<strong>two</strong>" in html
    assert "<li><code>a</code></li>" in html


def test_a_long_answer_is_cut_and_says_so() -> None:
    html = render_html((Answer(text="x" * 200_000),))
    assert "more characters are not shown" in html
    assert len(html) < 150_000


@pytest.mark.parametrize("state", list(TaskState))
def test_a_state_is_told_by_word_and_shape(state: TaskState) -> None:
    page = (Tasks(tasks=(TaskView(id=T1, state=state),)),)
    told = f"{SHAPES[state]} {state}"
    assert told in render_text(page)
    assert told in render_html(page)


def test_the_graph_says_what_waits_for_what() -> None:
    assert "b.py  edit · after 1" in render_text(progress_page(a_progress(), 0))


def test_a_running_task_says_how_much_has_come() -> None:
    progress = a_progress().after(TaskStarted(task=T1))
    assert "about 0 tokens so far" in render_text(progress_page(progress, 0))


def test_a_skipped_task_says_because_of_which() -> None:
    skipped = TaskEnded(outcome=Skipped(task=T2, because_of=T1))
    page = progress_page(a_progress().after(skipped), 0)
    assert "because task 1 did not end well" in render_text(page)


def test_the_heading_counts_tasks_and_time() -> None:
    progress = a_progress().after(TaskStarted(task=T1))
    assert "(0 of 2 done · 1 running · 12 s)" in render_text(
        progress_page(progress, 12)
    )


def test_before_the_plan_the_page_says_what_is_going_on() -> None:
    assert "Reading the project" in render_text(progress_page(Progress(request="x"), 0))


def test_a_request_that_failed_shows_the_sentence_last() -> None:
    page = failed_page(a_progress(), 3, "No server answers.")
    assert render_text(page).splitlines()[-1] == "✗ No server answers."


def test_a_request_that_failed_shows_no_task_as_running() -> None:
    progress = a_progress().after(TaskStarted(task=T1))
    shown = render_text(failed_page(progress, 3, "Stopped."))
    assert "running" not in shown


def test_a_plan_says_that_nothing_was_done() -> None:
    assert "only the plan" in render_text(plan_page(a_progress(), 1))


def test_a_proposal_shows_each_difference_with_its_number() -> None:
    change_set = a_change_set(an_edit(), an_edit(document="b.py"))
    progress = a_progress().after(
        TaskEnded(outcome=Edited(task=T1, edits=(an_edit(),), gates=("parses",)))
    )
    shown = render_text(
        proposal_page(
            progress.after(Proposed(change_set=change_set)),
            1,
            [Sentence(text="What now?")],
        )
    )
    assert "[1] a.py  (changed, +1 -1)  ✓ checks held: 1" in shown
    assert "[2] b.py" in shown
    assert "-a = 1\n+b = 1" in shown
    assert shown.endswith("What now?")


def test_the_answer_comes_first_and_the_graph_is_folded() -> None:
    progress = Progress(request="why?").after(
        TaskEnded(outcome=Answered(task=T1, text="Because."))
    )
    page = proposal_page(progress, 1, [])
    assert page[1] == Answer(text="Because.")
    assert isinstance(page[2], Fold)


def test_the_shares_of_a_call_add_up_to_its_window() -> None:
    assert sum(share.tokens for share in shares(a_call())) == 8192


def test_a_budget_names_what_was_left_out_and_the_servers_count() -> None:
    page = (Budget(label="Call 1", call=a_call(dropped=("memory",))),)
    told = "Left out to fit: memory. The server counted 2,498 (ours 2,510)."
    assert told in render_text(page)
    assert told in render_html(page)


def test_changed_words_are_marked() -> None:
    edit = an_edit("def load(path):\n", "def read_table(path):\n")
    html = render_html(cards(a_change_set(edit), {}))
    assert "<mark>load</mark>" in html
    assert "<mark>read_table</mark>" in html


def test_a_missing_final_newline_is_seen() -> None:
    page = cards(a_change_set(an_edit("a = 1\n", "a = 1")), {})
    assert "No newline at the end" in render_text(page)
    assert "No newline at the end" in render_html(page)


def test_a_final_newline_that_never_was_is_no_news() -> None:
    page = cards(a_change_set(an_edit("a = 1", "b = 1")), {})
    assert "No newline" not in render_text(page)


def test_line_ends_that_stay_are_no_news() -> None:
    page = cards(a_change_set(an_edit("a = 1\r\n", "b = 1\r\n")), {})
    assert "␍" not in render_text(page)


def test_line_ends_that_change_are_seen() -> None:
    page = cards(a_change_set(an_edit("a = 1\r\n", "a = 1\n")), {})
    assert "-a = 1␍" in render_text(page)


def test_html_keeps_the_lines_of_a_difference() -> None:
    page = cards(a_change_set(an_edit("a = 1\n", "b = 1\n")), {})
    assert ">+" in render_html(page)
    assert Tags(render_html(page)).tags.count("pre") == 1


def test_a_long_difference_is_cut_and_says_so() -> None:
    lines = "".join(f"x{n} = 1\n" for n in range(MOST_ROWS + 500))
    change_set = a_change_set(an_edit(None, lines), an_edit(document="b.py"))
    first, second = cards(change_set, {})
    assert (first.hidden, second.hidden) == (500, 2)


def test_a_line_of_megabytes_is_cut_and_says_so() -> None:
    page = cards(a_change_set(an_edit(None, "x" * 5_000_000)), {})
    assert "4,999,000 more characters" in render_text(page)
    assert len(render_html(page)) < 20_000


@pytest.mark.parametrize(
    ("before", "after", "verb"),
    [(None, "a\n", "new"), ("a\n", None, "deleted"), ("a\n", "b\n", "changed")],
)
def test_a_card_says_what_happens_to_its_unit(
    before: str | None, after: str | None, verb: str
) -> None:
    (card,) = cards(a_change_set(an_edit(before, after)), {})
    assert card.verb == verb


def test_the_record_says_how_to_take_it_back() -> None:
    applied = Applied(change_set=a_change_set(), digests={}, notes=("One note.",))
    shown = render_text(written_page(applied, Step.APPLIED, ()))
    assert "✓ Applied: a.py. `%litecode undo` takes it back." in shown
    assert "! One note." in shown


def test_the_record_of_an_undo_says_how_to_redo() -> None:
    applied = Applied(change_set=a_change_set(), digests={})
    assert "`%litecode redo`" in render_text(written_page(applied, Step.UNDONE, ()))


def test_an_open_notebook_that_was_written_must_be_reloaded() -> None:
    applied = Applied(change_set=a_change_set(), digests={})
    page = written_page(applied, Step.APPLIED, (DocumentPath("n.ipynb"),))
    assert "Reload Notebook from Disk" in render_text(page)


def test_what_was_rejected_is_told_and_folded() -> None:
    page = dropped_page(a_change_set(), "Rejected; nothing was changed.")
    assert isinstance(page[-1], Fold)
    assert "Rejected; nothing was changed." in render_text(page)
