import pytest

from litecode_nb.execution.formats import splice
from litecode_nb.execution.imports import imports_in, insertion, missing_imports


def added(source: str, statement: str) -> str:
    found = insertion(source, imports_in(statement))
    return source if found is None else splice(source, [found])


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("import os\n\nx = 1\n", "import os\nimport re\n\nx = 1\n"),
        ('"""Doc."""\n\nx = 1\n', '"""Doc."""\n\nimport re\n\nx = 1\n'),
        ("x = 1\n", "import re\n\nx = 1\n"),
        ("def f():\n    pass\n", "import re\n\n\ndef f():\n    pass\n"),
        ("%%time\nx = 1", "%%time\nimport re\nx = 1"),
        ("%matplotlib inline\nx = 1", "%matplotlib inline\nimport re\nx = 1"),
        ("", "import re\n"),
        (
            "#!/usr/bin/env python\nx = 1\n",
            "#!/usr/bin/env python\nimport re\n\nx = 1\n",
        ),
        ("import os\r\nx = 1\r\n", "import os\r\nimport re\r\nx = 1\r\n"),
        (
            "from __future__ import annotations\n\nx = 1\n",
            "from __future__ import annotations\nimport re\n\nx = 1\n",
        ),
    ],
)
def test_an_import_goes_where_imports_belong(source: str, after: str) -> None:
    assert added(source, "import re") == after


def test_a_future_import_goes_before_all_others() -> None:
    after = added("import os\n", "from __future__ import annotations")
    assert after == "from __future__ import annotations\nimport os\n"


def test_names_of_one_module_share_a_statement() -> None:
    assert added("x = 1\n", "from a import b\nfrom a import c as d").startswith(
        "from a import b, c as d\n"
    )


@pytest.mark.parametrize(
    "statement",
    ["import os", "from a import b", "import numpy as np"],
)
def test_what_is_imported_already_is_not_missing(statement: str) -> None:
    source = "import os\nfrom a import b, c\nimport numpy as np\n"
    used = frozenset({"os", "b", "np"})
    assert missing_imports(source, imports_in(statement), used) == ()


def test_what_is_not_used_is_not_missing() -> None:
    assert missing_imports("x = 1", imports_in("import re"), frozenset()) == ()


def test_a_name_that_the_module_defines_is_not_imported() -> None:
    source = "def mean(x):\n    return x\n"
    offered = imports_in("from statistics import mean")
    assert missing_imports(source, offered, frozenset({"mean"})) == ()


def test_imports_within_try_count() -> None:
    source = "try:\n    import re\nexcept ImportError:\n    re = None\n"
    assert [each.bound for each in imports_in(source)] == ["re"]
