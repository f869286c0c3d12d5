"""Fetch the embedded model's weights, with a progress bar."""

import asyncio
import os
import threading
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from litecode_nb.cli.endings import Ending
from litecode_nb.errors import Stopped
from litecode_nb.llm.embedded.weights import pull

STOPPED = "Stopped; what was fetched is kept, and the next pull goes on from there."


async def pull_model(size: str) -> Ending:
    """Have the weights of a size in the cache.

    Raises:
        WeightsError: They cannot be had.
    """
    path = await have_weights(size)
    Console(stderr=True).print(f"{size} is at {path}", markup=False, highlight=False)
    return Ending.DONE


async def have_weights(size: str) -> Path:
    """Fetch the weights of a size if they are missing, and give their path.

    Raises:
        WeightsError: They cannot be had.
    """
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(f"Qwen2.5-Coder {size}", total=None, visible=False)

        is_stopped = threading.Event()

        def report(done: int, whole: int) -> None:
            if is_stopped.is_set():
                raise Stopped(STOPPED)
            progress.update(bar, completed=done, total=whole, visible=True)

        try:
            return await asyncio.to_thread(pull, size, report, os.environ)
        finally:
            is_stopped.set()
