"""A shop's project, its map, and planners whose replies a test writes down."""

from collections.abc import Sequence
from functools import cache

from builders import WordCounter
from litecode_nb.domain.events import CallEnded, Event
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.plan import Plan
from litecode_nb.domain.project import ProjectMap, RenderedMap, Target
from litecode_nb.domain.prompt import Completion, Prompt, TokenBudget
from litecode_nb.domain.request import Intent, Request
from litecode_nb.llm.model import ModelTraits
from litecode_nb.llm.scripted import ScriptedModel
from litecode_nb.planning.planner import make_plan
from litecode_nb.project.rendering import render
from project_builders import a_project

LOAD = (
    '"""Reading."""\n\n\ndef read_orders(path):\n    return open(path).read()\n\n\n'
    "def read_prices(path):\n    return read_orders(path)\n"
)
STATS = (
    '"""Numbers."""\n\nfrom src.load import read_prices\n\nRATE = 0.19\n\n\n'
    "def total(orders):\n    return sum(orders) * len(read_prices('p'))\n\n\n"
    "def median(values):\n    return values[0]\n"
)
REPORT = (
    "from src.load import read_orders\nfrom src.stats import total\n\n\n"
    "class Report:\n    def text(self, orders):\n"
    "        return str(total(orders))\n\n\n"
    "def main(argv):\n    print(Report().text(read_orders(argv[1])))\n"
)
CELLS = (
    ("markdown", "# Orders"),
    "import pandas as pd\nfrom src.load import read_orders",
    'orders = read_orders("a.csv")',
    "monthly = pd.Series(orders)",
    "monthly.plot(kind='bar')",
    ("markdown", "## Conclusions"),
)
SHOP = a_project(
    {
        "src/load.py": LOAD,
        "src/stats.py": STATS,
        "src/report.py": REPORT,
        "explore.ipynb": CELLS,
        "old.ipynb": ["x = 1"],
    },
    running="explore.ipynb",
    other_files=["data/a.csv"],
)

LINES = ModelTraits(
    name="coder-1.5b",
    server="a script",
    context_window=8192,
    takes_schema=True,
    takes_grammar=True,
)
JSON = ModelTraits(name="coder-0.5b", server="a script", context_window=8192)


class Planner:
    """A planner that answers with the given replies, in turn."""

    def __init__(
        self,
        *replies: str | Completion | Exception,
        traits: ModelTraits = LINES,
        project: ProjectMap = SHOP,
    ) -> None:
        self._replies = list(replies)
        self.project = project
        self.events: list[Event] = []
        self.model = ScriptedModel(self._next, traits=traits, counter=WordCounter())

    @property
    def prompts(self) -> list[Prompt]:
        return self.model.prompts

    @property
    def calls(self) -> list[CallEnded]:
        return [each for each in self.events if isinstance(each, CallEnded)]

    async def plan(self, wish: str | Request) -> Plan:
        request = a_wish(wish) if isinstance(wish, str) else wish
        return await make_plan(
            model=self.model,
            request=request,
            project=self.project,
            rendered=mapped(request, self.project),
            budget=TokenBudget(),
            listen=self.events.append,
        )

    def _next(self, _prompt: Prompt) -> str | Completion | Exception:
        return self._replies.pop(0)


def a_wish(
    instruction: str,
    *,
    intent: Intent = Intent.UNDECIDED,
    units: Sequence[str] = (),
    documents: Sequence[str] = (),
    cell: str | None = None,
) -> Request:
    return Request(
        instruction=instruction,
        intent=intent,
        origin_cell=UnitId(cell) if cell else None,
        units=tuple(UnitId(each) for each in units),
        documents=tuple(DocumentPath(each) for each in documents),
    )


@cache
def mapped(request: Request, project: ProjectMap = SHOP) -> RenderedMap:
    return render(project, request, WordCounter())


def handle_of(instruction: str, name: str, project: ProjectMap = SHOP) -> str:
    """The handle of a definition or document on the map for a request."""
    handles = mapped(a_wish(instruction), project).handles
    return next(
        handle
        for handle, target in handles.items()
        if target.section == name or (target.unit is None and target.document == name)
    )


def at(plan: Plan) -> list[tuple[str, str]]:
    """What a plan does where: `("edit", "src/load.py › read_orders")`."""
    return [(t.action.value, t.section or t.unit or t.document) for t in plan.tasks]


def cell(number: int) -> Target:
    path = DocumentPath("explore.ipynb")
    return Target(document=path, unit=UnitId(f"{path}#id{number}"))


def definition(path: str, name: str) -> Target:
    return Target(document=DocumentPath(path), unit=UnitId(path), section=name)


def document(path: str) -> Target:
    return Target(document=DocumentPath(path))
