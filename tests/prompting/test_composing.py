"""Law 1: a composed prompt never exceeds its budget; the weakest goes first."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import WordCounter
from litecode_nb.domain.prompt import Message, Priority, Role, Section, TokenBudget
from litecode_nb.errors import BudgetError
from litecode_nb.prompting.composer import Draft, compose
from litecode_nb.tokens.base import TokenCounter
from litecode_nb.tokens.tiktoken_counter import TiktokenCounter

# The first count loads the table, which takes its time on a busy machine.
QUICK = settings(deadline=None, max_examples=60)
WORDS = st.text(alphabet="ab \n0`", max_size=40)
OPTIONAL = (
    *(Priority.FOLDER_CONTEXT, Priority.MEMORY),
    *(Priority.NEIGHBOURS, Priority.FACTS),
)
SECTIONS = st.lists(
    st.tuples(WORDS, st.sampled_from([*OPTIONAL, Priority.REQUIRED])), max_size=7
).map(
    lambda rows: tuple(
        Section(name=f"s{n}", text=text, priority=priority)
        for n, (text, priority) in enumerate(rows)
    )
)
EXAMPLES = st.lists(WORDS, max_size=2).map(
    lambda texts: tuple(Message(role=Role.USER, text=text) for text in texts)
)
DRAFTS = st.builds(Draft, system=WORDS, examples=EXAMPLES, sections=SECTIONS)
BUDGETS = st.builds(
    TokenBudget,
    context_window=st.integers(20, 300),
    reply_tokens=st.integers(1, 3),
    margin=st.integers(0, 16),
)
COUNTERS: Sequence[TokenCounter] = (WordCounter(), TiktokenCounter())


def a_section(name: str, words: int, priority: Priority = Priority.REQUIRED) -> Section:
    return Section(name=name, text="w " * words, priority=priority)


def needed(draft: Draft, sections: tuple[Section, ...], counter: TokenCounter) -> int:
    return counter.count_messages(draft.messages(sections))


@QUICK
@given(DRAFTS, BUDGETS, st.sampled_from(COUNTERS))
def test_a_prompt_never_exceeds_its_budget(
    draft: Draft, budget: TokenBudget, counter: TokenCounter
) -> None:
    try:
        prompt = compose(draft, budget, counter)
    except BudgetError:
        return
    counted = counter.count_messages(prompt.messages)
    assert counted == prompt.tokens <= budget.prompt_tokens
    total = prompt.tokens + budget.reply_tokens + budget.margin
    assert total <= budget.context_window


@QUICK
@given(DRAFTS, BUDGETS)
def test_what_is_required_is_never_dropped(draft: Draft, budget: TokenBudget) -> None:
    required = tuple(section for section in draft.sections if section.required)
    size = needed(draft, required, WordCounter())
    try:
        prompt = compose(draft, budget, WordCounter())
    except BudgetError:
        assert size > budget.prompt_tokens
        return
    assert size <= budget.prompt_tokens
    assert not {section.name for section in required} & set(prompt.dropped)


@QUICK
@given(DRAFTS, BUDGETS)
def test_nothing_kept_is_weaker_than_what_was_dropped(
    draft: Draft, budget: TokenBudget
) -> None:
    try:
        prompt = compose(draft, budget, WordCounter())
    except BudgetError:
        return
    priority = {section.name: section.priority for section in draft.sections}
    kept = [priority[size.name] for size in prompt.sections[1:]]
    dropped = [priority[name] for name in prompt.dropped]
    assert dropped == sorted(dropped)
    assert not dropped or max(dropped) <= min([*kept, Priority.REQUIRED])


@QUICK
@given(DRAFTS, BUDGETS)
def test_no_more_is_dropped_than_has_to_be(draft: Draft, budget: TokenBudget) -> None:
    try:
        prompt = compose(draft, budget, WordCounter())
    except BudgetError:
        return
    if prompt.dropped:
        last = prompt.dropped[-1]
        gone = set(prompt.dropped) - {last}
        kept = tuple(s for s in draft.sections if s.name not in gone)
        assert needed(draft, kept, WordCounter()) > budget.prompt_tokens


@QUICK
@given(DRAFTS, BUDGETS)
def test_what_is_kept_stands_in_the_order_of_the_draft(
    draft: Draft, budget: TokenBudget
) -> None:
    try:
        prompt = compose(draft, budget, WordCounter())
    except BudgetError:
        return
    kept = [s for s in draft.sections if s.name not in prompt.dropped]
    assert [size.name for size in prompt.sections[1:]] == [s.name for s in kept]
    assert prompt.messages[-1].text == "\n\n".join(section.text for section in kept)


def test_of_equally_weak_sections_the_later_goes_first() -> None:
    sections = (
        a_section("one", 20, Priority.NEIGHBOURS),
        a_section("two", 20, Priority.NEIGHBOURS),
        a_section("task", 5),
    )
    budget = TokenBudget(context_window=70, reply_tokens=5, margin=0)
    prompt = compose(Draft(system="", sections=sections), budget, WordCounter())
    assert prompt.dropped == ("two",)


def test_sections_of_one_name_are_dropped_one_by_one() -> None:
    sections = (
        a_section("facts", 20, Priority.FACTS),
        a_section("facts", 20, Priority.FACTS),
        a_section("task", 5),
    )
    budget = TokenBudget(context_window=70, reply_tokens=5, margin=0)
    prompt = compose(Draft(system="", sections=sections), budget, WordCounter())
    assert prompt.dropped == ("facts",)
    assert len(prompt.sections) == 3


def test_equal_sections_are_dropped_one_by_one() -> None:
    twin = a_section("facts", 20, Priority.FACTS)
    budget = TokenBudget(context_window=70, reply_tokens=5, margin=0)
    draft = Draft(system="", sections=(twin, twin, a_section("task", 5)))
    assert compose(draft, budget, WordCounter()).dropped == ("facts",)


def test_folder_context_goes_before_memory_and_memory_before_neighbours() -> None:
    sections = tuple(a_section(p.name, 20, p) for p in reversed(OPTIONAL))
    budget = TokenBudget(context_window=60, reply_tokens=5, margin=0)
    prompt = compose(Draft(system="", sections=sections), budget, WordCounter())
    assert prompt.dropped == ("FOLDER_CONTEXT", "MEMORY", "NEIGHBOURS")


def test_what_does_not_fit_is_refused_with_the_numbers() -> None:
    budget = TokenBudget(context_window=100, reply_tokens=40, margin=10)
    draft = Draft(system="", sections=(a_section("code", 90),))
    with pytest.raises(BudgetError, match=r"90 of them for code, but only 50 are free"):
        compose(draft, budget, WordCounter())


def test_a_draft_that_is_all_instructions_is_refused_too() -> None:
    budget = TokenBudget(context_window=50, reply_tokens=5, margin=0)
    draft = Draft(system="w " * 90, sections=())
    with pytest.raises(BudgetError, match="instructions"):
        compose(draft, budget, WordCounter())


def test_the_sizes_of_all_parts_are_told() -> None:
    sections = (a_section("code", 7), a_section("task", 3))
    example = Message(role=Role.USER, text="w w")
    draft = Draft(system="w", examples=(example,), sections=sections)
    prompt = compose(draft, TokenBudget(), WordCounter())
    sizes = [(size.name, size.tokens) for size in prompt.sections]
    assert sizes == [("instructions", 3), ("code", 7), ("task", 3)]
