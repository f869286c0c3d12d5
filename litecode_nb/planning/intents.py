"""What kind of request it is, where its words leave no doubt; else a model is asked.

English and German. A missed case costs one tiny model call; a wrong one would cost the
person's trust, so every pattern stands for one plain way of asking.
"""

import re

from litecode_nb.domain.plan import Action
from litecode_nb.domain.request import Intent, Request

CHANGES = (Action.EDIT, Action.CREATE, Action.DELETE)
LONGEST_ASKED = 400
"""Characters that are looked at: what follows may be a traceback or pasted code."""

_POLITE = re.compile(
    r"^\W*(?:(?:hi|hey|hello|hallo|please|bitte|kindly|can you|could you|would you|"
    r"will you|i want you to|i would like you to|kannst du|könntest du)\b[\s,]*)+",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"[\s,]+(?:please|bitte|thanks|thank you|danke)[\s.!]*$", re.IGNORECASE
)
_WHOLE = (
    r"(?:cells?|functions?|class(?:es)?|modules?|notebooks?|scripts?|zellen?|"
    r"funktion(?:en)?|klassen?|module?|notizb(?:uch|ücher)|skripte?)"
)
_FILE = rf"(?:{_WHOLE}|files?|datei(?:en)?)"
_PART = (
    r"(?!['\u2019]s\b|[-\s]+(?:arg(?:ument)?s?|argumente?|param(?:eter)?s?|calls?|aufrufe?|"
    r"names?|namen?|docstrings?|signatures?|annotations?|comments?|attributes?|"
    r"methods?|variables?|bod(?:y|ies)|decorators?|outputs?|ausgaben?|imports?|"
    r"tags?|magics?|numbers?|handles?|paths?|headers?|sizes?|types?|formats?)\b)"
)
"""`the function calls`, `the cell's output`: not the whole, but something of it."""

_TOWARDS = (
    r"(?:to|in|into|of|for|from|on|at|per|with|by|before|after|above|below|between|"
    r"inside|under|zu|zur|zum|im|aus|von|für|mit|vor|nach|über|unter|that|which)"
)
_FILLER = rf"(?:(?!{_TOWARDS}\b)[\w.`'-]+\s+){{0,2}}?"
_SOME = r"(?:an?|another|one|two|three|some|eine?n?|noch eine|zwei|drei|\d+)"
_MAKE = (
    r"(?:add|insert|append|create|make|write|put|define|introduce|generate|füge?|"
    r"ergänzen?|erstellen?|schreiben?|erzeugen?|legen?|bauen?|definieren?)"
)
_CHART = (
    r"(?:plots?|charts?|histograms?|graphs?|diagrams?|heatmaps?|diagramme?|"
    r"histogramme?)\b(?!\s+(?:titles?|legends?|labels?|of\s+the\s+function)\b)"
)
_CREATE = re.compile(
    rf"\b{_MAKE}\s+(?:me\s+|us\s+|mir\s+)?{_SOME}\s+{_FILLER}{_FILE}\b{_PART}"
    rf"|\b{_MAKE}\s+(?:an?|another|eine?n?)\s+(?:new\s+)?{_FILLER}{_CHART}"
    rf"|(?<!\bthe\s)(?<!\bthis\s)(?<!\bmy\s)(?<!\byour\s)(?<!\bdie\s)(?<!\bder\s)"
    rf"\b(?:new|neue[nrms]?)\s+{_FILLER}{_WHOLE}\b{_PART}",
    re.IGNORECASE,
)
_REMOVE = r"^(?:delete|remove|drop|erase|get rid of|lösche?|entferne?)\s+"
_DELETE = re.compile(
    rf"{_REMOVE}(?:(?:it|this|that|them|these)\W*$|"
    rf"(?:(?:the|this|that|all|both|die|den|das|der|diese\w?)\s+)?{_FILLER}"
    rf"(?:{_WHOLE}|methods?|methoden?)\b{_PART})",
    re.IGNORECASE,
)
_SAYS_DELETE = re.compile(
    rf"{_REMOVE}|\b(?:löschen|entfernen|can go|should go)\W*$", re.IGNORECASE
)
_TAKE_OUT = re.compile(
    rf"{_REMOVE}.*\b(?:in|from|of|aus|von|vom)\s+"
    r"(?!(?:the|this|that|my|dem|diesem)\s+(?:project|notebook|projekt)\b)",
    re.IGNORECASE,
)
"""`Remove the column price from top`: what it is taken from is changed, not removed."""

_SAVE = re.compile(
    r"^(?:write|save|export|store|dump|speichere?)\s+(?:the|this|all|my|die|den|das)\b"
    r".*\b(?:to|into|as|in|als)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^(?:what|what['\u2019]s|why|which|who|how (?:many|much|does|do|is|are|long|come)|"
    r"explain|describe|summari[sz]e|tell me|list (?:all|the)|show me (?:where|how|why|"
    r"which|what)|is|are|does|do (?:the|any|all|we|i)|when|where|was|warum|wieso|"
    r"weshalb|welche\w?|wer|wo|wie|erklär\w*|beschreib\w*|gibt es|ist|sind|hat)\b",
    re.IGNORECASE,
)
_ONLY_WITH_MARK = re.compile(
    r"^(?:is|are|does|do|when|where|wo|wie (?!viele?)|ist|sind|hat|gibt|was)\b",
    re.IGNORECASE,
)
_ASKS_AND_CHANGES = re.compile(
    r"\b(?:in|as|into)\s+an?\s+(?:\w+\s+)?(?:docstring|comment|cell|heading|text)\b"
    r"|\b(?:and|then|und|dann)\s+(?:please\s+)?(?:fix|change|rename|add|remove|delete|"
    r"update|replace|make|repair|correct|rewrite|behebe?|ändere?|entferne?)\b",
    re.IGNORECASE,
)
_EDIT = re.compile(
    r"^(?:rename|fix|change|replace|refactor|simplify|translate|sort|convert|use|"
    r"update|improve|speed up|optimi[sz]e|clean up|reformat|correct|repair|extend|set|"
    r"read|load|train|round|group|filter|skip|pass|wrap|put|runde|gruppiere?|lies|lade|"
    r"increase|reduce|let|give|rewrite|make (?!an?\b|me\b|another\b|new\b|\d)|ändere?|"
    r"korrigiere?|repariere?|ersetze?|"
    r"übersetze?|sortiere?|verwende?|nutze?|verbessere?|vereinfache?|benenne?)\b",
    re.IGNORECASE,
)


_DUTY = re.compile(
    r"^[^.!?\n]*\b(?:should|must|shall|needs? to|has to|have to|soll(?:te)?n?|muss)\b",
    re.IGNORECASE,
)
"""`Total should return 0`: said of code, that is a wish to change it."""


def action_of(request: Request) -> Action | None:
    """Say what kind of request it is; None where only a model can tell.

    What the person said outweighs the words: `--ask` is a question, and `--edit` is a
    change, whatever it looks like.
    """
    found = action_in_words(request.instruction)
    match request.intent:
        case Intent.ASK:
            return Action.QUERY
        case Intent.EDIT:
            return found if found in CHANGES else Action.EDIT
        case Intent.UNDECIDED:
            return found


def action_in_words(instruction: str) -> Action | None:
    """Say what kind of request some words are, where they leave no doubt."""
    text = bare(instruction)
    if _is_question(text):
        return Action.QUERY
    patterns = (
        (_CREATE.search, Action.CREATE),
        (_DELETE.search, Action.DELETE),
        (_TAKE_OUT.search, Action.EDIT),
        (_SAVE.search, Action.EDIT),
        (_EDIT.search, Action.EDIT),
        (_DUTY.search, Action.EDIT),
    )
    return next((action for found, action in patterns if found(text)), None)


def possible_actions(request: Request) -> tuple[Action, ...]:
    """Give what a model may say that a request is.

    Nothing is deleted unless the request begins or ends with a word for it.
    """
    if (known := action_of(request)) is not None:
        return (known,)
    may_delete = _SAYS_DELETE.search(bare(request.instruction)) is not None
    return tuple(a for a in Action if may_delete or a is not Action.DELETE)


def bare(instruction: str) -> str:
    """Give a request without its politeness: `could you sort x?` asks for nothing."""
    text = _THANKS.sub("", instruction.strip()[:LONGEST_ASKED])
    shorter = _POLITE.sub("", text)
    return text if shorter == text else shorter.rstrip(" ?")


def _is_question(text: str) -> bool:
    if not _ASKS.search(text) or _ASKS_AND_CHANGES.search(text):
        return False
    first = text.splitlines()[0].rstrip()
    return first.endswith("?") or not _ONLY_WITH_MARK.search(text)
