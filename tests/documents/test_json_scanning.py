"""Scanning JSON: spans of values, found in one pass over megabytes."""

import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litecode_nb.documents.json_scanning import Node, decoded, scan

# The first example on a new machine builds tables of unicode, which takes seconds.
LAW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
SEPARATORS = st.sampled_from([(",", ":"), (", ", ": "), (" ,\r\n", "\t:\n ")])


def rebuilt(text: str, node: Node) -> object:
    """Build the value from the spans alone, so that every one of them must be right."""
    opener = text[node.start]
    if opener == "{":
        return {child.name: rebuilt(text, child) for child in node.children}
    if opener == "[":
        return [rebuilt(text, child) for child in node.children]
    return json.loads(text[node.start : node.end])


@LAW
@given(value=JSON_VALUES, separators=SEPARATORS, indent=st.none() | st.integers(0, 3))
def test_spans_hold_what_the_json_module_reads(
    value: object, separators: tuple[str, str], indent: int | None
) -> None:
    text = json.dumps(value, separators=separators, indent=indent)
    node = scan(f" {text}\n", depth=99)
    assert repr(rebuilt(f" {text}\n", node)) == repr(json.loads(text))


@LAW
@given(text=st.text(st.sampled_from('{}[]":,\\ 1ntrue')))
def test_what_the_json_module_refuses_is_refused(text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError:
        with pytest.raises(json.JSONDecodeError):
            scan(text, depth=3)
    else:
        assert scan(text, depth=3).children is not None


def test_the_outer_start_is_the_key() -> None:
    child = scan('{ "a" : 1 }', depth=1).children[0]
    assert (child.outer, child.start, child.end, child.name) == (2, 8, 9, "a")


def test_deeper_values_are_passed_over() -> None:
    node = scan('{"a": {"b": 1}}', depth=1)
    assert node.children[0].children == ()


def test_of_duplicate_keys_the_last_is_given() -> None:
    text = '{"a": "x", "a": "y"}'
    assert decoded(text, scan(text, depth=1).child("a")) == "y"


def test_deep_nesting_is_a_recursion_error() -> None:
    with pytest.raises(RecursionError):
        scan("[" * 100_000, depth=3)


@pytest.mark.parametrize(
    "part",
    ['"' + "iVBORw0KGgo" * 1_000_000 + '"', '"' + "A" * 75 + '\\n"', '"\\\\\\""', "1"],
)
def test_ten_megabytes_are_scanned_at_once(part: str) -> None:
    items = ",".join([part] * max(10_000_000 // len(part) // 4, 1))
    text = f'{{"a": {{"b": {{"c": [{items}]}}}}}}'
    began = time.process_time()
    scan(text, depth=3)
    assert time.process_time() - began < 3
