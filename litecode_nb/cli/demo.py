"""`litecode demo`: the main job on a small sample project, with nothing hidden."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from rich.console import Console

from litecode_nb.cli.endings import Ending
from litecode_nb.cli.following import following
from litecode_nb.cli.pulling import have_weights
from litecode_nb.cli.showing import (
    show_answer,
    show_budget,
    show_changes,
    show_map,
    show_outcomes,
)
from litecode_nb.domain.events import CallEnded
from litecode_nb.domain.proposal import Proposal
from litecode_nb.domain.request import Request
from litecode_nb.llm.embedded.weights import DEFAULT_SIZE
from litecode_nb.session import Session

NOTEBOOK = "explore.ipynb"
QUESTION = "What does by_month return?"
EDIT = (
    "Round the sums of by_month to two decimals, and in cell 7 print a euro sign after "
    "each amount"
)
RUN_SECONDS = 120


async def run_demo(settings: dict[str, Any], *, keep: bool) -> Ending:
    """Ask one question and make one edit over a notebook and a module.

    Args:
        settings: Values for settings; the server is the embedded one unless named.
        keep: Whether the sample project is left behind.

    Raises:
        LitecodeError: It cannot be done.
    """
    console = Console()
    if settings["server"] == "embedded":
        await have_weights(settings.get("model") or DEFAULT_SIZE)
    with _sample(keep=keep) as folder:
        async with Session.open(folder, options=settings) as session:
            model = await session.model()
            console.print(f"Model: {model.traits.name}, {model.traits.server}")
            question = await _ask(session, console)
            change = await _change(session, console)
        faults = [*_faults(question, change), *_run_notebook(folder, console)]
        if keep:
            console.print(f"The sample project is in {folder}", markup=False)
    for fault in faults:
        console.print(f"✗ {fault}", style="red", markup=False)
    if not faults:
        console.print(
            "✓ Answered, edited, applied, and the notebook runs.", style="green"
        )
    return Ending.FAILED if faults else Ending.DONE


async def _ask(session: Session, console: Console) -> Proposal:
    console.rule(f"Question: {QUESTION}")
    request = Request(instruction=QUESTION)
    console.print(show_map(session.render_map(request)))
    with following(console) as listen:
        proposal = await session.propose(request, listen)
    for answer in proposal.answers:
        console.print(show_answer(answer))
    console.print(show_outcomes(proposal), show_budget(proposal.calls))
    return proposal


async def _change(session: Session, console: Console) -> Proposal:
    console.rule(f"Edit: {EDIT}")
    request = Request(instruction=EDIT)
    console.print(show_map(session.render_map(request)))
    with following(console) as listen:
        proposal = await session.propose(request, listen)
    console.print(show_outcomes(proposal), show_budget(proposal.calls))
    if proposal.change_set is not None:
        console.print(show_changes(proposal.change_set))
        session.apply(proposal.change_set)
        applied_to = ", ".join(proposal.change_set.documents)
        console.print(f"Applied to {applied_to}.", markup=False)
    return proposal


def _faults(question: Proposal, change: Proposal) -> Iterator[str]:
    """Say what is not as the demo promises."""
    if not question.answers:
        yield "The question was not answered."
    touched = change.change_set.documents if change.change_set else ()
    if NOTEBOOK not in touched or not any(d.endswith(".py") for d in touched):
        yield "The edit did not touch both the notebook and a module."
    for failure in change.failures:
        yield f"Task {failure.task} failed: {failure.reason}"
    for call in (*question.calls, *change.calls):
        if not _kept_budget(call):
            yield f"The call {call.purpose} {call.task or ''} went over its budget."


def _kept_budget(call: CallEnded) -> bool:
    """Whether a call stayed within its window by the server's own count, or by ours."""
    budget, usage = call.prompt.budget, call.completion.usage
    prompt = max(call.prompt.tokens, usage.prompt_tokens or 0)
    reply = max(budget.reply_tokens, usage.reply_tokens or 0)
    return prompt <= budget.prompt_tokens and prompt + reply <= budget.context_window


def _run_notebook(folder: Path, console: Console) -> Iterator[str]:
    """Run the edited notebook from top to bottom in a process of its own."""
    console.rule(f"Running {NOTEBOOK}")
    command = [sys.executable, "-m", "IPython", "--no-banner", "--colors=NoColor"]
    done = subprocess.run(  # noqa: S603  our own sample, on the person's command
        [*command, "--InteractiveShell.history_length=0", NOTEBOOK],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS,
        check=False,
    )
    console.print(done.stdout, markup=False, highlight=False)
    if done.returncode != 0:
        yield f"The edited notebook does not run: {done.stderr or done.stdout}"


@contextmanager
def _sample(*, keep: bool) -> Iterator[Path]:
    """Copy the sample project into a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="litecode-demo-"))
    try:
        with as_file(files("litecode_nb.cli") / "sample_project") as sample:
            shutil.copytree(sample, folder, dirs_exist_ok=True)
        yield folder
    finally:
        if not keep:
            shutil.rmtree(folder)
