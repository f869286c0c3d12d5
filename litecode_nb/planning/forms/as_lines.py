"""First the kind of a request, one word; then a line for each unit, under a grammar.

Measured as the best form for 1.5B models. It needs a server that takes grammars.
"""

import re
from collections.abc import Mapping

from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import Target
from litecode_nb.errors import PlanError
from litecode_nb.planning.clauses import has_more_to_do, orders_more
from litecode_nb.planning.echoes import echoed
from litecode_nb.planning.inquiry import Inquiry
from litecode_nb.planning.intents import bare, possible_actions
from litecode_nb.planning.placing import is_before, is_for_cells, wants_many
from litecode_nb.planning.sketch import Row, Sketch
from litecode_nb.prompting.composer import Draft
from litecode_nb.prompting.planner_prompt import (
    MOST_LINES,
    intent_draft,
    lines_draft,
    mixed_draft,
)

INTENT_TOKENS = 16
REPLY_TOKENS = 800

Heads = Mapping[str, tuple[Action, str]]
"""What a line may begin with, to its action and handle."""

_LINE = re.compile(r"^(?P<head>[^:\n]+):[ \t]*(?P<words>.*)$", re.MULTILINE)


class AsLines:
    """Up to two short calls; what is known already is not asked."""

    async def sketch(self, inquiry: Inquiry) -> Sketch:
        """Ask for the kind, then for the units."""
        action = inquiry.action or await _intent(inquiry)
        named = inquiry.at_named(action)
        if named is not None:
            return named
        heads = _heads(inquiry, action)
        if not heads:
            message = f"There is nothing in this project to {action}."
            raise PlanError(message)
        return await inquiry.sketch(
            _draft(inquiry, action, heads),
            lambda text: _read(text, heads, inquiry),
            most=REPLY_TOKENS,
        )


async def _intent(inquiry: Inquiry) -> Action:
    actions = possible_actions(inquiry.request)
    draft = intent_draft(bare(inquiry.instruction), actions)
    reply = await inquiry.answer(draft, most=INTENT_TOKENS)
    said = [each for each in actions if each in reply.lower()]
    if len(said) == 1:
        return said[0]
    message = (
        "The model does not say whether to answer or to change something. Say it "
        "yourself: ask with `--ask`, or change with `--edit`."
    )
    raise PlanError(message)


def _draft(inquiry: Inquiry, action: Action, heads: Heads) -> Draft:
    if not _is_mixed(inquiry, action):
        return lines_draft(inquiry.asked, action, list(heads))
    is_single = action is Action.CREATE and not _may_be_many(inquiry.instruction)
    most = 1 if is_single else MOST_LINES
    return mixed_draft(inquiry.asked, action, list(heads), most=most)


def _heads(inquiry: Inquiry, action: Action) -> Heads:
    """Say what the lines of a reply may begin with."""
    words = inquiry.instruction
    handles = inquiry.offered(action)
    if not _is_mixed(inquiry, action):
        return {handle: (action, handle) for handle in handles}
    places = {handle: inquiry.menu[handle] for handle in handles}
    named = {_head(action, h, t, words): (action, h) for h, t in places.items()}
    if action is Action.CREATE and is_for_cells(words):
        cells = {k: v for k, v in named.items() if _is_in_notebook(places[v[1]])}
        named = cells or named
    if action is Action.CREATE and not orders_more(words):
        return named
    changed = {f"change {h}": (Action.EDIT, h) for h in inquiry.offered(Action.EDIT)}
    return {**named, **changed}


def _is_mixed(inquiry: Inquiry, action: Action) -> bool:
    """Whether each line says what it does: something new often changes others, too."""
    if action is Action.DELETE:
        return has_more_to_do(inquiry.instruction)
    return action is Action.CREATE


def _may_be_many(words: str) -> bool:
    return orders_more(words) or wants_many(words)


def _head(action: Action, handle: str, target: Target, words: str) -> str:
    if action is Action.DELETE:
        return f"delete {handle}"
    is_cell = target.unit is not None and _is_in_notebook(target)
    if not is_cell:
        return f"new in {handle}"
    return f"new {'before' if is_before(words) else 'after'} {handle}"


def _is_in_notebook(target: Target) -> bool:
    return target.document.endswith(".ipynb")


def _read(text: str, heads: Heads, inquiry: Inquiry) -> Sketch:
    """Read the lines; what was only copied from the map is a place, and no words."""
    rows = []
    for found in _LINE.finditer(text):
        known = heads.get(" ".join(found["head"].split()).lower())
        if known is None:
            continue
        action, handle = known
        words = found["words"].strip()
        copied = echoed(words, inquiry.rendered.text, inquiry.menu)
        if copied is not None:
            words, handle = "", copied if (action, copied) in heads.values() else handle
        target = inquiry.menu[handle]
        rows.append(Row(action=action, target=target, words=words, names=(handle,)))
    if not rows:
        some = ", ".join(list(heads)[:MOST_LINES])
        message = f"No line begins with one of these and a colon: {some}."
        raise PlanError(message)
    return Sketch(rows=tuple(rows))
