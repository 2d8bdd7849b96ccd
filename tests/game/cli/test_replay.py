"""`replay FILE [--json]`: its output and its errors (docs/record.md, "On the command line")."""

from __future__ import annotations

import argparse
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

from game.cli import replay
from game.match.match import MatchStep
from game.match.record import MOST_BYTES, encode_record
from tests.game.match.played_records import make_deal_entry, make_document, play_whole_match
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


def test_text_has_header_actions_tricks_results_totals_and_winners(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = play_whole_match(deals_to_win=1)
    assert run_replay(write_record(file, document)) == 0
    text = capsys.readouterr().out
    assert text.startswith("Briscola (classic): Anna, Bruno\n  deals_to_win = 1\n")
    first, second = (action.split()[2] for action in document["deals"][0]["actions"][:2])
    assert f"  1. Bruno plays {first}\n" in text
    assert f"wins the trick: {first} {second}; " in text
    for words in ("Deal 1\n", "Result: scored", "Totals: Anna ", "Winner: "):
        assert words in text
    assert "??" not in text


def test_unfinished_match_as_text(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_replay(write_record(file, make_document("1 play Ad", "0 leave")))
    text = capsys.readouterr().out
    assert "Result: unfinished" in text
    assert "The match goes on." in text
    assert "Anna leaves the match" in text
    run_replay(write_record(file, make_document("0 unlock", "1 unlock")))
    assert "The match ended without a result." in capsys.readouterr().out


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


# -- faults ----------------------------------------------------------------------------------------


def get_error_line(capsys: pytest.CaptureFixture[str], name: str, *words: str) -> str:
    assert run_replay(name, *words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{name}: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    return err.removeprefix(f"{name}: ").rstrip("\n")


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_illegal_action_is_one_error_line_with_status_2(
    file: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    name = write_record(file, make_document("1 play Ad", "0 play 2d", "1 play 3d", "0 play 7d"))
    assert get_error_line(capsys, name, *words) == "deal 1, action 4: Anna may not play 7d: 7d is not in your hand"


def test_missing_files_and_folders_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert get_error_line(capsys, str(tmp_path / "gone.tvr")) == "the file or folder does not exist"
    assert get_error_line(capsys, str(tmp_path)) == "it is a folder, not a file"
    assert get_error_line(capsys, str(tmp_path / ("x" * 3000))) == "the name is too long"


@pytest.mark.parametrize("data", [
    b"", bytes(range(256)), b"\x7fELF" * 99, "{}".encode("utf-16"), b"[" * 200_000, b'{"a":' * 100_000, b"9" * 10_000,
    json.dumps(make_document(first_dealer=10**300)).encode(), json.dumps(make_document(version=2)).encode(),
    json.dumps(make_document(deals=[make_deal_entry(actions=(10**300,))])).encode(),
    json.dumps(make_document(seats=["A\u001b[31m", "B"])).encode(),
    json.dumps(make_document(options={"te\nams\u001b": 1})).encode(),
    json.dumps(make_document(options={"turn_seconds": 1e300})).encode(),
    b'{"format": "tavoloverde-record", "version": 1e999}',
])  # fmt: skip
def test_invalid_record_is_one_error_line(data: bytes, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(get_error_line(capsys, write_record(file, data))) < 500


def test_endless_file_is_not_read_forever(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b" " * (MOST_BYTES + 1))))
    assert get_error_line(capsys, "-") == "the file is larger than 8 MB"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_raises_no_traceback(file: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-c", REPLAY_SCRIPT, write_record(file, make_document())]
        done = subprocess.run(
            command,
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
            timeout=300,
        )
    assert b"Traceback" not in done.stderr
    assert done.returncode != 0
