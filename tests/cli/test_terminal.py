"""What is typed in a terminal, what it prints, what it writes, how it ends."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from litecode_nb.cli.app import app
from litecode_nb.cli.endings import Ending
from scripted_server import DONE, ScriptedServer, as_stream, said, used

RENAME = "rename total to grand_total everywhere"


def typed(*words: str, server: ScriptedServer | None = None) -> Result:
    """Run a command as a script would: no terminal, no standard input."""
    where = ("--server", server.address) if server else ()
    return CliRunner().invoke(app, [*words, *where])


def module_in(project: Path) -> str:
    return (project / "stats.py").read_text(encoding="utf-8")


def test_without_a_yes_nothing_is_written(
    project: Path, server: ScriptedServer
) -> None:
    before = module_in(project)
    result = typed("run", RENAME, server=server)
    assert result.exit_code == Ending.WAITING
    assert module_in(project) == before


def test_with_a_yes_it_is_written(project: Path, server: ScriptedServer) -> None:
    result = typed("run", "--yes", RENAME, server=server)
    assert result.exit_code == Ending.DONE
    assert "def grand_total(rows):" in module_in(project)
    assert b"grand_total([1])" in (project / "explore.ipynb").read_bytes()


def test_options_may_stand_behind_the_request(
    project: Path, server: ScriptedServer
) -> None:
    assert typed("run", RENAME, "--yes", server=server).exit_code == Ending.DONE
    assert "grand_total" in module_in(project)


def test_a_dry_run_leaves_no_proposal(project: Path, server: ScriptedServer) -> None:
    before = module_in(project)
    assert typed("run", "--dry-run", RENAME, server=server).exit_code == Ending.DONE
    assert module_in(project) == before
    assert "No proposal is waiting" in typed("apply").stderr


def test_apply_writes_what_waited(project: Path, server: ScriptedServer) -> None:
    typed("run", RENAME, server=server)
    assert typed("apply", "--yes").exit_code == Ending.DONE
    assert "grand_total" in module_in(project)


def test_a_dry_run_of_apply_lets_the_proposal_wait_on(
    project: Path, server: ScriptedServer
) -> None:
    typed("run", RENAME, server=server)
    before = module_in(project)
    report = json.loads(typed("apply", "--dry-run", "--json").stdout)
    assert report["applied"] is False
    assert module_in(project) == before
    assert typed("apply", "--yes").exit_code == Ending.DONE
    assert "grand_total" in module_in(project)


@pytest.mark.usefixtures("project")
def test_a_script_gets_its_report_although_nothing_waits() -> None:
    report = json.loads(typed("apply", "--json").stdout)
    assert report == {"changes": None, "applied": False}


def test_reject_drops_what_waited(project: Path, server: ScriptedServer) -> None:
    typed("run", RENAME, server=server)
    typed("reject")
    assert typed("apply", "--yes").exit_code == Ending.DONE
    assert "grand_total" not in module_in(project)


def test_undo_and_redo(project: Path, server: ScriptedServer) -> None:
    before = module_in(project)
    typed("run", "--yes", RENAME, server=server)
    assert typed("undo").exit_code == Ending.DONE
    assert module_in(project) == before
    assert typed("redo").exit_code == Ending.DONE
    assert "grand_total" in module_in(project)


@pytest.mark.usefixtures("project")
def test_nothing_to_undo_is_told_in_a_sentence() -> None:
    result = typed("undo")
    assert result.exit_code == Ending.NOT_WRITTEN
    assert result.stderr == "litecode: No change is applied that could be undone.\n"


@pytest.mark.usefixtures("project")
def test_an_answer_by_code_needs_no_server_and_goes_to_standard_output() -> None:
    result = typed("ask", "how many cells does explore.ipynb have?")
    assert result.exit_code == Ending.DONE
    assert "1" in result.stdout


@pytest.mark.usefixtures("project")
def test_an_answer_of_the_model_goes_to_standard_output(
    server: ScriptedServer,
) -> None:
    reply = as_stream(said("It sums the rows."), said(finish="stop"), used(9, 4), DONE)
    server.on("/v1/chat/completions", reply)
    result = typed("ask", "explain total in stats.py", server=server)
    assert result.exit_code == Ending.DONE
    assert "It sums the rows." in result.stdout


def test_a_script_gets_one_json_report(project: Path, server: ScriptedServer) -> None:
    result = typed("run", "--yes", "--json", RENAME, server=server)
    report = json.loads(result.stdout)
    assert report["applied"] is True
    documents = {edit["document"] for edit in report["changes"]["edits"]}
    assert documents == {"stats.py", "explore.ipynb"}
    assert "grand_total" in module_in(project)


def test_a_missing_file_fails_and_says_so(
    project: Path, server: ScriptedServer
) -> None:
    result = typed("run", "--yes", "add a docstring to statz.py", server=server)
    assert result.exit_code == Ending.FAILED
    assert "stats.py" in result.stderr
    assert not (project / ".litecode").exists()


@pytest.mark.usefixtures("project")
def test_no_server_has_an_exit_code_of_its_own() -> None:
    result = typed("ask", "explain total", "--server", "http://127.0.0.1:9")
    assert result.exit_code == Ending.NO_MODEL
    assert "127.0.0.1:9" in result.stderr


@pytest.mark.usefixtures("project")
def test_an_empty_request_is_wrong_usage() -> None:
    assert typed("run", " ").exit_code == Ending.USAGE


@pytest.mark.usefixtures("project")
def test_a_window_below_nothing_is_told_in_a_sentence() -> None:
    result = typed("ask", "explain total", "--window", "-5")
    assert result.exit_code == Ending.FAILED
    assert "context_window" in result.stderr


@pytest.mark.usefixtures("project")
def test_the_map_is_shown_with_its_tokens() -> None:
    result = typed("map", "what does total do")
    assert "total(rows)" in result.stdout
    assert "tokens" in result.stdout


@pytest.mark.usefixtures("project")
def test_the_map_as_json_tells_what_each_handle_means() -> None:
    report = json.loads(typed("map", "--json", "total").stdout)
    sections = {target["section"] for target in report["handles"].values()}
    assert "total" in sections


def test_a_plan_changes_nothing(project: Path, server: ScriptedServer) -> None:
    result = typed("plan", RENAME, server=server)
    assert result.exit_code == Ending.DONE
    assert "rename" in result.stdout
    assert not (project / ".litecode").exists()


@pytest.mark.usefixtures("project")
def test_the_history_tells_what_was_applied(server: ScriptedServer) -> None:
    typed("run", "--yes", RENAME, server=server)
    entries = json.loads(typed("history", "--json").stdout)
    assert [entry["instruction"] for entry in entries] == [RENAME]


@pytest.mark.usefixtures("project")
def test_the_memory_can_be_forgotten(server: ScriptedServer) -> None:
    typed("run", "--yes", RENAME, server=server)
    assert RENAME in typed("memory").stdout.replace("\n", " ")
    assert "The memory is empty." in typed("forget").stdout


@pytest.mark.usefixtures("project")
def test_no_memory_records_nothing(server: ScriptedServer) -> None:
    typed("run", "--yes", "--no-memory", RENAME, server=server)
    assert "The memory is empty." in typed("memory").stdout


def test_a_whole_file_is_not_deleted_by_yes(
    project: Path, server: ScriptedServer
) -> None:
    result = typed("run", "--yes", "delete the file stats.py", server=server)
    assert result.exit_code == Ending.WAITING
    assert (project / "stats.py").exists()


def test_control_characters_in_a_reply_do_not_reach_the_terminal(
    project: Path, server: ScriptedServer
) -> None:
    assert project.is_dir()
    hostile = as_stream(said("\x1b]0;owned\x07 sums"), said(finish="stop"), DONE)
    server.on("/v1/chat/completions", hostile)
    result = typed("ask", "explain total in stats.py", server=server)
    assert "sums" in result.stdout
    assert "\x1b" not in result.stdout


def test_control_characters_in_an_error_do_not_reach_the_terminal(
    project: Path, server: ScriptedServer
) -> None:
    assert project.is_dir()
    result = typed("ask", "explain total", "-m", "big\x1b[31m", server=server)
    assert result.exit_code == Ending.NO_MODEL
    assert "big" in result.stderr
    assert "\x1b" not in result.stderr


def test_a_mark_stands_for_what_an_old_encoding_has_not(
    project: Path, server: ScriptedServer
) -> None:
    assert project.is_dir()
    reply = as_stream(said("It sums → all."), said(finish="stop"), DONE)
    server.on("/v1/chat/completions", reply)
    words = ("ask", "explain total in stats.py", "--server", server.address)
    result = CliRunner(charset="ascii").invoke(app, words)
    assert result.exit_code == Ending.DONE
    assert "It sums ? all." in result.stdout


def test_the_version_is_printed() -> None:
    assert typed("--version").stdout.startswith("litecode-nb ")


def test_a_dry_run_keeps_what_waits(project: Path, server: ScriptedServer) -> None:
    typed("run", RENAME, server=server)
    typed("run", "--dry-run", "rename rows to values everywhere", server=server)
    typed("apply", "--yes")
    assert "def grand_total(rows)" in module_in(project)
