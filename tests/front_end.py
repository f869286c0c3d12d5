"""A front end without a window: runs cells in a real kernel, keeps what they show."""

import os
import queue
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager

import litecode_magics
import litecode_nb

PATIENCE = 60.0
BUTTON = "ButtonModel"


@dataclass(slots=True, kw_only=True)
class Run:
    """What one message came to.

    Attributes:
        message: Its id.
        reply: The content of its reply.
        printed: What was written to standard output and standard error.
        shown: Ids of the displays that it made, in order.
    """

    message: str
    reply: Mapping[str, Any] = field(default_factory=dict)
    printed: str = ""
    shown: list[str] = field(default_factory=list)


class FrontEnd:
    """Talks to one kernel as JupyterLab does.

    Attributes:
        displays: What each display shows now, by its id.
        widgets: The state of each open widget, by its id.
    """

    def __init__(self, manager: KernelManager, client: BlockingKernelClient) -> None:
        self._manager = manager
        self._client = client
        self.displays: dict[str, dict[str, Any]] = {}
        self.widgets: dict[str, dict[str, Any]] = {}

    def run(self, code: str, *, cell: str | None = None) -> Run:
        """Run a cell to its end.

        Args:
            code: Its source.
            cell: Its nbformat id, as a front end sends it; None as nbclient does.
        """
        return self.finish(self.start(code, cell=cell))

    def start(self, code: str, *, cell: str | None = None) -> Run:
        """Begin to run a cell."""
        metadata = {"cellId": cell} if cell else {}
        content = {
            "code": code,
            "silent": False,
            "store_history": True,
            "user_expressions": {},
            "allow_stdin": False,
            "stop_on_error": True,
        }
        return self._sent("execute_request", content, metadata)

    def wait_for(self, run: Run, text: str) -> None:
        """Wait until something that the run shows has some text."""
        self._hear(run, lambda: text in self.text(run))

    def finish(self, run: Run) -> Run:
        """Wait for the end of what was begun."""
        self._hear(run, lambda: False)
        reply = self._client.get_shell_msg(timeout=PATIENCE)
        while reply["parent_header"].get("msg_id") != run.message:
            reply = self._client.get_shell_msg(timeout=PATIENCE)
        run.reply = reply["content"]
        return run

    def interrupt(self) -> None:
        """Press Stop."""
        self._manager.interrupt_kernel()

    def press(self, label: str) -> Run:
        """Press the one button with this label."""
        fitting = [
            name
            for name, state in self.widgets.items()
            if state.get("_model_name") == BUTTON and state["description"] == label
        ]
        (button,) = fitting
        data = {"method": "custom", "content": {"event": "click"}}
        run = self._sent("comm_msg", {"comm_id": button, "data": data}, {})
        self._hear(run, lambda: False)
        return run

    @property
    def buttons(self) -> set[str]:
        """The labels of all buttons that can be pressed."""
        states = self.widgets.values()
        return {s["description"] for s in states if s.get("_model_name") == BUTTON}

    def text(self, run: Run) -> str:
        """Everything that a run shows now, as text."""
        return "\n".join(self.displays[each]["text/plain"] for each in run.shown)

    def _sent(
        self, kind: str, content: Mapping[str, Any], metadata: Mapping[str, Any]
    ) -> Run:
        message = self._client.session.msg(kind, content, metadata=metadata)
        self._client.shell_channel.send(message)
        return Run(message=message["header"]["msg_id"])

    def _hear(self, run: Run, is_enough: Callable[[], bool]) -> None:
        """Take in what the kernel tells until a run is idle, or something is seen."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            try:
                message = self._client.get_iopub_msg(timeout=1)
            except queue.Empty:
                continue
            is_ours = message["parent_header"].get("msg_id") == run.message
            content = message["content"]
            self._take(message["msg_type"], content, run)
            is_idle = content.get("execution_state") == "idle"
            if (is_ours and is_idle) or is_enough():
                return
        told = f"The kernel did not come to an end; it showed:\n{self.text(run)}"
        raise TimeoutError(told)

    def _take(self, kind: str, content: dict[str, Any], run: Run) -> None:
        match kind:
            case "stream":
                run.printed += content["text"]
            case "error":
                run.printed += "\n".join(content["traceback"])
            case "display_data" | "update_display_data" | "execute_result":
                name = content["transient"].get("display_id") or run.message
                self.displays[name] = content["data"]
                if kind != "update_display_data":
                    run.shown.append(name)
            case "comm_open":
                self.widgets[content["comm_id"]] = content["data"]["state"]
            case "comm_msg":
                state = self.widgets.get(content["comm_id"], {})
                state.update(content["data"].get("state", {}))
            case "comm_close":
                self.widgets.pop(content["comm_id"], None)


@contextmanager
def a_front_end(folder: Path, **environment: str) -> Iterator[FrontEnd]:
    """Run a kernel in a folder, and end it for certain."""
    manager = KernelManager()
    manager.start_kernel(cwd=str(folder), env={**kernel_environment(), **environment})
    client = manager.client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=PATIENCE)
        yield FrontEnd(manager, client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
        manager.cleanup_resources()
        client.context.destroy()


def kernel_environment() -> dict[str, str]:
    """Give this process's environment, with both packages where a kernel finds them."""
    roots = [
        Path(each.__file__ or "").parents[1] for each in (litecode_nb, litecode_magics)
    ]
    path = os.pathsep.join(map(str, roots))
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LITECODE_")}
    path = os.pathsep.join(filter(None, (path, kept.get("PYTHONPATH"))))
    return {**kept, "PYTHONPATH": path}
