"""The commands of `litecode`, each a thin line from what was typed to its work."""

import asyncio
import io
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import litecode_nb
from litecode_nb.cli import commands
from litecode_nb.cli.conversation import Options, converse
from litecode_nb.cli.demo import run_demo
from litecode_nb.cli.endings import EXIT_CODES, Ending, ending_of
from litecode_nb.cli.pulling import pull_model
from litecode_nb.cli.showing import plain
from litecode_nb.domain.request import Intent
from litecode_nb.errors import LitecodeError

app = typer.Typer(
    name="litecode",
    help=f"A coding assistant for notebooks and small models.\n\n{EXIT_CODES}",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
model_app = typer.Typer(help="The embedded model.", no_args_is_help=True)
app.add_typer(model_app, name="model")

Words = Annotated[list[str], typer.Argument(help="The request, in your own words.")]
MaybeWords = Annotated[list[str] | None, typer.Argument(help="A request's words.")]
Yes = Annotated[
    bool,
    typer.Option("--yes", "-y", help="Write without asking, but delete no whole file."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Show, never write.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON report.")]
Server = Annotated[
    str | None, typer.Option(help="The model server's address, or `embedded`.")
]
Model = Annotated[str | None, typer.Option("--model", "-m", help="The model's name.")]
Window = Annotated[int | None, typer.Option(help="Tokens that one call may use.")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", help="Parallel executors.")]
Files = Annotated[
    list[str] | None,
    typer.Option("--file", "-f", help="Only this notebook or module; repeatable."),
]
NoMemory = Annotated[bool, typer.Option("--no-memory", help="Neither use nor record.")]
Folder = Annotated[Path, typer.Option("--folder", help="Any folder of the project.")]
Size = Annotated[str, typer.Argument(help="0.5b or 1.5b.")]
HERE = Path()


@app.callback(invoke_without_command=True)
def litecode(
    version: Annotated[bool, typer.Option("--version", help="Print it.")] = False,  # noqa: FBT002  typer's form of a flag
) -> None:
    """Take the options that stand before a command."""
    if version:
        typer.echo(f"litecode-nb {litecode_nb.__version__}")
        raise typer.Exit


def _request_command(name: str, intent: Intent, words: str) -> None:
    """Add a command that takes a request; the three differ only in their intent."""

    @app.command(name, help=words)
    def command(
        request: Words,
        *,
        yes: Yes = False,
        dry_run: DryRun = False,
        json: AsJson = False,
        server: Server = None,
        model: Model = None,
        window: Window = None,
        jobs: Jobs = None,
        file: Files = None,
        no_memory: NoMemory = False,
        folder: Folder = HERE,
    ) -> None:
        options = Options(
            folder=folder,
            yes=yes,
            dry_run=dry_run,
            json=json,
            files=tuple(file or ()),
            uses_memory=not no_memory,
            settings=_chosen(server, model, window, jobs),
        )
        run_to_end(converse(" ".join(request), intent, options))


_request_command("run", Intent.UNDECIDED, "Do a request; the planner decides how.")
_request_command("ask", Intent.ASK, "Answer a question; nothing is ever written.")
_request_command("edit", Intent.EDIT, "Change something, shown before it is written.")


@app.command("plan")
def plan_command(
    request: Words,
    *,
    json: AsJson = False,
    server: Server = None,
    model: Model = None,
    window: Window = None,
    folder: Folder = HERE,
) -> None:
    """Show the plan for a request, and go no further."""
    settings = _chosen(server, model, window, None)
    options = Options(folder=folder, json=json, settings=settings)
    run_to_end(commands.show_plan_of(" ".join(request), options))


@app.command("map")
def map_command(
    request: MaybeWords = None, *, json: AsJson = False, folder: Folder = HERE
) -> None:
    """Show what a planner sees of the project for a request, with its tokens."""
    options = Options(folder=folder, json=json)
    run_to_end(commands.show_map_for(" ".join(request or ()), options))


@app.command("apply")
def apply_command(
    *,
    yes: Yes = False,
    dry_run: DryRun = False,
    json: AsJson = False,
    folder: Folder = HERE,
) -> None:
    """Write the proposal that waits for an answer."""
    options = Options(folder=folder, yes=yes, dry_run=dry_run, json=json)
    run_to_end(commands.apply_pending(options))


@app.command("reject")
def reject_command(*, folder: Folder = HERE) -> None:
    """Drop the proposal that waits for an answer."""
    run_to_end(commands.reject_pending(Options(folder=folder)))


@app.command("undo")
def undo_command(*, json: AsJson = False, folder: Folder = HERE) -> None:
    """Take the last applied change back, byte for byte."""
    run_to_end(commands.take_back(Options(folder=folder, json=json)))


@app.command("redo")
def redo_command(*, json: AsJson = False, folder: Folder = HERE) -> None:
    """Apply again what was undone last."""
    run_to_end(commands.do_again(Options(folder=folder, json=json)))


@app.command("history")
def history_command(*, json: AsJson = False, folder: Folder = HERE) -> None:
    """List the changes that can be undone or redone."""
    run_to_end(commands.show_history(Options(folder=folder, json=json)))


@app.command("memory")
def memory_command(*, json: AsJson = False, folder: Folder = HERE) -> None:
    """Show the short-term memory: the last four requests that changed something."""
    options = Options(folder=folder, json=json)
    run_to_end(commands.show_memory(options, forget=False))


@app.command("forget")
def forget_command(*, folder: Folder = HERE) -> None:
    """Empty the short-term memory."""
    options = Options(folder=folder)
    run_to_end(commands.show_memory(options, forget=True))


@app.command("status")
def status_command(
    *,
    json: AsJson = False,
    server: Server = None,
    model: Model = None,
    window: Window = None,
    folder: Folder = HERE,
) -> None:
    """Say what is found: server, model, window, project; and what to type next."""
    settings = _chosen(server, model, window, None)
    run_to_end(
        commands.show_status(Options(folder=folder, json=json, settings=settings))
    )


@app.command("doctor")
def doctor_command(
    *,
    json: AsJson = False,
    server: Server = None,
    model: Model = None,
    window: Window = None,
    folder: Folder = HERE,
) -> None:
    """Check server, window, counts and project; say what to do."""
    settings = _chosen(server, model, window, None)
    run_to_end(
        commands.show_checks(Options(folder=folder, json=json, settings=settings))
    )


@app.command("demo")
def demo_command(
    *,
    server: Server = None,
    model: Model = None,
    window: Window = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Leave the sample project behind.")
    ] = False,
) -> None:
    """Do the main job on a small sample project: one question, one edit."""
    settings = _chosen(server or "embedded", model, window, None)
    run_to_end(run_demo(settings, keep=keep))


@model_app.command("pull")
def pull_command(size: Size = "1.5b") -> None:
    """Fetch the embedded model's weights, checked by their SHA-256."""
    run_to_end(pull_model(size))


def run_to_end(work: Coroutine[Any, Any, Ending]) -> None:
    """Do a command's work and leave with its exit code; errors become sentences."""
    _write_what_can_be_written()
    eyes = Console(stderr=True, highlight=False, markup=False)
    try:
        ending = asyncio.run(work)
    except LitecodeError as error:
        eyes.print(f"litecode: {plain(str(error))}")
        ending = ending_of(error)
    except KeyboardInterrupt:
        eyes.print("Stopped. `litecode history` tells what was written before.")
        ending = Ending.STOPPED
    raise typer.Exit(int(ending))


def _write_what_can_be_written() -> None:
    """Let a mark stand for what the encoding of standard output has not.

    A pipe or file has the system's old encoding on Windows, and none has half of a
    character, which a notebook may hold.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _chosen(
    server: str | None, model: str | None, window: int | None, jobs: int | None
) -> dict[str, Any]:
    """Give the settings that were typed; what was not typed is not among them."""
    typed = {
        "server": server,
        "model": model,
        "context_window": window,
        "parallel": jobs,
    }
    return {name: value for name, value in typed.items() if value is not None}
