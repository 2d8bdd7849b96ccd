"""The command for the golden transcripts writes what changed and shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.transcripts import Transcript
from tools import transcripts


def test_changed_transcript_is_written_and_its_difference_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "lessons"
    kept, changed, new = (
        Transcript(folder / name, lambda: "Deal 1\nAnna wins.\n") for name in ("kept.txt", "changed.txt", "new.txt")
    )
    folder.mkdir()
    kept.path.write_text("Deal 1\nAnna wins.\n")
    changed.path.write_text("Deal 1\nBruno wins.\n")
    (folder / "old.txt").write_text("gone")
    monkeypatch.setattr(transcripts, "iter_golden_texts", lambda: iter([kept, changed, new]))
    monkeypatch.setattr(transcripts, "FOLDERS", (folder,))
    assert transcripts.main(["changed"]) == 0
    assert capsys.readouterr().out == (
        "--- lessons/changed.txt\n+++ lessons/changed.txt\n@@ -1,2 +1,2 @@\n Deal 1\n-Bruno wins.\n+Anna wins.\n"
        "1 transcripts, 1 of them changed\n"
    )
    assert transcripts.main([]) == 0
    out = capsys.readouterr().out
    assert out.startswith("--- lessons/new.txt") and f"removed: {folder / 'old.txt'}" in out and "3 transcripts" in out
    assert {path.name: path.read_text() for path in folder.iterdir()} == dict.fromkeys(
        ("kept.txt", "changed.txt", "new.txt"), "Deal 1\nAnna wins.\n"
    )
