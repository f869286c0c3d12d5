"""Who defines a name and who uses it, over all documents of a project."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from litecode_nb.domain.ids import DocumentPath, UnitId, document_of
from litecode_nb.domain.project import DocumentOutline, ProjectMap
from litecode_nb.domain.unit import SectionOutline, UnitKind, UnitOutline
from litecode_nb.project.importing import Modules


class Place(NamedTuple):
    """A cell, a module, or a definition in one of them.

    Attributes:
        unit: The cell or module.
        section: Qualified name of the definition; None for the unit's own lines.
    """

    unit: UnitId
    section: str | None = None


Places = Mapping[str, tuple[Place, ...]]
"""Names to places, in the order of the map."""


def definers(project: ProjectMap, only: Collection[str] | None = None) -> Places:
    """Give the places that define each name.

    A function, class or method of a module is defined by its section, under its
    qualified name (`Item.label`); other names of a module by the module as a whole, and
    all names of a cell by the cell. A name that is imported as it is has its definer
    where it comes from; an alias such as `pd` is defined by the cell.

    Args:
        project: The map.
        only: The names that are asked for; None for all.
    """
    pairs = (pair for unit in _units(project) for pair in _defined(unit))
    return _gathered(pairs, only)


def users(project: ProjectMap, only: Collection[str] | None = None) -> Places:
    """Give the places that read each name from elsewhere.

    In a module the definition that uses a name is given, not the class around it; the
    module as a whole only where its lines outside of definitions use the name.

    Args:
        project: The map.
        only: The names that are asked for; None for all.
    """
    wanted = None if only is None else frozenset(only)
    pairs = (pair for unit in _units(project) for pair in _used(unit, wanted))
    return _gathered(pairs, only)


def importers(project: ProjectMap, only: Collection[str]) -> Places:
    """Give the places that import something of the project by its own name.

    Args:
        project: The map.
        only: The names that are asked for.
    """
    wanted = frozenset(only)
    modules = _modules(project)
    return _gathered(
        (
            (_last(dotted), Place(unit.id))
            for unit in _units(project)
            for dotted in sorted(unit.imports)
            if _last(dotted) in wanted
            and modules.split(dotted, document_of(unit.id))[0]
        ),
        only,
    )


def readers_of(name: str, place: Place, project: ProjectMap) -> tuple[Place, ...]:
    """Give the places that read a name and mean the one that is defined here.

    Args:
        name: The name, qualified for a method.
        place: Where it is defined.
        project: The map.
    """
    found = users(project, [name]).get(name, ())
    if "." in name:
        return found
    home = document_of(place.unit)
    rivals = {document_of(p.unit) for p in definers(project, [name]).get(name, ())}
    judge = _Judge(
        name=name, home=home, rivals=frozenset(rivals), modules=_modules(project)
    )
    documents = {each.path: each for each in project.documents}
    return tuple(e for e in found if judge.means_home(documents[document_of(e.unit)]))


def users_of(
    place: Place, readers: Iterable[Place], project: ProjectMap
) -> list[Place]:
    """Choose, of the places that read a name, those that mean the one defined here.

    Args:
        place: Where the name is defined.
        readers: The places that read a name like it.
        project: The map.
    """
    modules, home = _modules(project), document_of(place.unit)
    seen = {home} | {
        document.path
        for document in project.documents
        if any(
            modules.split(dotted, document.path)[0] == home
            for unit in document.units
            for dotted in unit.imports
        )
    }
    return [each for each in readers if document_of(each.unit) in seen]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judge:
    """Judges from imports whether a name that is read is the one from its home."""

    name: str
    home: DocumentPath
    rivals: frozenset[DocumentPath]
    modules: Modules

    def means_home(self, user: DocumentOutline) -> bool:
        """Whether a document that reads the name has it from its home.

        A module of the project that only hands the name on is taken for the home.
        """
        if user.path == self.home:
            return True
        dotted = sorted({each for unit in user.units for each in unit.imports})
        found = [(each, *self.modules.split(each, user.path)) for each in dotted]
        if any(module == self.home for _, module, _ in found):
            return True
        return any(
            module is not None and module not in self.rivals
            for each, module, _ in found
            if _last(each) in {self.name, "*"}
        )


def _last(dotted: str) -> str:
    return dotted.rpartition(".")[2]


def _modules(project: ProjectMap) -> Modules:
    return Modules.of(document.path for document in project.documents)


def _units(project: ProjectMap) -> Iterator[UnitOutline]:
    return (unit for document in project.documents for unit in document.units)


def _defined(unit: UnitOutline) -> Iterator[tuple[str, Place]]:
    sections = dict.fromkeys(each.name for each in unit.sections)
    if unit.kind is UnitKind.MODULE:
        yield from ((name, Place(unit.id, name)) for name in sections)
    else:
        yield from ((name, Place(unit.id)) for name in sections)
    imported = {dotted.rpartition(".")[2] for dotted in unit.imports}
    others = sorted(unit.defines.difference(sections, imported))
    yield from ((name, Place(unit.id)) for name in others)


def _used(
    unit: UnitOutline, wanted: frozenset[str] | None
) -> Iterator[tuple[str, Place]]:
    if unit.kind is not UnitKind.MODULE:
        yield from ((name, Place(unit.id)) for name in _of(unit.uses, wanted))
        return
    for section in unit.sections:
        own = _of(section.uses, wanted)
        deeper = _within(section, unit) if own else frozenset()
        place = Place(unit.id, section.name)
        yield from ((name, place) for name in own if name not in deeper)
    yield from ((name, Place(unit.id)) for name in _of(unit.own_uses, wanted))


def _of(names: frozenset[str], wanted: frozenset[str] | None) -> list[str]:
    return sorted(names if wanted is None else names & wanted)


def _within(section: SectionOutline, unit: UnitOutline) -> frozenset[str]:
    """Give what the methods of a class use."""
    deeper = (s.uses for s in unit.sections if s.name.startswith(f"{section.name}."))
    return frozenset().union(*deeper)


def _gathered(
    pairs: Iterable[tuple[str, Place]], only: Collection[str] | None
) -> Places:
    found: dict[str, dict[Place, None]] = {}
    for name, place in pairs:
        if only is None or name in only:
            found.setdefault(name, {})[place] = None
    return {name: tuple(places) for name, places in found.items()}
