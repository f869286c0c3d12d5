"""Ask, judge, and ask once more with the reason: the second answer is the last."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from litecode_nb.domain.prompt import TokenBudget
from litecode_nb.errors import ReplyCutOff, ReplyEmpty, ReplyEndless
from litecode_nb.execution.assignment import Assignment
from litecode_nb.execution.checking import Try
from litecode_nb.execution.filled import Problem
from litecode_nb.execution.reply import Wanted, code_in, text_in
from litecode_nb.execution.room import larger
from litecode_nb.prompting.asking import ask
from litecode_nb.prompting.executor_prompt import Complaint, Job, executor_draft

Result = TypeVar("Result")

Judge = Callable[[str, Try], Result | Problem]
"""Turns a reply into a result, or says what is wrong with it."""

TWICE = "The model's answer was not used, and neither was its second one. "
LONGEST_ANSWER = 60
TEXT_LANGUAGES = frozenset({"markdown", "text"})
TOO_LONG = "It was too long and was cut off. Answer with the new code only, once."
EMPTY = "It was empty. Answer with the new code in one block."
ENDLESS = "It said the same again and again. Answer with the new code only, once."


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """No usable answer, in two tries.

    Attributes:
        reason: What was wrong with the last one.
        first_reason: What was wrong with the first one.
        reply: The last one; empty where there was none.
    """

    reason: str
    first_reason: str
    reply: str


async def ask_twice(
    assignment: Assignment, job: Job, budget: TokenBudget, judge: Judge[Result]
) -> Result | Refused:
    """Ask for one job, at most twice, and give what the judge makes of the answer.

    Raises:
        BudgetError: It does not fit.
        ModelError: The server failed.
    """
    first = await _asked(assignment, job, budget)
    result = first if isinstance(first, Problem) else judge(first, Try.FIRST)
    if not isinstance(result, Problem):
        return result
    again = replace(job, complaint=_complaint(job, result, first))
    room = larger(assignment, job, budget) if result.reason == TOO_LONG else budget
    second = await _asked(assignment, again, room)
    last = second if isinstance(second, Problem) else judge(second, Try.LAST)
    if not isinstance(last, Problem):
        return last
    reply = second if isinstance(second, str) else first
    return Refused(
        reason=last.reason,
        first_reason=result.reason,
        reply=reply if isinstance(reply, str) else "",
    )


async def _asked(
    assignment: Assignment, job: Job, budget: TokenBudget
) -> str | Problem:
    """Ask once; a reply that is of no use at all is a problem to tell."""
    try:
        completion = await ask(
            assignment.model,
            executor_draft(job),
            budget,
            purpose="edit" if job.shown else "create",
            listen=assignment.listen,
            task=assignment.task.id,
        )
    except ReplyCutOff:
        return Problem(reason=TOO_LONG)
    except ReplyEmpty:
        return Problem(reason=EMPTY)
    except ReplyEndless:
        return Problem(reason=ENDLESS)
    return completion.text


def _complaint(job: Job, problem: Problem, reply: str | Problem) -> Complaint:
    """Tell the reason, and show what was refused, if it is short enough to help."""
    if isinstance(reply, Problem) or reply.count("\n") > LONGEST_ANSWER:
        return Complaint(reason=problem.reason)
    is_text = job.language in TEXT_LANGUAGES
    answer = text_in(reply) if is_text else code_in(reply, Wanted(shown=job.shown))
    is_new = answer.strip() != job.shown.strip()
    return Complaint(reason=problem.reason, answer=answer if is_new else "")
