"""A builder for each noun, so that a test shows only what matters to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from litecode_nb.domain.edit import ChangeSet, Edit
from litecode_nb.domain.ids import ChangeSetId, DocumentPath, TaskId, UnitId
from litecode_nb.domain.plan import Action, Plan, Task
from litecode_nb.domain.prompt import (
    FREE_TEXT,
    Message,
    Prompt,
    ReplyForm,
    Role,
    TokenBudget,
)
from litecode_nb.domain.request import Request
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.tokens.base import MESSAGE_OVERHEAD, TEMPLATE_OVERHEAD

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class WordCounter:
    """Counts words: sizes that a test can reckon in its head."""

    def count(self, text: str) -> int:
        return len(text.split())

    def count_messages(self, messages: Sequence[Message]) -> int:
        words = sum(self.count(m.text) + MESSAGE_OVERHEAD for m in messages)
        return words + TEMPLATE_OVERHEAD


def a_request(instruction: str = "rename a to b") -> Request:
    return Request(instruction=instruction)


def a_unit(
    source: str = "a = 1\n",
    *,
    document: str = "a.py",
    kind: UnitKind = UnitKind.MODULE,
    unit: str | None = None,
    position: int = 0,
) -> Unit:
    return Unit(
        id=UnitId(unit or document),
        document=DocumentPath(document),
        kind=kind,
        position=position,
        source=source,
    )


def a_task(
    task: str = "t1",
    *,
    action: Action = Action.EDIT,
    document: str = "a.py",
    unit: str | None = "a.py",
    section: str | None = None,
    instruction: str = "rename a to b",
    depends_on: Sequence[str] = (),
) -> Task:
    return Task(
        id=TaskId(task),
        action=action,
        document=DocumentPath(document),
        unit=UnitId(unit) if unit else None,
        section=section,
        instruction=instruction,
        depends_on=tuple(TaskId(each) for each in depends_on),
    )


def a_plan(*tasks: Task, summary: str = "Rename a.") -> Plan:
    return Plan(summary=summary, tasks=tasks or (a_task(),))


def an_edit(
    before: str | None = "a = 1\n",
    after: str | None = "b = 1\n",
    *,
    document: str = "a.py",
    unit: str | None = None,
    kind: UnitKind = UnitKind.MODULE,
    position: int = 0,
    task: str = "t1",
) -> Edit:
    return Edit(
        task=TaskId(task),
        document=DocumentPath(document),
        unit=UnitId(unit or document),
        kind=kind,
        before=before,
        after=after,
        position=position,
    )


def a_change_set(*edits: Edit, change_set: str = "c1") -> ChangeSet:
    return ChangeSet(
        id=ChangeSetId(change_set),
        summary="Rename a.",
        instruction="rename a to b",
        made_at=NOON,
        edits=edits or (an_edit(),),
    )


def a_prompt(
    text: str = "rename a to b",
    *,
    system: str = "Be brief.",
    reply_tokens: int = 100,
    form: ReplyForm = FREE_TEXT,
) -> Prompt:
    """Give a prompt that was not composed: for what receives one."""
    system_message = Message(role=Role.SYSTEM, text=system)
    return Prompt(
        messages=(system_message, Message(role=Role.USER, text=text)),
        tokens=1,
        budget=TokenBudget(reply_tokens=reply_tokens),
        form=form,
    )
