"""File names in requests: what must exist, what need not, what is no file at all."""

from pathlib import Path

import pytest

from litecode_nb.errors import NoSuchPath, OutsideProject
from litecode_nb.project.guard import check_paths
from project_builders import a_project

PROJECT = a_project(
    {
        "src/load.py": "def read_orders(path):\n    return path\n",
        "src/stats.py": "def median(values):\n    return values\n",
        "src/report/load.py": "",
        "old/helpers.py": "",
        "explore.ipynb": ["totals = {}\n", "config = 1\n"],
    },
    other_files=("data/orders.csv", "README.md", "data/my prices.csv", "setup.cfg"),
)

FINE = (
    # there
    "add a docstring to src/stats.py",
    "add a docstring to stats.py",
    "explain ./src/stats.py",
    "explain src\\stats.py",
    "what does `src/stats.py` do?",
    "look at @src/stats.py",
    "fix src/stats.py:12",
    "run the checks of src/stats.py::median",
    "explain src/stats.",
    "which functions are in report/load.py",
    "read data/orders.csv into a list",
    "read orders.csv into a list",
    "read data/my prices.csv",
    'read "my prices.csv" and print it',
    "move everything in old/ to src/",
    "mention it in the README.md",
    # no files
    "use df.head instead of df.tail",
    "why is np.array slower than plt.plot?",
    "totals.get fails, and so does totals.json",
    "what does response.json() return",
    "what does r.json return",
    "rename self.log to self.history",
    "use torch.nn.functional.relu, e.g. in the model, i.e. the last cell",
    "train/test split and/or cross-validation",
    "add an input/output example in km/h, 24/7",
    "read https://example.org/data/a.csv",
    "read s3://bucket/a.parquet",
    "read raw.githubusercontent.com/x/y/main/a.csv",
    "write to me@example.org about it",
    "use version 3.11 and pandas 2.2.1",
    "format all .py files",
    "read all data/*.csv files",
    "read data/{month}.csv for each month",
    "add a route /api/users that lists them",
    "use Node.js conventions",
    # pasted
    'fix this:\nTraceback (most recent call last):\n  File "/usr/lib/x/y.py", line 3',
    "fix this:\nFile ~/other/gone.py:12, in f(x)",
    "fix FileNotFoundError: [Errno 2] No such file or directory: 'data/gone.csv'",
    "the warning comes from /opt/venv/lib/python3.11/site-packages/pandas/core/x.py",
    "make this work:\n```\ndf = read('nowhere.csv')\n```",
    # to be made
    "create src/new.py",
    "create a module src/plots.py with a bar chart",
    "make a new module plots.py with a bar chart of monthly",
    "please create the files a.py and b.py",
    "put the numbers into a new file numbers.py",
    "extract the plotting code to plots.py",
    "move median from src/stats.py to src/numbers.py",
    "rename src/stats.py to src/numbers.py",
    "benenne src/stats.py in src/zahlen.py um",
    "renomme stats.py en nombres.py",
    "write tests for stats.py in tests/test_stats.py",
    'create a new file named "my new file.py"',
    "split stats.py into src/mean.py and src/spread.py",
    "turn the notebook into a script called pipeline.py",
    "add a notebook check.ipynb that plots the orders",
    "add tests/test_stats.py",
    "write a script that plots the orders and call it plot_orders.py",
    "save the figure as plot.png",
    "write the table to out.csv",
    "save the result in results/out.json",
    "use plt.savefig('plots/a.png')",
    'use open("log.txt", "w")',
    "call df.to_csv('out.csv') at the end",
    "download it as raw.zip",
    "erstelle src/neu.py",
    "lege src/neu.py an",
    "schreibe eine neue Datei neu.py mit einer Funktion",
    "bitte src/neu.py anlegen",
    "speichere das Bild als bild.png",
    "crée src/nouveau.py",
    "ajoute un fichier outils.py",
    "enregistre le tableau dans tableau.csv",
    "crea un archivo nuevo.py",
    "guarda la tabla en tabla.csv",
    # need not exist
    'I get "No such file or directory: gone.csv"',
    "if data/cache.pkl does not exist, compute it",
    "use names such as part1.csv",
    "wenn zwischen.csv fehlt, rechne neu",
)

ABSENT = {
    "add a docstring to src/laod.py": "src/load.py",
    "add a docstring to laod.py": "src/load.py",
    "explain sats.py": "src/stats.py",
    "explain `src/sats.py`": "src/stats.py",
    "read data/order.csv into a list": "data/orders.csv",
    "what does exlore.ipynb show?": "explore.ipynb",
    "delete src/helpers.py": "old/helpers.py",
    "fix the bug in src/sttas": "src/stats.py",
    "create a function in src/laod.py": "src/load.py",
    "move median to src/sttas.py": "src/stats.py",
    "rename total in src/sats.py to sum_up": "src/stats.py",
    "lösche src/sats.py": "src/stats.py",
    "ändere die Funktion median in sats.py": "src/stats.py",
    "ajoute une docstring dans sats.py": "src/stats.py",
    "añade un docstring a sats.py": "src/stats.py",
    "create plots.py with a chart of data/ordrs.csv": "data/orders.csv",
    "move median from src/sats.py to src/numbers.py": "src/stats.py",
    "save the result of src/sats.py to out.csv": "src/stats.py",
    "why does Stats.py fail?": "src/stats.py",
    "make sats.py faster": "src/stats.py",
    "Schreibe einen Docstring für median in src/sats.py": "src/stats.py",
}

OUTSIDE = (
    "fix ../other/load.py",
    "add a docstring to /home/me/other/load.py",
    "edit ~/notes.txt",
    "delete /etc/passwd",
    "create /tmp/new.py",
    "remove ../../old.csv",
    "change C:\\work\\load.py",
)

INSIDE_BY_CODE = (
    "read /data/big/orders.csv into a list",
    "save the figure to /tmp/plot.png",
    "read ~/data/orders.csv",
)


@pytest.mark.parametrize("instruction", FINE)
def test_what_is_there_or_made_or_no_file_passes(instruction: str) -> None:
    check_paths(instruction, PROJECT)


@pytest.mark.parametrize(("instruction", "meant"), ABSENT.items())
def test_a_file_that_is_absent_is_refused_with_a_suggestion(
    instruction: str, meant: str
) -> None:
    with pytest.raises(NoSuchPath, match=f"Did you mean.*`{meant}`"):
        check_paths(instruction, PROJECT)


@pytest.mark.parametrize("instruction", OUTSIDE)
def test_what_lies_outside_is_not_edited(instruction: str) -> None:
    with pytest.raises(OutsideProject):
        check_paths(instruction, PROJECT)


@pytest.mark.parametrize("instruction", INSIDE_BY_CODE)
def test_code_may_read_and_write_data_that_lies_outside(instruction: str) -> None:
    check_paths(instruction, PROJECT)


def test_the_message_says_what_to_do() -> None:
    with pytest.raises(NoSuchPath) as caught:
        check_paths("explain src/laod.py", PROJECT)
    assert str(caught.value) == (
        "`src/laod.py` is not in this project; nothing was changed. Did you mean "
        '`src/load.py`? To create it, say "create src/laod.py".'
    )


def test_a_file_like_no_other_is_refused_without_a_suggestion() -> None:
    with pytest.raises(NoSuchPath) as caught:
        check_paths("explain zebra.py", PROJECT)
    assert str(caught.value) == (
        "`zebra.py` is not in this project; nothing was changed. "
        'To create it, say "create zebra.py".'
    )


def test_a_name_that_two_files_have_is_refused_with_both() -> None:
    with pytest.raises(NoSuchPath) as caught:
        check_paths("explain load.py", PROJECT)
    assert "`src/load.py`, `src/report/load.py`" in str(caught.value)


def test_of_two_files_the_one_at_the_root_is_meant_by_its_name() -> None:
    project = a_project({"load.py": "", "src/load.py": ""})
    check_paths("explain load.py", project)


def test_of_two_files_the_one_beside_the_running_notebook_is_meant() -> None:
    project = a_project(
        {"a/load.py": "", "b/load.py": "", "b/x.ipynb": ["x = 1"]}, running="b/x.ipynb"
    )
    check_paths("explain load.py", project)


def test_a_path_is_read_from_the_running_notebooks_folder() -> None:
    project = a_project(
        {"notebooks/x.ipynb": ["x = 1"], "src/load.py": ""},
        running="notebooks/x.ipynb",
        other_files=("data/a.csv",),
    )
    check_paths("read ../data/a.csv and explain ../src/load.py", project)


def test_a_file_that_git_ignores_is_there_when_the_root_is_known(
    tmp_path: Path,
) -> None:
    (tmp_path / "cache.csv").touch()
    check_paths("read cache.csv", PROJECT, root=tmp_path)


def test_an_absolute_path_into_the_project_is_inside(tmp_path: Path) -> None:
    check_paths(f"explain {tmp_path.resolve()}/src/stats.py", PROJECT, root=tmp_path)


def test_a_link_that_leads_out_is_not_there(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (tmp_path / "secret.csv").touch()
    (root / "secret.csv").symlink_to(tmp_path / "secret.csv")
    with pytest.raises(NoSuchPath):
        check_paths("read secret.csv", PROJECT, root=root)


@pytest.mark.parametrize(
    "instruction",
    [
        "a" * 100_000,
        "\n" * 50_000 + "x",
        "save to " * 20_000,
        "a.b@" * 30_000,
        "x/" * 50_000,
    ],
    ids=["letters", "lines", "words", "marks", "slashes"],
)
@pytest.mark.timeout(20)
def test_a_huge_request_takes_no_long_time(instruction: str) -> None:
    check_paths(instruction, PROJECT)
