"""Answer questions that code can answer wholly, without a model."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from litecode_nb.domain.ids import document_of
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.domain.unit import SectionOutline, UnitKind
from litecode_nb.project.answer_texts import ENGLISH, GERMAN, Texts
from litecode_nb.project.counting import lines_of
from litecode_nb.project.implied import Place, definers, importers, readers_of
from litecode_nb.project.questions import Question, Topic, understood
from litecode_nb.project.subjects import cell_meant, document_meant, name_meant

CELL_KINDS = {
    "code": UnitKind.CODE_CELL,
    "markdown": UnitKind.MARKDOWN_CELL,
    "raw": UnitKind.RAW_CELL,
}


def answer_by_code(instruction: str, project: ProjectMap) -> str | None:
    """Answer a question in Markdown, in its own language (English or German).

    Only questions are answered that ask for nothing else, about something that is
    named without doubt; None for all others.
    """
    question = understood(instruction)
    if question is None:
        return None
    texts = GERMAN if question.is_german else ENGLISH
    return _Answerer(question=question, project=project, texts=texts).answer()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answerer:
    """Answers one question."""

    question: Question
    project: ProjectMap
    texts: Texts

    def answer(self) -> str | None:
        match self.question.topic:
            case Topic.CELLS:
                return self._cells()
            case Topic.LINES:
                return self._lines()
            case Topic.DEFINITION_COUNT | Topic.DEFINITIONS:
                return self._definitions()
            case Topic.DOCUMENT_COUNT | Topic.DOCUMENTS:
                return self._documents()
            case Topic.USERS:
                return self._users()
            case Topic.DEFINERS:
                return self._definers()
            case _:
                assert_never(self.question.topic)

    def _cells(self) -> str | None:
        notebook = self._document()
        if notebook is None or not notebook.is_notebook:
            return None
        kind = self.question.kind
        wanted = CELL_KINDS.get(kind)
        number = sum(wanted in {None, unit.kind} for unit in notebook.units)
        said = self.texts.counted(number, kind if wanted else "cell")
        return self.texts.has.format(name=f"`{notebook.path}`", number=said)

    def _lines(self) -> str | None:
        about = self.question.about
        if cell := cell_meant(about, self.project):
            return self._has(self._place(Place(cell.id)), cell.lines, "line")
        if document := self._document():
            return self._has(f"`{document.path}`", lines_of(document), "line")
        name = name_meant(about, definers(self.project).keys())
        places = definers(self.project, [name])[name] if name else ()
        section = self._section(places[0]) if len(places) == 1 else None
        if section is None:
            return None
        number = section.last_line - section.first_line + 1
        return self._has(f"`{section.name}`", number, "line")

    def _definitions(self) -> str | None:
        document = self._document()
        if document is None:
            return None
        kind = self.question.kind
        found = [each for each in _sections(document) if _kind_of(each) == kind]
        number = self.texts.counted(len(found), kind)
        name = f"`{document.path}`"
        if self.question.topic is Topic.DEFINITION_COUNT:
            return self.texts.has.format(name=name, number=number)
        if not found:
            noun = self.texts.nouns[kind][1]
            return self.texts.defines_none.format(name=name, noun=noun)
        head = self.texts.defines.format(name=name, number=number)
        return f"{head}\n\n{self.texts.listed([_described(each) for each in found])}"

    def _documents(self) -> str:
        wants_notebooks = self.question.kind == "notebook"
        every = self.project.documents
        paths = [each.path for each in every if each.is_notebook is wants_notebooks]
        number = self.texts.counted(len(paths), self.question.kind)
        head = self.texts.there_are.format(number=number)
        if self.question.topic is Topic.DOCUMENT_COUNT or not paths:
            return head
        return f"{head}\n\n{self.texts.listed([f'`{path}`' for path in paths])}"

    def _users(self) -> str | None:
        name = name_meant(self.question.about, definers(self.project).keys())
        if name is None:
            return None
        homes = definers(self.project, [name])[name]
        if len({document_of(place.unit) for place in homes}) > 1:
            return None
        readers = readers_of(name, homes[0], self.project)
        importing = importers(self.project, [name]).get(name, ())
        parts = [self.texts.is_unused.format(name=name)]
        if readers:
            parts = [self.texts.is_used.format(name=name), self._listed(readers)]
        if importing:
            parts += [self.texts.is_imported, self._listed(importing)]
        return "\n\n".join(parts)

    def _definers(self) -> str | None:
        name = name_meant(self.question.about, definers(self.project).keys())
        if name is None:
            return None
        places = (self._place(each) for each in definers(self.project, [name])[name])
        return self.texts.is_defined.format(name=name, places=", ".join(places))

    def _document(self) -> DocumentOutline | None:
        found = document_meant(self.question.about, self.project)
        return found if found is not None and found.problem is None else None

    def _has(self, name: str, number: int, noun: str) -> str:
        said = self.texts.counted(number, noun)
        return self.texts.has.format(name=name, number=said)

    def _listed(self, places: Iterable[Place]) -> str:
        return self.texts.listed([self._place(each) for each in places])

    def _place(self, place: Place) -> str:
        """Name a place for a person, with its lines where it is a definition."""
        document = document_of(place.unit)
        unit = self.project.unit(place.unit)
        section = self._section(place)
        if section is not None:
            lines = self.texts.lines.format(
                first=section.first_line, last=section.last_line
            )
            return f"`{document}`, `{section.name}` ({lines})"
        if unit is None or unit.kind is UnitKind.MODULE:
            return f"`{document}`"
        return f"`{document}`, {self.texts.cell.format(number=unit.position + 1)}"

    def _section(self, place: Place) -> SectionOutline | None:
        unit = self.project.unit(place.unit)
        sections = unit.sections if unit else ()
        return next((s for s in sections if s.name == place.section), None)


def _sections(document: DocumentOutline) -> Iterator[SectionOutline]:
    return (section for unit in document.units for section in unit.sections)


def _kind_of(section: SectionOutline) -> str:
    if section.signature.startswith("class "):
        return "class"
    return "method" if "." in section.name else "function"


def _described(section: SectionOutline) -> str:
    signature = section.signature.removeprefix("async ").removeprefix("def ")
    summary = f": {section.summary}" if section.summary else ""
    owner = section.name.rpartition(".")[0]
    return f"`{owner}{'.' if owner else ''}{signature}`{summary}"
