"""A proposal as JSON, for scripts."""

import json
from dataclasses import asdict
from typing import Any

from litecode_nb.changes.diffing import unified
from litecode_nb.domain.edit import ChangeSet, Edit
from litecode_nb.domain.events import CallEnded
from litecode_nb.domain.plan import Plan, Task
from litecode_nb.domain.proposal import Proposal


def as_json(report: Any) -> str:
    """Give a report as indented JSON text that any terminal can show."""
    return json.dumps(report, indent=2, ensure_ascii=True, default=str)


def report_of(proposal: Proposal, *, applied: bool) -> dict[str, Any]:
    """Tell all that a request came to.

    Args:
        proposal: What it came to.
        applied: Whether its changes are on the disk.
    """
    return {
        "request": proposal.request.instruction,
        "plan": report_of_plan(proposal.plan),
        "answers": [
            {"text": answer.text, "units": list(answer.units)}
            for answer in proposal.answers
        ],
        "failures": [asdict(failure) for failure in proposal.failures],
        "outcomes": {
            task: type(outcome).__name__.lower()
            for task, outcome in proposal.outcomes.items()
        },
        "changes": report_of_changes(proposal.change_set),
        "applied": applied,
        "calls": [_call(call) for call in proposal.calls],
        "notes": list(proposal.notes),
    }


def report_of_plan(plan: Plan) -> dict[str, Any]:
    """Tell what was planned."""
    return {"summary": plan.summary, "tasks": [_task(task) for task in plan.tasks]}


def report_of_changes(change_set: ChangeSet | None) -> dict[str, Any] | None:
    """Tell what a change set would write; None where there is none."""
    if change_set is None:
        return None
    return {
        "id": change_set.id,
        "summary": change_set.summary,
        "edits": [_edit(edit) for edit in change_set.edits],
    }


def _task(task: Task) -> dict[str, Any]:
    return {
        "id": task.id,
        "action": task.action.value,
        "document": task.document,
        "unit": task.unit,
        "section": task.section,
        "instruction": task.instruction,
        "depends_on": list(task.depends_on),
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {
        "document": edit.document,
        "unit": edit.unit,
        "creates": edit.creates,
        "deletes": edit.deletes,
        "diff": unified(edit),
    }


def _call(call: CallEnded) -> dict[str, Any]:
    budget = call.prompt.budget
    return {
        "task": call.task,
        "purpose": call.purpose,
        "counted": call.prompt.tokens,
        "reported": call.completion.usage.prompt_tokens,
        "reply_tokens": call.completion.usage.reply_tokens,
        "reply_reserved": budget.reply_tokens,
        "context_window": budget.context_window,
        "seconds": round(call.completion.seconds, 3),
        "dropped": list(call.prompt.dropped),
    }
