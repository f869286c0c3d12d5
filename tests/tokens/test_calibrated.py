from hypothesis import given
from hypothesis import strategies as st

from builders import WordCounter
from litecode_nb.domain.prompt import Message, Role
from litecode_nb.tokens.calibrated import CalibratedCounter
from litecode_nb.tokens.calibration import Calibration


def a_chat(words: int) -> list[Message]:
    return [Message(role=Role.USER, text="word " * words)]


def a_counter() -> CalibratedCounter:
    return CalibratedCounter(WordCounter(), Calibration(), "m")


def test_without_lessons_it_counts_as_its_inner_counter() -> None:
    assert a_counter().count_messages(a_chat(10)) == 30


def test_a_lesson_makes_every_text_larger() -> None:
    counter = a_counter()
    counter.observe(a_chat(980), 1500)
    assert counter.count("one two") == 3


def test_the_lesson_is_measured_without_former_lessons() -> None:
    counter = a_counter()
    for _ in range(3):
        counter.observe(a_chat(980), 1500)
    assert counter.count_messages(a_chat(980)) == 1500


@given(st.integers(0, 2000), st.integers(0, 4000))
def test_what_was_reported_is_covered_from_then_on(words: int, reported: int) -> None:
    counter = a_counter()
    counter.observe(a_chat(words), reported)
    needed = min(reported, 4 * WordCounter().count_messages(a_chat(words)))
    assert counter.count_messages(a_chat(words)) >= needed
