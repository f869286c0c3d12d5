"""What a session finds when it looks around, and what to do about it."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Where a session stands.

    Attributes:
        root: The project's folder.
        server: Kind and address of the server; None where there is none.
        model: The model's name; None where there is no server.
        context_window: Tokens for one call; None where there is no server.
        documents: How many notebooks and modules the map has.
        pending: Summary of the proposal that waits for an answer; None without one.
        problem: Why there is no server, and what to do; None where there is one.
    """

    root: Path
    server: str | None
    model: str | None
    context_window: int | None
    documents: int
    pending: str | None
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was checked.

    Attributes:
        name: What, in a few words.
        is_good: Whether it is as it should be.
        text: What was found and, where it is not good, what to do.
    """

    name: str
    is_good: bool
    text: str
