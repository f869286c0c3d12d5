import asyncio
from collections.abc import Callable

import pytest

from builders import a_prompt
from litecode_nb.domain.prompt import Completion, Prompt
from litecode_nb.errors import (
    ContextExceeded,
    ModelError,
    PromptWasCut,
    RateLimited,
    ReplyBroken,
    ReplyEmpty,
    ReplyEndless,
    ReplyTooSlow,
    ServerRefused,
    ServerUnreachable,
)
from litecode_nb.llm.model import OnText
from litecode_nb.llm.retrying import Patience, RetryingModel
from litecode_nb.llm.scripted import ScriptedModel


class Waits:
    """Waits for no time at all, and remembers for how long."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def failing(*errors: Exception) -> Callable[[Prompt], str | Exception]:
    left = list(errors)
    return lambda _: left.pop(0) if left else "done"


def retrying(*errors: Exception) -> tuple[RetryingModel, ScriptedModel, Waits]:
    inner, waits = ScriptedModel(failing(*errors)), Waits()
    return RetryingModel(inner, sleep=waits, dice=lambda: 1.0), inner, waits


def ignore(_: str) -> None:
    """Show nothing."""


@pytest.mark.parametrize(
    "error",
    [
        ServerUnreachable("gone"),
        ReplyBroken("broken"),
        RateLimited("slow down"),
        ServerRefused("busy", status=503),
        ServerRefused("oops", status=500),
    ],
)
async def test_what_may_pass_is_tried_again(error: ModelError) -> None:
    model, inner, _ = retrying(error)
    assert (await model.complete(a_prompt(), ignore)).text == "done"
    assert len(inner.prompts) == 2


@pytest.mark.parametrize(
    "error",
    [
        ServerRefused("bad request", status=400),
        ServerRefused("bad key", status=401),
        ServerRefused("in the stream", status=None),
        ContextExceeded("too large"),
        PromptWasCut("cut"),
        ReplyEmpty("empty"),
        ReplyEndless("endless"),
        ReplyTooSlow("slow"),
    ],
)
async def test_what_would_fail_again_is_not_tried_again(error: ModelError) -> None:
    model, inner, _ = retrying(error)
    with pytest.raises(type(error)):
        await model.complete(a_prompt(), ignore)
    assert len(inner.prompts) == 1


async def test_waits_grow_twofold() -> None:
    model, _, waits = retrying(*[ServerUnreachable("gone")] * 3)
    await model.complete(a_prompt(), ignore)
    assert waits.seconds == [0.5, 1.0, 2.0]


async def test_the_last_failure_is_told() -> None:
    model, inner, _ = retrying(*[ServerUnreachable("gone")] * 9)
    with pytest.raises(ServerUnreachable):
        await model.complete(a_prompt(), ignore)
    assert len(inner.prompts) == Patience().tries


async def test_the_server_s_own_wait_is_kept() -> None:
    model, _, waits = retrying(RateLimited("slow down", retry_after=7.0))
    await model.complete(a_prompt(), ignore)
    assert waits.seconds[0] >= 7.0


async def test_a_wait_that_is_too_long_is_not_begun() -> None:
    model, _, waits = retrying(RateLimited("tomorrow", retry_after=3600.0))
    with pytest.raises(RateLimited):
        await model.complete(a_prompt(), ignore)
    assert waits.seconds == []


@pytest.mark.parametrize("dice", [0.0, 0.5, 1.0])
def test_jitter_stays_between_half_and_whole(dice: float) -> None:
    seconds = Patience().wait(2, ServerUnreachable("gone"), dice)
    assert seconds is not None
    assert 0.5 <= seconds <= 1.0


class Halfway(ScriptedModel):
    """Says a word and breaks off."""

    async def complete(self, prompt: Prompt, on_text: OnText) -> Completion:
        await super().complete(prompt, on_text)
        message = "broken"
        raise ReplyBroken(message)


async def test_nothing_is_asked_again_once_text_was_shown() -> None:
    inner, shown = Halfway(lambda _: "word"), list[str]()
    model = RetryingModel(inner, sleep=Waits())
    with pytest.raises(ReplyBroken):
        await model.complete(a_prompt(), shown.append)
    assert (len(inner.prompts), shown) == (1, ["word"])


async def test_a_wait_can_be_cancelled() -> None:
    inner = ScriptedModel(failing(ServerUnreachable("gone")))
    is_waiting = asyncio.Event()

    async def wait_for_ever(_: float) -> None:
        is_waiting.set()
        await asyncio.Event().wait()

    model = RetryingModel(inner, sleep=wait_for_ever)
    call = asyncio.create_task(model.complete(a_prompt(), ignore))
    await is_waiting.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


async def test_it_is_its_inner_model_for_everybody_else() -> None:
    model, inner, _ = retrying()
    assert model.traits is inner.traits
    assert model.counter is inner.counter
    await model.aclose()
