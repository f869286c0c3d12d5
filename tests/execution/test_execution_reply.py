import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litecode_nb.execution.reply import Wanted, code_in, text_in

QUICK = settings(deadline=None, max_examples=60)
OLD = "def f(x):\n    return x"
NEW = "def f(x):\n    return x + 1"
WANTED = Wanted(shown=OLD, names=frozenset({"f"}))


@pytest.mark.parametrize(
    "reply",
    [
        f"```python\n{NEW}\n```",
        f"```python3\n{NEW}\n```",
        f"```py\n{NEW}\n```",
        f"```\n{NEW}\n```",
        f"~~~python\n{NEW}\n~~~",
        f"````python\n{NEW}\n````",
        f"Here is the new code:\n\n```python\n{NEW}\n```\n\nIt adds one.",
        f"```python\n{NEW}",
        f"{NEW}\n",
        f"Here is the code:\n\n{NEW}\n\nIt adds one to x.",
        f"Here is the code:\n{NEW}\n",
        f"<think>I shall ```python\nwrong\n```</think>\n```python\n{NEW}\n```",
        f"I shall do it.</think>\n```python\n{NEW}\n```",
        f"```python\r\n{NEW}\r\n```\r\n".replace("\n    ", "\r\n    "),
        f"Before:\n```python\n{OLD}\n```\nAfter:\n```python\n{NEW}\n```",
        f"```python\n{NEW}\n```\nUse it so:\n```python\nprint(f(1))\n```",
        f"Install first:\n```bash\npip install x\n```\n```python\n{NEW}\n```",
        "1. Do it:\n   ```python\n   def f(x):\n       return x + 1\n   ```",
    ],
)
def test_the_new_code_is_found(reply: str) -> None:
    assert code_in(reply, WANTED) == NEW


def test_a_docstring_may_hold_a_fence() -> None:
    code = 'def f(x):\n    """Doc.\n\n    ```\n    f(1)\n    ```\n    """\n    return x'
    assert code_in(f"```python\n{code}\n```", WANTED) == code


def test_imports_in_a_block_of_their_own_go_along() -> None:
    reply = f"```python\nimport os\n```\nand then\n```python\n{NEW}\n```"
    assert code_in(reply, WANTED) == f"import os\n\n\n{NEW}"


def test_functions_in_several_blocks_are_joined_if_all_are_wanted() -> None:
    wanted = Wanted(shown="x", names=frozenset({"f", "g"}))
    reply = f"```python\n{NEW}\n```\n```python\ndef g():\n    return 2\n```"
    assert code_in(reply, wanted) == f"{NEW}\n\n\ndef g():\n    return 2"


def test_one_line_within_backticks_is_code() -> None:
    assert code_in("```python x = 1```", Wanted(shown="x = 2")) == "x = 1"


def test_the_block_that_is_most_like_the_shown_cell_is_taken() -> None:
    shown = "a = 1\nb = 2\nprint(a, b)"
    reply = "```python\na = 3\nb = 2\nprint(a, b)\n```\nIt prints:\n```\n3\n```"
    assert code_in(reply, Wanted(shown=shown)) == "a = 3\nb = 2\nprint(a, b)"


def test_code_in_other_languages_needs_no_parsing() -> None:
    reply = "```julia\nf(x) = x^2 + 1\n```"
    wanted = Wanted(shown="f(x) = x^2", is_python=False)
    assert code_in(reply, wanted) == "f(x) = x^2 + 1"


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("```markdown\n# A\n```", "# A"),
        ("```md\n# A\n```\n", "# A"),
        ("```\n# A\n```", "# A"),
        ("Here is the text:\n\n```markdown\n# A\n```", "# A"),
        ("# A\n\nSome words.", "# A\n\nSome words."),
        (
            "```markdown\n# A\n```python\nx\n```\nend\n```",
            "# A\n```python\nx\n```\nend",
        ),
        ("# A\n```python\nx\n```", "# A\n```python\nx\n```"),
        ("```markdown\n# A\n```bash\nx\n```", "# A\n```bash\nx\n```"),
        ("````markdown\n# A\n```\nx\n```\n````", "# A\n```\nx\n```"),
    ],
)
def test_a_text_is_taken_out_of_its_envelope_only(reply: str, text: str) -> None:
    assert text_in(reply, "# B") == text


def test_a_text_that_begins_with_a_fence_keeps_it() -> None:
    shown = "```python\ny\n```"
    assert text_in("```python\nx\n```", shown) == "```python\nx\n```"


@QUICK
@given(st.text(alphabet="`~ab \n:#\r<>think/", max_size=120))
def test_no_reply_breaks_the_reading(reply: str) -> None:
    assert isinstance(code_in(reply, WANTED), str)
    assert isinstance(text_in(reply), str)


def test_tags_of_thoughts_within_code_are_code() -> None:
    code = 'text.split("</think>")'
    assert code_in(f"```python\n{code}\n```", Wanted(shown="text")) == code
