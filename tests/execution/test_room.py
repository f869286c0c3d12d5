"""Budgets of the executor's calls: the reserve follows the unit."""

import pytest

from builders import WordCounter
from execution_builders import (
    a_cell,
    a_model,
    after_of,
    asked,
    edit_with,
    in_fence,
    task_for,
)
from litecode_nb.domain.outcome import Failed
from litecode_nb.domain.unit import UnitKind
from litecode_nb.execution.executor import execute
from litecode_nb.settings import Settings

FUNCTIONS = "".join(f"def f{n}(x):\n    return x + {n}\n\n\n" for n in range(300))


def a_cell_of(tokens: int) -> str:
    """A cell that cannot be taken apart; a line has six tokens."""
    return "def f():\n" + "".join("    x = 1\n" for _ in range(tokens // 6))


async def test_a_small_unit_reserves_the_least() -> None:
    _, model = await edit_with(a_cell("x = 1"), "say 2", in_fence("x = 2"))
    assert model.prompts[0].budget.reply_tokens == 256


async def test_the_reserve_grows_with_the_unit() -> None:
    cell = a_cell_of(1800)
    _, model = await edit_with(a_cell(cell), "say 2", in_fence(cell.replace("1", "2")))
    counted = model.counter.count(cell.rstrip("\n"))
    reserved = model.prompts[0].budget.reply_tokens
    assert reserved >= 1.2 * counted
    assert reserved <= 1.2 * counted + 70


async def test_a_cell_of_three_thousand_tokens_is_one_call() -> None:
    cell = a_cell_of(3000)
    _, model = await edit_with(a_cell(cell), "say 2", in_fence(cell.replace("1", "2")))
    assert 2500 < model.counter.count(cell) < 3250
    assert len(model.prompts) == 1


async def test_a_cell_that_cannot_be_written_again_fails_with_the_numbers() -> None:
    cell = a_cell_of(4500)
    outcome, model = await edit_with(a_cell(cell), "say 2")
    assert isinstance(outcome, Failed)
    assert "8,192" in outcome.reason
    assert "context_window" in outcome.reason
    assert model.prompts == []


async def test_a_large_cell_is_edited_by_the_function_that_is_named() -> None:
    new = "def f7(x):\n    return x - 7"
    outcome, model = await edit_with(
        a_cell(FUNCTIONS), "f7 shall subtract", in_fence(new)
    )
    assert after_of(outcome) == FUNCTIONS.replace("x + 7\n", "x - 7\n")
    assert "x + 8\n" not in asked(model)


async def test_the_setting_for_replies_is_kept() -> None:
    cell = a_cell_of(1800)
    outcome, _ = await edit_with(
        a_cell(cell), "say 2", settings=Settings(reply_tokens=500)
    )
    assert isinstance(outcome, Failed)
    assert "`reply_tokens` is 500" in outcome.reason


@pytest.mark.parametrize("window", [700, 2000])
async def test_no_prompt_is_over_its_window(window: int) -> None:
    replies = [in_fence("x = 1")] * 300
    model = a_model(*replies, window=window)
    unit = a_cell(FUNCTIONS[:1200])
    await execute(model, task_for(unit, "add docstrings to every function"), unit)
    for prompt in model.prompts:
        assert prompt.tokens + prompt.budget.reply_tokens <= window


async def test_the_smaller_of_setting_and_model_is_the_window() -> None:
    model = a_model(in_fence("x = 2"), window=3000)
    unit = a_cell("x = 1")
    settings = Settings(context_window=5000)
    await execute(model, task_for(unit, "say 2"), unit, settings=settings)
    assert model.prompts[0].budget.context_window == 3000


async def test_a_window_without_room_is_a_failure_in_words() -> None:
    model = a_model(window=120, counter=WordCounter())
    unit = a_cell("x = 1")
    outcome = await execute(model, task_for(unit, "say 2"), unit)
    assert isinstance(outcome, Failed)
    assert "window of 120" in outcome.reason


async def test_a_text_that_is_too_large_fails_with_the_numbers() -> None:
    text = "def f(x):\n    words and words\n\n" * 700
    cell = a_cell(text, UnitKind.MARKDOWN_CELL)
    outcome, model = await edit_with(cell, "f(x) shall be called g(x)")
    assert isinstance(outcome, Failed)
    assert "8,192" in outcome.reason
    assert model.prompts == []
