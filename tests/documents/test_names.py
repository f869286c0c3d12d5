"""Names: what a cell or module binds, and what it reads from elsewhere."""

import sys
import textwrap

import pytest

from litecode_nb.documents.definitions import Names, names


def defines(source: str) -> set[str]:
    return set(names(textwrap.dedent(source)).defines)


def uses(source: str) -> set[str]:
    return set(names(textwrap.dedent(source)).uses)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = b = 1", {"a", "b"}),
        ("a, (b, *c) = x", {"a", "b", "c"}),
        ("a: int = 1", {"a"}),
        ("a += 1", {"a"}),
        ("a.b = c[d] = 1", set()),
        ("for a, b in x: c = 1", {"a", "b", "c"}),
        ("with x as a, y as (b, c): pass", {"a", "b", "c"}),
        ("if (a := x): b = 1\nelse: c = 1", {"a", "b", "c"}),
        ("[y := x for x in z]", {"y"}),
        ("{k: v for k, v in z}", set()),
        ("def f(a): b = 1", {"f"}),
        ("class A:\n    b = 1\n    def c(self): ...", {"A"}),
        ("try: a = 1\nexcept E as e: b = 1\nfinally: c = 1", {"a", "b", "c"}),
        ("import a.b, c as d", {"a", "d"}),
        ("from a import b, c as d", {"b", "d"}),
        ("from a import *", set()),
        ("def f():\n    global a\n    a = 1", {"f", "a"}),
        ("a = 1\ndel a", set()),
        ("match x:\n    case [a, *b]: pass\n    case {'k': c, **d}: pass", set("abcd")),
        ("match x:\n    case A(b=b) as c: pass\n    case _: pass", {"b", "c"}),
        ("x = !ls", {"x"}),
        ("%time x = f()", {"x"}),
        ("x = %time f()", {"x"}),
        ("%%time\nx = 1", {"x"}),
        ("%%bash\nx=1", set()),
        ("x = 1\n?x", {"x"}),
    ],
)
def test_what_is_bound_at_the_top_is_defined(source: str, expected: set[str]) -> None:
    assert defines(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("print(a, len(b))", {"a", "b"}),
        ("a = 1\nprint(a)", set()),
        ("df = df.dropna()", {"df"}),
        ("print(a)\na = 1", {"a"}),
        ("a += 1", {"a"}),
        ("a = 1\na += 1", set()),
        ("for i in items: total = total + i", {"items", "total"}),
        ("a.b = 1\nc[d] = 1", {"a", "c", "d"}),
        ("del a", {"a"}),
        ("a: T = 1", {"T"}),
        ("[x for x in xs if x > low]", {"xs", "low"}),
        ("[y for x in xs for y in x.f(z)]", {"xs", "z"}),
        ("{k: v + w for k, v in d}", {"d", "w"}),
        ("a = [df for _ in r]\ndf = 1", {"df", "r"}),
        ("f'{a:{b}} {c!r}'", {"a", "b", "c"}),
        ("try: pass\nexcept E as e: print(e)", {"E"}),
        ("lambda a, *b, c=d, **e: a + b + c + e + f", {"d", "f"}),
        ("display(get_ipython(), _)", set()),
        ("match x:\n    case A.B: y\n    case [z]: z", {"x", "A", "y"}),
        ("!ls {path} $name ${other} {if}", {"path", "name", "other"}),
        ("%cd {path}", {"path"}),
        ("%timeit -n 3 f(x)", {"f", "x"}),
        ("x = !ls {path}", {"path"}),
        ("%%bash\necho $HOME {x}", set()),
        ("await f(x)", {"f", "x"}),
    ],
)
def test_what_is_read_before_it_is_bound_is_used(
    source: str, expected: set[str]
) -> None:
    assert uses(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(a): return a + b", {"b"}),
        ("def f():\n    b = 1\n    return b", set()),
        ("def f():\n    return b\nb = 1", set()),
        ("def f(a=d) -> R: ...", {"d", "R"}),
        ("def f(a: T, *b: U, **c: V): ...", {"T", "U", "V"}),
        ("@d\ndef f(): return f()", {"d"}),
        ("f()\ndef f(): ...", {"f"}),
        ("def f():\n    x = 1\n    def g(): return x + y\n    return g", {"y"}),
        ("def f():\n    def g():\n        nonlocal x\n        x = y\n    x = 1", {"y"}),
        ("def f():\n    global a\n    return a", {"a"}),
        ("def f():\n    import os\n    return os.path", set()),
        ("def f():\n    return [x for x in xs]", {"xs"}),
        ("def f():\n    for x in xs: pass\n    return x", {"xs"}),
        ("class A(B, k=C):\n    x = y\n    z = x", {"B", "C", "y"}),
        ("class A:\n    x = 1\n    def f(self): return x", {"x"}),
        ("class A:\n    def f(self): return A", set()),
        ("def f():\n    class A:\n        x = y\n    return A", {"y"}),
        ("g = [lambda: x + later for x in xs]\nlater = 1", {"xs"}),
        ("def f():\n    try: pass\n    except E as e: return e", {"E"}),
    ],
)
def test_names_that_stay_free_in_functions_and_classes_are_used(
    source: str, expected: set[str]
) -> None:
    assert uses(source) == expected


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f[T: B](a: T) -> T: return a", {"B"}),
        ("class A[T](L[T]): x: T", {"L"}),
        ("type P[T] = dict[K, T]", {"K"}),
    ],
)
def test_type_parameters_are_no_uses(source: str, expected: set[str]) -> None:
    assert uses(source) == expected


@pytest.mark.parametrize(
    ("source", "imports", "aliases"),
    [
        ("import a.b as c", {"a.b"}, {"c": "a.b"}),
        ("import a.b", {"a.b"}, {"a": "a"}),
        (
            "from src.load import read, write as w",
            {"src.load.read", "src.load.write"},
            {"read": "src.load.read", "w": "src.load.write"},
        ),
        ("from src.load import *", {"src.load.*"}, {}),
        ("from . import a", {".a"}, {"a": ".a"}),
        ("from ..b import c", {"..b.c"}, {"c": "..b.c"}),
        ("def f():\n    import a", {"a"}, {"a": "a"}),
    ],
)
def test_imports_are_dotted_names(
    source: str, imports: set[str], aliases: dict[str, str]
) -> None:
    found = names(source)
    assert found.imports == imports
    assert found.aliases == aliases


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import load\nload.read_table(x)", {"load.read_table"}),
        ("df.groupby('a').mean()", {"df.groupby"}),
        ("np.random.rand()", {"np.random", "np.random.rand"}),
        ("f().a", set()),
        ("class A:\n    def f(self): return self.x + load.y", {"load.y"}),
        ("def f():\n    import load\n    load.x", {"load.x"}),
        ("[x.a + load.b for x in y]", {"load.b"}),
    ],
)
def test_attributes_of_names_are_found(source: str, expected: set[str]) -> None:
    assert names(source).attributes == expected


@pytest.mark.parametrize("source", ["def f(:", "x = '\0'", "(" * 1000])
def test_a_broken_source_has_no_names(source: str) -> None:
    assert names(source) == Names()


def test_a_lone_method_can_be_read() -> None:
    assert uses("    def f(self):\n        return self.a + b\n") == {"b"}


def test_a_long_sum_is_read() -> None:
    assert uses("x = " + " + ".join(["a"] * 2000)) == {"a"}


def test_a_long_chain_of_attributes_is_read() -> None:
    assert uses("x" + ".a" * 900) == {"x"}
