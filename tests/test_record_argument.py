"""A record alone on the command line, as a desktop opens it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import main
from tests.game.match.played_records import play_whole_match
from tests.rows import check_rows


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.parametrize("name", ["match.tvr", "Più carte/MATCH.TVR", "replay.tvr"])
def test_record_alone_is_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"no record")
    assert main.main([str(path)]) == 2
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1 and path.name in complaint


def test_command_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.tvr"
    path.write_text(json.dumps(play_whole_match()), "utf-8")
    assert main.main(["replay", str(path)]) == 0
    assert "Result:" in capsys.readouterr().out


@check_rows("arguments", [("match.json",), ("match.tvr", "other.tvr"), ("-x.tvr",)])
def test_other_arguments_are_not_opened_as_record(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        main.main(arguments)
