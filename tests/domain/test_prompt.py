import pytest
from hypothesis import given
from hypothesis import strategies as st

from litecode_nb.domain.prompt import (
    DEFAULT_MEMORY,
    MEMORY_ENTRIES,
    MEMORY_ENTRY_TOKENS,
    Priority,
    Prompt,
    Section,
    TokenBudget,
)
from litecode_nb.errors import BudgetError

SIZES = st.integers(-2, 10_000)


@given(window=SIZES, reply=SIZES, margin=SIZES)
def test_a_budget_that_can_be_built_has_room_for_a_prompt(
    window: int, reply: int, margin: int
) -> None:
    try:
        budget = TokenBudget(context_window=window, reply_tokens=reply, margin=margin)
    except (BudgetError, ValueError):
        return
    assert budget.prompt_tokens >= 1
    assert budget.prompt_tokens + reply + margin == window


def test_a_window_without_room_is_told_with_its_numbers() -> None:
    with pytest.raises(BudgetError, match=r"2,048 tokens leaves no room .* 2,040"):
        TokenBudget(context_window=2048, reply_tokens=2040)


def test_a_reply_of_no_tokens_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="at least one token"):
        TokenBudget(reply_tokens=0)


def test_a_prompt_over_its_budget_cannot_be_built() -> None:
    budget = TokenBudget(context_window=100, reply_tokens=50, margin=0)
    with pytest.raises(BudgetError, match="51 tokens but only 50 are free"):
        Prompt(messages=(), tokens=51, budget=budget)


def test_a_prompt_may_fill_its_budget() -> None:
    budget = TokenBudget(context_window=100, reply_tokens=50, margin=0)
    assert Prompt(messages=(), tokens=50, budget=budget).tokens == 50


def test_a_section_is_required_unless_it_may_be_dropped() -> None:
    assert Section(name="code", text="").required
    assert not Section(name="memory", text="", priority=Priority.MEMORY).required


def test_folder_context_is_dropped_before_memory_and_memory_before_neighbours() -> None:
    assert Priority.FOLDER_CONTEXT < Priority.MEMORY < Priority.NEIGHBOURS


def test_the_memory_fits_its_share() -> None:
    assert MEMORY_ENTRIES * MEMORY_ENTRY_TOKENS <= DEFAULT_MEMORY
