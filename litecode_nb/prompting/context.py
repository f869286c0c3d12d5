"""What a prompt may tell beside its code or question; all of it may be dropped."""

from collections.abc import Iterator
from dataclasses import dataclass

from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.prompt import Priority, Section
from litecode_nb.prompting.wording import fenced

FACTS = "facts"
"""What the section with facts is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Optional knowledge; empty parts take no space.

    Attributes:
        folder: What is known of the folder.
        memory: Former requests, oldest first.
        sample: Code from the same file that something new may build on.
        neighbours: Signatures from the same unit, the most useful first.
        others: Signatures from other units.
        names: Names that can be used.
        made: Signatures that earlier tasks of the same request made or changed.
        facts: Sentences by code.
    """

    folder: str = ""
    memory: tuple[MemoryEntry, ...] = ()
    sample: str = ""
    neighbours: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    def sections(self) -> tuple[Section, ...]:
        """Give what there is as sections, in the order in which it is read."""
        return tuple(self._sections())

    def _sections(self) -> Iterator[Section]:
        if self.folder.strip():
            text = f"About this folder:\n{self.folder.strip()}"
            yield _section("folder context", text, Priority.FOLDER_CONTEXT)
        if self.memory:
            text = _list("Earlier changes:", [entry.text for entry in self.memory])
            yield _section("memory", text, Priority.MEMORY)
        if self.others:
            text = _list("Elsewhere in the project:", self.others)
            yield _section("signatures elsewhere", text, Priority.NEIGHBOURS)
        if self.sample:
            text = f"Some code of this file:\n{fenced(self.sample, 'python')}"
            yield _section("sample", text, Priority.NEIGHBOURS)
        if self.neighbours:
            text = _list("Also in this file (do not repeat it):", self.neighbours)
            yield _section("neighbours", text, Priority.NEIGHBOURS)
        if self.names:
            text = f"Names that can be used: {', '.join(self.names)}."
            yield _section("names at hand", text, Priority.NEIGHBOURS)
        if self.made:
            text = _list("Changed just before:", self.made)
            yield _section("new signatures", text, Priority.FACTS)
        if self.facts:
            text = f"Facts: {'; '.join(each.rstrip('.') for each in self.facts)}."
            yield _section(FACTS, text, Priority.FACTS)


def _section(name: str, text: str, priority: Priority) -> Section:
    return Section(name=name, text=text, priority=priority)


def _list(title: str, lines: tuple[str, ...] | list[str]) -> str:
    return "\n".join([title, *lines])
