"""The whole plan at once, as JSON: for any server, and best for the tiniest models."""

from litecode_nb.domain.plan import Action
from litecode_nb.planning.inquiry import Inquiry
from litecode_nb.planning.intents import possible_actions
from litecode_nb.planning.menu import offered
from litecode_nb.planning.named import named_targets
from litecode_nb.planning.reply import read_json
from litecode_nb.planning.sketch import Menu, Sketch
from litecode_nb.prompting.planner_prompt import json_draft

REPLY_TOKENS = 1_000


class AsJson:
    """One call for actions and units; a schema holds it where the server can."""

    async def sketch(self, inquiry: Inquiry) -> Sketch:
        """Ask for the plan."""
        menu, actions = _menu(inquiry), _actions(inquiry)
        sensible = {
            handle
            for each in actions
            for handle in offered(each, menu, inquiry.project)
        }
        handles = [handle for handle in menu if handle in sensible]
        draft = json_draft(inquiry.asked, actions, handles)
        return await inquiry.sketch(
            draft, lambda text: read_json(text, menu), most=REPLY_TOKENS
        )


def _actions(inquiry: Inquiry) -> tuple[Action, ...]:
    """What may be planned: something new or gone may mean changes elsewhere."""
    known = inquiry.action
    match known:
        case None:
            return possible_actions(inquiry.request)
        case Action.CREATE | Action.DELETE:
            return (known, Action.EDIT)
        case Action.EDIT | Action.QUERY:
            return (known,)


def _menu(inquiry: Inquiry) -> Menu:
    """Offer what the request names itself, if it does; else all."""
    targets = named_targets(inquiry.request, inquiry.project, inquiry.action)
    by_target = {target: handle for handle, target in inquiry.menu.items()}
    named = {by_target.get(t, f"u{n}"): t for n, t in enumerate(targets, start=1)}
    return named or inquiry.menu
