"""Put a reply together from the pieces of a stream, and believe no half of one."""

from litecode_nb.domain.prompt import Completion, FinishReason, Prompt, Usage
from litecode_nb.errors import ReplyBroken, ReplyEmpty
from litecode_nb.llm.dialect import Piece
from litecode_nb.llm.reasoning import LINE_ENDS, ReasoningSplitter, split_unopened
from litecode_nb.llm.repetition import RepetitionWatch

CHARACTERS_PER_TOKEN = 32
"""Far more than text has: only a server that ignores its limit gets there."""

SPARE_CHARACTERS = 4000
TAG = "</think>"


class Reply:
    """Grows with each piece until it is over."""

    def __init__(self, prompt: Prompt) -> None:
        """Begin an empty reply to a prompt."""
        asked = "\n".join(message.text for message in prompt.messages)
        self._splitter = ReasoningSplitter()
        self._watches = RepetitionWatch(asked), RepetitionWatch(asked)
        self._may_be_unopened = TAG not in asked
        self._characters_left = (
            prompt.budget.reply_tokens * CHARACTERS_PER_TOKEN + SPARE_CHARACTERS
        )
        self._content: list[str] = []
        self._reasoning: list[str] = []
        self._usage = Usage()
        self._finish: FinishReason | None = None
        self._is_over = False

    @property
    def has_begun(self) -> bool:
        """Whether any token has come."""
        return bool(self._content or self._reasoning)

    @property
    def is_finished(self) -> bool:
        """Whether the text is whole; counts may still follow."""
        return self._finish is not None or self._is_over

    @property
    def is_over(self) -> bool:
        """Whether the server said that nothing follows."""
        return self._is_over

    @property
    def is_cut(self) -> bool:
        """Whether it grew so long that the rest is not to be read."""
        return self._characters_left < 0

    def take(self, piece: Piece) -> str:
        """Add a piece and give the content that can be shown by now.

        Raises:
            ModelError: The piece tells of an error, or the reply repeats itself.
        """
        if piece.error is not None:
            raise piece.error
        self._usage = _joined(self._usage, piece.usage)
        self._finish = piece.finish or self._finish
        content, thought = self._splitter.feed(piece.text)
        shown = self._add(content, piece.reasoning + thought)
        self._is_over = self._is_over or piece.is_last
        return shown

    def completion(self, seconds: float) -> Completion:
        """Give the whole reply.

        Raises:
            ReplyBroken: The stream ended before the reply did.
            ReplyEmpty: There is no content, though the limit was not reached.
        """
        if not self.is_finished:
            message = (
                "The connection to the model server ended in the middle of a reply, "
                "so nothing of it was used. Try again."
            )
            raise ReplyBroken(message)
        text, reasoning = self._parts()
        finish = self._finish or FinishReason.OTHER
        if not text.strip() and finish is not FinishReason.LENGTH:
            raise _empty(reasoning)
        return Completion(
            text=text,
            finish_reason=finish,
            usage=self._usage,
            reasoning=reasoning,
            seconds=seconds,
        )

    def _add(self, content: str, thought: str) -> str:
        for text, kept, watch in zip(
            (content, thought),
            (self._content, self._reasoning),
            self._watches,
            strict=True,
        ):
            if text:
                kept.append(text)
                watch.feed(text)
        self._characters_left -= len(content) + len(thought)
        if self._characters_left < 0:
            self._finish, self._is_over = FinishReason.LENGTH, True
        return content

    def _parts(self) -> tuple[str, str]:
        """Give content and reasoning, now that all is there."""
        held, thought = self._splitter.flush()
        content = _whole("".join(self._content) + held)
        reasoning = _whole("".join(self._reasoning) + thought)
        if self._may_be_unopened and not reasoning:
            content, reasoning = split_unopened(content)
        if reasoning:
            content = content.lstrip(LINE_ENDS)
        return content, reasoning.strip()


def _joined(before: Usage, after: Usage | None) -> Usage:
    """Keep the latest count of each kind: some servers count in every piece."""
    if after is None:
        return before
    return Usage(
        prompt_tokens=after.prompt_tokens or before.prompt_tokens,
        reply_tokens=after.reply_tokens or before.reply_tokens,
    )


def _whole(text: str) -> str:
    """Join halves of characters that came in two pieces; a half alone becomes a mark.

    Half a character in a notebook makes other programs fail when they save it.
    """
    units = text.encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "replace")


def _empty(reasoning: str) -> ReplyEmpty:
    if reasoning:
        return ReplyEmpty(
            "The model only thought aloud and gave no reply. Switch its thinking off "
            "on the server, or choose another model."
        )
    return ReplyEmpty(
        "The model's reply was empty. Try again; if it stays so, the prompt may be "
        "larger than the window that the server has really loaded."
    )
