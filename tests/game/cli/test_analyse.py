"""`analyse FILE [--json] [--seat N]`: its output, and one line for a file that it cannot judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import main
from game.match.record import Record, encode_record
from tests.game.analysis.computer_matches import play_match


def save_record_file(folder: Path, record: Record) -> str:
    file = folder / "match.tvr"
    file.write_bytes(encode_record(record))
    return str(file)


def run_as_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main.main(["analyse", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    document: dict[str, Any] = json.loads(out)
    return document


def test_json_has_every_turn_of_requested_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = play_match("muscio", ["random", "club", "club"], deal_count=2)
    document = run_as_json(capsys, save_record_file(tmp_path, record), "--seat", "0", "--seat", "2")
    assert document["game"] == "muscio"
    assert document["seats"] == list(record.names)
    assert [player_entry["seat"] for player_entry in document["players"]] == [0, 2]
    assert len(document["deals"]) == 2
    for player in document["players"]:
        for choice in player["choices"]:
            action = record.deals[choice["deal"] - 1].actions[choice["action"] - 1]
            assert action.seat == player["seat"]
            assert choice["chosen"] in (None, action.text_without_seat)
            assert choice["as_good"] == (choice["loss"] == 0)
        assert player["judged"] == sum(choice["chosen"] is not None for choice in player["choices"])
        assert player["accuracy"] is None or 0 <= player["accuracy"] <= 1


@pytest.mark.slow
def test_same_seed_prints_same_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = save_record_file(tmp_path, play_match("muscio", ["random", "club", "club"]))
    assert run_as_json(capsys, file, "--seed", "7") == run_as_json(capsys, file, "--seed", "7")


@pytest.mark.slow
def test_text_output_says_how_choices_are_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = play_match("chiamata", ["random"] * 5)
    assert main.main(["analyse", save_record_file(tmp_path, record), "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert "judged by what the player could know" in out
    assert "Bruno: " in out
    assert "Deal 1, trick 1: play the " in out
    assert "Anna: " not in out.replace("Briscola chiamata: Anna", "")


def test_deal_in_progress_is_not_analysed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = save_record_file(tmp_path, play_match("muscio", ["random", "club", "club"]).without_last_action())
    document = run_as_json(capsys, file)
    assert document["deals"] == []
    assert not any(player["choices"] for player in document["players"])
    assert main.main(["analyse", file]) == 0
    assert "No deal is finished yet" in capsys.readouterr().out
