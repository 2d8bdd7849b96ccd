"""`replay`, `verify` and `analyse` of a file: what `tests.transcripts.commands` does not print, and the streams."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from fractions import Fraction
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

import main
from game.cli import replay
from game.match.match import MatchStep
from game.match.record import Record, encode_record
from tests.game.analysis.computer_matches import play_match
from tests.game.match.played_records import make_document, play_whole_match
from tests.helpers import make_match, make_record, play_random_actions
from tests.joint_records import make_revealed_record
from tests.program import ROOT
from tests.rows import check_rows


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.tvr"


def write_record(file: Path, document: Record | dict[str, Any]) -> str:
    file.write_bytes(encode_record(document) if isinstance(document, Record) else json.dumps(document).encode())
    return str(file)


# -- analyse -----------------------------------------------------------------------------------------


def test_deal_in_progress_is_not_analysed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = play_match("muscio", ["random", "club", "club"]).without_last_action()
    assert main.main(["analyse", write_record(file, record), "--seat", "0", "--seat", "2", "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert err == "" and document["deals"] == []
    assert [(player["seat"], player["choices"]) for player in document["players"]] == [(0, []), (2, [])]
    assert main.main(["analyse", str(file)]) == 0
    assert "No deal is finished yet" in capsys.readouterr().out


# -- verify ------------------------------------------------------------------------------------------


def make_broken_record() -> dict[str, Any]:
    """Return a record whose second deal has another salt than its seal."""
    document: dict[str, Any] = json.loads(encode_record(make_revealed_record(finished_deal_count=3)))
    document["deals"][1]["fairness"]["salt"] = "0" * 64
    return document


@check_rows(("document", "status", "line"), [
    (make_revealed_record(finished_deal_count=3), 0, "3 deals verified: each pack matches its seed"),
    (make_broken_record(), 1, "deal 2: the seal doesn't match the seed, salt and shuffle text"),
    (make_record(make_match(), []), 1, "no deal is finished yet: finish one, then verify it"),
])  # fmt: skip
def test_verify_says_in_one_line_whether_the_packs_were_sealed(
    document: Record | dict[str, Any], status: int, line: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["verify", write_record(file, document)]) == status
    out, err = capsys.readouterr()
    assert out.startswith(f"{file}: {line}") and out.count("\n") == 1 and err == ""


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(encode_record(make_revealed_record(finished_deal_count=1)))))
    assert main.main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: 1 deal verified")


# -- replay ------------------------------------------------------------------------------------------


def test_payout_is_a_json_number_where_exact() -> None:
    shares = [Fraction(17), Fraction(35, 2), Fraction(35, 3), Fraction(0), Fraction(1, 10)]
    assert [replay.convert_to_exact_number(share) for share in shares] == [17, 17.5, "35/3", 0, "1/10"]


def test_action_without_event_is_printed_by_its_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    record = make_record(make_match(), list(play_random_actions(make_match(), 1))[:2])
    steps = [(action, MatchStep(step.match, ())) for action, step in record.iter_steps()]
    monkeypatch.setattr(type(record), "iter_steps", lambda _record: iter(steps))
    last = steps[-1][0]
    text = "\n".join(replay.format_lines(record, steps[-1][1].match, [steps[-1][1].match.get_deal_result()]))
    assert f"  1. Bruno: {str(last)[2:]}" in text


# -- streams -----------------------------------------------------------------------------------------


def test_closed_output_pipe_raises_no_traceback(file: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "main.py"), "replay", write_record(file, play_whole_match(deals_to_win=7))]
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as pipe:
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (1, b"")


class ClosedPipe(StringIO):
    """A standard output that fails like one whose reader has gone."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code

    def write(self, _text: str) -> int:
        raise OSError(self.code, "closed")


@check_rows("code", [errno.EPIPE, errno.EINVAL])
def test_broken_pipe_ends_process_quietly_on_every_system(
    file: Path, capsys: pytest.CaptureFixture[str], code: int
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(sys, "stdout", ClosedPipe(code))
        assert main.main(["replay", write_record(file, make_document())]) == 1
    assert capsys.readouterr().err == ""


@check_rows("encoding", ["ascii", "cp1252"])
def test_terminal_encoding_without_card_letters_is_supported(file: Path, encoding: str) -> None:
    name = write_record(file, make_document(seats=["Zoë", "Çağla"]))
    output = TextIOWrapper(BytesIO(), encoding=encoding)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(sys, "stdout", output)
        assert main.main(["replay", name]) == main.main(["replay", name, "--json"]) == 0
    text, _newline, document = output.buffer.getvalue().rpartition(b"\n{")
    assert b"Zo" in text and json.loads(b"{" + document)["seats"] == ["Zoë", "Çağla"]


def test_program_runs_without_terminal(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main.main(["replay", write_record(file, make_document())]) == 0
    assert main.main(["replay", str(file.with_name("gone"))]) == 2
