"""The prompts of questions: read one unit, or the map, and answer in Markdown."""

from dataclasses import dataclass
from enum import StrEnum

from litecode_nb.domain.prompt import Priority, Section
from litecode_nb.prompting.composer import Draft
from litecode_nb.prompting.context import FACTS, Context
from litecode_nb.prompting.wording import example_in, fenced, parts_of


class QueryTemplate(StrEnum):
    """What the model is asked to do; each is a file of words."""

    ANSWER = "answer"
    READ_PART = "read_part"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, and what it is answered from.

    Attributes:
        text: The question.
        template: Which words ask for it.
        place: What the code is called: `analysis.ipynb › cell 4`.
        language: What the code is written in, as a fence calls it.
        code: The code; empty for a question about a whole document or project.
        notes: What was found while reading the parts of a unit that is too large.
        map_text: The project map; empty where there is code.
        context: What may be told beside it.
    """

    text: str
    template: QueryTemplate = QueryTemplate.ANSWER
    place: str = ""
    language: str = "python"
    code: str = ""
    notes: tuple[str, ...] = ()
    map_text: str = ""
    context: Context


def query_draft(question: Question) -> Draft:
    """Say what is known first, then facts and question, close to the answer."""
    known = question.context.sections()
    parts = parts_of(question.template)
    return Draft(
        system=parts["system"],
        # The example reads code closely; it would not help where there is none.
        examples=example_in(parts) if question.code else (),
        sections=(
            *(section for section in known if section.name != FACTS),
            *_sources(question),
            *(section for section in known if section.name == FACTS),
            Section(name="question", text=f"Question: {question.text}"),
        ),
    )


def _sources(question: Question) -> tuple[Section, ...]:
    found: list[Section] = []
    if question.map_text:
        text = f"The project:\n{question.map_text}"
        found.append(Section(name="map", text=text, priority=Priority.FACTS))
    if question.code:
        block = fenced(question.code, question.language)
        found.append(Section(name="code", text=f"{question.place}:\n{block}"))
    if question.notes:
        text = "\n".join([f"Notes from reading {question.place}:", *question.notes])
        found.append(Section(name="notes", text=text))
    return tuple(found)
