"""A change set to the new bytes of every file, in memory; nothing is written here."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from litecode_nb.changes.targets import find, refuse_twins
from litecode_nb.documents.opening import new_document, open_document
from litecode_nb.domain.edit import ChangeSet, Edit
from litecode_nb.domain.history import Rewrite
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import UnitKind
from litecode_nb.errors import Conflict, DocumentError, StaleUnit, UnknownUnit

WHAT_TO_DO = "Ask again, so that the project is read as it is now."


def rewrites_for(root: Path, change_set: ChangeSet) -> tuple[Rewrite, ...]:
    """Read every document as it is now, and make the new bytes of all of them.

    Raises:
        Conflict: Some units are not what the edits expect; it names all of them.
        OutsideProject: A path is not that of a document in the project.
    """
    found = [find(root, document) for document in change_set.documents]
    refuse_twins(found)
    rewrites: list[Rewrite] = []
    refused: dict[str, str] = {}
    for each in found:
        edits = tuple(e for e in change_set.edits if e.document == each.document)
        try:
            after = bytes_after(each.document, each.data, edits)
        except DocumentError as error:
            alone = _refused(each.document, each.data, edits)
            refused |= alone or {edits[0].unit: str(error)}
            continue
        rewrites.append(
            Rewrite(
                document=each.document, before=each.data, after=after, mode=each.mode
            )
        )
    if refused:
        raise conflict(refused)
    return tuple(rewrites)


def bytes_after(
    document: DocumentPath, before: bytes | None, edits: Sequence[Edit]
) -> bytes | None:
    """Give a file's content after edits; None where it shall be gone.

    Raises:
        DocumentError: The edits do not fit what the file holds.
    """
    first = edits[0]
    if first.kind is UnitKind.MODULE and document.endswith(".ipynb"):
        return _whole_notebook(document, before, edits)
    if before is None:
        _refuse_gone(edits)
        made = new_document(document).with_edits(edits)
    else:
        made = open_document(document, before).with_edits(edits)
    is_gone = first.kind is UnitKind.MODULE and not made.units
    return None if is_gone else made.to_bytes()


def conflict(refused: Mapping[str, str]) -> Conflict:
    """Make the error that names all units that stand against a change.

    Args:
        refused: Addresses of units to what the person should know of each.
    """
    reasons = list(dict.fromkeys(refused.values()))
    message = f"Nothing was written. {reasons[0]}"
    if len(reasons) > 1:
        listed = "".join(f"\n- {reason}" for reason in reasons)
        message = f"Nothing was written, for {len(reasons)} reasons:{listed}"
    return Conflict(message, units=tuple(refused))


def _whole_notebook(
    document: DocumentPath, before: bytes | None, edits: Sequence[Edit]
) -> bytes | None:
    """Make or delete a notebook as a whole: its edit holds the text of its JSON."""
    edit, *others = edits
    if others or edit.unit != UnitId(document) or not (edit.creates or edit.deletes):
        message = f"`{document}` is a notebook, which is edited by cells. {WHAT_TO_DO}"
        raise UnknownUnit(message)
    if edit.after is not None:
        _refuse_there(edit, before)
        data = edit.after.encode("utf-8", "surrogatepass")
        return open_document(document, data).to_bytes()
    if before is None:
        _refuse_gone(edits)
    expected = (edit.before or "").encode("utf-8", "surrogatepass")
    if before != expected:
        message = f"`{document}` changed since it was to be deleted. {WHAT_TO_DO}"
        raise StaleUnit(message)
    return None


def _refused(
    document: DocumentPath, before: bytes | None, edits: Sequence[Edit]
) -> dict[str, str]:
    """Try each edit alone, to name every unit that stands against the change."""
    refused: dict[str, str] = {}
    for edit in edits:
        try:
            bytes_after(document, before, [edit])
        except DocumentError as error:
            refused[edit.unit] = str(error)
    return refused


def _refuse_gone(edits: Sequence[Edit]) -> None:
    for edit in edits:
        if not edit.creates:
            message = f"`{edit.document}` is no longer there. {WHAT_TO_DO}"
            raise UnknownUnit(message)


def _refuse_there(edit: Edit, before: bytes | None) -> None:
    if before is not None:
        message = f"`{edit.document}` is already there. {WHAT_TO_DO}"
        raise StaleUnit(message)
