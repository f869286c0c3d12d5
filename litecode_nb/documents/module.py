"""Python modules: one unit each, in the encoding that PEP 263 finds for them."""

import codecs
import io
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass, field

from litecode_nb.documents.definitions import first_docstring_line
from litecode_nb.domain.edit import Edit, merged
from litecode_nb.domain.ids import DocumentPath, UnitId
from litecode_nb.domain.unit import Unit, UnitKind
from litecode_nb.errors import (
    DocumentError,
    StaleUnit,
    UnknownUnit,
    UnreadableDocument,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """A module as it was read; see `Document` for what it can do.

    Attributes:
        path: Its path in the project.
        encoding: The codec of its bytes.
        units: The module as its one unit; none while it is new.
    """

    path: DocumentPath
    encoding: str
    units: tuple[Unit, ...] = field(repr=False)
    _mark: bytes = field(repr=False)

    @property
    def title(self) -> str:
        """Give the first line of its docstring; empty where it has none."""
        return first_docstring_line(self._text)

    def unit(self, unit: UnitId) -> Unit:
        """Give the one unit, whose address is the module's path."""
        if unit != UnitId(self.path) or not self.units:
            raise _unknown(self.path, unit)
        return self.units[0]

    def with_edits(self, edits: Sequence[Edit]) -> "Module":
        """Give the module with another text; one that is deleted is as if new.

        Raises:
            UnknownUnit: An edit names another unit.
            StaleUnit: The module holds another text than the edit expects.
            DocumentError: Its encoding cannot write the new text.
        """
        module = self
        for edit in merged(edits):
            module = module._with_edit(edit)
        return module

    def to_bytes(self) -> bytes:
        """Give its bytes; without edits, the very bytes that were read."""
        return self._mark + self._text.encode(self.encoding)

    @property
    def _text(self) -> str:
        return self.units[0].source if self.units else ""

    def _with_edit(self, edit: Edit) -> "Module":
        if edit.unit != UnitId(self.path) or edit.kind is not UnitKind.MODULE:
            raise _unknown(self.path, edit.unit)
        if edit.before != (self._text if self.units else None):
            raise _stale(edit)
        if edit.after is None:
            return new_module(self.path)
        return _written(self.path, edit.after, self._mark)


def read_module(path: DocumentPath, data: bytes) -> Module:
    """Read a module.

    Raises:
        UnreadableDocument: The bytes are no text in the encoding that they claim.
    """
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        encoding = _encoding_of(data)
        text = data[len(mark) :].decode(encoding)
        is_true = text.encode(encoding) == data[len(mark) :]
    except (SyntaxError, LookupError, UnicodeError) as error:
        message = (
            f"`{path}` is no text in its own encoding: {error}. Save it as UTF-8, or "
            "correct the `coding` line at its top."
        )
        raise UnreadableDocument(message) from error
    if not is_true or "\0" in text:
        message = (
            f"`{path}` cannot be written back in {encoding} as it was read. Save it as "
            "UTF-8 if it is a Python module."
        )
        raise UnreadableDocument(message)
    return _module(path, text, encoding, mark)


def new_module(path: DocumentPath) -> Module:
    """Give a module that is not there yet: it has no bytes and no unit."""
    return Module(path=path, encoding="utf-8", units=(), _mark=b"")


def _module(path: DocumentPath, text: str, encoding: str, mark: bytes) -> Module:
    unit = Unit(
        id=UnitId(path),
        document=path,
        kind=UnitKind.MODULE,
        position=0,
        source=text,
    )
    return Module(path=path, encoding=encoding, units=(unit,), _mark=mark)


def _written(path: DocumentPath, text: str, mark: bytes) -> Module:
    """Write a text in the encoding that it names itself."""
    try:
        encoding = _encoding_of(mark + text.encode("utf-8", "replace"))
        text.encode(encoding)
    except (SyntaxError, LookupError, UnicodeError) as error:
        message = (
            f"`{path}` cannot hold the new text in its encoding: {error}. Take the "
            "character out, or save the file as UTF-8 first."
        )
        raise DocumentError(message) from error
    return _module(path, text, encoding, mark)


def _encoding_of(data: bytes) -> str:
    """Find the codec, as Python itself does; the byte order mark is not part of it."""
    name, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return "utf-8" if name == "utf-8-sig" else name


def _unknown(path: DocumentPath, unit: UnitId) -> UnknownUnit:
    return UnknownUnit(
        f"`{path}` is a module with one unit, so `{unit}` is not in it. Read it again."
    )


def _stale(edit: Edit) -> StaleUnit:
    what = "is already there" if edit.creates else "changed since it was read"
    return StaleUnit(
        f"{edit.label} {what}, so it was left alone. Ask again, so that its present "
        "text is used."
    )
