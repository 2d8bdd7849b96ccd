"""What pip-audit has found of the libraries that go into the program: ``python -m standalone.audit REPORT``.

``REPORT``: what ``pip-audit --format json`` wrote, or nothing if it wrote nothing. pip-audit calls a library without
fault that it could not ask about; here that is said. The exit status is 1 if a fault is known.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

WARNING: Final = "::warning::"
"""The workflow shows a line that begins so where it cannot be missed."""


class Fault(msgspec.Struct, frozen=True):
    """A fault that is known. ``fix_versions``: where it is mended."""

    id: str
    fix_versions: tuple[str, ...] = ()


class Library(msgspec.Struct, frozen=True):
    """What was found of one; ``skip_reason``: why it could not be asked about."""

    name: str
    version: str = ""
    vulns: tuple[Fault, ...] = ()
    skip_reason: str = ""


class Report(msgspec.Struct, frozen=True):
    """All of them."""

    dependencies: tuple[Library, ...]


class Verdict(NamedTuple):
    """What is said, in lines, and the exit status."""

    lines: tuple[str, ...]
    status: int


def verdict(report: bytes) -> Verdict:
    """What a report comes to; one that is none means that nothing was audited."""
    try:
        found = msgspec.json.decode(report, type=Report).dependencies
    except msgspec.DecodeError:
        found = ()
    asked = [one for one in found if not one.skip_reason]
    if not asked:
        return Verdict((f"{WARNING}not audited: the register of faults did not answer",), 0)
    faults = [
        f"{one.name} {one.version}: {fault.id}, mended in {', '.join(fault.fix_versions) or 'no version yet'}"
        for one in asked for fault in one.vulns
    ]  # fmt: skip
    unasked = [f"{WARNING}not audited: {one.name}" for one in found if one.skip_reason]
    count = f"audited: {len(asked)}; known faults: {len(faults)}"
    return Verdict((*faults, *unasked, count), 1 if faults else 0)


def main(arguments: Sequence[str]) -> int:
    """Say it. The exit status."""
    (name,) = arguments
    path = Path(name)
    found = verdict(path.read_bytes() if path.exists() else b"")
    print("\n".join(found.lines))
    return found.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
