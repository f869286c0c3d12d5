"""Which definitions a change is in, where the grammar of the request says so.

`Make summary print the median` is about `summary`; `use the median in summary` as well.
Small planners take whichever name comes first. English and German.
"""

import re
from collections.abc import Collection, Iterator

from litecode_nb.planning.clauses import has_more_to_do
from litecode_nb.planning.intents import bare

MARK = "\ufffc"
"""Stands for names while the grammar is looked at."""

_KIND = (
    r"(?:(?:the|both|die|der|den|das|beide)\s+)?(?:(?:functions?|methods?|class(?:es)?|"
    r"funktion(?:en)?|methoden?|klassen?)\s+)?"
)
_JOINT = rf"(?:\s*,\s*|\s*,?\s+(?:and|und)\s+)(?:(?:for|to|in|für)\s+)?{_KIND}"
_VERB = (
    r"(?:fix|give|let|make|change|speed\s+up|optimi[sz]e|refactor|simplify|rewrite|"
    r"improve|extend|update|correct|repair|clean\s+up|document|shorten|ändere?|"
    r"korrigiere?|repariere?|verbessere?|vereinfache?)"
)
_DUTY = (
    r"(?:should|must|shall|needs?\s+to|ha(?:s|ve)\s+to|fails?|crash(?:es)?|raises?|"
    r"returns?|do(?:es)?\s+not|do(?:es)?n't|is|are|takes?|soll(?:t?en?)?|muss|müssen)"
)
_NOTES = r"(?:docstrings?|type\s+hints?|annotations?|comments?|tests?|kommentare?)"
_WITHIN = r"(?:in|inside|within|innerhalb\s+von)"
_END = r"\s*(?:$|[:;!?]|[.,](?:\s|$))"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_VERB}\s+{_KIND}{MARK}",
        rf"^{_KIND}{MARK}\s+{_DUTY}\b",
        rf"\b{_WITHIN}\s+{_KIND}{MARK}{_END}",
        rf"^{_WITHIN}\s+{_KIND}{MARK}",
        rf"^add\b.*\bto\s+{_KIND}{MARK}{_END}",
        rf"\b{_NOTES}\s+(?:for|to|of|für|zu)\s+{_KIND}{MARK}{_END}",
        rf"^füge?\s+{_KIND}{MARK}",
    )
)
_AND = re.compile(r"\b(?:and|then|also|plus|und|dann|auch)\b|;", re.IGNORECASE)


def located(
    instruction: str, names: Collection[str], known: Collection[str]
) -> tuple[str, ...]:
    """Give the definitions that a change is in; empty where it is not plain.

    Args:
        instruction: The request.
        names: Definitions that it mentions without doubt.
        known: All definitions, qualified ones (`Item.label`) among them: words such as
            `clean` count as names only beside others, or as a place.
    """
    text = bare(instruction)
    found = [
        (mine, at)
        for mine, at in _lists(text, known)
        if set(mine) & set(names) or _is_place(text, at)
    ]
    plain = [mine for mine, at in found if _is_in(_marked(text, at))]
    if len(plain) != 1 or _has_more(text, found, plain[0]):
        return ()
    return plain[0]


def _lists(
    text: str, known: Collection[str]
) -> Iterator[tuple[tuple[str, ...], slice]]:
    """Find names, and lists of names such as `total, median and mode`."""
    words = set(re.findall(r"\w+", text))
    own = {name.rpartition(".")[2]: name for name in known}
    here = {word: own[word] for word in words & own.keys()}
    here |= {name: name for name in known if "." in name and name in text}
    if not here:
        return
    either = "|".join(re.escape(each) for each in sorted(here, key=len, reverse=True))
    one = rf"[`'\"]?(?<![\w.])(?:{either})(?!\w|\.\w)(?:\(\))?[`'\"]?"
    for found in re.finditer(rf"{one}(?:{_JOINT}{one})*", text):
        written = re.findall(rf"(?<![\w.])(?:{either})(?!\w|\.\w)", found[0])
        yield tuple(here[each] for each in written), slice(*found.span())


def _marked(text: str, at: slice) -> str:
    return f"{text[: at.start]}{MARK}{text[at.stop :]}"


def _is_in(marked: str) -> bool:
    """Whether the marked names are the subject, the object, or the place."""
    return any(pattern.search(marked) for pattern in _PATTERNS)


def _is_place(text: str, at: slice) -> bool:
    pattern = rf"\b{_WITHIN}\s+{_KIND}{MARK}{_END}"
    return re.search(pattern, _marked(text, at), re.IGNORECASE) is not None


def _has_more(
    text: str, found: list[tuple[tuple[str, ...], slice]], plain: tuple[str, ...]
) -> bool:
    """Whether a second clause speaks of another definition."""
    at = next(where for mine, where in found if mine == plain)
    marked = _marked(text, at)
    if not has_more_to_do(marked):
        return False
    after = _AND.split(marked, maxsplit=1)[-1]
    others = (mine for mine, _ in found if mine != plain)
    is_place_later = MARK in after
    return is_place_later or any(
        n.rpartition(".")[2] in after for m in others for n in m
    )
