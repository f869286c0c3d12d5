"""The composer: the only place that makes a `Prompt`, so that every prompt fits."""

from dataclasses import dataclass

from litecode_nb.domain.prompt import (
    FREE_TEXT,
    Message,
    Prompt,
    ReplyForm,
    Role,
    Section,
    SectionSize,
    TokenBudget,
)
from litecode_nb.errors import BudgetError
from litecode_nb.tokens.base import TokenCounter


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a prompt shall say, before it is known what fits.

    Attributes:
        system: The instructions; always kept.
        examples: Worked examples, user and assistant in turn; always kept.
        sections: Parts of the last user message, in the order in which they are read.
        form: What the reply shall look like.
    """

    system: str
    examples: tuple[Message, ...] = ()
    sections: tuple[Section, ...]
    form: ReplyForm = FREE_TEXT

    def messages(self, sections: tuple[Section, ...]) -> tuple[Message, ...]:
        """Give the chat that shows these of its sections."""
        text = "\n\n".join(section.text for section in sections)
        return (
            Message(role=Role.SYSTEM, text=self.system),
            *self.examples,
            Message(role=Role.USER, text=text),
        )


def compose(draft: Draft, budget: TokenBudget, counter: TokenCounter) -> Prompt:
    """Fit a draft into a budget: drop optional sections, the weakest first.

    Of two equally weak ones, the later goes first. Required ones are never dropped, and
    no text is ever cut.

    Raises:
        BudgetError: What is required does not fit.
    """
    kept = draft.sections
    dropped: tuple[str, ...] = ()
    while True:
        messages = draft.messages(kept)
        tokens = counter.count_messages(messages)
        if tokens <= budget.prompt_tokens:
            break
        weakest = _weakest(kept)
        if weakest is None:
            raise _too_large(draft, tokens, budget, counter)
        kept = tuple(section for section in kept if section is not weakest)
        dropped = (*dropped, weakest.name)
    return Prompt(
        messages=messages,
        tokens=tokens,
        budget=budget,
        form=draft.form,
        sections=_sizes(draft, kept, counter),
        dropped=dropped,
    )


def _weakest(sections: tuple[Section, ...]) -> Section | None:
    """Find the section to drop next; None where all are required."""
    optional = [section for section in reversed(sections) if not section.required]
    return min(optional, key=lambda section: section.priority, default=None)


def _sizes(
    draft: Draft, kept: tuple[Section, ...], counter: TokenCounter
) -> tuple[SectionSize, ...]:
    """Give the sizes of all parts; the examples belong to the instructions."""
    words = "\n".join([draft.system, *(each.text for each in draft.examples)])
    parts = [("instructions", words), *((each.name, each.text) for each in kept)]
    return tuple(SectionSize(name=n, tokens=counter.count(t)) for n, t in parts)


def _too_large(
    draft: Draft, tokens: int, budget: TokenBudget, counter: TokenCounter
) -> BudgetError:
    required = tuple(section for section in draft.sections if section.required)
    largest = max(_sizes(draft, required, counter), key=lambda size: size.tokens)
    return BudgetError(
        f"The prompt needs {tokens:,} tokens, {largest.tokens:,} of them for "
        f"{largest.name}, but only {budget.prompt_tokens:,} are free in a window of "
        f"{budget.context_window:,} with {budget.reply_tokens:,} kept for the reply. "
        "Split the unit, or raise `context_window`."
    )
