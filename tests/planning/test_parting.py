"""Renames are told from the rest of a request, and come after it."""

import pytest

from builders import a_plan, a_task
from litecode_nb.domain.plan import Action
from litecode_nb.planning.parting import joined, parted


@pytest.mark.parametrize(
    ("words", "rename", "rest"),
    [
        (
            "add a docstring to mean, and rename to_fahrenheit to c_to_f everywhere",
            "rename to_fahrenheit to c_to_f everywhere",
            "add a docstring to mean",
        ),
        (
            "rename load to read_table everywhere; delete cell 4",
            "rename load to read_table everywhere",
            "delete cell 4",
        ),
        (
            "rename load to read_table. Then add a function to_kelvin to loading.py",
            "rename load to read_table",
            "add a function to_kelvin to loading.py",
        ),
        (
            "rename load to read_table and add type hints to read_table",
            "rename load to read_table",
            "add type hints to load",
        ),
    ],
)
def test_a_rename_is_parted_from_the_rest(words: str, rename: str, rest: str) -> None:
    parts = parted(words)
    assert parts is not None
    assert (parts.renames, parts.rest) == ((rename,), rest)


@pytest.mark.parametrize(
    "words",
    [
        "rename load to read_table everywhere",
        "add a docstring to mean and to median",
        "rename a to b and c to d",
        "sort by month and year",
    ],
)
def test_other_requests_stay_whole(words: str) -> None:
    assert parted(words) is None


def test_ids_stay_apart() -> None:
    first = a_plan(a_task("t1"))
    later = a_plan(a_task("t1"), a_task("t2", depends_on=["t1"]))
    tasks = joined(first, [later]).tasks
    assert [task.id for task in tasks] == ["t1", "t2", "t3"]
    assert tasks[2].depends_on == ("t2",)


def test_what_is_deleted_is_not_renamed() -> None:
    first = a_plan(a_task("t1", action=Action.DELETE))
    assert len(joined(first, [a_plan(a_task("t1"))]).tasks) == 1
