"""How a command can end: the exit codes, and which error leads to which."""

from enum import IntEnum

from litecode_nb.domain.proposal import Proposal
from litecode_nb.errors import (
    ChangeError,
    CommandError,
    LitecodeError,
    ModelError,
    WeightsError,
)


class Ending(IntEnum):
    """Exit codes of `litecode`; they are part of its interface."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    WAITING = 3
    NO_MODEL = 4
    NOT_WRITTEN = 5
    PARTLY = 6
    STOPPED = 130


EXIT_CODES = (
    "Exit codes: 0 done; 1 the request failed; 2 wrong usage; 3 a proposal waits for "
    "`litecode apply`; 4 no model can be reached; 5 changes could not be "
    "written, nothing was; 6 some tasks failed, the rest was done; 130 stopped."
)


def ending_of(error: LitecodeError) -> Ending:
    """Give the exit code for an error."""
    if isinstance(error, CommandError):
        return Ending.USAGE
    if isinstance(error, ModelError | WeightsError):
        return Ending.NO_MODEL
    if isinstance(error, ChangeError):
        return Ending.NOT_WRITTEN
    return Ending.FAILED


def ending_of_tasks(proposal: Proposal) -> Ending:
    """Give the exit code for how the tasks of a proposal ended."""
    if not proposal.failures:
        return Ending.DONE
    has_result = proposal.change_set is not None or bool(proposal.answers)
    return Ending.PARTLY if has_result else Ending.FAILED
