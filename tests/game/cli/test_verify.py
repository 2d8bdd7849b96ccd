"""``verify FILE``: one line and an exit status for any file."""

from __future__ import annotations

import argparse
import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from game.cli import verify
from game.match.record import encode_record
from tests.game.shuffling.sealed_records import make_revealed_record
from tests.helpers import make_match, make_record, play_random_actions


def run_verify(file: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return the exit status, standard output and standard error."""
    parser = argparse.ArgumentParser()
    verify.add_arguments(parser)
    status = verify.run(parser.parse_args([file]))
    out, err = capsys.readouterr()
    assert (out + err).count("\n") == 1, "one line is said"
    return status, out.strip(), err.strip()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.tvr"


def test_fair_match_is_verified_in_one_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(encode_record(make_revealed_record(finished_deal_count=3)))
    status, out, _err = run_verify(str(file), capsys)
    assert status == 0
    assert out.startswith(f"{file}: 3 deals verified: each pack matches its seed")


def test_broken_commitment_is_named_with_its_deal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(encode_record(make_revealed_record(finished_deal_count=3)))
    document["deals"][1]["fairness"]["salt"] = "0" * 64
    file.write_text(json.dumps(document))
    assert run_verify(str(file), capsys)[:2] == (
        1,
        f"{file}: deal 2: the seal does not match the seed, salt and shuffle text",
    )


def test_record_without_commitment_proves_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(encode_record(make_record(make_match(), list(play_random_actions(make_match(), 1, 1)))))
    assert run_verify(str(file), capsys)[:2] == (1, f"{file}: deal 1: the pack was not sealed")
    file.write_bytes(encode_record(make_record(make_match(), [])))
    assert run_verify(str(file), capsys)[:2] == (1, f"{file}: no deal is finished yet: finish one, then verify it")


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"format": "tavoloverde-record", "version": 9}']
)
def test_invalid_record_is_one_line_with_status_2(data: bytes, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(data)
    status, out, err = run_verify(str(file), capsys)
    assert (status, out) == (2, "")
    assert err.startswith(f"{file}: ")


@pytest.mark.parametrize("name", ["/", "no such file", "a\0b"])
def test_unreadable_file_is_one_line_with_status_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verify(name, capsys)[0] == 2


def test_illegal_record_has_status_2(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(encode_record(make_revealed_record(finished_deal_count=1)))
    document["deals"][0]["actions"][0] = "1 call K"
    file.write_text(json.dumps(document))
    status, _out, err = run_verify(str(file), capsys)
    assert status == 2
    assert "deal 1, action 1" in err


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(encode_record(make_revealed_record(finished_deal_count=1)))))
    status, out, _err = run_verify("-", capsys)
    assert status == 0
    assert out.startswith("-: 1 deal verified")
