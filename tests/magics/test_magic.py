"""The magics in a shell without a kernel: registered, called, taken back."""

import subprocess
import sys

from IPython.core.completer import provisionalcompleter
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

from litecode_magics import magic


def shown(shell: InteractiveShell) -> str:
    """Everything that was displayed, as text."""
    publisher = shell.display_pub
    assert isinstance(publisher, CapturingDisplayPublisher)
    return "\n".join(each["data"]["text/plain"] for each in publisher.outputs)


def run(shell: InteractiveShell, cell: str) -> str:
    result = shell.run_cell(cell)  # type: ignore[no-untyped-call]  # IPython's
    result.raise_error()
    return shown(shell)


def test_help_lists_the_verbs(shell: InteractiveShell) -> None:
    assert "%litecode undo" in run(shell, "%litecode --help")


def test_help_on_a_cell_lists_its_options(shell: InteractiveShell) -> None:
    assert "--dry-run" in run(shell, "%%litecode --help")


def test_a_mistake_is_a_sentence(shell: InteractiveShell) -> None:
    assert "Did you mean `%litecode apply`?" in run(shell, "%litecode aply")


def test_a_caller_of_the_magic_itself_gets_the_same(shell: InteractiveShell) -> None:
    shell.run_line_magic("litecode", "aply")
    assert "Did you mean `%litecode apply`?" in shown(shell)


def test_names_in_braces_are_not_looked_up(shell: InteractiveShell) -> None:
    shell.user_ns["x"] = "SECRET"
    assert "SECRET" not in run(shell, "%litecode what is {x} and $x")


def test_loading_twice_is_loading_once(shell: InteractiveShell) -> None:
    before = len(shell.input_transformers_cleanup)
    magic.register(shell)
    assert len(shell.input_transformers_cleanup) == before


def test_unloading_leaves_nothing_behind(shell: InteractiveShell) -> None:
    magic.unregister(shell)
    assert not [k for k in magic.KINDS if "litecode" in shell.magics_manager.magics[k]]
    names = [each.__module__ for each in shell.input_transformers_cleanup]
    assert not [name for name in names if "litecode" in name]


def test_tab_is_answered(shell: InteractiveShell) -> None:
    assert shell.Completer is not None
    typed = "%%litecode --no-m"
    with provisionalcompleter():
        found = list(shell.Completer.completions(typed, len(typed)))
    assert [each.text for each in found] == ["--no-memory"]


def test_loading_the_extension_loads_nothing_heavy() -> None:
    code = (
        "import sys; from IPython.core.interactiveshell import InteractiveShell\n"
        "from traitlets.config import Config; config = Config()\n"
        "config.HistoryManager.enabled = False\n"
        "shell = InteractiveShell(config=config)\n"
        "assert shell.run_line_magic('load_ext', 'litecode_nb') is None\n"
        "assert shell.find_cell_magic('litecode')\n"
        "heavy = {'httpx', 'tiktoken', 'ipywidgets', 'nbformat', 'rich', 'typer'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
