"""The executor's prompts: one piece of a project, one task, one worked example."""

from dataclasses import dataclass, field
from enum import StrEnum

from litecode_nb.domain.prompt import Priority, Section
from litecode_nb.prompting.composer import Draft
from litecode_nb.prompting.context import Context
from litecode_nb.prompting.wording import example_in, fenced, parts_of


class Template(StrEnum):
    """What the model is asked to write; each is a file of words."""

    EDIT_CODE = "edit_code"
    EDIT_TEXT = "edit_text"
    NEW_DEFINITION = "new_definition"
    NEW_CELL = "new_cell"
    NEW_MODULE = "new_module"
    NEW_TEXT = "new_text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """Why an answer cannot be used, for the second try.

    Attributes:
        reason: One or two sentences that say what to do differently.
        answer: The answer, shortened; empty where it is of no use to see it.
    """

    reason: str
    answer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One thing to write.

    Attributes:
        template: Which words ask for it.
        language: What it is written in, as a fence calls it.
        task: What to do.
        shown: What is there now; empty where it is to be created.
        place: One line about where the shown code stands; may be empty.
        context: What may be told beside it.
        complaint: What was wrong with the first answer; None on the first try.
    """

    template: Template
    language: str
    task: str
    shown: str = ""
    place: str = ""
    context: Context = field(default_factory=Context)
    complaint: Complaint | None = None


def executor_draft(job: Job) -> Draft:
    """Say what is needed: context first, then the code, and the task close to it."""
    parts = parts_of(job.template)
    return Draft(
        system=parts["system"].replace("LANGUAGE", job.language),
        examples=example_in(parts),
        sections=(
            *job.context.sections(),
            *_code(job),
            Section(name="task", text=f"Task: {job.task}"),
            *_complaint(job),
        ),
    )


def _code(job: Job) -> tuple[Section, ...]:
    if not job.shown:
        return ()
    block = fenced(job.shown, job.language)
    text = f"{job.place}\n{block}" if job.place else block
    return (Section(name="code", text=text),)


def _complaint(job: Job) -> tuple[Section, ...]:
    """Show the refused answer if there is room, and always the reason."""
    if job.complaint is None:
        return ()
    reason = Section(
        name="reason", text=f"Your answer was not used. {job.complaint.reason}"
    )
    if not job.complaint.answer:
        return (reason,)
    block = fenced(job.complaint.answer, job.language)
    text = f"Your first answer was:\n{block}"
    return (Section(name="answer", text=text, priority=Priority.FACTS), reason)
