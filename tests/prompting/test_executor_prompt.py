import pytest

from litecode_nb.domain.prompt import Priority, TokenBudget
from litecode_nb.prompting.composer import compose
from litecode_nb.prompting.context import Context
from litecode_nb.prompting.executor_prompt import (
    Complaint,
    Job,
    Template,
    executor_draft,
)
from litecode_nb.prompting.query_prompt import QueryTemplate, Question, query_draft
from litecode_nb.prompting.wording import fenced, parts_of
from litecode_nb.tokens.tiktoken_counter import TiktokenCounter


def a_job(template: Template = Template.EDIT_CODE, shown: str = "") -> Job:
    return Job(template=template, language="python", task="return 2", shown=shown)


@pytest.mark.parametrize(
    ("template", "tokens"),
    [
        (Template.EDIT_CODE, 92),
        (Template.EDIT_TEXT, 90),
        (Template.NEW_DEFINITION, 180),
        (Template.NEW_CELL, 90),
        (Template.NEW_MODULE, 98),
        (Template.NEW_TEXT, 66),
    ],
)
def test_what_the_words_of_an_executor_cost(template: Template, tokens: int) -> None:
    prompt = compose(executor_draft(a_job(template)), TokenBudget(), TiktokenCounter())
    assert prompt.sections[0].tokens == tokens


@pytest.mark.parametrize(
    ("template", "tokens"), [(QueryTemplate.ANSWER, 113), (QueryTemplate.READ_PART, 49)]
)
def test_what_the_words_of_a_question_cost(
    template: QueryTemplate, tokens: int
) -> None:
    question = Question(text="?", template=template, code="x", context=Context())
    prompt = compose(query_draft(question), TokenBudget(), TiktokenCounter())
    assert prompt.sections[0].tokens == tokens


def test_the_task_stands_last_and_the_code_right_before_it() -> None:
    context = Context(facts=("a is b",), names=("a",))
    draft = executor_draft(
        Job(
            template=Template.EDIT_CODE,
            language="python",
            task="return 2",
            shown="x = 1",
            context=context,
        )
    )
    assert [section.name for section in draft.sections] == [
        *("names at hand", "facts", "code", "task")
    ]


def test_code_and_task_are_always_kept() -> None:
    draft = executor_draft(a_job(shown="x = 1"))
    assert all(section.required for section in draft.sections)


def test_a_second_try_shows_the_answer_if_there_is_room_and_always_the_reason() -> None:
    complaint = Complaint(reason="It is empty.", answer="x")
    job = Job(
        template=Template.EDIT_CODE, language="python", task="t", complaint=complaint
    )
    answer, reason = executor_draft(job).sections[-2:]
    assert answer.priority is Priority.FACTS
    assert reason.required
    assert "It is empty." in reason.text


def test_the_language_is_named_in_the_instructions() -> None:
    job = Job(template=Template.EDIT_CODE, language="julia", task="t")
    assert "```julia block" in executor_draft(job).system


def test_optional_knowledge_has_its_priorities() -> None:
    context = Context(
        folder="f", neighbours=("def a()",), names=("b",), made=("c",), facts=("d",)
    )
    priorities = [section.priority for section in context.sections()]
    assert priorities == sorted(priorities)
    assert priorities[0] is Priority.FOLDER_CONTEXT


def test_an_empty_context_takes_no_space() -> None:
    assert Context().sections() == ()


def test_nothing_in_a_text_can_close_its_fence() -> None:
    assert fenced("```\nx\n```", "markdown").startswith("````markdown\n")


@pytest.mark.parametrize("template", [*Template, *QueryTemplate])
def test_every_template_has_its_words(template: str) -> None:
    assert parts_of(template)["system"]


@pytest.mark.parametrize("template", Template)
def test_no_template_names_a_path_that_could_be_copied(template: Template) -> None:
    text = " ".join(parts_of(template).values())
    assert ".py" not in text
    assert ".csv" not in text


def test_a_question_stands_behind_what_is_known() -> None:
    context = Context(folder="a folder", facts=("x is 1",))
    question = Question(text="Why?", code="x = 1", place="a.py", context=context)
    assert [section.name for section in query_draft(question).sections] == [
        *("folder context", "code", "facts", "question")
    ]


def test_a_question_without_code_has_no_example_of_reading_code() -> None:
    question = Question(text="Why?", map_text="## a.py", context=Context())
    assert query_draft(question).examples == ()
