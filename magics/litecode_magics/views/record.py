"""The static record that takes a preview's place once it was answered."""

from collections.abc import Sequence
from enum import StrEnum

from litecode_magics.views.blocks import Block, Fold, Heading, Page, Sentence, Tone
from litecode_magics.views.cards import cards
from litecode_magics.views.pages import title
from litecode_nb.domain.edit import Applied, ChangeSet
from litecode_nb.domain.ids import DocumentPath


class Step(StrEnum):
    """What was done with a change set; the words that a person reads."""

    APPLIED = "applied"
    UNDONE = "taken back"
    REDONE = "applied again"


def written_page(applied: Applied, step: Step, reloads: Sequence[DocumentPath]) -> Page:
    """The record of something that was written.

    Args:
        applied: What was written; for an undo, what was taken back.
        step: What was done.
        reloads: Notebooks that an open window still shows as they were.
    """
    change_set = applied.change_set
    files = ", ".join(change_set.documents)
    way_back = "redo" if step is Step.UNDONE else "undo"
    return (
        Heading(text=title(change_set.instruction), note=f"✓ {step}"),
        Sentence(text=change_set.summary),
        *cards(change_set, {}),
        *(Sentence(text=note, tone=Tone.WARNING) for note in applied.notes),
        Sentence(
            text=f"{step.capitalize()}: {files}. `%litecode {way_back}` takes it back.",
            tone=Tone.GOOD,
        ),
        *(Sentence(text=_reload(each), tone=Tone.WARNING) for each in reloads),
    )


def dropped_page(change_set: ChangeSet, reason: str) -> Page:
    """The record of a proposal that was not taken.

    Args:
        change_set: What had been proposed.
        reason: Why not, as a sentence.
    """
    blocks: tuple[Block, ...] = cards(change_set, {})
    count = len(change_set.edits)
    word = "change" if count == 1 else "changes"
    return (
        Heading(text=title(change_set.instruction), note="– not applied"),
        Sentence(text=reason, tone=Tone.SOFT),
        Fold(title=f"The {count} {word} that it proposed", blocks=blocks),
    )


def _reload(document: DocumentPath) -> str:
    return (
        f"{document} was written on the disk. Choose File › Reload Notebook from Disk "
        "in the window that shows it."
    )
