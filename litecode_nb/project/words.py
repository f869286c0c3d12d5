"""Words as they are compared: identifiers split, endings cut, common ones left out."""

import re
from functools import lru_cache

SHORTEST_STEM = 3

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ENDINGS = ("ings", "ing", "ies", "ed", "es", "s")

ENGLISH = (
    "a an and are as at be by can could do does every for from has have how i if in is "
    "it its into me my not of on or please should so than that the their them then "
    "there these they this those to was we what when where which who why will with "
    "would you your all any also each instead just like make"
)
GERMAN = (
    "aber alle als am an auch auf aus bei bitte das dass dem den der des die diese "
    "dieser dieses ein eine einem einen einer es für hat ich im in ist kann mit nach "
    "nicht oder sich sind soll über um und von vor war warum was welche wenn wer wie "
    "wird wo zu zum zur"
)
FRENCH = (
    "au aux avec ce ces cette dans de des du elle en est et il je la le les mais ne "
    "pas pour qui que quoi se sont sur un une"
)
SPANISH = (
    "como con cual cuál del desde donde dónde el es esta este las lo los más no para "
    "pero por qué sin su una uno y"
)
COMMON = frozenset(f"{ENGLISH} {GERMAN} {FRENCH} {SPANISH}".split())
"""Words that say nothing about where a request belongs."""


@lru_cache(maxsize=100_000)
def stems(text: str) -> tuple[str, ...]:
    """Split a text into the stems of its words, in order, common words left out.

    `readOrders`, `read_orders` and "reading orders" give the same stems.
    """
    return tuple(stem for word in _WORD.findall(text) for stem in _stems_of(word))


@lru_cache(maxsize=100_000)
def _stems_of(word: str) -> tuple[str, ...]:
    parts = [part.casefold() for part in _HUMP.split(word)]
    return tuple(_stem(part) for part in parts if part not in COMMON)


def _stem(word: str) -> str:
    """Cut the commonest English endings; what remains need not be a word."""
    for ending in () if word.endswith(("ss", "us", "is")) else _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            stem = word.removesuffix(ending)
            return _undoubled(f"{stem}y" if ending == "ies" else stem)
    return _undoubled(word.removesuffix("e") if len(word) > SHORTEST_STEM else word)


def _undoubled(stem: str) -> str:
    """Give `plot` for the `plott` of `plotting`, and `nam` for both name and naming."""
    if len(stem) > SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    return stem
