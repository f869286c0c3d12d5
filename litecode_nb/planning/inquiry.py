"""All that is known when a planner is asked."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from litecode_nb.domain.events import Listener
from litecode_nb.domain.memory import MemoryEntry
from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import ProjectMap, RenderedMap, Target
from litecode_nb.domain.prompt import TokenBudget
from litecode_nb.domain.request import Request
from litecode_nb.errors import PlanError, ReplyCutOff, ReplyEmpty
from litecode_nb.llm.model import ChatModel
from litecode_nb.planning.hints import hints_for
from litecode_nb.planning.menu import PROJECT, offered
from litecode_nb.planning.named import named_targets
from litecode_nb.planning.sketch import Menu, Row, Sketch
from litecode_nb.planning.tasks import doable
from litecode_nb.project.mentions import documents_in
from litecode_nb.prompting.asking import ask
from litecode_nb.prompting.composer import Draft
from litecode_nb.prompting.planner_prompt import Asked, with_complaint

PURPOSE = "plan"
_OF_DOCUMENTS = re.compile(
    r"\b(?:notebooks?|modules?|files?|scripts?|module?|datei(?:en)?|skripte?)\b",
    re.IGNORECASE,
)
_READERS = re.compile(r", (?:used|imported) in ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """A request on its way to a plan.

    Attributes:
        model: Whom to ask.
        request: What the person wants.
        project: The outlines, for looking things up.
        menu: What a plan may name.
        rendered: The map as text, with facts.
        memory: Former requests.
        budget: What one call may use.
        listen: Gets the events of the calls.
        action: What kind of request it is; None where a model must say.
    """

    model: ChatModel
    request: Request
    project: ProjectMap
    menu: Menu
    rendered: RenderedMap
    memory: tuple[MemoryEntry, ...]
    budget: TokenBudget
    listen: Listener
    action: Action | None = None

    @property
    def instruction(self) -> str:
        """The request's own words."""
        return self.request.instruction

    @property
    def asked(self) -> Asked:
        """What a planner is told of it."""
        hints = hints_for(self.instruction, self.project, self.menu)
        return Asked(
            instruction=self.instruction,
            map_text=self.rendered.text,
            facts=(*self.rendered.facts, *hints),
            memory=self.memory,
        )

    def at_named(self, action: Action) -> Sketch | None:
        """Plan an action for what the request names itself; None where it does not.

        Raises:
            PlanError: The action cannot be done there.
        """
        targets = named_targets(self.request, self.project, action)
        rows = tuple(Row(action=action, target=target) for target in targets)
        return doable(Sketch(rows=rows), self.project) if rows else None

    def offered(self, action: Action) -> tuple[str, ...]:
        """Give the handles at which an action makes sense, and not merely could.

        Small models take whatever stands near for what they do not find. So a module
        as a whole is changed only where the request names it, or something that it
        defines; a question is about a document only if it speaks of one; and from a
        running notebook another one's cells are only named where
        the request, a fact or a hint does.
        """
        spoken = self._spoken_of()
        handles = offered(action, self.menu, self.project)
        return tuple(h for h in handles if self._is_near(h, action, spoken))

    def _is_near(self, handle: str, action: Action, spoken: frozenset[str]) -> bool:
        target = self.menu[handle]
        if handle in spoken or target == PROJECT:
            return True
        if target.unit is None and action is Action.QUERY:
            return _OF_DOCUMENTS.search(self.instruction) is not None
        if target.document.endswith(".ipynb"):
            return not self._is_elsewhere(target)
        return target.unit is not None or action is not Action.EDIT

    def _is_elsewhere(self, target: Target) -> bool:
        """Whether a place lies in another notebook than the running one."""
        running = [each.path for each in self.project.documents if each.is_running]
        return bool(running) and target.document not in running

    def _spoken_of(self) -> frozenset[str]:
        """Give the handles of what the request names or defines, by facts and hints."""
        named = documents_in(self.instruction, self.project.documents)
        homes = (_READERS.split(fact)[0] for fact in self.asked.facts)
        words = frozenset(re.findall(r"\w+", " ".join(homes)))
        by_name = (h for h, t in self.menu.items() if t.document in named)
        return words.union(by_name)

    async def answer(self, draft: Draft, *, most: int) -> str:
        """Ask once.

        Args:
            draft: What to ask.
            most: Tokens that the reply needs at most.
        """
        reply = min(most, self.budget.reply_tokens)
        completion = await ask(
            self.model,
            draft,
            replace(self.budget, reply_tokens=reply),
            purpose=PURPOSE,
            listen=self.listen,
        )
        return completion.text

    async def sketch(
        self, draft: Draft, read: Callable[[str], Sketch], *, most: int
    ) -> Sketch:
        """Ask, and once more with the error where the reply cannot be used.

        Raises:
            PlanError: The second reply cannot be used either.
            ModelError: The server failed.
        """
        try:
            return doable(read(await self.answer(draft, most=most)), self.project)
        except (PlanError, ReplyCutOff, ReplyEmpty) as error:
            again = with_complaint(draft, str(error))
        try:
            return doable(read(await self.answer(again, most=most)), self.project)
        except (PlanError, ReplyCutOff, ReplyEmpty) as error:
            message = (
                f"The model made no usable plan, not at the second try either: {error} "
                "Name the cell, function or file, or choose a larger model."
            )
            raise PlanError(message) from error
