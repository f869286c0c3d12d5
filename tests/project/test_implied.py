"""Who defines and who uses a name, over modules and cells."""

from litecode_nb.domain.ids import UnitId
from litecode_nb.domain.project import ProjectMap
from litecode_nb.project.implied import (
    Place,
    definers,
    importers,
    readers_of,
    users,
    users_of,
)
from project_builders import a_project

LOAD = "SEP = 1\n\ndef read(path):\n    return path, SEP\n"


def used(project: ProjectMap, name: str) -> list[tuple[str, str | None]]:
    return [(each.unit, each.section) for each in users(project).get(name, ())]


def place(unit: str, section: str | None = None) -> Place:
    return Place(UnitId(unit), section)


def test_a_function_is_defined_by_its_section_and_a_constant_by_its_module() -> None:
    found = definers(a_project({"load.py": LOAD}))
    assert found["read"] == (place("load.py", "read"),)
    assert found["SEP"] == (place("load.py"),)


def test_a_cell_defines_all_its_names_itself() -> None:
    found = definers(a_project({"a.ipynb": ["def f(): ...\nx = 1"]}))
    assert found["f"] == found["x"] == (place("a.ipynb#id1"),)


def test_an_import_defines_nothing_but_its_alias() -> None:
    cell = "import numpy as np\nfrom load import read"
    found = definers(a_project({"a.ipynb": [cell], "load.py": LOAD}))
    assert found["read"] == (place("load.py", "read"),)
    assert found["np"] == (place("a.ipynb#id1"),)


def test_a_definition_uses_a_name_and_not_the_class_around_it() -> None:
    item = "from load import read\nclass A:\n    def f(self):\n        return read(1)\n"
    project = a_project({"item.py": item, "load.py": LOAD})
    assert used(project, "read") == [("item.py", "A.f")]


def test_lines_outside_of_definitions_use_a_name_as_the_module() -> None:
    project = a_project({"main.py": "from load import read\nread(1)\n"})
    assert used(project, "read") == [("main.py", None)]


def test_an_attribute_of_an_imported_module_is_a_use() -> None:
    for line in (
        "import src.load\nsrc.load.read(1)",
        "from src import load as l\nl.read(1)",
    ):
        project = a_project({"src/load.py": LOAD, "a.ipynb": [line]})
        assert used(project, "read") == [("a.ipynb#id1", None)]


def test_a_relative_import_is_followed() -> None:
    main = "from . import load\n\ndef main():\n    load.read(1)\n"
    project = a_project({"src/load.py": LOAD, "src/main.py": main})
    assert used(project, "read") == [("src/main.py", "main")]


def test_another_name_for_an_imported_function_is_a_use() -> None:
    cell = "from load import read as r\nr(1)"
    project = a_project({"load.py": LOAD, "a.ipynb": [cell]})
    assert used(project, "read") == [("a.ipynb#id1", None)]


def test_a_method_is_found_where_it_is_called_on_anything() -> None:
    item = "class Item:\n    def price_of(self): ...\n"
    project = a_project({"item.py": item, "a.ipynb": ["x.price_of()"]})
    assert used(project, "Item.price_of") == [("a.ipynb#id1", None)]


def test_a_method_that_a_built_in_type_has_too_says_nothing() -> None:
    item = "class Item:\n    def append(self): ...\n"
    project = a_project({"item.py": item, "a.ipynb": ["x.append(1)"]})
    assert used(project, "Item.append") == []


def test_an_attribute_of_a_foreign_module_is_no_use() -> None:
    cell = "import numpy as np\nnp.read(1)"
    project = a_project({"load.py": LOAD, "a.ipynb": [cell]})
    assert used(project, "read") == []


def test_what_a_parameter_hides_is_no_use() -> None:
    main = "from load import read\n\ndef main(read):\n    return read\n"
    project = a_project({"load.py": LOAD, "main.py": main})
    assert used(project, "read") == []


def test_a_reader_of_a_like_named_thing_from_elsewhere_is_no_reader() -> None:
    project = a_project(
        {
            "load.py": LOAD,
            "mine.py": "from load import read\nread(1)\n",
            "other.py": "from otherlib import read\nread(1)\n",
        }
    )
    assert readers_of("read", place("load.py", "read"), project) == (place("mine.py"),)


def test_a_module_that_hands_a_name_on_is_taken_for_its_home() -> None:
    project = a_project(
        {
            "pkg/__init__.py": "from pkg.load import read\n",
            "pkg/load.py": LOAD,
            "main.py": "from pkg import read\nread(1)\n",
        }
    )
    readers = readers_of("read", place("pkg/load.py", "read"), project)
    assert readers == (place("main.py"),)


def test_of_two_homes_each_has_its_own_readers() -> None:
    project = a_project(
        {
            "a/load.py": LOAD,
            "b/load.py": LOAD,
            "a.ipynb": ["from a.load import read\nread(1)"],
            "b.ipynb": ["from b.load import read\nread(1)"],
        }
    )
    readers = users(project)["read"]
    home = place("b/load.py", "read")
    assert users_of(home, readers, project) == [place("b.ipynb#id1")]
    assert readers_of("read", home, project) == (place("b.ipynb#id1"),)


def test_a_star_import_makes_a_reader() -> None:
    project = a_project({"load.py": LOAD, "main.py": "from load import *\nread(1)\n"})
    assert readers_of("read", place("load.py", "read"), project) == (place("main.py"),)


def test_importers_are_those_that_import_it_from_the_project() -> None:
    project = a_project(
        {
            "load.py": LOAD,
            "a.ipynb": ["from load import read"],
            "b.ipynb": ["from elsewhere import read"],
        }
    )
    assert importers(project, ["read"]) == {"read": (place("a.ipynb#id1"),)}


def test_only_the_names_that_are_asked_for_are_given() -> None:
    project = a_project({"load.py": LOAD})
    assert list(definers(project, ["read"])) == ["read"]


def test_a_standard_module_is_not_taken_for_a_file_deep_below() -> None:
    files = {
        "deep/tools/json.py": "def loads(x): ...\n",
        "a.py": "import json\njson.loads(1)",
    }
    assert used(a_project(files), "loads") == []
