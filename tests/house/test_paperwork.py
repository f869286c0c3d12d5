"""What stands beside the code agrees with it."""

import re
import tomllib
from pathlib import Path

import litecode_nb

ROOT = Path(__file__).parents[2]


def test_the_newest_heading_of_the_changelog_is_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[?(\d+\.\d+\.\d+)", text, re.MULTILINE)
    assert newest is not None
    assert newest[1] == litecode_nb.__version__


def test_every_room_is_in_the_picture_of_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = [p for p in (ROOT / "litecode_nb").iterdir() if not p.name.startswith("_")]
    names = {p.stem for p in rooms if p.is_dir() or p.suffix == ".py"}
    assert {name for name in names if f"{name}" not in text} == set()


def test_the_readme_says_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert 'pip install -e ".[embedded]" && litecode demo' in text
    assert 'pip install -e ".[test]" && pytest' in text


def test_every_dependency_has_a_lower_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    every = project["project"]["dependencies"]
    assert [each for each in every if ">=" not in each] == []
