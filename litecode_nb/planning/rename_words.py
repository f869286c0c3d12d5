"""`Rename X to Y`, in English and German: requests that ask for just that."""

import keyword
import re
from dataclasses import dataclass

from litecode_nb.errors import PlanError
from litecode_nb.planning.intents import bare

_NAME = r"[`'\"]?(?P<{0}>[^\W\d]\w*(?:\.[^\W\d]\w*)?)(?:\(\))?[`'\"]?"
_KIND = (
    r"(?:(?:the|die|der|den|das)\s+)?(?:(?:functions?|methods?|class|variables?|"
    r"constants?|names?|funktion|methode|klasse|variable|konstante)\s+)?"
)
_ALL = (
    r"(?:,?\s*(?:everywhere(?: it is used| else)?|throughout(?: the project)?|"
    r"in (?:the (?:whole |entire )?(?:project|notebook|code ?base)|"
    r"all (?:the )?(?:files|cells|places|modules))|"
    r"überall|im ganzen (?:projekt|notebook)|in allen (?:dateien|zellen)))"
)
_WHERE = r"(?:\s+(?:in|of|from|aus|von)\s+(?P<where>\S+\.(?:py|ipynb)))?"
_OLD, _NEW = _NAME.format("old"), _NAME.format("new")
_TO = rf"\s+(?:to|into|as)\s+{_NEW}(?P<all>{_ALL})?"
_OLD_DE = rf"{_KIND}{_OLD}(?P<all>{_ALL})?{_WHERE}\s+(?:in|zu|nach)\s+{_NEW}"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"rename\s+{_KIND}{_OLD}{_WHERE}{_TO}",
        rf"change\s+the\s+name\s+of\s+{_KIND}{_OLD}{_WHERE}{_TO}",
        rf"(?:benenne?|nenne)\s+{_OLD_DE}(?:\s+um)?",
        rf"{_OLD_DE}\s+umbenennen",
    )
)
_FILES = frozenset(("py", "ipynb", "csv", "json", "txt", "md", "yaml", "toml"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    """A rename that was asked for.

    Attributes:
        old: The name as it is written in the request; may be qualified by its class.
        new: What it shall be, unqualified.
        where: The file that is said to define it; None where none is said.
        is_everywhere: Whether the request says so.
    """

    old: str
    new: str
    where: str | None
    is_everywhere: bool

    @property
    def instruction(self) -> str:
        """What one executor is told, in the words that it knows."""
        return f"rename {self.old.rpartition('.')[2]} to {self.new}"


def renaming_in(instruction: str) -> Renaming | None:
    """Read a request that asks for a rename and for nothing else.

    Raises:
        PlanError: It asks to rename a file, or the new name can be none.
    """
    text = bare(instruction).rstrip(" .!")
    found = next((m for p in _PATTERNS if (m := p.fullmatch(text))), None)
    if found is None or found["old"] == found["new"]:
        return None
    if _FILES & {found["old"].rpartition(".")[2], found["new"].rpartition(".")[2]}:
        message = (
            f"`{found['old']}` looks like a file, and files cannot be renamed here. "
            "Rename it yourself, and then ask to change what imports it."
        )
        raise PlanError(message)
    new = found["new"].rpartition(".")[2]
    if keyword.iskeyword(new):
        message = f"`{new}` is a word of Python's own and cannot be a name."
        raise PlanError(message)
    return Renaming(
        old=found["old"],
        new=new,
        where=found["where"],
        is_everywhere=found["all"] is not None,
    )
