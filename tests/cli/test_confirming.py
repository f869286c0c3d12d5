"""A person may answer, leave by the end of the input, or interrupt."""

import asyncio
import io
import signal

import pytest
from rich.console import Console

from litecode_nb.cli.confirming import confirmed


class Interrupting:
    """Standard input at which Ctrl-C is pressed before the yes."""

    def readline(self) -> str:
        signal.raise_signal(signal.SIGINT)
        return "y\n"


def asked(question: str = "Apply?") -> bool:
    return confirmed(question, Console(file=io.StringIO()))


def test_a_yes_is_a_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert asked()


def test_the_end_of_the_input_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert not asked()


def test_a_file_name_is_not_read_as_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert asked("Delete [/x].py?")


def test_an_interrupt_ends_the_question_within_an_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", Interrupting())

    async def work() -> bool:
        return asked()

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(work())
