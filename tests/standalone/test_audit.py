"""The report about known vulnerabilities of the libraries before a release."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from standalone.dependency_audit import evaluate_report, main
from tests.rows import check_rows

Library: TypeAlias = dict[str, object]

SOUND: Library = {"name": "sound", "version": "1.0", "vulns": []}
VULNERABLE: Library = {
    "name": "faulty", "version": "2.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.2"], "aliases": []}]
}  # fmt: skip
UNCHECKED: Library = {"name": "unknown", "skip_reason": "Dependency not found and could not be audited: unknown (3)"}
NO_ANSWER = ("::warning::not audited: the register of faults did not answer",)


def make_report(*libraries: Library) -> bytes:
    return msgspec.json.encode({"dependencies": libraries, "fixes": []})


@check_rows(
    ("written", "lines", "status"),
    [
        (
            make_report(SOUND, VULNERABLE),
            ("faulty 2.1: PYSEC-1, mended in 2.2", "audited: 2; known faults: 1"), 1,
        ),
        (make_report(SOUND, UNCHECKED), ("::warning::not audited: unknown", "audited: 1; known faults: 0"), 0),
        (b"", NO_ANSWER, 0), (b"no network", NO_ANSWER, 0), (make_report(), NO_ANSWER, 0),
        (make_report(UNCHECKED, UNCHECKED), NO_ANSWER, 0),
    ],
)  # fmt: skip
def test_vulnerability_stops_the_release_and_an_unchecked_library_is_named(
    written: bytes, lines: tuple[str, ...], status: int
) -> None:
    assert evaluate_report(written) == (lines, status)


def test_missing_report_contains_no_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.json")]) == 0
    assert "not audited" in capsys.readouterr().out
