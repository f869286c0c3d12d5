"""Which place of the menu a planner means, where it did not copy the handle alone."""

import re

from litecode_nb.domain.project import Target
from litecode_nb.planning.sketch import Menu

_FIRST_WORD = re.compile(r"[\w.#/›-]+")


def handle_in(text: str, menu: Menu) -> str | None:
    """Find the handle that some words mean; None where there is none, or several.

    `c4`, `C4`, `c4: the plot`, `read_table`, `src/load.py` and `load.py › read_table`
    are understood.
    """
    plain = text.strip().strip("`'\"")
    by_case = {handle.casefold(): handle for handle in menu}
    for candidate in (plain, *_FIRST_WORD.findall(plain)[:1]):
        if candidate.casefold().rstrip(".:") in by_case:
            return by_case[candidate.casefold().rstrip(".:")]
    named = [handle for handle, target in menu.items() if plain in _spellings(target)]
    return named[0] if len(named) == 1 else None


def _spellings(target: Target) -> tuple[str, ...]:
    """Give the names of a place by which a planner may call it."""
    if target.section is not None:
        own = target.section.rpartition(".")[2]
        section = target.section
        return section, own, f"{section}()", f"{target.document} › {section}"
    if target.unit is None or str(target.unit) == target.document:
        return target.document, target.document.rpartition("/")[2]
    return (target.unit,)
