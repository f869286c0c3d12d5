"""A model's reply: find the text that was asked for, whatever stands around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from litecode_nb.documents.ipython_syntax import tree_of
from litecode_nb.execution.indents import at_margin, indent_of
from litecode_nb.execution.lines import core, plain

OPENING = re.compile(r"(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
ON_ONE_LINE = re.compile(r"\A\s*(`{3,})(?:python3?|py)?[ \t]+([^\n`]+?)[ \t]*\1\s*\Z")
THOUGHT = re.compile(r"\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
THOUGHT_END = re.compile(r"(?<![`'\"])</think(?:ing)?>[ \t]*(?=\n|\Z)")
TEXT_INFOS = frozenset({"", "markdown", "md", "text", "txt", "python"})
IMPORT = re.compile(r"(?:import|from) +[\w.]")
DEFINED = re.compile(r"^[ \t]*(?:async +)?(?:def|class) +(\w+)", re.MULTILINE)
MOST_ENDS = 6
MOST_RUNS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a reply should hold.

    Attributes:
        shown: What the model was shown; empty where something is created.
        names: Definitions that it should have.
        is_python: Whether it has to parse.
    """

    shown: str = ""
    names: frozenset[str] = frozenset()
    is_python: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fence:
    """A fenced block: its text, and the 0-based line of its opening."""

    text: str
    first: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    """A text that may be the code.

    Attributes:
        text: The text.
        is_joined: Whether it is made of several blocks: only if no single one will do.
        is_run: Whether it was cut out of prose: then the longest that parses is best.
    """

    text: str
    is_joined: bool = False
    is_run: bool = False


def code_in(reply: str, wanted: Wanted) -> str:
    """Give the code of a reply: the block that fits best what was asked for.

    Of blocks that fit equally well, the last is taken: small models show the old code
    before the new. Without a fence, the lines that are no prose are taken.
    """
    text = without_thoughts(plain(reply))
    single = ON_ONE_LINE.match(text)
    if single is not None:
        return single.group(2)
    found = list(_code_blocks(text)) or list(_unfenced(text))
    ranked = [(*_fitness(each, wanted), n, each.text) for n, each in enumerate(found)]
    return core(max(ranked)[-1])


def text_in(reply: str, shown: str = "") -> str:
    """Give the Markdown or raw text of a reply; it may hold fences of its own."""
    text = core(without_thoughts(plain(reply)))
    lines = text.split("\n")
    opening = next((n for n, line in enumerate(lines[:4]) if OPENING.match(line)), None)
    if opening is None or not _wraps(lines, opening, shown):
        return text
    closing = _last_closing(lines, opening)
    return core("\n".join(lines[opening + 1 : closing]))


def without_thoughts(text: str) -> str:
    """Take out what a model thought aloud before it answered.

    The opening tag may be missing: some servers eat it. Tags within an answer's own
    code or text are no thoughts.
    """
    thought = THOUGHT.match(text)
    if thought is not None:
        return text[thought.end() :]
    closing = THOUGHT_END.search(text)
    if closing is None or "```" in text[: closing.start()]:
        return text
    return text[closing.end() :]


def _fences(text: str) -> Iterator[_Fence]:
    """Find fenced blocks; one that is not closed goes on to the end."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        found = OPENING.match(lines[at])
        if found is None:
            at += 1
            continue
        closing = next(_closings(lines, at, found.group("fence")), None)
        yield _fence(lines, at, closing)
        at = len(lines) if closing is None else closing + 1


def _code_blocks(text: str) -> Iterator[_Candidate]:
    """All that a fenced block may be: a docstring in it can hold fences as well."""
    lines = text.split("\n")
    blocks = list(_fences(text))
    imports = ""
    for block in blocks:
        ends = list(_closings(lines, block.first, _mark(lines[block.first])))
        later = [_fence(lines, block.first, each).text for each in ends[1:MOST_ENDS]]
        for each in (*later, block.text):
            yield _Candidate(text=imports + each)
        imports = f"{core(block.text)}\n\n\n" if _only_imports(block.text) else ""
    if len(blocks) > 1:
        every = "\n\n\n".join(core(block.text) for block in blocks)
        yield _Candidate(text=every, is_joined=True)


def _only_imports(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return bool(lines) and all(IMPORT.match(line) for line in lines)


def _mark(line: str) -> str:
    found = OPENING.match(line)
    return "```" if found is None else found.group("fence")


def _fence(lines: list[str], opening: int, closing: int | None) -> _Fence:
    text = "\n".join(lines[opening + 1 : closing])
    return _Fence(
        text=at_margin(text, indent_of(lines[opening])),
        first=opening,
    )


def _info(line: str) -> str:
    """Give what an opening fence says of its content, in lower case."""
    found = OPENING.match(line)
    return "" if found is None else found.group("info").strip().lower()


def _closings(lines: list[str], opening: int, mark: str) -> Iterator[int]:
    """Find the lines that can close a fence."""
    for number in range(opening + 1, len(lines)):
        line = lines[number].strip()
        if line.startswith(mark) and not line.strip(mark[0]):
            yield number


def _last_closing(lines: list[str], opening: int) -> int | None:
    """Find the end of an envelope; None where all closings belong to inner fences."""
    mark = _mark(lines[opening])
    closings = list(_closings(lines, opening, mark))
    inner = [line for line in lines[opening + 1 :] if _info(line)]
    alike = [line for line in inner if _mark(line).startswith(mark)]
    return closings[-1] if len(closings) > len(alike) else None


def _wraps(lines: list[str], opening: int, shown: str) -> bool:
    """Whether a text's first fence is the envelope of all of it.

    It is not, if the text as it was shown began in the same way, or if more than a
    word of introduction stands before it.
    """
    first = lines[opening].strip()
    if core(plain(shown)).startswith(first):
        return False
    info = _info(lines[opening])
    before = [line for line in lines[:opening] if line.strip()]
    is_introduced = not before or (
        len(before) == 1 and before[0].rstrip().endswith(":")
    )
    return is_introduced and info in TEXT_INFOS


def _unfenced(text: str) -> Iterator[_Candidate]:
    """Give the whole text, and all runs of its paragraphs that may be the code."""
    yield _Candidate(text=text, is_run=True)
    lines = text.split("\n")
    breaks = [n for n, line in enumerate(lines) if not line.strip()]
    prose = [n + 1 for n, line in enumerate(lines[:4]) if line.rstrip().endswith(":")]
    starts = [0, *(n + 1 for n in breaks[:MOST_RUNS]), *prose]
    ends = [*reversed(breaks[-MOST_RUNS:]), len(lines)]
    for start in dict.fromkeys(starts):
        runs = ("\n".join(lines[start:end]) for end in ends if end > start)
        yield from (_Candidate(text=run, is_run=True) for run in runs)


def _fitness(
    candidate: _Candidate, wanted: Wanted
) -> tuple[int, bool, bool, bool, float]:
    """How well a block fits; larger is better, compared from the left."""
    text = core(candidate.text)
    tree = tree_of(text) if wanted.is_python else None
    return (
        len(_defined(text) & wanted.names),
        tree is not None and len(tree.body) > 0,
        not candidate.is_joined,
        text != core(wanted.shown),
        float(len(text)) if candidate.is_run else _likeness(text, wanted.shown),
    )


def _defined(text: str) -> frozenset[str]:
    return frozenset(DEFINED.findall(text))


def _likeness(text: str, shown: str) -> float:
    """Share of common lines; for something new, the longer text is the likelier."""
    if not shown:
        return float(len(text))
    matcher = SequenceMatcher(None, shown.split("\n"), text.split("\n"), autojunk=False)
    return matcher.ratio()
