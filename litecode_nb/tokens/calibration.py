"""What servers taught about counting: a running maximum for each model, kept."""

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import ceil, isfinite
from pathlib import Path
from typing import Any

SHORT = 256
"""Below as many tokens, an excess comes from the chat template and not from the text:
some templates add the date, or some words on how to behave."""

LARGEST_FACTOR = 4.0
LARGEST_EXTRA = 4096
LARGEST_FILE = 1_000_000
STEPS = 100
"""Factors are rounded up to a hundredth, so that the file stays short."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """By how much a model counts more than we do: `factor * ours + extra`."""

    factor: float = 1.0
    extra: int = 0

    def __post_init__(self) -> None:
        """Refuse what no tokenizer and no template can need."""
        is_sane = isfinite(self.factor) and 1 <= self.factor <= LARGEST_FACTOR
        if not (is_sane and 0 <= self.extra <= LARGEST_EXTRA):
            message = f"{self} is no correction that a count can need."
            raise ValueError(message)

    def applied(self, counted: int) -> int:
        """Give the corrected count of a whole chat."""
        return ceil(counted * self.factor) + self.extra

    def joined(self, other: "Learnt") -> "Learnt":
        """Give the larger of both, part by part."""
        factor = max(self.factor, other.factor)
        return Learnt(factor=factor, extra=max(self.extra, other.extra))

    def after(self, counted: int, reported: int) -> "Learnt":
        """Give what is known once a server reported a count; never less than before."""
        if counted < 1 or reported <= self.applied(counted):
            return self
        if counted < SHORT:
            extra = reported - ceil(counted * self.factor)
            return Learnt(factor=self.factor, extra=min(extra, LARGEST_EXTRA))
        # Whole numbers, since 1.1 * 100 is more than 110 in floating point.
        steps = -(-(reported - self.extra) * STEPS // counted)
        factor = steps / STEPS
        return Learnt(factor=min(factor, LARGEST_FACTOR), extra=self.extra)


NOTHING = Learnt()


class Calibration:
    """Corrections for each model, shared by all processes through one file.

    The file only ever grows, a line for each lesson, so that two processes cannot
    destroy what the other one wrote. Lines that cannot be read are passed over.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Keep it in a file, or in memory only.

        Args:
            path: The file; it and its folder are made when there is a first lesson.
        """
        self._path = path
        self._learnt: dict[str, Learnt] = {}
        self._bytes_read = -1
        self._lock = threading.Lock()

    def learnt(self, model: str) -> Learnt:
        """Give what is known of a model."""
        with self._lock:
            self._read_if_changed()
            return self._learnt.get(model, NOTHING)

    def factor(self, model: str) -> float:
        """Give the factor for a model, at least 1."""
        return self.learnt(model).factor

    def observe(self, model: str, *, counted: int, reported: int) -> None:
        """Learn from the size of a whole chat.

        Args:
            model: Whose count it is.
            counted: Our own count, without this calibration.
            reported: The server's count.
        """
        with self._lock:
            self._read_if_changed()
            before = self._learnt.get(model, NOTHING)
            after = before.after(counted, reported)
            if after == before:
                return
            self._learnt[model] = after
            self._append(model, after)

    def _read_if_changed(self) -> None:
        size = _size(self._path)
        if self._path is None or size == self._bytes_read or size > LARGEST_FILE:
            return
        self._bytes_read = size
        for model, learnt in _lessons(self._path):
            known = self._learnt.get(model, NOTHING)
            self._learnt[model] = known.joined(learnt)

    def _append(self, model: str, learnt: Learnt) -> None:
        """Write a line; where that is not possible, memory has to do."""
        if self._path is None or _size(self._path) > LARGEST_FILE:
            return
        line = json.dumps({"model": model, **asdict(learnt)}) + "\n"
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab", buffering=0) as file:
                file.write(line.encode())


def _size(path: Path | None) -> int:
    if path is None:
        return 0
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _lessons(path: Path) -> Iterator[tuple[str, Learnt]]:
    lines: list[str] = []
    with suppress(OSError):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for line in lines:
        # Written by another version, torn, or by hand: then it teaches nothing.
        with suppress(ValueError, TypeError, KeyError, ArithmeticError):
            yield _lesson(json.loads(line))


def _lesson(record: Any) -> tuple[str, Learnt]:
    learnt = Learnt(factor=float(record["factor"]), extra=int(record["extra"]))
    return str(record["model"]), learnt
