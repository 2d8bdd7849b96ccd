"""What is said of the libraries' known faults before a release."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from standalone.audit import main, verdict

Library: TypeAlias = dict[str, object]

SOUND: Library = {"name": "sound", "version": "1.0", "vulns": []}
FAULT: Library = {"id": "PYSEC-1", "fix_versions": ["2.2"], "aliases": []}
FAULTY: Library = {"name": "faulty", "version": "2.1", "vulns": [FAULT]}
UNKNOWN: Library = {"name": "unknown", "skip_reason": "Dependency not found and could not be audited: unknown (3)"}


def report(*libraries: Library) -> bytes:
    return msgspec.json.encode({"dependencies": libraries, "fixes": []})


def test_a_known_fault_stops_the_release_and_says_where_it_is_mended() -> None:
    assert verdict(report(SOUND, FAULTY)) == (
        ("faulty 2.1: PYSEC-1, mended in 2.2", "audited: 2; known faults: 1"), 1,
    )  # fmt: skip


def test_a_library_that_nobody_could_be_asked_about_is_named() -> None:
    lines, status = verdict(report(SOUND, UNKNOWN))
    assert lines == ("::warning::not audited: unknown", "audited: 1; known faults: 0")
    assert status == 0


@pytest.mark.parametrize("written", [b"", b"no network", report(), report(UNKNOWN, UNKNOWN)])
def test_where_the_register_does_not_answer_nothing_is_called_sound(written: bytes) -> None:
    lines, status = verdict(written)
    assert (lines, status) == (("::warning::not audited: the register of faults did not answer",), 0)


def test_a_report_that_was_not_written_is_one_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.json")]) == 0
    assert "not audited" in capsys.readouterr().out
