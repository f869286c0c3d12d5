"""Which place a small planner meant when it copied a line of the map, or a name.

`m5: calls np.polyfit` means `c6` if that is what the map says of `c6`: such models copy
texts more surely than handles.
"""

import re
from difflib import SequenceMatcher

from litecode_nb.planning.sketch import Menu

_ENTRY = re.compile(r"^- (?P<handle>[a-z]\w*) (?P<text>.+)$", re.MULTILINE)
_ANY_CALL = re.compile(r"\(.*\)$")
LIKE, SHORTEST = 0.85, 8


def echoed(words: str, map_text: str, menu: Menu) -> str | None:
    """Give the handle whose line or name some words repeat; None where they say more.

    Args:
        words: What a planner wrote after a handle.
        map_text: The map that it saw.
        menu: What may be named.
    """
    plain = words.strip().strip("`'\"").rstrip(".")
    name = _ANY_CALL.sub("", plain)
    named = [
        handle
        for handle, target in menu.items()
        if target.section and name in {target.section, target.section.split(".")[-1]}
    ]
    if len(named) == 1:
        return named[0]
    if len(plain) < SHORTEST:
        return None
    lines = {e["handle"]: e["text"] for e in _ENTRY.finditer(map_text)}
    rated = {h: _likeness(plain, text) for h, text in lines.items() if h in menu}
    most = max(rated.values(), default=0.0)
    best = [handle for handle, each in rated.items() if each == most]
    return best[0] if most >= LIKE and len(best) == 1 else None


def _likeness(words: str, line: str) -> float:
    """Say how much two texts have in common; a copy of a part counts as a copy."""
    if words in line:
        return 1.0
    return SequenceMatcher(None, words.lower(), line.lower(), autojunk=False).ratio()
