"""Prompts and replies, and the budget that every call must keep."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from litecode_nb.errors import BudgetError

DEFAULT_WINDOW = 8192
DEFAULT_REPLY = 2000
DEFAULT_MEMORY = 360
DEFAULT_MAP = 500
MEMORY_ENTRIES = 4
MEMORY_ENTRY_TOKENS = 90


class Role(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a chat."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenBudget:
    """How the context window of one call is shared out, all in tokens.

    Attributes:
        context_window: All that one call may use: prompt and reply together.
        reply_tokens: Reserved for the reply.
        margin: Kept free for what cannot be counted exactly.
    """

    context_window: int = DEFAULT_WINDOW
    reply_tokens: int = DEFAULT_REPLY
    margin: int = 16

    def __post_init__(self) -> None:
        """Refuse a window that leaves no room for a prompt."""
        if min(self.context_window, self.reply_tokens) < 1 or self.margin < 0:
            message = "Window and reply need at least one token each."
            raise ValueError(message)
        if self.prompt_tokens < 1:
            message = (
                f"A window of {self.context_window:,} tokens leaves no room for a "
                f"prompt beside a reply of {self.reply_tokens:,}. Raise "
                "`context_window`, or choose a smaller reply."
            )
            raise BudgetError(message)

    @property
    def prompt_tokens(self) -> int:
        """What the prompt may use."""
        return self.context_window - self.reply_tokens - self.margin


class Priority(IntEnum):
    """In which order sections are dropped when space is tight: lowest first."""

    FOLDER_CONTEXT = 1
    MEMORY = 2
    NEIGHBOURS = 3
    FACTS = 4
    REQUIRED = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a prompt that is kept or dropped as a whole.

    Attributes:
        name: What the budget table calls it: `memory`, `code`, `task`.
        text: What the model reads.
        priority: When it may be dropped.
    """

    name: str
    text: str
    priority: Priority = Priority.REQUIRED

    @property
    def required(self) -> bool:
        """Whether it must never be dropped."""
        return self.priority is Priority.REQUIRED


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyForm:
    """What the reply shall look like; a server that cannot enforce it ignores it.

    At most one of the two is set. Neither set means free text.

    Attributes:
        json_schema: A JSON schema that the reply must match.
        grammar: A GBNF grammar, for llama.cpp.
    """

    json_schema: Mapping[str, Any] | None = None
    grammar: str | None = None


FREE_TEXT = ReplyForm()


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionSize:
    """How many tokens a section of a prompt takes."""

    name: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A chat that is known to fit: only `prompting.composer` makes one.

    Attributes:
        messages: What is sent.
        tokens: Size of all messages with the template's overhead, counted or bounded.
        budget: What it was fitted into.
        form: What the reply shall look like.
        sections: Sizes of what is in it, in order of appearance.
        dropped: Names of the sections that were left out to make it fit.
    """

    messages: tuple[Message, ...]
    tokens: int
    budget: TokenBudget
    form: ReplyForm = FREE_TEXT
    sections: tuple[SectionSize, ...] = ()
    dropped: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a prompt that is larger than its budget."""
        if self.tokens > self.budget.prompt_tokens:
            message = (
                f"The prompt has {self.tokens:,} tokens but only "
                f"{self.budget.prompt_tokens:,} are free."
            )
            raise BudgetError(message)


class FinishReason(StrEnum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "filtered"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as the server counted them; None where it does not say.

    Attributes:
        prompt_tokens: Of the whole prompt, cached ones included.
        reply_tokens: Of the reply, reasoning included.
    """

    prompt_tokens: int | None = None
    reply_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A model's reply.

    Attributes:
        text: The content, without reasoning.
        finish_reason: Why it ended; a cut-off reply says so.
        usage: The server's own counts.
        reasoning: What the model thought aloud; never content.
        seconds: From request to last token.
    """

    text: str
    finish_reason: FinishReason = FinishReason.STOP
    usage: Usage = field(default_factory=Usage)
    reasoning: str = ""
    seconds: float = 0.0
