"""What IPython adds to Python, masked so that the ast module can read a cell.

Magics, shell lines and help requests become calls of names that occur nowhere else; the
number of lines stays, so that line numbers agree with the source.
"""

import ast
import keyword
import re
from dataclasses import dataclass
from functools import lru_cache

from litecode_nb.documents.ipython_lines import Piece, opaque_start, pieces
from litecode_nb.documents.python_lines import LINE_END, next_line
from litecode_nb.documents.python_parsing import parse_plain

MASK = "_litecode_mask_"
"""What all masking names begin with."""

_SUSPECT = re.compile(
    r"(?:^|[\r\n])[ \t\f]*[%!?,;/]|\?[ \t\f]*(?:$|[\r\n])|=[ \t]*[%!]"
)
_FIRST_INDENT = re.compile(r"(?:[ \t\f]*(?:\r\n|\r|\n))*+([ \t]+)[^\s]")
_BLANK_LINE = re.compile(r"[ \t\f]*(?:\r|\n|\Z)")
_VARIABLE = re.compile(r"\{\s*([^\W\d]\w*)|\$\{?([^\W\d]\w*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A source whose IPython parts are masked.

    Attributes:
        text: Python, if the source was right; it has as many lines as the source.
        mask: What the masking names of this text begin with.
        originals: The masked parts, in the order of their numbers.
    """

    text: str
    mask: str
    originals: tuple[str, ...]

    def unmask(self, text: str) -> str:
        """Put the masked parts back into a text, wherever it has their masks."""
        if not self.originals:
            return text
        pattern = re.compile(re.escape(self.mask) + r"(\d+)_\([^)]*\);?")
        return pattern.sub(self._original, text)

    def _original(self, found: re.Match[str]) -> str:
        number = int(found.group(1)[:9])
        known = number < len(self.originals)
        return self.originals[number] if known else found.group()


def is_opaque(source: str) -> bool:
    """Whether a cell holds another language: `%%bash`, `%%sql`, `%%html` and so on."""
    return opaque_start(source) is not None


def mask(source: str) -> Masked:
    """Mask all that IPython adds to Python in a cell or module."""
    if not _SUSPECT.search(source):
        return Masked(text=source, mask=MASK, originals=())
    prefix = MASK
    while prefix in source:
        prefix += "_"
    texts: list[str] = []
    originals: list[str] = []
    for piece in pieces(source):
        texts.append(piece.plain)
        if piece.special:
            texts.append(_mask_of(piece, f"{prefix}{len(originals)}_"))
            originals.append(piece.special)
    return Masked(text="".join(texts), mask=prefix, originals=tuple(originals))


def parse(source: str) -> ast.Module:
    """Parse a cell or module as IPython would, line numbers as in the source.

    Raises:
        SyntaxError: It is not valid.
    """
    return parse_plain(_dedented(mask(source).text))


@lru_cache(maxsize=4)
def tree_of(source: str) -> ast.Module | None:
    """Parse a cell or module; None where it is not valid.

    The tree is shared by all who ask for the same source: it must not be changed.
    """
    try:
        return parse(source)
    except SyntaxError:
        return None


def _mask_of(piece: Piece, name: str) -> str:
    """Write a call that reads the same names and has as many lines."""
    is_cell = piece.special.lstrip().startswith("%%")
    found = () if is_cell else _VARIABLE.findall(piece.special)
    names = dict.fromkeys(first or second for first, second in found)
    given = ", ".join(each for each in names if _is_name(each))
    # The blank keeps "\r" and "\n" of two lines from being one line end.
    line_ends = " ".join(LINE_END.findall(piece.special))
    return f"{name}({given}{line_ends})" + (";" if piece.is_before_python else "")


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)


def _dedented(text: str) -> str:
    """Take away the indentation of a text that is indented as a whole.

    Lines within strings may stand further to the left.
    """
    found = _FIRST_INDENT.match(text)
    if found is None:
        return text
    indent = found.group(1)
    at = 0
    while at < len(text):
        is_code = _BLANK_LINE.match(text, at) is None
        if is_code and not text.startswith(indent, at):
            return text
        at = next_line(text, at)
    return re.sub(r"(^|[\r\n])" + re.escape(indent), r"\1", text)
