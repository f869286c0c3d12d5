"""Git's ignore rules, judged one name at a time."""

import shutil
import subprocess
from pathlib import Path

import pytest

from litecode_nb.project.ignoring import Rules, rules_above

PATHS = (
    *("a.py", "b.py", "ab.py", "x.log", "x1.py", "#x.py", "!b.py"),
    *("src/a.py", "src/deep/b.py", "foo/x.log", "foo/a.py", "foo/foo/a.py"),
    *("data/a.txt", "data/keep/a.py", "data/keep/b.txt", "build/x.py"),
    *("a/b.py", "a/c/d/b.py", "a/foo/b.py"),
)
RULES = (
    ["/*", "!/src/"],
    ["data/*", "!data/keep/"],
    ["data/**", "!data/keep"],
    ["data/**", "!data/**/", "!data/**/*.py"],
    ["*", "!*/", "!*.py"],
    ["*.log", "!foo/"],
    ["build/"],
    ["/build"],
    ["foo"],
    ["/foo/"],
    ["a/**/b.py"],
    ["**/b.py"],
    ["foo/*.py"],
    ["x[0-9].py"],
    ["[z-a].py"],
    ["a?.py"],
    ["*.py", "!a.py"],
    ["!a.py", "*.py"],
    ["\\#x.py", "#x1.py"],
    ["\\!b.py"],
    ["  ", "", "/", "b.py   "],
    ["*/"],
    ["**/"],
    ["/src/*", "!/src/deep"],
    ["foo/", "!foo/"],
)


def ignored(rules: Rules) -> set[str]:
    """What a walk from the root leaves out."""
    return {path for path in PATHS if _is_cut_off(rules, path.split("/"))}


def _is_cut_off(rules: Rules, parts: list[str]) -> bool:
    return any(
        rules.ignore("/".join(parts[:end]), is_folder=end < len(parts))
        for end in range(1, len(parts) + 1)
    )


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty repository with a file at every path."""
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    for path in PATHS:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    return root


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize("lines", RULES, ids="|".join)
def test_the_rules_say_what_git_says(lines: list[str], repository: Path) -> None:
    (repository / ".git/info/exclude").write_text("\n".join(lines) + "\n", "utf-8")
    command = ["git", "ls-files", "-oi", "--exclude-from=.git/info/exclude", "-z"]
    said = subprocess.check_output(command, cwd=repository, text=True)
    assert ignored(rules_above(repository)) == set(said.split("\0")) - {""}


def test_without_rules_nothing_is_ignored() -> None:
    assert ignored(Rules()) == set()


def test_a_deeper_folders_rules_are_stronger() -> None:
    rules = Rules().within("", ["*.py"]).within("src", ["!a.py"])
    assert not rules.ignore("src/a.py", is_folder=False)
    assert rules.ignore("src/b.py", is_folder=False)


def test_a_rule_with_a_slash_is_about_its_own_folder() -> None:
    rules = Rules().within("src", ["/a.py"])
    assert rules.ignore("src/a.py", is_folder=False)
    assert not rules.ignore("src/deep/a.py", is_folder=False)


def test_the_rules_of_a_repository_reach_a_project_within_it(tmp_path: Path) -> None:
    project = tmp_path / "packages" / "one"
    project.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("packages/one/old.py\n*.log\n")
    rules = rules_above(project)
    assert rules.ignore("old.py", is_folder=False)
    assert rules.ignore("deep/x.log", is_folder=False)
    assert not rules.ignore("new.py", is_folder=False)


def test_rules_that_are_no_text_are_no_rules(tmp_path: Path) -> None:
    (tmp_path / ".git" / "info").mkdir(parents=True)
    (tmp_path / ".git/info/exclude").write_bytes(b"\xff\xfe[\x00")
    assert ignored(rules_above(tmp_path)) == set()
