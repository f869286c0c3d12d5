"""Scopes of Python code: which names each binds and reads, and what stays free."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Self


class ScopeKind(Enum):
    """What opens a scope."""

    TOP = auto()
    FUNCTION = auto()
    CLASS = auto()
    COMPREHENSION = auto()


@dataclass(slots=True, eq=False, kw_only=True)
class Scope:
    """A scope while code is being read, in the order in which it would run.

    Attributes:
        kind: What opened it.
        parent: Where its free names are looked up; None for the top.
        is_immediate: Whether it runs as it is read; a function's body runs later.
        bound: Names that it binds.
        fleeting: Names that it binds for a while only, such as `except ... as error`.
        imported: Those of the bound names that an import binds.
        global_names: Names that it declares as `global`.
        nonlocal_names: Names that it declares as `nonlocal`.
        reads: Names that it read before they were bound.
        later_reads: Names that functions in it read, whenever they are called.
        dotted: First names and dotted names that were read: `("np", "np.array")`.
    """

    kind: ScopeKind
    parent: "Scope | None" = None
    is_immediate: bool = True
    bound: set[str] = field(default_factory=set)
    fleeting: set[str] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)
    global_names: set[str] = field(default_factory=set)
    nonlocal_names: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    later_reads: set[str] = field(default_factory=set)
    dotted: set[tuple[str, str]] = field(default_factory=set)

    @property
    def top(self) -> "Scope":
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    @property
    def binder(self) -> "Scope":
        """Where `:=` binds: the nearest scope that is no comprehension."""
        scope = self
        while scope.kind is ScopeKind.COMPREHENSION and scope.parent is not None:
            scope = scope.parent
        return scope

    def inner(self, kind: ScopeKind) -> Self:
        """Open a scope in this one; a class does not lend its names to it."""
        is_class = self.kind is ScopeKind.CLASS
        return type(self)(
            kind=kind,
            parent=self.parent if is_class else self,
            is_immediate=self.is_immediate and kind is not ScopeKind.FUNCTION,
        )

    def read(self, name: str) -> None:
        """Note that a name is read, unless the top has bound it before."""
        top = self.top if self.is_immediate else None
        if top is None or not (name in top.bound or name in top.fleeting):
            self.reads.add(name)

    def bind(self, name: str) -> None:
        """Note that a name is bound, in the scope that it belongs to."""
        if name in self.global_names:
            self.top.bound.add(name)
        elif name not in self.nonlocal_names:
            self.bound.add(name)

    def unbind(self, name: str) -> None:
        """Note that a name is read and deleted; functions keep theirs as local."""
        self.read(name)
        if self.parent is None:
            self.bound.discard(name)

    def hand_up(self) -> None:
        """Give the parent what stays free here."""
        parent = self.parent
        if parent is None:
            return
        local = self.bound | self.fleeting
        is_later = parent.is_immediate and not self.is_immediate
        target = parent.later_reads if is_later else parent.reads
        target |= self.reads - local
        parent.later_reads |= self.later_reads - local
        hidden = local - self.imported
        parent.dotted |= {each for each in self.dotted if each[0] not in hidden}


def close(scopes: Sequence[Scope]) -> None:
    """Hand all free names up; `scopes` are in the order in which they were opened."""
    for scope in reversed(scopes):
        scope.hand_up()
