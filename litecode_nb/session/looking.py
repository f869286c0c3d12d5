"""Look around for a session: what is there, what is wrong, what to do about it."""

from typing import TYPE_CHECKING

from litecode_nb.domain.prompt import (
    Prompt,
    Section,
    TokenBudget,
)
from litecode_nb.errors import LitecodeError
from litecode_nb.llm.model import ChatModel
from litecode_nb.prompting.composer import Draft, compose
from litecode_nb.session.status import Check, Status

if TYPE_CHECKING:
    from litecode_nb.session.session import Session

SMALL_WINDOW = 4096


async def status_of(session: "Session") -> Status:
    """Tell where a session stands."""
    waiting = session.pending()
    documents = len(session.map_project().documents)
    model, problem = await _model_of(session)
    traits = model.traits if model else None
    return Status(
        root=session.root,
        server=traits.server if traits else None,
        model=traits.name if traits else None,
        context_window=traits.context_window if traits else None,
        documents=documents,
        pending=waiting.summary if waiting else None,
        problem=problem,
    )


async def checks_of(session: "Session") -> tuple[Check, ...]:
    """Check project and server, one after the other."""
    checks = [_project(session), _state(session)]
    model, problem = await _model_of(session)
    if model is None:
        server = Check(name="server", is_good=False, text=problem or "There is none.")
        return (*checks, server)
    name = f"{model.traits.name} at {model.traits.server}"
    checks.append(Check(name="server", is_good=True, text=name))
    checks.append(_window(model))
    checks.append(await _counts(model))
    return tuple(checks)


async def _model_of(session: "Session") -> tuple[ChatModel | None, str | None]:
    try:
        return await session.model(), None
    except LitecodeError as error:
        return None, str(error)


def _project(session: "Session") -> Check:
    project = session.map_project()
    broken = [f"{d.path}: {d.problem}" for d in project.documents if d.problem]
    count = len(project.documents)
    text = f"{count} notebooks and modules in {session.root}"
    if broken:
        text += f"; {len(broken)} cannot be read, first {broken[0]}"
    is_good = count > 0 and not broken
    return Check(
        name="project", is_good=is_good, text="; ".join([text, *project.notes])
    )


def _state(session: "Session") -> Check:
    found = session.notes
    text = " ".join(found) if found else "nothing was left behind by a crash"
    return Check(name="journal", is_good=not found, text=text)


def _window(model: ChatModel) -> Check:
    window = model.traits.context_window
    text = f"{window:,} tokens for one call, {model.traits.slots} at the same time"
    if window < SMALL_WINDOW:
        text += "; this is little: start the server with a window of 8192 if you can"
    return Check(name="window", is_good=window >= SMALL_WINDOW, text=text)


async def _counts(model: ChatModel) -> Check:
    """Ask one tiny question, and compare the server's count with ours."""
    prompt = _tiny(model)
    try:
        completion = await model.complete(prompt, lambda _: None)
    except LitecodeError as error:
        return Check(name="call", is_good=False, text=str(error))
    reported = completion.usage.prompt_tokens
    told = "does not say" if reported is None else f"counts {reported}"
    text = (
        f"one small call took {completion.seconds:.1f} s; we counted {prompt.tokens} "
        f"tokens, the server {told}"
    )
    return Check(
        name="call", is_good=reported is None or reported <= prompt.tokens, text=text
    )


def _tiny(model: ChatModel) -> Prompt:
    sections = (Section(name="request", text="Say yes."),)
    draft = Draft(system="Answer with one word.", sections=sections)
    window = model.traits.context_window
    budget = TokenBudget(context_window=window, reply_tokens=16)
    return compose(draft, budget, model.counter)
