"""The main job on the models that people use: budgets hold, and nothing breaks."""

import ast
import json
import os
import shutil
from importlib.resources import files
from pathlib import Path

import nbformat
import pytest

from builders import a_request
from litecode_nb.domain.events import CallEnded, Event
from litecode_nb.errors import LitecodeError
from litecode_nb.llm.embedded.weights import SIZES, pull
from litecode_nb.session import Session

pytestmark = [pytest.mark.large, pytest.mark.timeout(1800)]
REQUESTS = (
    "What does by_month return?",
    "Add an optional parameter digits, default 2, to by_month and round its sums to it",
    "Add type hints to customers",
    "Print a euro sign after each amount in cell 7",
    "Remove the cell that prints the largest orders",
)


@pytest.fixture(scope="module", params=SIZES)
def size(request: pytest.FixtureRequest) -> str:
    """A size of the embedded model whose weights are there."""
    size = str(request.param)
    pull(size, lambda _done, _whole: None, os.environ)
    return size


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    folder = tmp_path / "sample"
    source = Path(str(files("litecode_nb.cli"))) / "sample_project"
    shutil.copytree(source, folder)
    return folder


async def test_every_call_keeps_its_budget_and_every_file_stays_whole(
    size: str, sample: Path
) -> None:
    options = {"server": "embedded", "model": size}
    async with Session.open(sample, options=options) as session:
        calls: list[CallEnded] = []
        for words in REQUESTS:
            await do(session, words, calls)
        assert calls
        assert [call for call in calls if not kept_its_budget(call)] == []
    for module in sample.glob("*.py"):
        ast.parse(module.read_text(encoding="utf-8"))
    nbformat.validate(json.loads((sample / "explore.ipynb").read_bytes()))


async def do(session: Session, words: str, calls: list[CallEnded]) -> None:
    """Do a request and keep its calls; a small model may fail, but only in words."""

    def hear(event: Event) -> None:
        if isinstance(event, CallEnded):
            calls.append(event)

    try:
        proposal = await session.propose(a_request(words), hear)
    except LitecodeError as error:
        assert str(error).endswith(".")  # noqa: PT017  any of them will do
        return
    assert set(proposal.outcomes) == {t.id for t in proposal.graph.tasks}
    if proposal.change_set is not None:
        session.apply(proposal.change_set)


def kept_its_budget(call: CallEnded) -> bool:
    """Whether the server counted no more than we did, and all of it fits."""
    usage, budget = call.completion.usage, call.prompt.budget
    assert usage.prompt_tokens is not None
    assert usage.reply_tokens is not None
    used = usage.prompt_tokens + usage.reply_tokens
    return (
        usage.prompt_tokens <= call.prompt.tokens <= budget.prompt_tokens
        and usage.reply_tokens <= budget.reply_tokens
        and used <= budget.context_window
    )
