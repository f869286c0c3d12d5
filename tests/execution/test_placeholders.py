import pytest

from litecode_nb.execution.placeholders import placeholder_in


@pytest.mark.parametrize(
    "line",
    [
        "# ... existing code ...",
        "# rest of the code unchanged",
        "# ...",
        "    # remaining methods stay the same",
        "# same as before",
        "# The rest of the function remains unchanged.",
        "# (unchanged)",
        "<!-- rest of the text -->",
        "# existing imports",
        "# your code here",
        "// ... other code",
        "...rest of the text...",
        "def f():\n    ...",
    ],
)
def test_a_stand_in_for_code_is_found(line: str) -> None:
    assert placeholder_in([line], "x = 1", "make it faster") is not None


@pytest.mark.parametrize(
    "line",
    [
        "# Convert the remaining lines to floats",
        "# leave values unchanged if empty",
        "# check the existing file",
        "# Other imports",
        "x = 1  # the rest is zero",
        "# keep the rest of the path",
        "print('...')",
        "x[..., 0]",
        "# go here and there",
    ],
)
def test_an_honest_comment_is_none(line: str) -> None:
    assert placeholder_in([line], "x = 1", "make it faster") is None


def test_what_stood_there_before_is_none() -> None:
    shown = "def f():\n    ...\n# existing code"
    assert placeholder_in([shown], shown, "rename f to g") is None


def test_what_was_asked_for_is_none() -> None:
    new = "class P(Protocol):\n    def f(self): ..."
    assert placeholder_in([new], "", "add a protocol P with a method f") is None
