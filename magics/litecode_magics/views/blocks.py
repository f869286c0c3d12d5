"""What a page is made of; every renderer draws each of these."""

from dataclasses import dataclass
from enum import StrEnum

from litecode_magics.views.progress import TaskView
from litecode_nb.domain.diff import Hunk
from litecode_nb.domain.events import CallEnded


class Tone(StrEnum):
    """How a sentence is meant; told by a sign and a colour too."""

    PLAIN = "plain"
    SOFT = "soft"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The first line of a page.

    Attributes:
        text: What the page is about.
        note: Where it stands; at the end of the line.
    """

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """How much of something is done."""

    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence; text between backticks is shown as code."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of cells under headings, which may all be empty.

    Attributes:
        caption: What the rows are; empty where the page says so already.
        headings: One for each column.
        rows: Each as long as the headings.
    """

    caption: str = ""
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tasks:
    """The task graph."""

    tasks: tuple[TaskView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Markdown by a model: hostile until rendered."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What would change in one unit.

    Attributes:
        number: 1-based, as `%litecode apply [1,3]` takes it.
        title: The unit, as a person calls it.
        verb: What happens to it: `new`, `changed`, `deleted`.
        added: Lines that are added.
        removed: Lines that are removed.
        gates: What was checked and held, a few words each.
        hunks: The changed places that are shown.
        hidden: How many lines of the difference are not shown.
    """

    number: int
    title: str
    verb: str
    added: int
    removed: int
    gates: tuple[str, ...] = ()
    hunks: tuple[Hunk, ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Where the tokens of one call went.

    Attributes:
        label: Whose call it was, and what for.
        call: The call.
    """

    label: str
    call: CallEnded


@dataclass(frozen=True, slots=True, kw_only=True)
class Verbatim:
    """Text that keeps its lines and columns."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Blocks that can be folded away where the place allows it."""

    title: str
    blocks: "tuple[Block, ...]"


Block = (
    Heading
    | Meter
    | Sentence
    | Table
    | Tasks
    | Answer
    | Card
    | Budget
    | Verbatim
    | Fold
)
Page = tuple[Block, ...]
