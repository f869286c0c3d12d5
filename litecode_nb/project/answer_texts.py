"""The words of answers by code, in each language in which they are given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_LINES = 40
"""A longer list ends with how much more there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """One language: nouns in singular and plural, and sentences with gaps."""

    nouns: Mapping[str, tuple[str, str]]
    has: str
    there_are: str
    is_defined: str
    is_used: str
    is_imported: str
    is_unused: str
    defines: str
    defines_none: str
    cell: str
    lines: str
    further: str

    def counted(self, number: int, noun: str) -> str:
        """Say a number of things, such as "3 cells"."""
        one, many = self.nouns[noun]
        return f"{number:,} {one if number == 1 else many}"

    def listed(self, lines: Sequence[str]) -> str:
        """Write a list in Markdown."""
        shown = [f"- {line}" for line in lines[:MOST_LINES]]
        further = len(lines) - len(shown)
        more = [f"- {self.further.format(number=further)}"] if further else []
        return "\n".join([*shown, *more])


ENGLISH = Texts(
    nouns={
        "cell": ("cell", "cells"),
        "code": ("code cell", "code cells"),
        "markdown": ("Markdown cell", "Markdown cells"),
        "raw": ("raw cell", "raw cells"),
        "line": ("line", "lines"),
        "function": ("function", "functions"),
        "class": ("class", "classes"),
        "method": ("method", "methods"),
        "notebook": ("notebook", "notebooks"),
        "module": ("module", "modules"),
    },
    has="{name} has {number}.",
    there_are="The project has {number}.",
    is_defined="`{name}` is defined in {places}.",
    is_used="`{name}` is used in:",
    is_imported="It is imported in:",
    is_unused="Nothing in this project uses `{name}`, as far as names tell.",
    defines="{name} has {number}:",
    defines_none="{name} has no {noun}.",
    cell="cell {number}",
    lines="lines {first} to {last}",
    further="{number} more",
)
GERMAN = Texts(
    nouns={
        "cell": ("Zelle", "Zellen"),
        "code": ("Code-Zelle", "Code-Zellen"),
        "markdown": ("Markdown-Zelle", "Markdown-Zellen"),
        "raw": ("Rohtext-Zelle", "Rohtext-Zellen"),
        "line": ("Zeile", "Zeilen"),
        "function": ("Funktion", "Funktionen"),
        "class": ("Klasse", "Klassen"),
        "method": ("Methode", "Methoden"),
        "notebook": ("Notebook", "Notebooks"),
        "module": ("Modul", "Module"),
    },
    has="{name} hat {number}.",
    there_are="Das Projekt hat {number}.",
    is_defined="`{name}` ist definiert in {places}.",
    is_used="`{name}` wird verwendet in:",
    is_imported="Importiert wird es in:",
    is_unused="Soweit Namen es zeigen, verwendet nichts in diesem Projekt `{name}`.",
    defines="{name} hat {number}:",
    defines_none="{name} hat keine {noun}.",
    cell="Zelle {number}",
    lines="Zeile {first} bis {last}",
    further="{number} weitere",
)
