"""Law 2: whatever was applied, undo and redo restore every byte of every file."""

import tempfile
from pathlib import Path

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from builders import a_change_set
from faulty_disks import TornDisk
from litecode_nb.changes.applying import apply
from litecode_nb.changes.recovering import recover
from litecode_nb.changes.undoing import history, redo, undo
from litecode_nb.documents.opening import is_document, open_document
from litecode_nb.domain.edit import Edit
from litecode_nb.domain.history import HistoryState
from litecode_nb.domain.ids import DocumentPath, TaskId, UnitId
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.store.journal import Journal
from litecode_nb.store.layout import StateFolder
from sample_tree import Tree, a_notebook, tree_of

CELL_TEXTS = st.text(max_size=8)
LONE = st.sampled_from(["\ud83d", "\ude00", "a\ud800\n", "\ud83d\ude00"])
MODULE_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(
    lambda text: "#" + text.replace("\0", "").replace("coding", "")
)
NEW_NAMES = st.sampled_from(["new.py", "made/new.py", "made/deep/new.py"])


class BackAndForth(RuleBasedStateMachine):
    """A project that is changed at random, beside the trees that it should show."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name) / "project"
        self.root.mkdir()
        self.journal = Journal(StateFolder.open(self.root, TornDisk()))
        self.trees: list[Tree] = []
        self.at = 0

    @initialize(sources=st.lists(CELL_TEXTS, max_size=3), ids=st.booleans())
    def begin(self, sources: list[str], *, ids: bool) -> None:
        (self.root / "a.ipynb").write_bytes(a_notebook(*sources, ids=ids))
        (self.root / "a.py").write_bytes(b"x = 1\r\n")
        self.trees = [tree_of(self.root)]

    @rule(data=st.data())
    def change(self, data: st.DataObject) -> None:
        edits = self.edits(data)
        if edits:
            apply(self.root, a_change_set(*edits), self.journal)
            self.trees = [*self.trees[: self.at + 1], tree_of(self.root)]
            self.at += 1

    @precondition(lambda self: self.at > 0)
    @rule()
    def go_back(self) -> None:
        undo(self.root, self.journal)
        self.at -= 1

    @precondition(lambda self: self.at + 1 < len(self.trees))
    @rule()
    def go_forth(self) -> None:
        redo(self.root, self.journal)
        self.at += 1

    @rule()
    def start_anew(self) -> None:
        assert recover(self.root, self.journal) == ()
        self.journal = Journal(StateFolder.open(self.root, TornDisk()))

    @invariant()
    def the_files_are_what_they_were(self) -> None:
        if self.trees:
            assert tree_of(self.root) == self.trees[self.at]

    @invariant()
    def the_history_has_as_many_applied_changes(self) -> None:
        states = [entry.state for entry in history(self.journal)]
        assert states.count(HistoryState.COMMITTED) == self.at

    def teardown(self) -> None:
        self.folder.cleanup()

    def edits(self, data: st.DataObject) -> list[Edit]:
        """Draw edits of units that are there, and of some that are not yet."""
        chosen = [u for u in self.units() if data.draw(st.booleans(), u.id)]
        edits = [self.edit_of(data, unit) for unit in chosen]
        if data.draw(st.booleans(), "insert"):
            edits.append(inserted(data, f"fresh{len(self.journal.stories())}"))
        name = data.draw(NEW_NAMES, "name")
        if data.draw(st.booleans(), "make") and not (self.root / name).exists():
            edits.append(an_edit_of(name, None, data.draw(MODULE_TEXTS, "new")))
        return edits

    def units(self) -> list[Unit]:
        names = [n for n in tree_of(self.root) if is_document(n)]
        opened = (
            open_document(DocumentPath(n), (self.root / n).read_bytes()) for n in names
        )
        return [unit for document in opened for unit in document.units]

    def edit_of(self, data: st.DataObject, unit: Unit) -> Edit:
        is_module = unit.kind is UnitKind.MODULE
        texts = MODULE_TEXTS if is_module else CELL_TEXTS | LONE
        return Edit(
            task=TaskId("t1"),
            document=unit.document,
            unit=unit.id,
            kind=unit.kind,
            before=unit.source,
            after=data.draw(st.none() | texts, f"after of {unit.id}"),
            position=unit.position,
        )


def inserted(data: st.DataObject, cell: str) -> Edit:
    return Edit(
        task=TaskId("t1"),
        document=DocumentPath("a.ipynb"),
        unit=UnitId(f"a.ipynb#{cell}"),
        kind=data.draw(st.sampled_from([UnitKind.CODE_CELL, UnitKind.MARKDOWN_CELL])),
        before=None,
        after=data.draw(CELL_TEXTS, "inserted"),
        position=data.draw(st.integers(0, 4), "position"),
    )


def an_edit_of(name: str, before: str | None, after: str | None) -> Edit:
    return Edit(
        task=TaskId("t1"),
        document=DocumentPath(name),
        unit=UnitId(name),
        kind=UnitKind.MODULE,
        before=before,
        after=after,
    )


TestBackAndForth = BackAndForth.TestCase
TestBackAndForth.settings = settings(
    max_examples=25,
    stateful_step_count=10,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
)
