"""Placeholders: what small models write instead of code that they leave out."""

import ast
import re
from collections.abc import Sequence

from litecode_nb.documents.ipython_syntax import tree_of

MARK = r"(?:#|//|--|/\*|<!--|%|\[|\(|<)"
DOTS = r"(?:\.\.\.|…)"
END = r"[\s.…)\]>*/-]*$"
THING = (
    r"(?:code|functions?|methods?|implementation|logic|body|class|cell|module|text"
    r"|definitions?|statements?|imports?)"
)
KEPT = (
    rf"(?:the\s+|your\s+|all\s+)?(?:(?:rest|remainder)\b(?:\s+of\b(?:\s+\w+){{1,3}})?"
    rf"|(?:remaining|existing|previous|original)(?:\s+\w+)?\s+{THING}\b)"
)
STAYS = (
    r"(?:(?:is|are|stays?|remains?|goes|go|continues?)\s+)?(?:the\s+)?(?:same|unchanged"
    r"|omitted|unmodified|here|as\s+before|as\s+above|above|below|not\s+shown)"
)
OMITTED = re.compile(
    rf"^[ \t]*{MARK}+\s*{DOTS}.*$"
    rf"|^[ \t]*(?:{MARK}+|{DOTS})\s*{DOTS}?\s*{KEPT}(?:\s+{STAYS})?{END}"
    rf"|^[ \t]*{MARK}+.*\b(?:unchanged|omitted|unmodified|not shown|truncated|as before"
    rf"|same as (?:above|before)|(?:your )?code (?:goes )?here){END}",
    re.IGNORECASE | re.MULTILINE,
)
ASKED = re.compile(
    r"\.\.\.|…|ellipsis|stub|placeholder|protocol|abstract|overload|skeleton|\bcomment",
    re.IGNORECASE,
)


def placeholder_in(new: Sequence[str], shown: str, instruction: str) -> str | None:
    """Give the first line that stands for code left out; None where there is none.

    Lines that stood in the shown text are no placeholders; nor is anything that the
    instruction asks for.
    """
    if ASKED.search(instruction):
        return None
    known = {line.strip() for line in shown.split("\n")}
    for text in new:
        for found in OMITTED.finditer(text):
            line = found.group().strip()
            if line not in known and not _is_in_line_of(line, known):
                return line
    if sum(_ellipses(text) for text in new) > _ellipses(shown):
        return "..."
    return None


def _is_in_line_of(text: str, known: set[str]) -> bool:
    return any(text in line for line in known)


def _ellipses(text: str) -> int:
    """Count statements that are nothing but three dots."""
    tree = tree_of(text)
    if tree is None:
        return len(re.findall(r"^\s*(?:\.\.\.|…)\s*$", text, re.MULTILINE))
    return sum(
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and node.value.value is Ellipsis
        for node in ast.walk(tree)
    )
