"""The options and verbs that the magic knows, as tables; help and Tab read them too."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from litecode_magics.choices import Choices, Writing
from litecode_nb.domain.request import Intent

ONE_AT_A_TIME = "1"
STEPS: Mapping[str, int] = MappingProxyType({"this": 0, "above": -1, "below": 1})
"""Words for cells, as steps from the cell that is run."""

LAST_ERROR = "last-error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option.

    Attributes:
        name: Its long name, with the dashes.
        short: Its short name, with the dash; None without one.
        takes: What its value is called in the help; None where it takes none.
        meaning: One line for the help.
        chosen: Gives the choices with this option, and its value, added.
    """

    name: str
    short: str | None = None
    takes: str | None = None
    meaning: str
    chosen: Callable[[Choices, str], Choices]

    @property
    def names(self) -> tuple[str, ...]:
        """Every way to type it."""
        return (self.short, self.name) if self.short else (self.name,)


def _sets(name: str) -> Callable[[Choices, str], Choices]:
    return lambda choices, value: choices.with_setting(name, value)


HELP = Option(
    name="--help",
    short="-h",
    meaning="show what can be typed here",
    chosen=lambda choices, _: replace(choices, wants_help=True),
)
ASK = Option(
    name="--ask",
    meaning="answer only; nothing can be changed",
    chosen=lambda choices, _: choices.with_intent(Intent.ASK),
)
EDIT = Option(
    name="--edit",
    meaning="take it as an edit, not as a question",
    chosen=lambda choices, _: choices.with_intent(Intent.EDIT),
)
CELL = Option(
    name="--cell",
    short="-c",
    takes="REF",
    meaning="this cell: number, id, this, above, below, last-error; repeatable",
    chosen=lambda choices, value: replace(choices, cells=(*choices.cells, value)),
)
FILE = Option(
    name="--file",
    short="-f",
    takes="PATH",
    meaning="this notebook or module; repeatable",
    chosen=lambda choices, value: replace(choices, files=(*choices.files, value)),
)
DRY_RUN = Option(
    name="--dry-run",
    short="-n",
    meaning="show what would change, never write it",
    chosen=lambda choices, _: choices.with_writing(Writing.NEVER),
)
YES = Option(
    name="--yes",
    short="-y",
    meaning="apply without asking (a deleted file is always asked about)",
    chosen=lambda choices, _: choices.with_writing(Writing.AT_ONCE),
)
MODEL = Option(
    name="--model",
    short="-m",
    takes="NAME",
    meaning="ask this model",
    chosen=_sets("model"),
)
SERVER = Option(
    name="--server",
    takes="URL",
    meaning="ask the server at this address, or `embedded`",
    chosen=_sets("server"),
)
WINDOW = Option(
    name="--window",
    takes="TOKENS",
    meaning="tokens that one call may use, prompt and reply together",
    chosen=_sets("context_window"),
)
JOBS = Option(
    name="--jobs",
    short="-j",
    takes="N",
    meaning="let so many executors work at the same time",
    chosen=_sets("parallel"),
)
SEQUENTIAL = Option(
    name="--sequential",
    meaning="one executor after the other",
    chosen=lambda choices, _: choices.with_setting("parallel", ONE_AT_A_TIME),
)
NO_MEMORY = Option(
    name="--no-memory",
    meaning="neither use nor record the memory of former changes",
    chosen=lambda choices, _: replace(choices, uses_memory=False),
)
NOTEBOOK = Option(
    name="--notebook",
    takes="PATH",
    meaning="the notebook that this cell is in, where it cannot be found out",
    chosen=lambda choices, value: replace(choices, notebook=value),
)
FORCE = Option(
    name="--force",
    meaning="write into a notebook that is open: save it before, reload it after",
    chosen=lambda choices, _: replace(choices, forces=True),
)
LOG = Option(
    name="--log",
    meaning="show the last unexpected error in full",
    chosen=lambda choices, _: replace(choices, wants_log=True),
)


class Verb(StrEnum):
    """What can be asked of the magic; the words that are typed."""

    REQUEST = "%%litecode"
    STATUS = "status"
    ASK = "ask"
    PLAN = "plan"
    MAP = "map"
    APPLY = "apply"
    REJECT = "reject"
    UNDO = "undo"
    REDO = "redo"
    HISTORY = "history"
    MEMORY = "memory"
    FORGET = "forget"
    BUDGET = "budget"
    CONFIG = "config"
    DOCTOR = "doctor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the help says of a verb, and which options it takes besides `--help`.

    Attributes:
        takes: What may follow, for the help; empty for nothing.
        meaning: One line for the help.
        options: Its options.
    """

    takes: str = ""
    meaning: str
    options: tuple[Option, ...] = ()


_PLACES = (CELL, FILE, NOTEBOOK)
_MODELS = (MODEL, SERVER, WINDOW)
_WORKERS = (JOBS, SEQUENTIAL, NO_MEMORY)

VERBS: Mapping[Verb, Entry] = MappingProxyType(
    {
        Verb.REQUEST: Entry(
            takes="what you want, in your own words; more lines may follow",
            meaning="plan it, do it, and show what would change",
            options=(ASK, EDIT, *_PLACES, DRY_RUN, YES, FORCE, *_MODELS, *_WORKERS),
        ),
        Verb.STATUS: Entry(
            meaning="what is connected, and what to type next", options=(NOTEBOOK,)
        ),
        Verb.ASK: Entry(
            takes="question",
            meaning="answer a question; nothing can be changed",
            options=(*_PLACES, *_MODELS, *_WORKERS),
        ),
        Verb.PLAN: Entry(
            takes="request",
            meaning="show the plan for a request, and do nothing",
            options=(EDIT, *_PLACES, *_MODELS, NO_MEMORY),
        ),
        Verb.MAP: Entry(
            takes="[words]",
            meaning="show what a planner sees of this project",
            options=(FILE, NOTEBOOK),
        ),
        Verb.APPLY: Entry(
            takes="[1,3]",
            meaning="write the change that waits, or some of it",
            options=(FORCE, NOTEBOOK),
        ),
        Verb.REJECT: Entry(
            takes="[1,3]", meaning="throw away the change that waits, or some of it"
        ),
        Verb.UNDO: Entry(
            meaning="take the last change back, byte for byte",
            options=(FORCE, NOTEBOOK),
        ),
        Verb.REDO: Entry(
            meaning="make the change again that was taken back",
            options=(FORCE, NOTEBOOK),
        ),
        Verb.HISTORY: Entry(meaning="the changes that were made here"),
        Verb.MEMORY: Entry(meaning="what the next request will be told of former ones"),
        Verb.FORGET: Entry(meaning="empty that memory; files stay as they are"),
        Verb.BUDGET: Entry(meaning="where the tokens of the last calls went"),
        Verb.CONFIG: Entry(
            takes="[key[=value]]",
            meaning="show the settings, or set one until the kernel ends",
        ),
        Verb.DOCTOR: Entry(
            meaning="check server, window, tokens and notebook; say what to do",
            options=(LOG, NOTEBOOK),
        ),
    }
)


def options_of(verb: Verb) -> tuple[Option, ...]:
    """Give every option that a verb takes, the help last."""
    return (*VERBS[verb].options, HELP)
