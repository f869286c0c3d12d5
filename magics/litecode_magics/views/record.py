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
        applied: What was written.
        step: What was done.
        reloads: Notebooks that an open window still shows as they were.
    """
    change_set = applied.change_set
    return (
        Heading(text=title(change_set.instruction), note=f"✓ {step}"),
        *_summary(change_set),
        *cards(change_set, {}),
        *written_sentences(applied, step, reloads),
    )


def written_sentences(
    applied: Applied, step: Step, reloads: Sequence[DocumentPath]
) -> tuple[Sentence, ...]:
    """Say what was written, how to take it back, and what is to be done now."""
    files = ", ".join(applied.change_set.documents)
    told = f"{step.capitalize()}: {files}. `%litecode undo` takes it back."
    if step is Step.UNDONE:
        told = f"Taken back: {files}. `%litecode redo` makes the change again."
    return (
        Sentence(text=told, tone=Tone.GOOD),
        *(Sentence(text=each, tone=Tone.WARNING) for each in applied.notes),
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


def left_page(change_set: ChangeSet) -> Page:
    """What still waits after a part was rejected, numbered anew."""
    text = "This still waits: `%litecode apply` writes it, `%litecode reject` drops it."
    return (Sentence(text=text), *cards(change_set, {}))


def _summary(change_set: ChangeSet) -> tuple[Block, ...]:
    is_new = change_set.summary.split() != change_set.instruction.split()
    return (Sentence(text=change_set.summary),) if is_new else ()


def _reload(document: DocumentPath) -> str:
    return (
        f"{document} was written on the disk. Choose File › Reload Notebook from Disk "
        "in the window that shows it."
    )
