"""Room: how many tokens a call has for its code, and how many for the reply."""

from collections.abc import Callable
from dataclasses import replace
from math import ceil

from litecode_nb.domain.prompt import DEFAULT_REPLY, TokenBudget
from litecode_nb.errors import BudgetError
from litecode_nb.execution.assignment import Assignment
from litecode_nb.prompting.context import Context
from litecode_nb.prompting.executor_prompt import Job, executor_draft

LEAST_REPLY = 256
REPLY_EXTRA = 64
"""Tokens for the fences, and for a few new lines in a small unit."""

MARGIN = 16
"""Tokens kept free for what cannot be counted exactly."""

RETRY_ROOM = 160
"""Tokens that the reason of a second try may take."""


def window_of(assignment: Assignment) -> int:
    """Tokens that one call may use: the setting, never above what the model has."""
    own = assignment.model.traits.context_window
    return min(assignment.settings.context_window or own, own)


def fits(assignment: Assignment, job: Job) -> Callable[[str], bool]:
    """Give a function that says whether a text can be shown and written again.

    A text of C tokens that may grow by a factor g needs C (1 + g) tokens of what the
    fixed part of the prompt leaves.
    """

    def text_fits(text: str) -> bool:
        needed = reserve(assignment, text)
        most = assignment.settings.reply_tokens or needed
        return needed <= min(most, room(assignment, replace(job, shown=text)))

    return text_fits


def reserve(assignment: Assignment, shown: str) -> int:
    """Tokens to keep for writing a text again, somewhat grown."""
    tokens = assignment.model.counter.count(shown)
    grown = ceil(assignment.settings.growth * tokens) + REPLY_EXTRA
    return max(LEAST_REPLY, grown)


def room(assignment: Assignment, job: Job) -> int:
    """Tokens that are left for a reply beside all that the prompt must say."""
    draft = executor_draft(replace(job, context=Context(), complaint=None))
    needed = assignment.model.counter.count_messages(draft.messages(draft.sections))
    return window_of(assignment) - MARGIN - needed - RETRY_ROOM


def edit_budget(assignment: Assignment, job: Job, label: str) -> TokenBudget:
    """Share out the window for writing the shown text again.

    Raises:
        BudgetError: Even alone it does not fit.
    """
    needed, left = reserve(assignment, job.shown), room(assignment, job)
    most = assignment.settings.reply_tokens
    if needed > left or (most is not None and needed > most):
        raise _too_large(assignment, job, label, needed)
    return _budget(assignment, needed)


def new_budget(assignment: Assignment, job: Job) -> TokenBudget:
    """Share out the window for writing something new.

    Raises:
        BudgetError: The instruction alone leaves no room.
    """
    left = room(assignment, job)
    # A third of a small window stays for what may be told beside the task.
    usual = min(assignment.settings.reply_tokens or DEFAULT_REPLY, 2 * left // 3)
    if usual < 1:
        raise _too_large(assignment, job, "The task", LEAST_REPLY)
    return _budget(assignment, usual)


def larger(assignment: Assignment, job: Job, budget: TokenBudget) -> TokenBudget:
    """Double the reserve for a reply that was cut off, as far as there is room."""
    most = assignment.settings.reply_tokens or window_of(assignment)
    tokens = min(2 * budget.reply_tokens, most, room(assignment, job))
    return replace(budget, reply_tokens=max(tokens, budget.reply_tokens))


def _budget(assignment: Assignment, reply_tokens: int) -> TokenBudget:
    window = window_of(assignment)
    return TokenBudget(context_window=window, reply_tokens=reply_tokens, margin=MARGIN)


def _too_large(
    assignment: Assignment, job: Job, label: str, needed: int
) -> BudgetError:
    shown = assignment.model.counter.count(job.shown)
    size = f"{label} has {shown:,} tokens, and writing it may take {needed:,}"
    most = assignment.settings.reply_tokens
    if most is not None and needed > most:
        return BudgetError(
            f"{size}, but `reply_tokens` is {most:,}. Raise it, or split the code."
        )
    left = max(room(assignment, job), 0)
    return BudgetError(
        f"{size}, but a window of {window_of(assignment):,} leaves {left:,} for it. "
        "Split the code, or raise `context_window`."
    )
