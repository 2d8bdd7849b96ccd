"""Evaluate a pip-audit report on the libraries of the program: ``python -m standalone.dependency_audit REPORT``.

``REPORT`` is the output of ``pip-audit --format json``; the file may be empty or missing if pip-audit failed. pip-audit
counts a library that it could not query as safe; here it is reported. The exit status is 1 if a vulnerability is known.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

WARNING_PREFIX: Final = "::warning::"
"""The prefix of a line that the workflow shows as a warning."""


class Vulnerability(msgspec.Struct, frozen=True):
    """A known vulnerability; ``fix_versions`` are the versions that fix it."""

    id: str
    fix_versions: tuple[str, ...] = ()


class Library(msgspec.Struct, frozen=True):
    """The findings for a library; ``skip_reason``: why it could not be queried, or ""."""

    name: str
    version: str = ""
    vulns: tuple[Vulnerability, ...] = ()
    skip_reason: str = ""


class AuditReport(msgspec.Struct, frozen=True):
    """The report as pip-audit writes it."""

    dependencies: tuple[Library, ...]


class AuditResult(NamedTuple):
    """The lines to print, and the exit status."""

    lines: tuple[str, ...]
    status: int


def evaluate_report(report: bytes) -> AuditResult:
    """Return the lines to print about a report, and the exit status: 1 if a library has a known fault, else 0.

    ``report``: JSON. An invalid or empty report means that no library was audited, which is a line, not a fault.
    """
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
    """Print the result of the report that the only argument names and return the exit status.

    It is 1 if a library has a known fault, else 0, also without the file. Raise ValueError without exactly one
    argument.
    """
    (name,) = arguments
    path = Path(name)
    result = evaluate_report(path.read_bytes() if path.exists() else b"")
    print("\n".join(result.lines))
    return result.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
