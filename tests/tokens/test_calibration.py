import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litecode_nb.tokens.calibration import (
    LARGEST_FACTOR,
    SHORT,
    Calibration,
    Learnt,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "calibration.jsonl"


def test_an_unknown_model_has_factor_one(path: Path) -> None:
    assert Calibration(path).factor("m") == 1.0


def test_a_larger_report_raises_the_factor_at_once(path: Path) -> None:
    calibration = Calibration(path)
    calibration.observe("m", counted=1000, reported=1200)
    assert calibration.factor("m") == 1.2


def test_a_smaller_report_changes_nothing(path: Path) -> None:
    calibration = Calibration(path)
    calibration.observe("m", counted=1000, reported=1200)
    calibration.observe("m", counted=1000, reported=900)
    assert calibration.factor("m") == 1.2


def test_models_are_kept_apart(path: Path) -> None:
    calibration = Calibration(path)
    calibration.observe("m", counted=1000, reported=1200)
    assert calibration.factor("n") == 1.0


def test_a_short_prompt_s_excess_belongs_to_the_template(path: Path) -> None:
    calibration = Calibration(path)
    calibration.observe("m", counted=100, reported=170)
    assert calibration.learnt("m") == Learnt(factor=1.0, extra=70)


def test_a_long_prompt_s_factor_leaves_the_template_out(path: Path) -> None:
    calibration = Calibration(path)
    calibration.observe("m", counted=100, reported=170)
    calibration.observe("m", counted=1000, reported=1170)
    assert calibration.learnt("m") == Learnt(factor=1.1, extra=70)


def test_lessons_are_kept_for_the_next_process(path: Path) -> None:
    Calibration(path).observe("m", counted=1000, reported=1200)
    assert Calibration(path).factor("m") == 1.2


def test_a_lesson_of_another_process_is_seen_at_once(path: Path) -> None:
    here, there = Calibration(path), Calibration(path)
    assert here.factor("m") == 1.0
    there.observe("m", counted=1000, reported=1200)
    assert here.factor("m") == 1.2


def test_lessons_of_many_writers_are_all_kept(path: Path) -> None:
    start = threading.Barrier(8)

    def teach(number: int) -> None:
        start.wait()
        Calibration(path).observe(f"m{number}", counted=1000, reported=1100 + number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(teach, range(8)))
    assert all(Calibration(path).factor(f"m{n}") > 1 for n in range(8))


def test_nothing_is_written_without_a_lesson(path: Path) -> None:
    Calibration(path).observe("m", counted=1000, reported=900)
    assert not path.parent.exists()


def test_a_calibration_may_live_in_memory_only() -> None:
    calibration = Calibration()
    calibration.observe("m", counted=1000, reported=1200)
    assert calibration.factor("m") == 1.2


def test_a_folder_that_cannot_be_made_does_not_stop_learning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    calibration = Calibration(tmp_path / "file" / "calibration.jsonl")
    calibration.observe("m", counted=1000, reported=1200)
    assert calibration.factor("m") == 1.2


def test_an_absurd_report_is_bounded(path: Path) -> None:
    calibration = Calibration(path)
    calibration.observe("m", counted=1000, reported=10**12)
    assert calibration.factor("m") == LARGEST_FACTOR


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "null",
        '{"model": "m"}',
        '{"model": "m", "factor": NaN, "extra": 0}',
        '{"model": "m", "factor": 99, "extra": 0}',
        '{"model": "m", "factor": 2, "extra": Infinity}',
        '{"model": "m", "factor": "x", "extra": 0}',
        '{"model": "m", "factor": 2, "extra": -1}',
        "\0\0\0",
        "\u2028",
    ],
)
def test_a_damaged_line_is_passed_over(path: Path, line: str) -> None:
    good = json.dumps({"model": "n", "factor": 1.5, "extra": 0})
    path.parent.mkdir()
    path.write_text(f"{line}\n{good}\n", encoding="utf-8")
    calibration = Calibration(path)
    assert (calibration.factor("m"), calibration.factor("n")) == (1.0, 1.5)


def test_bytes_that_are_no_text_are_passed_over(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\n")
    assert Calibration(path).factor("m") == 1.0


observations = st.tuples(st.integers(1, 20_000), st.integers(0, 20_000))


@given(st.lists(observations, min_size=1, max_size=12))
def test_after_any_lessons_the_last_report_is_covered(
    lessons: list[tuple[int, int]],
) -> None:
    calibration = Calibration()
    for counted, reported in lessons:
        calibration.observe("m", counted=counted, reported=reported)
        is_possible = reported <= counted * LARGEST_FACTOR or counted < SHORT
        covered = calibration.learnt("m").applied(counted)
        assert covered >= min(reported, 4096) or not is_possible


@given(st.lists(observations, max_size=12))
def test_what_was_learnt_never_shrinks(lessons: list[tuple[int, int]]) -> None:
    calibration = Calibration()
    before = calibration.learnt("m")
    for counted, reported in lessons:
        calibration.observe("m", counted=counted, reported=reported)
        after = calibration.learnt("m")
        assert before.joined(after) == after
        before = after
