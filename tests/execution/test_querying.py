from dataclasses import replace

from builders import a_task, a_unit
from execution_builders import a_cell, a_model, asked
from litecode_nb.domain.events import CallEnded, Event, TokensStreamed
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.outcome import Answered, Failed, Outcome
from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.prompt import Prompt
from litecode_nb.domain.unit import Unit
from litecode_nb.execution.executor import execute
from litecode_nb.execution.querying import answer
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.scripted import ScriptedModel
from litecode_nb.settings import Settings

LARGE = "".join(
    f"def work_{n}(rows):\n    return [row + {n} for row in rows if row]\n\n\n"
    for n in range(170)
)
MODULE = "def total(rows):\n    return sum(rows)\n\n\ndef report(rows):\n    return 1\n"


def question(unit: Unit | None, words: str, section: str | None = None) -> Task:
    task = a_task(
        action=Action.QUERY,
        unit=unit.id if unit else None,
        section=section,
        instruction=words,
    )
    return replace(task, document=unit.document if unit else DocumentPath(""))


async def ask_about(
    unit: Unit | None,
    model: ScriptedModel,
    words: str = "What does it return?",
    *,
    section: str | None = None,
    around: Surroundings | None = None,
) -> Outcome:
    task = question(unit, words, section)
    return await answer(
        model,
        task,
        unit,
        surroundings=around,
        settings=Settings(context_window=2000),
    )


async def test_an_answer_is_what_the_model_wrote() -> None:
    outcome = await ask_about(a_cell("x = 1"), a_model("It returns **1**.\n"))
    assert isinstance(outcome, Answered)
    assert outcome.text == "It returns **1**."


async def test_an_answer_names_the_unit_that_it_rests_on() -> None:
    cell = a_cell("x = 1")
    outcome = await ask_about(cell, a_model("1"))
    assert isinstance(outcome, Answered)
    assert outcome.units == (cell.id,)


async def test_a_question_about_a_cell_shows_its_code() -> None:
    model = a_model("1")
    await ask_about(a_cell("x = 1"), model)
    assert "```python\nx = 1\n```" in asked(model)


async def test_a_question_about_a_section_shows_only_it() -> None:
    model = a_model("a sum")
    await ask_about(a_unit(MODULE), model, section="total")
    assert "sum(rows)" in asked(model)
    assert "report" not in asked(model)


async def test_a_question_about_no_unit_shows_the_map_and_no_code() -> None:
    model = a_model("two modules")
    around = Surroundings(
        map_text="## a.py\n- m1 total(rows)", facts=("total is defined in m1",)
    )
    await ask_about(None, model, around=around)
    assert "m1 total(rows)" in asked(model)
    assert "total is defined in m1" in asked(model)
    assert "```" not in asked(model)


async def test_thoughts_are_no_part_of_an_answer() -> None:
    outcome = await ask_about(a_cell("x"), a_model("<think>hm</think>It is x."))
    assert isinstance(outcome, Answered)
    assert outcome.text == "It is x."


async def test_what_the_question_names_in_a_large_unit_is_shown_alone() -> None:
    model = a_model("it adds 7")
    await ask_about(a_unit(LARGE), model, "What does work_7 do?")
    assert "row + 7 " in asked(model)
    assert "row + 8 " not in asked(model)


def a_reader() -> ScriptedModel:
    """A model that takes notes while it reads parts, and then answers."""

    def answers(prompt: Prompt) -> str:
        has_notes = "Notes from reading" in prompt.messages[-1].text
        return "it adds" if has_notes else "a note"

    traits = ModelTraits(name="reader", server="a script", context_window=2000)
    return ScriptedModel(answers, traits=traits)


async def test_a_large_unit_is_read_in_few_pieces_before_the_answer() -> None:
    model = a_reader()
    outcome = await ask_about(a_unit(LARGE), model, "What is this for?")
    assert isinstance(outcome, Answered)
    assert outcome.text == "it adds"
    assert "a note" in asked(model, -1)
    assert "```" not in asked(model, -1)


async def test_no_question_takes_more_than_five_calls() -> None:
    model = a_reader()
    await ask_about(a_unit(LARGE * 4), model, "What is this for?")
    assert len(model.prompts) == 5


async def test_reading_pieces_is_not_streamed_as_the_answer() -> None:
    heard: list[Event] = []
    unit = a_unit(LARGE)
    task = question(unit, "What is this for?")
    await answer(a_reader(), task, unit, listen=heard.append)
    streamed = "".join(e.text for e in heard if isinstance(e, TokensStreamed))
    purposes = {e.purpose for e in heard if isinstance(e, CallEnded)}
    assert streamed == "it adds"
    assert purposes == {"read", "answer"}


async def test_a_question_that_cannot_fit_fails_with_the_numbers() -> None:
    outcome = await ask_about(a_cell("x"), a_model(), "why? " * 3000)
    assert isinstance(outcome, Failed)
    assert "2,000" in outcome.reason


async def test_the_executor_answers_questions_too() -> None:
    cell = a_cell("x = 1")
    outcome = await execute(a_model("1"), question(cell, "What is x?"), cell)
    assert isinstance(outcome, Answered)
