"""Run a child process, look in on it while it works, and never leave it behind."""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

TICK_SECONDS = 0.25


def run_watched(
    command: Sequence[str],
    environment: Mapping[str, str],
    log: Path,
    tick: Callable[[], None],
) -> int:
    """Run a command to its end and give its exit code.

    Args:
        command: What to run, and its arguments.
        environment: The child's whole environment.
        log: Gets what the child prints.
        tick: Called some times a second; if it raises, the child is killed.

    Raises:
        OSError: It cannot be started.
    """
    with (
        log.open("wb") as printed,
        subprocess.Popen(  # noqa: S603 - the command is ours, no shell reads it
            command,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
        ) as child,
    ):
        try:
            return _wait(child, tick)
        except BaseException:
            child.kill()
            raise


def last_words(log: Path) -> str:
    """Give the last line that says something, to tell a person why a child failed.

    Lines that pip marks as errors come before whatever follows them.
    """
    try:
        text = log.read_bytes()[-20_000:].decode("utf-8", errors="replace")
    except OSError:
        return "it said nothing"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    said = (errors or lines or ["it said nothing"])[-1]
    return said.removeprefix("ERROR:").strip()[:300].rstrip(".")


def bytes_under(folder: Path) -> int:
    """Add up the sizes of all files in a folder that is being written to."""
    # Not `Path.rglob`: it raises where a folder goes away while it looks, as pip's do.
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += Path(place, name).stat().st_size
            except OSError:  # it was moved between the look and the question
                continue
    return total


def _wait(child: "subprocess.Popen[bytes]", tick: Callable[[], None]) -> int:
    while True:
        try:
            return child.wait(timeout=TICK_SECONDS)
        except subprocess.TimeoutExpired:
            tick()
