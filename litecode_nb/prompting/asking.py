"""Ask a model once: compose, call, tell the listener, and refuse half replies."""

from dataclasses import replace

from litecode_nb.domain.events import CallEnded, Listener, TokensStreamed
from litecode_nb.domain.ids import TaskId
from litecode_nb.domain.prompt import Completion, FinishReason, Prompt, TokenBudget
from litecode_nb.errors import (
    ContextExceeded,
    ReplyBroken,
    ReplyCutOff,
    ReplyEmpty,
)
from litecode_nb.llm.model import ChatModel
from litecode_nb.prompting.composer import Draft, compose


async def ask(
    model: ChatModel,
    draft: Draft,
    budget: TokenBudget,
    *,
    purpose: str,
    listen: Listener,
    task: TaskId | None = None,
) -> Completion:
    """Compose a draft, send it, and give the whole reply.

    Where the server counts more tokens than we did, the counter has learnt from it by
    then, so the draft is composed and sent once more.

    Args:
        model: Whom to ask.
        draft: What to ask.
        budget: What the call may use.
        purpose: One word for the budget table: `plan`, `edit`, `answer`.
        listen: Gets the streamed text and the ended call.
        task: Whose call it is; None for the planner's.

    Raises:
        BudgetError: It does not fit, whatever is dropped.
        ReplyCutOff: The reply ended at its limit.
        ReplyEmpty: The reply holds no content.
        ReplyBroken: The reply did not end of itself.
        ModelError: The server failed.
    """

    def streamed(text: str) -> None:
        listen(TokensStreamed(task=task, text=text))

    prompt = compose(draft, budget, model.counter)
    try:
        completion = await model.complete(prompt, streamed)
    except ContextExceeded as error:
        prompt = compose(draft, _narrowed(budget, error, model), model.counter)
        completion = await model.complete(prompt, streamed)
    call = CallEnded(task=task, purpose=purpose, prompt=prompt, completion=completion)
    listen(call)
    return _whole(completion, prompt)


def _narrowed(
    budget: TokenBudget, error: ContextExceeded, model: ChatModel
) -> TokenBudget:
    """Give the budget for the window that the server said it really has."""
    told = error.context_window or model.traits.context_window
    return replace(budget, context_window=min(budget.context_window, told))


def _whole(completion: Completion, prompt: Prompt) -> Completion:
    """Give the completion back if it is one that can be used."""
    if completion.finish_reason is FinishReason.LENGTH:
        message = (
            f"The model's reply was cut off at {prompt.budget.reply_tokens:,} tokens, "
            "so nothing of it was used. Ask for less at once, or raise `reply_tokens`."
        )
        raise ReplyCutOff(message)
    if completion.finish_reason is not FinishReason.STOP:
        message = (
            f"The model's reply did not end of itself ({completion.finish_reason}), so "
            "nothing of it was used. Try again, or choose another model."
        )
        raise ReplyBroken(message)
    if not completion.text.strip():
        message = "The model's reply was empty. Try again, or choose another model."
        raise ReplyEmpty(message)
    return completion
