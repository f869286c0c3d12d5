"""What tests of the executor need: models that answer in turn, and ways to run it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builders import a_task, a_unit
from litecode_nb.domain.events import Listener, ignore
from litecode_nb.domain.outcome import Edited, Outcome
from litecode_nb.domain.plan import Action, Task
from litecode_nb.domain.prompt import Completion, Prompt
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.execution.executor import execute
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.scripted import ScriptedModel
from litecode_nb.settings import Settings
from litecode_nb.tokens.base import TokenCounter

Reply = str | Completion | Exception
NOTEBOOK = "n.ipynb"


def in_fence(code: str, info: str = "python") -> str:
    return f"```{info}\n{code}\n```"


def a_model(
    *replies: Reply, window: int = 8192, counter: TokenCounter | None = None
) -> ScriptedModel:
    """A model that gives these replies one after another, and no more."""
    waiting: Iterator[Reply] = iter(replies)

    def answer(_prompt: Prompt) -> Reply:
        reply = next(waiting, None)
        return (
            AssertionError("It was asked once too often.") if reply is None else reply
        )

    traits = ModelTraits(name="scripted", server="a script", context_window=window)
    return ScriptedModel(answer, traits=traits, counter=counter)


def a_cell(source: str, kind: UnitKind = UnitKind.CODE_CELL, position: int = 0) -> Unit:
    return a_unit(
        source, document=NOTEBOOK, unit=f"{NOTEBOOK}#a", kind=kind, position=position
    )


def task_for(unit: Unit, instruction: str, section: str | None = None) -> Task:
    return a_task(
        document=unit.document,
        unit=unit.id,
        section=section,
        instruction=instruction,
    )


async def edit_with(
    unit: Unit,
    instruction: str,
    *replies: Reply,
    section: str | None = None,
    surroundings: Surroundings | None = None,
    settings: Settings | None = None,
    listen: Listener = ignore,
) -> tuple[Outcome, ScriptedModel]:
    """Run one edit with a model that gives these replies."""
    model = a_model(*replies)
    task = task_for(unit, instruction, section=section)
    outcome = await execute(
        model,
        task,
        unit,
        surroundings=surroundings,
        settings=settings,
        listen=listen,
    )
    return outcome, model


def after_of(outcome: Outcome) -> str:
    """The new text of the only edit of an outcome."""
    assert isinstance(outcome, Edited), outcome
    (edit,) = outcome.edits
    assert edit.after is not None
    return edit.after


def asked(model: ScriptedModel, call: int = 0) -> str:
    """The last message of a call."""
    return model.prompts[call].messages[-1].text


def creation(
    instruction: str,
    *,
    document: str = NOTEBOOK,
    kind: UnitKind | None = None,
    position: int | None = None,
    depends_on: Sequence[str] = (),
) -> Task:
    task = a_task(
        action=Action.CREATE,
        document=document,
        unit=None,
        instruction=instruction,
        depends_on=depends_on,
    )
    return replace(task, kind=kind, position=position)
