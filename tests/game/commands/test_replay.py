"""record.md, "On the command line": `replay FILE [--json]`, its output, its faults."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from fractions import Fraction
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from game.commands import replay
from game.match import MatchStep
from game.record import dump
from game.store.files import FILE_LIMIT
from tests.game.test_record import entry, whole_match, written
from tests.helpers import fresh, playout, recorded

ROOT = Path(__file__).resolve().parents[3]
COMMAND = "import argparse, sys; from game.commands import replay; p = argparse.ArgumentParser(); \
replay.add_arguments(p); \
sys.exit(replay.run(p.parse_args()))"


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    replay.add_arguments(parser)
    return replay.run(parser.parse_args(words))


def process(*words: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **how.pop("env", {})}
    command = [sys.executable, "-c", COMMAND, *words]
    return subprocess.run(command, capture_output=True, env=environment, check=False, timeout=300, **how)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.tvr"


def put(file: Path, whole: Any) -> str:
    file.write_bytes(whole if isinstance(whole, bytes) else json.dumps(whole).encode())
    return str(file)


def as_json(file: Path, whole: Any, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(put(file, whole), "--json") == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


# -- JSON ------------------------------------------------------------------------------------------


def test_a_match_that_is_over(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = fresh(seats=4)
    moments = list(playout(match, 3, 9))
    found = as_json(file, dump(recorded(match, moments)), capsys)
    last = moments[-1].match
    assert list(found) == ["game", "seats", "deals", "totals", "over", "winners"]
    assert (found["game"], found["seats"]) == ("briscola", ["Anna", "Bruno", "Carla", "Dino"])
    assert found["over"] is True
    assert found["winners"] == list(last.standing.winners)
    assert found["totals"] == list(last.standing.totals)
    assert [list(one) for one in found["deals"]] == [["state", "scores", "points", "why"]] * len(last.results)
    for one, result in zip(found["deals"], last.results, strict=True):
        assert one["state"] == "scored"
        assert one["scores"] == list(result.scores)
        assert one["scores"][0] == one["scores"][2]
        assert sum(one["points"]) == 120
        assert "Anna and Carla" in one["why"]


def test_an_unfinished_deal_has_zeros_and_what_was_taken_so_far(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(file, written("1 play Ad", "0 play 2d", "1 play 3d"), capsys)
    assert found["deals"] == [{"state": "unfinished", "scores": [0, 0], "points": [0, 11], "why": ""}]
    assert (found["over"], found["winners"], found["totals"]) == (False, [], [0, 0])


def test_votes_leave_an_unfinished_deal_and_no_winners(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(file, written("1 play Ad", "0 unlock", "1 unlock"), capsys)
    assert (found["deals"][0]["state"], found["over"], found["winners"]) == ("unfinished", True, [])


def test_a_match_without_deals(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(file, written(deals=[]), capsys)
    assert (found["deals"], found["over"], found["totals"]) == ([], False, [0, 0])


def test_payout_is_a_number_where_json_holds_it_exactly() -> None:
    shares = [Fraction(17), Fraction(35, 2), Fraction(35, 3), Fraction(0), Fraction(1, 10)]
    told = [replay.exact(share) for share in shares]
    assert told == [17, 17.5, "35/3", 0, "1/10"]
    assert json.dumps(told) == '[17, 17.5, "35/3", 0, "1/10"]'


def test_payout_stands_in_the_summary_and_the_text() -> None:
    moments = list(playout(fresh(), 3, 9))
    match, record = moments[-1].match, recorded(fresh(), moments)
    assert "payout" not in replay.summary(record, match, match.results)
    begun = fresh("muscio", seats=4)
    moments = list(playout(begun, 0, 200))
    match, record = moments[-1].match, recorded(begun, moments)
    assert match.standing.totals == (22, -2, 9, 1)
    assert replay.summary(record, match, match.results)["payout"] == [0, 32, 0, 0]
    assert list(replay.lines(record, match, match.results))[-1] == "Payout: Anna 0, Bruno 32, Carla 0, Dino 0"


# -- text ------------------------------------------------------------------------------------------


def test_text_tells_header_actions_tricks_results_totals_and_winners(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = whole_match(deals_to_win=1)
    assert run(put(file, whole)) == 0
    text = capsys.readouterr().out
    assert text.startswith("Briscola (classic): Anna, Bruno\n  deals_to_win = 1\n")
    first, second = (one.split()[2] for one in whole["deals"][0]["actions"][:2])
    assert f"  1. Bruno plays {first}\n" in text
    assert f"takes {first} {second}: " in text
    for words in ("Deal 1\n", "Result: scored", "Totals: Anna ", "Winners: "):
        assert words in text
    assert "??" not in text


def test_text_of_what_is_not_over(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(put(file, written("1 play Ad", "0 leave")))
    text = capsys.readouterr().out
    assert "Result: unfinished" in text
    assert "The match goes on." in text
    assert "Anna leaves the match" in text
    run(put(file, written("0 unlock", "1 unlock")))
    assert "The match ended without a result." in capsys.readouterr().out


def test_an_action_without_an_event_is_told_by_its_verb(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorded(fresh(), list(playout(fresh(), 1))[:2])
    steps = [(action, MatchStep(step.match, ())) for action, step in record.steps()]
    monkeypatch.setattr(type(record), "steps", lambda _record: iter(steps))
    last = steps[-1][0]
    text = "\n".join(replay.lines(record, steps[-1][1].match, [steps[-1][1].match.deal_result()]))
    assert f"  1. Bruno: {str(last)[2:]}" in text


# -- standard input and output ---------------------------------------------------------------------


@pytest.mark.slow
def test_dash_reads_standard_input() -> None:
    done = process("-", "--json", input=json.dumps(written("1 play Ad")).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["deals"][0]["state"] == "unfinished"
    done = process("-", input=b"nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith(b"-: ")


def test_a_reader_that_had_enough_is_no_traceback(file: Path) -> None:
    name = put(file, whole_match(deals_to_win=7))
    shell = f'"{sys.executable}" -c "{COMMAND}" "{name}" | head -1'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", shell], capture_output=True, env=environment, check=False, timeout=300)
    assert done.stderr == b""
    assert done.stdout.startswith(b"Briscola (classic)")


def test_a_broken_pipe_in_the_process(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "w") as broken:
        monkeypatch.setattr(sys, "stdout", broken)
        assert run(put(file, written())) == 1


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_a_terminal_that_lacks_the_letters(file: Path, words: tuple[str, ...]) -> None:
    name = put(file, written(seats=["Zoë", "Çağla"]))
    done = process(name, *words, env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Zo" in done.stdout
    if words:
        assert json.loads(done.stdout)["seats"] == ["Zoë", "Çağla"]


def test_a_program_without_a_terminal(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert run(put(file, written())) == 0
    assert run(str(file.with_name("gone"))) == 2


# -- faults ----------------------------------------------------------------------------------------


def fault(capsys: pytest.CaptureFixture[str], name: str, *words: str) -> str:
    assert run(name, *words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{name}: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    return err.removeprefix(f"{name}: ").rstrip("\n")


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_an_illegal_action_is_one_line_and_status_2(
    file: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    name = put(file, written("1 play Ad", "0 play 2d", "1 play 3d", "0 play 7d"))
    assert fault(capsys, name, *words) == "deal 1, action 4: Anna may not play 7d: the 7d is not in hand"


def test_missing_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fault(capsys, str(tmp_path / "gone.tvr")) == "there is no such file or folder"
    assert fault(capsys, str(tmp_path)) == "this is a folder"
    assert fault(capsys, str(tmp_path / ("x" * 3000))) == "the name is too long"


@pytest.mark.parametrize("data", [
    b"", bytes(range(256)), b"\x7fELF" * 99, "{}".encode("utf-16"), b"[" * 200_000, b'{"a":' * 100_000, b"9" * 10_000,
    json.dumps(written(first_dealer=10**300)).encode(), json.dumps(written(version=2)).encode(),
    json.dumps(written(deals=[entry(actions=(10**300,))])).encode(),
    json.dumps(written(seats=["A\u001b[31m", "B"])).encode(),
    json.dumps(written(options={"te\nams\u001b": 1})).encode(),
    json.dumps(written(options={"turn_seconds": 1e300})).encode(),
    b'{"format": "tavoloverde-record", "version": 1e999}',
])  # fmt: skip
def test_what_is_no_record_is_one_line(data: bytes, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(fault(capsys, put(file, data))) < 500


def test_a_file_without_end_is_not_read_for_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b" " * (FILE_LIMIT + 1))))
    assert fault(capsys, "-") == "the file is larger than 20 MB"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_no_traceback(file: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-c", COMMAND, put(file, written())]
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
