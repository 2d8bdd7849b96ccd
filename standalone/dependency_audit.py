"""What pip-audit has found of the libraries that go into the program: ``python -m standalone.dependency_audit REPORT``.

``REPORT``: what ``pip-audit --format json`` wrote, or nothing if it wrote nothing. pip-audit calls a library without
fault that it could not ask about; here that is said. The exit status is 1 if a fault is known.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

WARNING_PREFIX: Final = "::warning::"
"""The workflow shows a line that begins so where it cannot be missed."""


class Vulnerability(msgspec.Struct, frozen=True):
    """A fault that is known. ``fix_versions``: where it is mended."""

    id: str
    fix_versions: tuple[str, ...] = ()


class Library(msgspec.Struct, frozen=True):
    """What was found of one; ``skip_reason``: why it could not be asked about."""

    name: str
    version: str = ""
    vulns: tuple[Vulnerability, ...] = ()
    skip_reason: str = ""


class AuditReport(msgspec.Struct, frozen=True):
    """All of them."""

    dependencies: tuple[Library, ...]


class AuditResult(NamedTuple):
    """What is said, in lines, and the exit status."""

    lines: tuple[str, ...]
    status: int


def evaluate_report(report: bytes) -> AuditResult:
    """What a report comes to; one that is none means that nothing was audited."""
    try:
        libraries = msgspec.json.decode(report, type=AuditReport).dependencies
    except msgspec.DecodeError:
        libraries = ()
    audited = [library for library in libraries if not library.skip_reason]
    if not audited:
        return AuditResult((f"{WARNING_PREFIX}not audited: the register of faults did not answer",), 0)
    faults = [
        f"{library.name} {library.version}: {fault.id}, mended in {', '.join(fault.fix_versions) or 'no version yet'}"
        for library in audited for fault in library.vulns
    ]  # fmt: skip
    not_audited = [f"{WARNING_PREFIX}not audited: {library.name}" for library in libraries if library.skip_reason]
    count = f"audited: {len(audited)}; known faults: {len(faults)}"
    return AuditResult((*faults, *not_audited, count), 1 if faults else 0)


def main(arguments: Sequence[str]) -> int:
    """Say it. The exit status."""
    (name,) = arguments
    path = Path(name)
    result = evaluate_report(path.read_bytes() if path.exists() else b"")
    print("\n".join(result.lines))
    return result.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
