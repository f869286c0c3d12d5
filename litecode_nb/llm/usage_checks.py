"""Find out from a server's counts whether it read the whole prompt."""

from collections.abc import Sequence

from litecode_nb.domain.prompt import Message
from litecode_nb.errors import PromptWasCut
from litecode_nb.tokens.tiktoken_counter import TiktokenCounter

LEAST_CERTAIN = 256
"""Below as many tokens, a template or a cache can explain any difference."""

CUT_RATIO = 0.6
"""Ollama keeps about half of its window (ollama#17889)."""

FEWEST = TiktokenCounter()


def check_that_all_was_read(messages: Sequence[Message], reported: int | None) -> None:
    """Compare a server's count of a chat with the fewest tokens that it can have.

    Only ASCII text is counted for this: the newer tokenizers make half as many tokens
    of Chinese or Russian as cl100k does, but not of code.

    Raises:
        PromptWasCut: The server read far less than was sent.
    """
    if not reported:
        return
    fewest = sum(FEWEST.count(_ascii(message.text)) for message in messages)
    if fewest <= LEAST_CERTAIN or reported >= CUT_RATIO * fewest:
        return
    message = (
        f"The model server read {reported:,} of at least {fewest:,} tokens, so it cut "
        "the prompt and its answer was thrown away. Raise the window on the server, or "
        f"set `context_window` to the one that it has, perhaps {2 * reported:,}."
    )
    raise PromptWasCut(message)


def _ascii(text: str) -> str:
    return text.encode("ascii", "ignore").decode("ascii")
