"""Notice that a reply says the same again and again."""

from collections.abc import Iterator

from litecode_nb.errors import ReplyEndless

REPEATS = 6
LONGEST_PERIOD = 400
LEAST_RUN = 1000
LEAST_BLANK_RUN = 300
CHECK_EVERY = 200
PROBE = 32
KEPT = REPEATS * LONGEST_PERIOD + CHECK_EVERY

# Long runs that are none: rulers, tables of zeros. They are far shorter than LEAST_RUN,
# or they stand in the prompt already and the model has to write them again.


class RepetitionWatch:
    """Reads a reply along and raises once its end is one piece, over and over.

    Structured output may loop on white space (llama.cpp#13212), and any small model on
    a line (ollama#2805): without a stop each costs the whole reply.
    """

    def __init__(self, known: str) -> None:
        """Watch a reply.

        Args:
            known: The prompt; a repetition that stands in it is the model's duty.
        """
        self._known = known
        self._tail = ""
        self._unchecked = 0

    def feed(self, text: str) -> None:
        """Read on.

        Raises:
            ReplyEndless: The reply repeats itself.
        """
        self._tail = (self._tail + text)[-KEPT:]
        self._unchecked += len(text)
        if self._unchecked < CHECK_EVERY:
            return
        self._unchecked = 0
        if run := repeated_run(self._tail):
            self._stop(run)

    def _stop(self, run: str) -> None:
        if run in self._known:
            return
        message = (
            f"The model repeats {run[-40:]!r} without end, so its reply was stopped. "
            "Ask for less at once, or choose another model."
        )
        raise ReplyEndless(message)


def repeated_run(text: str) -> str:
    """Give the end of a text if it is one piece many times over, else an empty text."""
    blank = len(text) - len(text.rstrip())
    if blank >= LEAST_BLANK_RUN:
        return text[-blank:]
    for period in _periods(text):
        size = max(LEAST_RUN, REPEATS * period)
        run = text[-size:]
        if len(run) == size and run[period:] == run[:-period]:
            return run
    return ""


def _periods(text: str) -> Iterator[int]:
    """Find distances at which the last characters stood before, shortest first."""
    probe, end = text[-PROBE:], len(text) - 1
    while len(probe) == PROBE:
        found = text.rfind(probe, 0, end)
        period = len(text) - PROBE - found
        if found < 0 or period > LONGEST_PERIOD:
            return
        yield period
        end = found + PROBE - 1
