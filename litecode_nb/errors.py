"""Every error that litecode raises on purpose, in one tree.

    LitecodeError
    ├── CommandError             a line of options or a verb cannot be understood
    ├── Stopped                  the person interrupted it
    ├── SettingsError            a setting has a value that cannot be used
    ├── DocumentError            a notebook or module cannot be read or edited
    │   ├── UnreadableDocument     its bytes are not what its name promises
    │   ├── UnknownUnit            it has no such cell or section
    │   └── StaleUnit              the unit changed since it was read
    ├── ProjectError             something about the project's files
    │   ├── OutsideProject         a path leaves the project's folder
    │   ├── NoSuchPath             a request names a file that does not exist
    │   └── NotebookUnknown        it cannot be told which notebook a cell is in
    ├── BudgetError              a prompt cannot be made to fit its window
    ├── ModelError               a model server, or what it answered
    │   ├── ServerUnreachable      nothing answers at the address
    │   ├── ServerRefused          it answered with an error
    │   │   ├── RateLimited          too many requests or tokens for now
    │   │   └── ContextExceeded      it counts more tokens than its window has
    │   ├── ReplyTooSlow           no first token, or none since some time
    │   ├── ReplyBroken            the stream ended before the reply did
    │   ├── ReplyEmpty             the reply holds no content
    │   ├── ReplyEndless           the reply says the same again and again
    │   ├── ReplyCutOff            the reply ended at its token limit
    │   └── PromptWasCut           the server read only a part of the prompt
    ├── PlanError                the planner's reply is no usable plan
    ├── ChangeError              a change set cannot be applied or undone
    │   ├── Conflict               units changed since the change was made
    │   ├── DocumentIsOpen         a notebook may have unsaved work in a browser
    │   ├── WriteFailed            a file could not be written; all are as before
    │   └── NothingToUndo          the journal has no such entry
    ├── StoreError               the project's state folder is unusable
    └── WeightsError             the embedded model cannot be had
        └── WrongDigest            what was fetched is not the official file

A message is one or two sentences for a person: what happened, with the value; then
what to do.
"""


class LitecodeError(Exception):
    """Base of all errors that litecode raises on purpose."""


class CommandError(LitecodeError):
    """A line of options, or a verb, cannot be understood."""


class Stopped(LitecodeError):
    """The person interrupted it."""


class SettingsError(LitecodeError):
    """A setting has a value that cannot be used."""


class DocumentError(LitecodeError):
    """A notebook or module cannot be read or edited."""


class UnreadableDocument(DocumentError):
    """The bytes of a document are not what its name promises."""


class UnknownUnit(DocumentError):
    """A document has no such cell or section."""


class StaleUnit(DocumentError):
    """A unit changed since it was read."""


class ProjectError(LitecodeError):
    """Something about the project's files."""


class OutsideProject(ProjectError):
    """A path leaves the project's folder."""


class NoSuchPath(ProjectError):
    """A request names a file that does not exist in the project."""


class NotebookUnknown(ProjectError):
    """It cannot be told which notebook a cell is in."""


class BudgetError(LitecodeError):
    """A prompt cannot be made to fit its window, whatever is left out."""


class ModelError(LitecodeError):
    """A model server failed, or answered something that cannot be used."""


class ServerUnreachable(ModelError):
    """Nothing answers at the server's address."""


class ServerRefused(ModelError):
    """The server answered with an error.

    Attributes:
        status: The HTTP status, or None for an error inside of a stream.
    """

    def __init__(self, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class RateLimited(ServerRefused):
    """Too many requests or tokens for now.

    Attributes:
        retry_after: Seconds until another try can succeed; None where unknown.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = 429,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, status=status)
        self.retry_after = retry_after


class ContextExceeded(ServerRefused):
    """The server counts more prompt tokens than its window has.

    Attributes:
        prompt_tokens: The server's own count; None where it does not say.
        context_window: The server's window in tokens; None where it does not say.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = 400,
        prompt_tokens: int | None = None,
        context_window: int | None = None,
    ) -> None:
        super().__init__(message, status=status)
        self.prompt_tokens = prompt_tokens
        self.context_window = context_window


class ReplyTooSlow(ModelError):
    """The server sent no first token, or none since some time."""


class ReplyBroken(ModelError):
    """The stream ended before the reply did."""


class ReplyEmpty(ModelError):
    """The reply holds no content."""


class ReplyEndless(ModelError):
    """The reply says the same again and again, so it was stopped."""


class ReplyCutOff(ModelError):
    """The reply ended at its token limit, so it is not whole."""


class PromptWasCut(ModelError):
    """The server read only a part of the prompt, so its answer is worthless."""


class PlanError(LitecodeError):
    """The planner's reply is no usable plan."""


class ChangeError(LitecodeError):
    """A change set cannot be applied or undone."""


class Conflict(ChangeError):
    """Units changed since the change was made; nothing was written.

    Attributes:
        units: Addresses of the units that stand against it; the others could still be
            applied without them.
    """

    def __init__(self, message: str, *, units: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.units = units


class DocumentIsOpen(ChangeError):
    """A notebook is open and may have unsaved work; nothing was written."""


class WriteFailed(ChangeError):
    """A file could not be written; all files are as they were."""


class NothingToUndo(ChangeError):
    """The journal has no change that could be undone or redone."""


class StoreError(LitecodeError):
    """The project's state folder is unusable."""


class WeightsError(LitecodeError):
    """The weights of the embedded model cannot be had."""


class WrongDigest(WeightsError):
    """What was fetched is not the official file; it was deleted."""
