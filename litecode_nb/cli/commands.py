"""What each command does that is no request: look, apply, undo, tell."""

import sys
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from litecode_nb.cli.conversation import Options, decide
from litecode_nb.cli.endings import Ending
from litecode_nb.cli.reporting import as_json, report_of_changes, report_of_plan
from litecode_nb.cli.showing import plain, show_changes, show_map, show_plan
from litecode_nb.domain.edit import Applied
from litecode_nb.session import Session

ANY_REQUEST = "show the whole project"


async def show_plan_of(words: str, options: Options) -> Ending:
    """Plan a request and go no further."""
    async with _session(options) as session:
        planned = await session.plan(options.request(words))
        if options.json:
            _write_json(report_of_plan(planned.plan))
        else:
            Console().print(show_plan(planned.plan, planned.graph))
    return Ending.DONE


async def show_map_for(words: str, options: Options) -> Ending:
    """Show what a planner would see for a request."""
    async with _session(options) as session:
        rendered = session.render_map(options.request(words or ANY_REQUEST))
        if options.json:
            handles = {name: asdict(each) for name, each in rendered.handles.items()}
            report = {"text": rendered.text, "tokens": rendered.tokens}
            _write_json({**report, "handles": handles, "facts": rendered.facts})
        else:
            Console().print(show_map(rendered))
    return Ending.DONE


async def apply_pending(options: Options) -> Ending:
    """Write the proposal that waits for an answer."""
    async with _session(options) as session:
        eyes = Console(stderr=True)
        change_set = session.pending()
        if change_set is None:
            eyes.print("No proposal is waiting.")
            if options.json:
                _write_json({"changes": None, "applied": False})
            return Ending.DONE
        eyes.print(show_changes(change_set))
        ending = decide(session, change_set, options, eyes)
        if options.json:
            applied = ending is Ending.DONE and not options.dry_run
            report = report_of_changes(change_set)
            _write_json({"changes": report, "applied": applied})
        return ending


async def reject_pending(options: Options) -> Ending:
    """Drop the proposal that waits for an answer."""
    async with _session(options) as session:
        waiting = session.pending()
        session.reject()
        words = "Dropped: " + waiting.summary if waiting else "No proposal is waiting."
        Console(stderr=True).print(plain(words), markup=False)
    return Ending.DONE


async def take_back(options: Options) -> Ending:
    """Undo the last applied change."""
    async with _session(options) as session:
        _tell("Taken back", session.undo(), options)
    return Ending.DONE


async def do_again(options: Options) -> Ending:
    """Redo what was undone last."""
    async with _session(options) as session:
        _tell("Applied again", session.redo(), options)
    return Ending.DONE


async def show_history(options: Options) -> Ending:
    """List the changes that the journal still has."""
    async with _session(options) as session:
        entries = session.history()
        if options.json:
            _write_json([asdict(entry) for entry in entries])
            return Ending.DONE
        table = Table(box=None)
        for heading in ("when", "state", "request", "summary", "documents"):
            table.add_column(heading, overflow="fold")
        for entry in entries:
            when = f"{entry.made_at.astimezone():%Y-%m-%d %H:%M}"
            documents = ", ".join(entry.documents)
            row = (entry.state, entry.instruction, entry.summary, documents)
            table.add_row(when, *(Text(plain(str(each))) for each in row))
        Console().print(table if entries else "No change was applied here yet.")
    return Ending.DONE


async def show_status(options: Options) -> Ending:
    """Say what was found, and what to type next."""
    async with _session(options) as session:
        status = await session.status()
        if options.json:
            _write_json(asdict(status))
            return Ending.DONE
        rows = {
            key: value for key, value in asdict(status).items() if value is not None
        }
        for name, value in rows.items():
            Console().print(
                f"{name.replace('_', ' ')}: {plain(str(value))}", markup=False
            )
        following = "apply, or litecode reject" if status.pending else 'run "…"'
        Console().print(f"Next: litecode {following}", markup=False)
    return Ending.DONE


async def show_checks(options: Options) -> Ending:
    """Check everything; the exit code says whether all is as it should be."""
    async with _session(options) as session:
        checks = await session.doctor()
    if options.json:
        _write_json([asdict(check) for check in checks])
    else:
        for check in checks:
            mark = "✓" if check.is_good else "✗"
            Console().print(f"{mark} {check.name}: {plain(check.text)}", markup=False)
    return Ending.DONE if all(check.is_good for check in checks) else Ending.FAILED


async def show_memory(options: Options, *, forget: bool) -> Ending:
    """Show the short-term memory, or empty it."""
    async with _session(options) as session:
        if forget:
            session.forget()
        entries = session.memory()
        if options.json:
            _write_json([asdict(entry) for entry in entries])
            return Ending.DONE
        lines = "\n".join(entry.text for entry in entries)
        Console().print(plain(lines) or "The memory is empty.", markup=False)
    return Ending.DONE


def _session(options: Options) -> Session:
    return Session.open(options.folder, options=options.settings)


def _tell(verb: str, applied: Applied, options: Options) -> None:
    if options.json:
        _write_json(asdict(applied))
        return
    eyes = Console(stderr=True)
    change_set = applied.change_set
    eyes.print(f"{verb}: {plain(change_set.summary)}", markup=False)
    for line in (*change_set.documents, *applied.notes):
        eyes.print(f"  {plain(line)}", markup=False)


def _write_json(report: Any) -> None:
    sys.stdout.write(as_json(report) + "\n")
