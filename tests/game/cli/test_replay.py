"""`replay FILE [--json]`: its output and its errors (docs/record.md, "On the command line")."""

from __future__ import annotations

import argparse
import errno
import json
import os
import subprocess
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from game.cli import replay
from game.match.match import MatchStep
from game.match.record import encode_record
from tests.game.match.played_records import make_document, play_whole_match
from tests.helpers import make_match, make_record, play_random_actions

ROOT = Path(__file__).resolve().parents[3]
REPLAY_SCRIPT = "import argparse, sys; from game.cli import replay; p = argparse.ArgumentParser(); \
replay.add_arguments(p); \
sys.exit(replay.run(p.parse_args()))"


def run_replay(*words: str) -> int:
    parser = argparse.ArgumentParser()
    replay.add_arguments(parser)
    return replay.run(parser.parse_args(words))


def run_in_process(*words: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **how.pop("env", {})}
    command = [sys.executable, "-c", REPLAY_SCRIPT, *words]
    return subprocess.run(command, capture_output=True, env=environment, check=False, timeout=300, **how)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.tvr"


def write_record(file: Path, document: Any) -> str:
    file.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
    return str(file)


def run_as_json(file: Path, source: Any, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run_replay(write_record(file, source), "--json") == 0
    out, err = capsys.readouterr()
    assert err == ""
    document: dict[str, Any] = json.loads(out)
    return document


# -- JSON ------------------------------------------------------------------------------------------


def test_finished_match_in_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = make_match(seats=4)
    moments = list(play_random_actions(match, 3, 9))
    document = run_as_json(file, encode_record(make_record(match, moments)), capsys)
    last = moments[-1].match
    assert list(document) == ["game", "seats", "deals", "totals", "over", "winners"]
    assert (document["game"], document["seats"]) == ("briscola", ["Anna", "Bruno", "Carla", "Dino"])
    assert document["over"] is True
    assert document["winners"] == list(last.standing.winners)
    assert document["totals"] == list(last.standing.totals)
    assert [list(deal) for deal in document["deals"]] == [["state", "scores", "points", "why"]] * len(last.results)
    for deal, result in zip(document["deals"], last.results, strict=True):
        assert deal["state"] == "scored"
        assert deal["scores"] == list(result.scores)
        assert deal["scores"][0] == deal["scores"][2]
        assert sum(deal["points"]) == 120
        assert "Anna and Carla" in deal["why"]


def test_deal_in_progress_has_zero_scores_and_points_taken_so_far(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = run_as_json(file, make_document("1 play Ad", "0 play 2d", "1 play 3d"), capsys)
    assert document["deals"] == [{"state": "unfinished", "scores": [0, 0], "points": [0, 11], "why": ""}]
    assert (document["over"], document["winners"], document["totals"]) == (False, [], [0, 0])


def test_votes_to_end_leave_deal_unfinished_and_no_winners(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = run_as_json(file, make_document("1 play Ad", "0 unlock", "1 unlock"), capsys)
    assert (document["deals"][0]["state"], document["over"], document["winners"]) == ("unfinished", True, [])


def test_match_without_deals_in_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = run_as_json(file, make_document(deals=[]), capsys)
    assert (document["deals"], document["over"], document["totals"]) == ([], False, [0, 0])


def test_payout_is_a_json_number_where_exact() -> None:
    shares = [Fraction(17), Fraction(35, 2), Fraction(35, 3), Fraction(0), Fraction(1, 10)]
    printed_shares = [replay.convert_to_exact_number(share) for share in shares]
    assert printed_shares == [17, 17.5, "35/3", 0, "1/10"]
    assert json.dumps(printed_shares) == '[17, 17.5, "35/3", 0, "1/10"]'


def test_payout_is_in_summary_and_text() -> None:
    moments = list(play_random_actions(make_match(), 3, 9))
    match, record = moments[-1].match, make_record(make_match(), moments)
    assert "payout" not in replay.build_summary(record, match, match.results)
    begun = make_match("muscio", seats=4)
    moments = list(play_random_actions(begun, 0, 200))
    match, record = moments[-1].match, make_record(begun, moments)
    assert match.standing.totals == (22, -2, 9, 1)
    assert replay.build_summary(record, match, match.results)["payout"] == [0, 32, 0, 0]
    assert list(replay.format_lines(record, match, match.results))[-1] == "Payout: Anna 0, Bruno 32, Carla 0, Dino 0"


# -- text ------------------------------------------------------------------------------------------


def test_action_without_event_is_printed_by_its_verb(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = make_record(make_match(), list(play_random_actions(make_match(), 1))[:2])
    steps = [(action, MatchStep(step.match, ())) for action, step in record.iter_steps()]
    monkeypatch.setattr(type(record), "iter_steps", lambda _record: iter(steps))
    last = steps[-1][0]
    text = "\n".join(replay.format_lines(record, steps[-1][1].match, [steps[-1][1].match.get_deal_result()]))
    assert f"  1. Bruno: {str(last)[2:]}" in text


# -- standard input and output ---------------------------------------------------------------------


@pytest.mark.slow
def test_dash_reads_standard_input() -> None:
    done = run_in_process("-", "--json", input=json.dumps(make_document("1 play Ad")).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["deals"][0]["state"] == "unfinished"
    done = run_in_process("-", input=b"nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith(b"-: ")


def test_closed_output_pipe_raises_no_traceback(file: Path) -> None:
    command = [sys.executable, "-c", REPLAY_SCRIPT, write_record(file, play_whole_match(deals_to_win=7))]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as pipe:
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, env=environment, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (1, b"")


class ClosedPipe(StringIO):
    """A standard output that fails like one whose reader has gone."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code

    def write(self, _text: str) -> int:
        raise OSError(self.code, "closed")


@pytest.mark.parametrize("code", [errno.EPIPE, errno.EINVAL], ids=["POSIX", "Windows"])
def test_broken_pipe_ends_process_quietly(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: int
) -> None:
    monkeypatch.setattr(sys, "stdout", ClosedPipe(code))
    assert run_replay(write_record(file, make_document())) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_terminal_encoding_without_card_letters_is_supported(file: Path, words: tuple[str, ...]) -> None:
    name = write_record(file, make_document(seats=["Zoë", "Çağla"]))
    done = run_in_process(name, *words, env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Zo" in done.stdout
    if words:
        assert json.loads(done.stdout)["seats"] == ["Zoë", "Çağla"]


def test_program_runs_without_terminal(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert run_replay(write_record(file, make_document())) == 0
    assert run_replay(str(file.with_name("gone"))) == 2
