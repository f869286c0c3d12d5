"""Take back what a small planner adds on its own: users of a thing, unasked for."""

import re
from dataclasses import replace

from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import ProjectMap, Target
from litecode_nb.planning.clauses import has_more_to_do
from litecode_nb.planning.sketch import Row, Sketch
from litecode_nb.project.implied import Place, definers, readers_of
from litecode_nb.project.mentions import names_in, vocabulary

_WIDE = re.compile(
    r"\b(?:everywhere|wherever|throughout|call(?:s|ers?|ed|ing)?|us(?:e|es|ed|ages?|ers?)|"
    r"all|every|each|rename|überall|alle\w?|jede\w?|aufruf\w*|verwend\w*|benutz\w*)\b",
    re.IGNORECASE,
)


def without_mere_users(sketch: Sketch, instruction: str, project: ProjectMap) -> Sketch:
    """Leave out edits of what only reads the one thing that a request names.

    "Give `format_money` a currency parameter" is about one function; a small planner
    adds all that call it. Requests that speak of calls, uses or everything are left
    alone, and so are those that ask for more than one thing.
    """
    if _WIDE.search(instruction) or has_more_to_do(instruction):
        return sketch
    homes = definers(project)
    named = names_in(instruction, vocabulary(homes.keys()))
    if len(named) != 1:
        return sketch
    places = homes[named[0]]
    mere = {r for place in places for r in readers_of(named[0], place, project)}
    kept = tuple(row for row in sketch.rows if not _is_mere(row, mere - set(places)))
    is_about_it = any(_place(row.target) in places for row in kept)
    return replace(sketch, rows=kept) if is_about_it else sketch


def _is_mere(row: Row, readers: set[Place]) -> bool:
    return row.action is Action.EDIT and _place(row.target) in readers


def _place(target: Target) -> Place | None:
    return None if target.unit is None else Place(target.unit, target.section)
