import pytest

from litecode_nb.llm.embedded.cores import physical_cores, slots_for, threads_for


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (4, 3), (64, 16)])
def test_a_core_is_left_to_the_user(cores: int, threads: int) -> None:
    assert threads_for(cores) == threads


@pytest.mark.parametrize(("cores", "slots"), [(1, 1), (2, 1), (7, 1), (8, 2), (64, 4)])
def test_only_many_cores_answer_at_once(cores: int, slots: int) -> None:
    assert slots_for(cores) == slots


def test_there_is_a_core() -> None:
    assert physical_cores() >= 1
