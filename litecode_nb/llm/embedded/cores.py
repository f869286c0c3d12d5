"""How much of the machine the embedded server may take."""

import os
import platform
from pathlib import Path

MOST_THREADS = 16
"""More threads wait for memory, not for each other."""

MOST_SLOTS = 4
CORES_PER_SLOT = 4
SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"
QUOTA = "/sys/fs/cgroup/cpu.max"


def threads_for(cores: int) -> int:
    """Give the threads that generate on so many cores: one core is left to the user.

    Measured on two cores: two threads that have to share them with other work fall from
    26 tokens a second to one.
    """
    return max(1, min(cores - 1, MOST_THREADS))


def slots_for(cores: int) -> int:
    """Give the number of replies that so many cores can generate at once."""
    return max(1, min(cores // CORES_PER_SLOT, MOST_SLOTS))


def physical_cores() -> int:
    """Count the cores that this process may use, hyper-threads and quotas considered.

    Two hyper-threads of one core count once, since they share what the model needs.
    """
    if hasattr(os, "sched_getaffinity"):
        usable = os.sched_getaffinity(0)
        cores = len({_text(SIBLINGS.format(cpu)) or str(cpu) for cpu in usable})
        return max(1, min(cores, _quota(cores)))
    logical = os.cpu_count() or 1
    has_hyper_threads = platform.machine().lower() in {"x86_64", "amd64"}
    return max(1, logical // 2 if has_hyper_threads else logical)


def _quota(cores: int) -> int:
    """Give the container's share of processor time, in whole cores."""
    match _text(QUOTA).split():
        case [limit, period] if limit.isdecimal() and period.isdecimal():
            return max(1, int(limit) // max(1, int(period)))
        case _:
            return cores


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
