"""Makes every character of a text harmless and seen, wherever it is shown.

Escape sequences steer terminals, and marks of direction let code read differently from
how it runs (CVE-2021-42574). Neither is ever needed to read a difference.
"""

import unicodedata

KEPT = frozenset("\n\t")
LONGEST_LINE = 1000
CONTROL_PICTURES = 0x2400
DELETE = 0x7F
ODD = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
JOINERS = frozenset("\u200c\u200d")
"""Needed within words of some scripts, and within emoji."""


def visible(text: str) -> str:
    """Give a text with control characters and marks of direction written out."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def shortened(line: str) -> str:
    """Give a line with the part that nobody reads left out, and its size named."""
    if len(line) <= LONGEST_LINE:
        return line
    rest = len(line) - LONGEST_LINE
    return f"{line[:LONGEST_LINE]}… ({rest:,} more characters)"


def _shown(character: str) -> str:
    if character in KEPT or character in JOINERS:
        return character
    if unicodedata.category(character) not in ODD:
        return character
    code = ord(character)
    if code < ord(" "):
        return chr(CONTROL_PICTURES + code)
    return "\u2421" if code == DELETE else f"\\u{code:04x}"
