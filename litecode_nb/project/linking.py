"""Turn attributes into names of the project: `stats.total` into `total`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Self

from litecode_nb.domain.ids import DocumentPath
from litecode_nb.domain.project import DocumentOutline
from litecode_nb.domain.unit import UnitKind, UnitOutline
from litecode_nb.project.importing import Modules

MOST_METHODS = 3
"""An attribute that more classes have as a method says nothing about which is meant."""

_BUILT_IN = (str, bytes, list, dict, set, tuple, int, float, PurePath, object, type)
_OTHERS = (
    "T add apply body close code content data date end error file first get head id "
    "kind last length level line mean message mode names new next number open output "
    "path plot position read result root run save send shape show size source start "
    "state status stop sum target text time title tokens type url user version write"
)
EVERYDAY = frozenset(_OTHERS.split()).union(*(dir(kind) for kind in _BUILT_IN))
"""Attributes that are far more often somebody else's than a project class's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What the attributes of a project may mean."""

    modules: Modules
    tops: Mapping[DocumentPath, frozenset[str]]
    methods: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, documents: tuple[DocumentOutline, ...]) -> Self:
        """Gather what the documents define."""
        return cls(
            modules=Modules.of(document.path for document in documents),
            tops={each.path: _names(each.units) for each in documents},
            methods=_methods(documents),
        )

    def resolve(self, used: str, user: DocumentPath) -> tuple[str, ...]:
        """Give the names of the project that a used name stands for."""
        if "." not in used:
            return (used,)
        if used.startswith(".") and used.count(".") == 1:
            found = self.methods.get(used[1:], ())
            return found if len(found) <= MOST_METHODS else ()
        module, rest = self.modules.split(used, user)
        if module is None or not rest:
            return ()
        owned = (".".join(rest[:end]) for end in range(1, len(rest) + 1))
        return tuple(name for name in owned if name in self.tops[module])


def linked(documents: Iterable[DocumentOutline]) -> tuple[DocumentOutline, ...]:
    """Resolve what the documents use by attribute; what is not the project's goes."""
    every = tuple(documents)
    known = _Known.of(every)
    return tuple(
        replace(each, units=tuple(_unit(u, each.path, known) for u in each.units))
        for each in every
    )


def _unit(unit: UnitOutline, path: DocumentPath, known: _Known) -> UnitOutline:
    own = frozenset(each.name for each in unit.sections)
    sections = tuple(
        replace(each, uses=_resolved(each.uses, path, known) - {each.name})
        for each in unit.sections
    )
    return replace(
        unit,
        uses=_resolved(unit.uses, path, known) - own,
        own_uses=_resolved(unit.own_uses, path, known),
        sections=sections,
    )


def _resolved(
    uses: frozenset[str], path: DocumentPath, known: _Known
) -> frozenset[str]:
    return frozenset(name for used in uses for name in known.resolve(used, path))


def _names(units: Iterable[UnitOutline]) -> frozenset[str]:
    """Give all that a module defines, methods by their qualified names."""
    modules = [unit for unit in units if unit.kind is UnitKind.MODULE]
    sections = frozenset(s.name for unit in modules for s in unit.sections)
    return sections.union(*(unit.defines for unit in modules))


def _methods(
    documents: Iterable[DocumentOutline],
) -> Mapping[str, tuple[str, ...]]:
    """Give the methods of all classes by their short names."""
    found: dict[str, tuple[str, ...]] = {}
    qualified = {
        section.name
        for document in documents
        for unit in document.units
        for section in unit.sections
        if "." in section.name
    }
    for name in sorted(qualified):
        short = name.rpartition(".")[2]
        if short not in EVERYDAY:
            found[short] = (*found.get(short, ()), name)
    return found
