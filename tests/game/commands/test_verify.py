"""``verify FILE``: one line and an exit status, whatever the file is."""

from __future__ import annotations

import argparse
import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from game.commands import verify
from game.record import dump
from tests.game.test_proof import played
from tests.helpers import fresh, playout, recorded


def run(file: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The exit status, and what was said on standard output and on standard error."""
    parser = argparse.ArgumentParser()
    verify.add_arguments(parser)
    status = verify.run(parser.parse_args([file]))
    out, err = capsys.readouterr()
    assert (out + err).count("\n") == 1, "one line is said"
    return status, out.strip(), err.strip()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.tvr"


def test_a_fair_match_is_proved_in_a_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(dump(played(deals=3)))
    status, out, _err = run(str(file), capsys)
    assert status == 0
    assert out.startswith(f"{file}: 3 deals proved: each pack is the one that its seed gives")


def test_what_does_not_hold_is_named_with_its_deal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(dump(played(deals=3)))
    whole["deals"][1]["fairness"]["salt"] = "0" * 64
    file.write_text(json.dumps(whole))
    assert run(str(file), capsys)[:2] == (1, f"{file}: deal 2: the seal does not fit its seed, salt and word")


def test_a_record_without_a_seal_proves_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(dump(recorded(fresh(), list(playout(fresh(), 1, 1)))))
    assert run(str(file), capsys)[:2] == (1, f"{file}: deal 1: it was not sealed")
    file.write_bytes(dump(recorded(fresh(), [])))
    assert run(str(file), capsys)[:2] == (1, f"{file}: no deal of it is over: there is nothing to prove yet")


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"format": "tavoloverde-record", "version": 9}']
)
def test_what_is_no_record_is_a_line_and_status_2(data: bytes, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(data)
    status, out, err = run(str(file), capsys)
    assert (status, out) == (2, "")
    assert err.startswith(f"{file}: ")


@pytest.mark.parametrize("name", ["/", "no such file", "a\0b"])
def test_what_cannot_be_opened_is_a_line_and_status_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, capsys)[0] == 2


def test_an_illegal_record_is_status_2(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(dump(played(deals=1)))
    whole["deals"][0]["actions"][0] = "1 call K"
    file.write_text(json.dumps(whole))
    status, _out, err = run(str(file), capsys)
    assert status == 2
    assert "deal 1, action 1" in err


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(dump(played(deals=1)))))
    status, out, _err = run("-", capsys)
    assert status == 0
    assert out.startswith("-: 1 deal proved")
