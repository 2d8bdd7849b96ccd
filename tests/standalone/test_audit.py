"""The report about known vulnerabilities of the libraries before a release."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from standalone.dependency_audit import evaluate_report, main
from tests.rows import check_rows

Library: TypeAlias = dict[str, object]

SOUND_LIBRARY: Library = {"name": "sound", "version": "1.0", "vulns": []}
VULNERABILITY: Library = {"id": "PYSEC-1", "fix_versions": ["2.2"], "aliases": []}
VULNERABLE_LIBRARY: Library = {"name": "faulty", "version": "2.1", "vulns": [VULNERABILITY]}
UNCHECKED_LIBRARY: Library = {
    "name": "unknown",
    "skip_reason": "Dependency not found and could not be audited: unknown (3)",
}


def make_report(*libraries: Library) -> bytes:
    return msgspec.json.encode({"dependencies": libraries, "fixes": []})


def test_vulnerability_stops_release_and_names_fixed_version() -> None:
    assert evaluate_report(make_report(SOUND_LIBRARY, VULNERABLE_LIBRARY)) == (
        ("faulty 2.1: PYSEC-1, mended in 2.2", "audited: 2; known faults: 1"), 1,
    )  # fmt: skip


def test_unchecked_library_is_named() -> None:
    lines, status = evaluate_report(make_report(SOUND_LIBRARY, UNCHECKED_LIBRARY))
    assert lines == ("::warning::not audited: unknown", "audited: 1; known faults: 0")
    assert status == 0


@check_rows("written", [b"", b"no network", make_report(), make_report(UNCHECKED_LIBRARY, UNCHECKED_LIBRARY)])
def test_no_library_is_sound_without_answer_of_register(written: bytes) -> None:
    lines, status = evaluate_report(written)
    assert (lines, status) == (("::warning::not audited: the register of faults did not answer",), 0)


def test_missing_report_contains_no_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.json")]) == 0
    assert "not audited" in capsys.readouterr().out
