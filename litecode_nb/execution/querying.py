"""Answer a question: nothing that this module returns can carry an edit."""

from collections.abc import Iterable
from dataclasses import replace

from litecode_nb.domain.events import Event, Listener, TokensStreamed, ignore
from litecode_nb.domain.outcome import Answered, Failed
from litecode_nb.domain.plan import Task
from litecode_nb.domain.prompt import TokenBudget
from litecode_nb.domain.unit import Unit
from litecode_nb.errors import BudgetError, ModelError
from litecode_nb.execution.assignment import Assignment
from litecode_nb.execution.choosing import Fits, section_of
from litecode_nb.execution.context import query_context
from litecode_nb.execution.mentions import mentioned_parts, relevance
from litecode_nb.execution.reply import without_thoughts
from litecode_nb.execution.room import MARGIN, window_of
from litecode_nb.execution.sections import (
    Part,
    definition_parts,
    fitting_parts,
    whole,
)
from litecode_nb.execution.surroundings import Surroundings
from litecode_nb.llm.model import ChatModel
from litecode_nb.prompting.asking import ask
from litecode_nb.prompting.context import Context
from litecode_nb.prompting.query_prompt import QueryTemplate, Question, query_draft
from litecode_nb.settings import Settings

ANSWER_TOKENS = 800
NOTE_TOKENS = 200
MOST_READS = 4
"""Calls that reading a large unit may take before the answer's own."""


async def answer(
    model: ChatModel,
    task: Task,
    unit: Unit | None,
    *,
    surroundings: Surroundings | None = None,
    settings: Settings | None = None,
    listen: Listener = ignore,
) -> Answered | Failed:
    """Answer a task's question from one unit, or from the map where there is none.

    The arguments are those of `execute`.
    """
    assignment = Assignment(
        model=model,
        task=task,
        unit=unit,
        surroundings=surroundings or Surroundings(),
        settings=settings or Settings(),
        listen=listen,
    )
    try:
        return await answer_to(assignment)
    except (BudgetError, ModelError) as error:
        return Failed(task=task.id, reason=str(error))


async def answer_to(assignment: Assignment) -> Answered | Failed:
    """Answer an assignment's question.

    Raises:
        BudgetError: What the question needs does not fit.
        ModelError: The server failed.
    """
    unit = assignment.unit
    if unit is None:
        map_text = assignment.surroundings.map_text
        return await _answered(assignment, _question(assignment, map_text=map_text))
    question = _question(assignment)
    parts = _parts(assignment, unit, question)
    if len(parts) == 1 and _fits(assignment, question, parts[0].text):
        return await _answered(assignment, replace(question, code=parts[0].text))
    pieces = _pieces(assignment, unit, parts, question)
    notes = [await _note(assignment, question, piece) for piece in pieces]
    known = tuple(note for note in notes if note)
    return await _answered(assignment, replace(question, notes=known or ("nothing",)))


async def _answered(assignment: Assignment, question: Question) -> Answered:
    completion = await ask(
        assignment.model,
        query_draft(question),
        _budget(assignment, question),
        purpose="answer",
        listen=assignment.listen,
        task=assignment.task.id,
    )
    unit = assignment.unit
    return Answered(
        task=assignment.task.id,
        text=without_thoughts(completion.text).strip(),
        units=() if unit is None else (unit.id,),
    )


async def _note(assignment: Assignment, question: Question, piece: Part) -> str:
    """Read one piece and give what matters in it; empty where nothing does."""
    reading = replace(
        question, template=QueryTemplate.READ_PART, code=piece.text, context=Context()
    )
    completion = await ask(
        assignment.model,
        query_draft(reading),
        _budget(assignment, reading),
        purpose="read",
        listen=_unheard(assignment.listen),
        task=assignment.task.id,
    )
    text = without_thoughts(completion.text).strip()
    is_nothing = text.lower().strip(" .") == "nothing"
    return "" if is_nothing else f"- {piece.label}: {text}"


def _unheard(listen: Listener) -> Listener:
    """Pass on all but the text: notes are not the answer that a person waits for."""

    def heard(event: Event) -> None:
        if not isinstance(event, TokensStreamed):
            listen(event)

    return heard


def _question(assignment: Assignment, *, map_text: str = "") -> Question:
    unit = assignment.unit
    return Question(
        text=assignment.task.instruction.strip(),
        place=assignment.task.label if unit is None else unit.label,
        language=assignment.language,
        map_text=map_text,
        context=query_context(assignment, shows_map=bool(map_text)),
    )


def _parts(assignment: Assignment, unit: Unit, question: Question) -> tuple[Part, ...]:
    """The section that is asked about, all of the unit, or what the question names."""
    task = assignment.task
    section = section_of(unit.source, task.section) if task.section else None
    everything = whole(unit.source)
    if section is not None:
        return (section,)
    if _fits(assignment, question, everything.text):
        return (everything,)
    named = mentioned_parts(task.instruction, definition_parts(unit.source))
    return named or (everything,)


def _pieces(
    assignment: Assignment, unit: Unit, parts: Iterable[Part], question: Question
) -> tuple[Part, ...]:
    """Take parts into few pieces that can be read; the likeliest, in their order."""
    reading = replace(question, template=QueryTemplate.READ_PART, context=Context())

    def fits(text: str) -> bool:
        return _fits(assignment, reading, text)

    smaller = [p for part in parts for p in fitting_parts(unit.source, part, fits)]
    joined = _packed(smaller, fits)
    words = assignment.task.instruction
    best = sorted(joined, key=lambda piece: -relevance(piece, words))[:MOST_READS]
    return tuple(sorted(best, key=lambda piece: piece.first))


def _packed(parts: Iterable[Part], fits: Fits) -> list[Part]:
    """Join parts that follow one another as long as they can be read at once."""
    made: list[Part] = []
    for part in parts:
        both = f"{made[-1].text}\n\n\n{part.text}" if made else ""
        if made and fits(both):
            made[-1] = replace(made[-1], name="", last=part.last, text=both)
            continue
        made.append(part)
    return made


def _fits(assignment: Assignment, question: Question, code: str) -> bool:
    """Whether code can be read with room for the answer."""
    return _left(assignment, replace(question, code=code)) >= _wanted(question) // 2


def _left(assignment: Assignment, question: Question) -> int:
    """Tokens that are left for the reply beside what the prompt must say."""
    draft = query_draft(replace(question, context=Context(), map_text=""))
    needed = assignment.model.counter.count_messages(draft.messages(draft.sections))
    return window_of(assignment) - MARGIN - needed


def _wanted(question: Question) -> int:
    is_note = question.template is QueryTemplate.READ_PART
    return NOTE_TOKENS if is_note else ANSWER_TOKENS


def _budget(assignment: Assignment, question: Question) -> TokenBudget:
    """Share out the window; a small one gives the answer less.

    Raises:
        BudgetError: The question leaves no room for an answer.
    """
    left = _left(assignment, question)
    most = assignment.settings.reply_tokens or _wanted(question)
    reply = min(_wanted(question), most, left)
    if reply < 1:
        message = (
            f"The question about {question.place} does not fit into a window of "
            f"{window_of(assignment):,} tokens. Ask less at once, or raise "
            "`context_window`."
        )
        raise BudgetError(message)
    window = window_of(assignment)
    return TokenBudget(context_window=window, reply_tokens=reply, margin=MARGIN)
