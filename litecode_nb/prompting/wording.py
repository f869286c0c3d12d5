"""Words of the prompts: templates in Markdown, each in parts with a name."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from litecode_nb.domain.prompt import Message, Role

FOLDER = "templates"
PART = re.compile(r"^<!-- ([a-z_]+) -->\n", re.MULTILINE)


@cache
def parts_of(template: str) -> Mapping[str, str]:
    """Read a template: its parts by name, without blank lines around them.

    A part begins after a line such as `<!-- system -->`.
    """
    path = files("litecode_nb.prompting") / FOLDER / f"{template}.md"
    pieces = PART.split(path.read_text(encoding="utf-8"))
    names, texts = pieces[1::2], pieces[2::2]
    return MappingProxyType(
        {name: text.strip("\n") for name, text in zip(names, texts, strict=True)}
    )


def example_in(parts: Mapping[str, str]) -> tuple[Message, ...]:
    """Give the worked example of a template; none where it has none."""
    if "user" not in parts:
        return ()
    return (
        Message(role=Role.USER, text=parts["user"]),
        Message(role=Role.ASSISTANT, text=parts["assistant"]),
    )


def fenced(text: str, language: str) -> str:
    """Put a text into a fence that nothing within it can close."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
