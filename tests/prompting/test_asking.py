import pytest

from builders import WordCounter
from litecode_nb.domain.events import CallEnded, Event, TokensStreamed
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.prompt import (
    Completion,
    FinishReason,
    Priority,
    Prompt,
    Section,
    TokenBudget,
)
from litecode_nb.errors import (
    BudgetError,
    ContextExceeded,
    ReplyCutOff,
    ReplyEmpty,
    ServerUnreachable,
)
from litecode_nb.llm.scripted import ScriptedModel
from litecode_nb.prompting.asking import ask
from litecode_nb.prompting.composer import Draft

DRAFT = Draft(
    system="Do it.",
    sections=(
        Section(name="memory", text="old things", priority=Priority.MEMORY),
        Section(name="task", text="new things"),
    ),
)
BUDGET = TokenBudget(context_window=200, reply_tokens=50)


async def heard_from(
    *replies: str | Completion | Exception, budget: TokenBudget = BUDGET
) -> tuple[Completion, list[Event], ScriptedModel]:
    waiting = iter(replies)
    model = ScriptedModel(lambda prompt: next(waiting), counter=WordCounter())
    events: list[Event] = []
    completion = await ask(
        model,
        DRAFT,
        budget,
        purpose="edit",
        listen=events.append,
        task=TaskId("t1"),
    )
    return completion, events, model


async def test_the_reply_is_given_back_whole() -> None:
    completion, _, _ = await heard_from("some words")
    assert completion.text == "some words"


async def test_the_text_is_streamed_under_the_name_of_the_task() -> None:
    _, events, _ = await heard_from("some words that come in pieces")
    pieces = [event for event in events if isinstance(event, TokensStreamed)]
    assert "".join(piece.text for piece in pieces) == "some words that come in pieces"
    assert {piece.task for piece in pieces} == {"t1"}


async def test_the_ended_call_is_told_with_its_prompt() -> None:
    _, events, model = await heard_from("some words")
    (ended,) = [event for event in events if isinstance(event, CallEnded)]
    assert (ended.purpose, ended.prompt) == ("edit", model.prompts[0])


async def test_a_reply_at_its_limit_is_refused() -> None:
    cut = Completion(text="half", finish_reason=FinishReason.LENGTH)
    with pytest.raises(ReplyCutOff, match="50 tokens"):
        await heard_from(cut)


@pytest.mark.parametrize("text", ["", " \n"])
async def test_an_empty_reply_is_refused(text: str) -> None:
    with pytest.raises(ReplyEmpty):
        await heard_from(text)


async def test_a_refused_reply_was_a_call_all_the_same() -> None:
    events: list[Event] = []
    model = ScriptedModel(lambda prompt: "", counter=WordCounter())
    with pytest.raises(ReplyEmpty):
        await ask(model, DRAFT, BUDGET, purpose="edit", listen=events.append)
    assert [type(event) for event in events] == [CallEnded]


async def test_an_overfull_window_is_composed_anew_once() -> None:
    completion, events, model = await heard_from(ContextExceeded("too large"), "words")
    assert completion.text == "words"
    assert len(model.prompts) == 2
    assert len([event for event in events if isinstance(event, CallEnded)]) == 1


async def test_the_second_prompt_is_counted_with_what_was_learnt() -> None:
    factors = [1]

    class Learning(WordCounter):
        def count(self, text: str) -> int:
            return factors[-1] * len(text.split())

    def answer(_prompt: Prompt) -> str | Exception:
        factors.append(30)
        return ContextExceeded("too large") if len(factors) == 2 else "words"

    model = ScriptedModel(answer, counter=Learning())
    budget = TokenBudget(context_window=220, reply_tokens=50)
    await ask(model, DRAFT, budget, purpose="edit", listen=lambda event: None)
    assert [prompt.dropped for prompt in model.prompts] == [(), ("memory",)]


async def test_a_window_that_stays_overfull_is_an_error() -> None:
    with pytest.raises(ContextExceeded):
        await heard_from(ContextExceeded("too large"), ContextExceeded("too large"))


async def test_other_failures_are_passed_on() -> None:
    with pytest.raises(ServerUnreachable):
        await heard_from(ServerUnreachable("gone"))


async def test_what_does_not_fit_is_never_sent() -> None:
    model = ScriptedModel(lambda prompt: "words", counter=WordCounter())
    small = TokenBudget(context_window=30, reply_tokens=5, margin=0)
    with pytest.raises(BudgetError):
        await ask(model, DRAFT, small, purpose="edit", listen=lambda event: None)
    assert model.prompts == []
