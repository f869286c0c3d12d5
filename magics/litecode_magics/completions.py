"""Tab: options, verbs, cells and files, within litecode's own lines."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from IPython.core.completer import (
    CompletionContext,
    SimpleCompletion,
    SimpleMatcherResult,
    context_matcher,
)

from litecode_magics.desk import Desk
from litecode_magics.grammar import (
    CELL,
    FILE,
    LAST_ERROR,
    NOTEBOOK,
    STEPS,
    Option,
    Verb,
    options_of,
)
from litecode_magics.notebook_context import cell_ids

CELL_LINE = re.compile(r"%%litecode\s(?P<typed>.*)", re.DOTALL)
LINE = re.compile(r"\s*%litecode\s(?P<typed>.*)", re.DOTALL)
MOST = 100

Matcher = Callable[[CompletionContext], SimpleMatcherResult]


@dataclass(frozen=True, slots=True, kw_only=True)
class Completions:
    """What could be typed.

    Attributes:
        fragment: What is typed of it already.
        words: The whole words, each beginning with the fragment.
    """

    fragment: str
    words: tuple[str, ...]


NOTHING = Completions(fragment="", words=())


def matcher_for(desk: Desk) -> Matcher:
    """Make the function that IPython asks when Tab is pressed."""

    @context_matcher()
    def litecode_matcher(context: CompletionContext) -> SimpleMatcherResult:
        found = complete(
            context.text_until_cursor,
            is_first_line=context.cursor_line == 0,
            folder=Path.cwd(),
            notebook=desk.context.path,
        )
        return {
            "completions": [SimpleCompletion(text=each) for each in found.words],
            "matched_fragment": found.fragment,
            "suppress": bool(found.words),
        }

    matcher: Matcher = litecode_matcher
    return matcher


def complete(
    text: str, *, is_first_line: bool, folder: Path, notebook: Path | None
) -> Completions:
    """Give what could be typed at the end of a line.

    Args:
        text: The line up to the cursor.
        is_first_line: Whether it is the cell's first.
        folder: What paths are relative to.
        notebook: The running notebook as far as it is known, for its cells.
    """
    if is_first_line and (match := CELL_LINE.fullmatch(text)):
        return _in_options(match["typed"], Verb.REQUEST, folder, notebook)
    match = LINE.fullmatch(text)
    if match is None:
        return NOTHING
    word, space, rest = match["typed"].lstrip().partition(" ")
    if not space:
        return _verbs(word)
    if word not in set(Verb):
        return NOTHING
    return _in_options(rest, Verb(word), folder, notebook)


def _verbs(word: str) -> Completions:
    words = (verb.value for verb in Verb if verb is not Verb.REQUEST)
    return _matching(word, (*words, "--help"))


def _in_options(
    typed: str, verb: Verb, folder: Path, notebook: Path | None
) -> Completions:
    """Complete an option or its value; nothing within the person's own words."""
    *before, fragment = typed.split(" ")
    options = {name: each for each in options_of(verb) for name in each.names}
    waiting: Option | None = None
    for token in filter(None, before):
        option = options.get(token.partition("=")[0])
        if waiting is None and option is None:
            return NOTHING
        takes = waiting is None and option is not None and option.takes is not None
        waiting = option if takes and "=" not in token else None
    if waiting is not None:
        return _matching(fragment, _values(waiting, fragment, folder, notebook))
    name, equals, value = fragment.partition("=")
    if equals and name in options:
        values = _values(options[name], value, folder, notebook)
        return _matching(value, values)
    return _matching(fragment, [each.name for each in options_of(verb)])


def _values(
    option: Option, fragment: str, folder: Path, notebook: Path | None
) -> Sequence[str]:
    if option is CELL:
        ids = cell_ids(notebook) if notebook is not None else ()
        numbers = [str(n) for n in range(1, len(ids) + 1)]
        return (*STEPS, LAST_ERROR, *numbers, *(filter(None, ids) if fragment else ()))
    if option is FILE:
        return tuple(_paths(fragment, folder, (".py", ".ipynb")))
    if option is NOTEBOOK:
        return tuple(_paths(fragment, folder, (".ipynb",)))
    return ()


def _paths(fragment: str, folder: Path, endings: tuple[str, ...]) -> Iterator[str]:
    """Give folders and files one step further than what is typed."""
    head = fragment[: fragment.rfind("/") + 1]
    place = folder / head
    for path in sorted(place.iterdir()) if place.is_dir() else ():
        if path.name.startswith(".") or " " in path.name:
            continue
        if path.is_dir():
            yield f"{head}{path.name}/"
        elif path.suffix in endings:
            yield f"{head}{path.name}"


def _matching(fragment: str, words: Sequence[str]) -> Completions:
    fitting = tuple(word for word in words if word.startswith(fragment))
    return Completions(fragment=fragment, words=fitting[:MOST])
