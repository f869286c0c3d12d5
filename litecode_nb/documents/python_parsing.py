"""Pure Python to a syntax tree: every failure is a SyntaxError, nothing is shown."""

import ast
import re
import warnings

_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_plain(source: str) -> ast.Module:
    """Parse pure Python, in which a magic is an error; no warning is shown.

    Raises:
        SyntaxError: It is not valid.
    """
    clean = _SURROGATE.sub("\ufffd", source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(clean)
        except (ValueError, RecursionError, MemoryError) as error:
            message = f"The source cannot be parsed: {error}"
            raise SyntaxError(message) from error
