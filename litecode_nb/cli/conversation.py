"""One request in a terminal: work on it, show it, ask, write."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from litecode_nb.cli.confirming import confirmed
from litecode_nb.cli.endings import Ending, ending_of_tasks
from litecode_nb.cli.following import following
from litecode_nb.cli.reporting import as_json, report_of
from litecode_nb.cli.showing import (
    plain,
    show_answer,
    show_budget,
    show_changes,
    show_outcomes,
)
from litecode_nb.domain.edit import ChangeSet
from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.proposal import Proposal
from litecode_nb.domain.request import Intent, Request
from litecode_nb.errors import CommandError
from litecode_nb.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was typed beside the request.

    Attributes:
        folder: Where to look for the project.
        yes: Write without asking; whole files are deleted only after a question.
        dry_run: Show, never write; a new proposal is not left behind.
        json: Print one JSON report on standard output, and nothing else there.
        files: Documents that the request is narrowed to.
        uses_memory: Whether former requests may be used and this one remembered.
        settings: Values for settings, over those of files and environment.
    """

    folder: Path
    yes: bool = False
    dry_run: bool = False
    json: bool = False
    files: tuple[str, ...] = ()
    uses_memory: bool = True
    settings: Mapping[str, Any] = field(default_factory=dict)

    def request(self, words: str, intent: Intent = Intent.UNDECIDED) -> Request:
        """Make the request that these options narrow.

        Raises:
            CommandError: It has no words.
        """
        if not words.strip():
            message = "The request is empty. Say what shall be done or answered."
            raise CommandError(message)
        return Request(
            instruction=words,
            intent=intent,
            documents=tuple(DocumentPath(each) for each in self.files),
            uses_memory=self.uses_memory,
        )


async def converse(words: str, intent: Intent, options: Options) -> Ending:
    """Do one request from its words to the disk.

    Answers go to standard output; all that is only for the eye goes to standard error.

    Raises:
        LitecodeError: It cannot be done; nothing was written.
    """
    request = options.request(words, intent)
    async with Session.open(options.folder, options=options.settings) as session:
        eyes = Console(stderr=True)
        with following(eyes) as listen:
            proposal = await session.propose(request, listen, waits=not options.dry_run)
        ending = _settle(session, proposal, options, eyes)
        if options.json:
            applied = ending in {Ending.DONE, Ending.PARTLY} and not options.dry_run
            written = applied and proposal.change_set is not None
            sys.stdout.write(as_json(report_of(proposal, applied=written)) + "\n")
        return ending


def decide(
    session: Session, change_set: ChangeSet, options: Options, eyes: Console
) -> Ending:
    """Write a change set if it may be written, and say what became of it.

    Raises:
        ChangeError: It cannot be written; nothing was.
    """
    if options.dry_run:
        eyes.print("Dry run: nothing was written.")
        return Ending.DONE
    if not _may_write(change_set, options, eyes):
        eyes.print(_how_to_answer(change_set))
        return Ending.WAITING
    applied = session.apply(change_set, remember=options.uses_memory)
    for note in applied.notes:
        eyes.print(plain(note), markup=False)
    files = plain(", ".join(change_set.documents))
    eyes.print(f"Written: {files}. `litecode undo` takes it back.", markup=False)
    return Ending.DONE


def _settle(
    session: Session, proposal: Proposal, options: Options, eyes: Console
) -> Ending:
    """Show what a request came to, and write what may be written."""
    if not options.json:
        for answer in proposal.answers:
            Console().print(show_answer(answer))
    eyes.print(show_outcomes(proposal))
    if proposal.calls:
        eyes.print(show_budget(proposal.calls))
    ending = ending_of_tasks(proposal)
    if proposal.change_set is None:
        return ending
    eyes.print(show_changes(proposal.change_set))
    written = decide(session, proposal.change_set, options, eyes)
    return ending if written is Ending.DONE else written


def _how_to_answer(change_set: ChangeSet) -> str:
    gone = ", ".join(change_set.deleted_documents)
    if gone:
        return plain(
            f"Nothing was written: deleting {gone} takes a yes of its own. Type "
            "`litecode apply` in a terminal, or `litecode reject`."
        )
    return "Nothing was written. `litecode apply --yes` writes it, `reject` drops it."


def _may_write(change_set: ChangeSet, options: Options, eyes: Console) -> bool:
    """Find out whether the person wants it; without a terminal, only by `--yes`."""
    gone = change_set.deleted_documents
    has_terminal = sys.stdin.isatty()
    if gone:
        question = f"Delete {', '.join(gone)} and apply the other changes?"
        return has_terminal and confirmed(question, eyes)
    if options.yes:
        return True
    return has_terminal and confirmed("Apply?", eyes)
