"""What the options of one line can choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from litecode_nb.domain.request import Intent
from litecode_nb.errors import CommandError


class Writing(StrEnum):
    """What may be done with a change when it is ready."""

    WHEN_ACCEPTED = "when accepted"
    AT_ONCE = "--yes"
    NEVER = "--dry-run"


def _no_settings() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the options of one line say.

    Attributes:
        intent: Whether an answer or an edit was asked for.
        cells: References to cells, as typed: `4`, `this`, an id.
        files: Paths as typed.
        writing: What may be done with a change.
        uses_memory: Whether former changes may be used and added to.
        notebook: Path of the notebook that the cell is in, as typed; None to find out.
        forces: Whether a notebook that is open may be overwritten.
        settings: Settings for this request only, as typed.
        wants_help: Whether the help shall be shown and nothing be done.
        wants_log: Whether the last unexpected error shall be shown in full.
    """

    intent: Intent = Intent.UNDECIDED
    cells: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    writing: Writing = Writing.WHEN_ACCEPTED
    uses_memory: bool = True
    notebook: str | None = None
    forces: bool = False
    settings: Mapping[str, str] = field(default_factory=_no_settings)
    wants_help: bool = False
    wants_log: bool = False

    def with_intent(self, intent: Intent) -> Self:
        """Say whether an answer or an edit is wanted.

        Raises:
            CommandError: The other was said before.
        """
        if self.intent not in {Intent.UNDECIDED, intent}:
            message = "`--ask` and `--edit` exclude each other. Keep one of them."
            raise CommandError(message)
        return replace(self, intent=intent)

    def with_writing(self, writing: Writing) -> Self:
        """Say what may be done with a change.

        Raises:
            CommandError: Something else was said before.
        """
        if self.writing not in {Writing.WHEN_ACCEPTED, writing}:
            message = "`--yes` and `--dry-run` exclude each other. Keep one of them."
            raise CommandError(message)
        return replace(self, writing=writing)

    def with_setting(self, name: str, value: str) -> Self:
        """Choose a setting for this request; a later choice replaces an earlier."""
        chosen = MappingProxyType({**self.settings, name: value})
        return replace(self, settings=chosen)
