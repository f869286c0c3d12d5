"""Questions that code can answer, in the words in which they are asked."""

import re
from dataclasses import dataclass
from enum import Enum, auto


class Topic(Enum):
    """What a question wants to know."""

    CELLS = auto()
    LINES = auto()
    DEFINITION_COUNT = auto()
    DOCUMENT_COUNT = auto()
    USERS = auto()
    DEFINERS = auto()
    DEFINITIONS = auto()
    DOCUMENTS = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question that was understood wholly.

    Attributes:
        topic: What it wants to know.
        about: What it is about, in its own words; empty for the notebook or project.
        kind: What shall be counted or listed, in English and singular: `function`,
            `class`, `method`, `code`, `markdown`, `raw`, `notebook`, `module`; empty
            for all.
        is_german: Whether it is asked in German rather than in English.
    """

    topic: Topic
    about: str
    kind: str
    is_german: bool


def understood(instruction: str) -> Question | None:
    """Read a question; None where it is another one, or asks for more."""
    if len(instruction) > LONGEST_QUESTION:
        return None
    text = _POLITE.sub("", " ".join(instruction.split())).rstrip(" ?.!")
    for pattern, topic, is_german in _PATTERNS:
        if found := pattern.fullmatch(text):
            parts = found.groupdict(default="")
            return Question(
                topic=topic,
                about=parts.get("x", "").strip("`'\" ").removesuffix("()"),
                kind=_kind(parts.get("kind", "").lower()),
                is_german=is_german,
            )
    return None


LONGEST_QUESTION = 160

_POLITE = re.compile(
    r"^(?:(?:please|bitte|hey|hi|ok)\b[\s,]*|(?:can|could) you (?:please )?(?=\w+ )"
    r"|(?:do you know|tell me|show me|sag mir|zeig mir),?\s+"
    r"(?=(?:where|how|which|what|who|wo|wie|welche|wer|was)\b))+",
    re.IGNORECASE,
)
_FRAGMENTS = {
    "X": r"(?P<x>[^?,;]{1,80}?)",
    "CELLS": r"(?:(?P<kind>code|markdown|text|raw)[ -]?)?cells",
    "DEFS": r"(?P<kind>functions?|class(?:es)?|methods?)",
    "DOCS": r"(?P<kind>notebooks|modules)",
    "LIST": r"(?:list|show|name|give)(?: me)?(?: all| every)?(?: of)?(?: the)?",
    "PROJECT": r"(?:the|this|my) project",
    "WHO": r"(?:who|what|which(?: other)? \w+)",
    "ZELLEN": r"(?:(?P<kind>code|markdown|text|raw)[ -]?)?zellen",
    "DEFS_DE": r"(?P<kind>funktion(?:en)?|klassen?|methoden?)",
    "DOCS_DE": r"(?P<kind>notebooks|module)",
    "WIEVIELE": r"wie ?viele",
    "HAT": r"(?:gibt es in|sind in|hat|enthält|definiert)",
    "LISTE": r"(?:liste|zeige?|nenne)(?: mir)?(?: alle)?(?: die)?",
    "WER": r"(?:wer|was|welche[rs]? \w+)",
}
_ENGLISH = {
    Topic.CELLS: (
        "how many CELLS are there",
        "how many CELLS are (?:there )?in X",
        "how many CELLS do(?:es)? X (?:have|contain)",
        "(?:count|number of) (?:the )?CELLS(?: (?:in|of) X)?",
    ),
    Topic.LINES: (
        "how many lines (?:of code )?(?:are )?(?:there )?in X",
        "how many lines (?:of code )?do(?:es)? X (?:have|contain)",
        "how long is X",
        "(?:count|number of) (?:the )?lines (?:in|of) X",
    ),
    Topic.DEFINITION_COUNT: (
        "how many DEFS (?:are )?(?:there |defined )?in X",
        "how many DEFS do(?:es)? X (?:have|define|contain)",
    ),
    Topic.DOCUMENT_COUNT: (
        "how many DOCS are there(?: in PROJECT)?",
        "how many DOCS (?:are in|does) PROJECT(?: have| contain)?",
    ),
    Topic.USERS: (
        "WHO (?:uses?|calls?|is using|are using|depends? on) X",
        "where (?:is|are) X (?:used|called|referenced)",
        "LIST (?:uses|usages|users|callers) of X",
    ),
    Topic.DEFINERS: (
        "where (?:is|are) X (?:defined|declared|implemented)",
        "where X (?:is|are) (?:defined|declared|implemented)",
        "where (?:do|can) (?:i|we) find X",
        "WHO defines X",
        "in which (?:file|module|cell|notebook) is X(?: defined)?",
        "which (?:file|module|cell|notebook) is X (?:defined )?in",
    ),
    Topic.DEFINITIONS: (
        "LIST DEFS (?:in|of|from|inside|defined in|that are (?:defined )?in) X",
        "(?:what|which) DEFS (?:are )?(?:there |defined )?in X",
        "(?:what|which) DEFS do(?:es)? X (?:have|define|contain|provide)",
    ),
    Topic.DOCUMENTS: (
        "LIST DOCS(?: (?:in|of) PROJECT)?",
        "(?:what|which) DOCS are there(?: in PROJECT)?",
        "(?:what|which) DOCS (?:are in|does) PROJECT(?: have| contain)?",
    ),
}
_GERMAN = {
    Topic.CELLS: ("WIEVIELE ZELLEN (?:gibt|sind) es", "WIEVIELE ZELLEN HAT X"),
    Topic.LINES: ("WIEVIELE zeilen (?:code )?HAT X", "wie lang ist X"),
    Topic.DEFINITION_COUNT: ("WIEVIELE DEFS_DE HAT X",),
    Topic.DOCUMENT_COUNT: ("WIEVIELE DOCS_DE (?:gibt es|hat (?:das|dieses) projekt)",),
    Topic.USERS: (
        "WER (?:benutz(?:t|en)|verwende[tn]|nutz(?:t|en)|brauch(?:t|en)) X",
        "WER (?:ruft|rufen) X auf",
        "wo (?:wird|werden) X (?:benutzt|verwendet|genutzt|aufgerufen|gebraucht)",
    ),
    Topic.DEFINERS: (
        "wo (?:ist|sind|wird|werden) X definiert",
        "wo X definiert (?:ist|wird)",
        "wo finde ich X",
        "WER definiert X",
        r"in welche[rm] \w+ (?:ist|wird|liegt|steht) X(?: definiert)?",
    ),
    Topic.DEFINITIONS: (
        "LISTE DEFS_DE (?:in|von|aus|des|der) X(?: auf| an)?",
        "welche DEFS_DE HAT X",
    ),
    Topic.DOCUMENTS: ("LISTE DOCS_DE(?: auf| an)?", "welche DOCS_DE gibt es"),
}


def _compiled(phrase: str) -> re.Pattern[str]:
    """Put the fragments in the place of the words in capitals."""
    text = re.sub(r"\b[A-Z_]+\b", lambda found: _FRAGMENTS[found[0]], phrase)
    return re.compile(text, re.IGNORECASE)


_PATTERNS = tuple(
    (_compiled(phrase), topic, is_german)
    for topics, is_german in ((_ENGLISH, False), (_GERMAN, True))
    for topic, phrases in topics.items()
    for phrase in phrases
)
_STARTS = {
    "function": ("func", "funk"),
    "class": ("clas", "klas"),
    "method": ("meth",),
    "code": ("code",),
    "markdown": ("mark", "text"),
    "raw": ("raw",),
    "notebook": ("note",),
    "module": ("modu",),
}


def _kind(word: str) -> str:
    """Give the English word for a kind, whatever its language and number."""
    every = (kind for kind, starts in _STARTS.items() if word.startswith(starts))
    return next(every, "")
