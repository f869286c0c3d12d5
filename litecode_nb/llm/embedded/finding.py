"""The weights on the user's machine: which file would be served."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from litecode_nb.errors import WeightsError, WrongDigest
from litecode_nb.llm.embedded.official import (
    DEFAULT_SIZE,
    SIZES,
    OfficialFile,
    official_file,
    official_of_length,
)
from litecode_nb.llm.embedded.places import models_folder

FILE_VARIABLE = "LITECODE_MODEL_FILE"
GGUF_MARK = b"GGUF"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A GGUF file that can be served.

    Attributes:
        path: Where it is.
        model: The model's name.
        official: The official file that it is, or claims to be by its length; None for
            a model of the user's own.
        is_checked: Whether its digest was checked when it was fetched.
    """

    path: Path
    model: str
    official: OfficialFile | None
    is_checked: bool

    @property
    def note(self) -> str | None:
        """What a person should know of it; None where there is nothing to say."""
        if self.official is None:
            return f"{self.path} is a model of your own; its content is not checked."
        return None

    def check(self) -> None:
        """Compare the digest of a file that claims to be an official one.

        Raises:
            WrongDigest: It is not that file. It is left as it is.
        """
        if self.is_checked or self.official is None:
            return
        if file_digest(self.path) != self.official.sha256:
            message = (
                f"{self.path} has the length of {self.official.file_name} but not its "
                f"content. Fetch it anew, or let `{FILE_VARIABLE}` name another file."
            )
            raise WrongDigest(message)


def weights_path(size: str, environment: Mapping[str, str]) -> Path:
    """Give the place of a size's weights in the cache; nothing may be there yet.

    Raises:
        WeightsError: There is no such size.
    """
    return path_of(official_file(size), environment)


def path_of(wanted: OfficialFile, environment: Mapping[str, str]) -> Path:
    """Give the place of an official file in the cache."""
    return models_folder(environment) / wanted.file_name


def find_weights(size: str | None, environment: Mapping[str, str]) -> Weights:
    """Find the weights to serve, without reading them through.

    `LITECODE_MODEL_FILE` comes first, then the cache. Where no size is asked for, the
    default is taken, and another only where that is missing.

    Raises:
        WeightsError: There are none.
    """
    if environment.get(FILE_VARIABLE):
        return _own_weights(Path(environment[FILE_VARIABLE]).expanduser().absolute())
    sizes = (DEFAULT_SIZE, *SIZES) if size is None else (size,)
    files = (official_file(each) for each in sizes)
    found = next((each for each in files if _is_there(each, environment)), None)
    if found is None:
        wanted = size or DEFAULT_SIZE
        message = (
            f"The weights of the embedded model ({wanted}) are not on this machine. "
            f"Type: litecode model pull {wanted}"
        )
        raise WeightsError(message)
    return Weights(
        path=path_of(found, environment),
        model=found.model,
        official=found,
        is_checked=True,
    )


def file_digest(path: Path) -> str:
    """Give the SHA-256 of a large file without holding it in memory."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def has_length(path: Path, wanted: OfficialFile) -> bool:
    """Whether a file is there and as long as the official one."""
    return path.is_file() and path.stat().st_size == wanted.length


def _is_there(wanted: OfficialFile, environment: Mapping[str, str]) -> bool:
    return has_length(path_of(wanted, environment), wanted)


def _own_weights(path: Path) -> Weights:
    """Take a file that the user names; only its first bytes are looked at."""
    try:
        with path.open("rb") as file:
            mark = file.read(len(GGUF_MARK))
        length = path.stat().st_size
    except OSError as error:
        message = f"`{FILE_VARIABLE}` names {path}, which cannot be read: {error}."
        raise WeightsError(message) from error
    if mark != GGUF_MARK:
        message = f"`{FILE_VARIABLE}` names {path}, which is no GGUF file."
        raise WeightsError(message)
    official = official_of_length(length)
    model = path.stem if official is None else official.model
    return Weights(path=path, model=model, official=official, is_checked=False)
