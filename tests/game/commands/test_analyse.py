"""`analyse FILE [--json] [--seat N]`: what it prints, and one line for what it cannot judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import main
from game.record import Record, dump
from tests.game.analysis.matches import played


def kept(folder: Path, record: Record) -> str:
    file = folder / "match.tvr"
    file.write_bytes(dump(record))
    return str(file)


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main.main(["analyse", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


def test_json_has_every_turn_of_the_seats_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("muscio", ["random", "club", "club"], deals=2)
    found = as_json(capsys, kept(tmp_path, record), "--seat", "0", "--seat", "2")
    assert found["game"] == "muscio"
    assert found["seats"] == list(record.names)
    assert [one["seat"] for one in found["players"]] == [0, 2]
    assert len(found["deals"]) == 2
    for player in found["players"]:
        for choice in player["choices"]:
            action = record.deals[choice["deal"] - 1].actions[choice["action"] - 1]
            assert action.seat == player["seat"]
            assert choice["chosen"] in (None, action.phrase)
            assert choice["as_good"] == (choice["loss"] == 0)
        assert player["judged"] == sum(choice["chosen"] is not None for choice in player["choices"])
        assert player["accuracy"] is None or 0 <= player["accuracy"] <= 1


@pytest.mark.slow
def test_the_same_seed_prints_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(tmp_path, played("muscio", ["random", "club", "club"]))
    assert as_json(capsys, file, "--seed", "7") == as_json(capsys, file, "--seed", "7")


@pytest.mark.slow
def test_in_words_it_says_what_it_judges_by(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("chiamata", ["random"] * 5)
    assert main.main(["analyse", kept(tmp_path, record), "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert "judged by what the player could know" in out
    assert "Bruno: " in out
    assert "Deal 1, trick 1: play the " in out
    assert "Anna: " not in out.replace("Briscola chiamata: Anna", "")


def test_an_open_deal_is_not_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(tmp_path, played("muscio", ["random", "club", "club"]).undo())
    found = as_json(capsys, file)
    assert found["deals"] == []
    assert not any(one["choices"] for one in found["players"])
    assert main.main(["analyse", file]) == 0
    assert "nothing to judge" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "says"), [
    (["--seat", "3"], "--seat: must be a whole number from 0 to 2, not 3"),
    (["--seat", "one"], "--seat: must be a whole number"),
    (["--seed", "-1"], "--seed: must be a whole number"),
])  # fmt: skip
def test_a_bad_argument_is_one_line(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["analyse", kept(tmp_path, played("muscio", ["random", "club", "club"])), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("data", [b"", b"{}", b"[" * 5000, b'{"format": "tavoloverde-record", "version": 9}'])
def test_a_bad_file_is_one_line(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.tvr"
    file.write_bytes(data)
    assert main.main(["analyse", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(str(file))


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["analyse", str(tmp_path / "none.tvr")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
