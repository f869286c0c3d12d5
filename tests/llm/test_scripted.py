import asyncio

import pytest

from builders import WordCounter, a_prompt
from litecode_nb.domain.prompt import Completion, FinishReason
from litecode_nb.errors import ReplyBroken
from litecode_nb.llm.model import ChatModel
from litecode_nb.llm.scripted import ScriptedModel


async def test_it_answers_from_its_function() -> None:
    model: ChatModel = ScriptedModel(lambda prompt: prompt.messages[-1].text.upper())
    completion = await model.complete(a_prompt("hello"), lambda _: None)
    assert completion.text == "HELLO"


async def test_its_answer_is_streamed_in_pieces() -> None:
    shown: list[str] = []
    model = ScriptedModel(lambda _: "one two three four five")
    await model.complete(a_prompt(), shown.append)
    assert len(shown) > 1
    assert "".join(shown) == "one two three four five"


async def test_it_keeps_what_it_was_asked() -> None:
    model, prompt = ScriptedModel(lambda _: "x"), a_prompt()
    await model.complete(prompt, lambda _: None)
    assert model.prompts == [prompt]


async def test_an_exception_is_raised_in_place_of_an_answer() -> None:
    model = ScriptedModel(lambda _: ReplyBroken("broken"))
    with pytest.raises(ReplyBroken):
        await model.complete(a_prompt(), lambda _: None)


async def test_a_whole_completion_is_given_as_it_is() -> None:
    cut = Completion(text="x", finish_reason=FinishReason.LENGTH)
    model = ScriptedModel(lambda _: cut)
    assert await model.complete(a_prompt(), lambda _: None) is cut


async def test_two_calls_run_side_by_side() -> None:
    order: list[str] = []
    model = ScriptedModel(lambda prompt: prompt.messages[-1].text * 30)
    calls = [model.complete(a_prompt(word), order.append) for word in ("a", "b")]
    await asyncio.gather(*calls)
    assert [piece[0] for piece in order[:4]] == ["a", "b", "a", "b"]


def test_it_counts_with_the_counter_that_it_is_given() -> None:
    assert ScriptedModel(lambda _: "x", counter=WordCounter()).counter.count("a b") == 2
