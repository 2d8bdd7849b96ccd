"""``simulate``: its output, its records, and its errors."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from game.cli import simulation_report
from game.cli.simulate import parse_plan
from game.match.record import decode_playable_record, replay_deal_results
from game.simulation import progress
from game.simulation.simulation import (
    play_pack,
)
from tests.game.cli.simulate_arguments import parse_arguments

# -- output ------------------------------------------------------------------------------------------


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    args = parse_arguments("briscola --players club,random --deals 2 --duplicate --seed 9 --json")
    assert simulation_report.run(args) == 0
    document = json.loads(capsys.readouterr().out)
    head = {name: value for name, value in document.items() if name != "players"}
    assert head == {"game": "briscola", "preset": "classic", "seats": 2, "deals": 2, "seed": 9}
    assert [player["player"] for player in document["players"]] == ["club", "random"]
    for player in document["players"]:
        assert set(player) == {"player", "deals", "mean", "ci95", "win_rate", "ms_per_move", "ms_p99"}
        assert player["deals"] == 4


def test_table_names_players_and_intervals_and_file_output_has_no_progress_bar(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert simulation_report.run(parse_arguments("briscola --players club,random --deals 5")) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == ["briscola/classic", "player", "club", "random"]
    assert out.count("±") == 4
    assert err == ""


class FakeTerminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_bar_is_drawn_on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := FakeTerminal())
    assert simulation_report.run(parse_arguments("briscola --players club,random --deals 7")) == 0
    assert "7/7" in terminal.getvalue() and terminal.getvalue().endswith("\n")


def test_no_progress_bar_without_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert list(progress.show_progress(range(3), "nobody looks")) == [0, 1, 2]
    assert simulation_report.run(parse_arguments("briscola --players random --deals 2")) == 0


def test_arguments_are_parsed_without_numeric_libraries() -> None:
    """Check what each start of the program loads, also that of the window."""
    code = "import sys, game.cli.simulate; print({'numpy', 'tqdm'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# -- records -----------------------------------------------------------------------------------------


def test_every_played_deal_is_saved_as_replayable_record(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    line = "briscola --players club,random --seats 4 --deals 3 --duplicate --option teams=off"
    wanted = parse_plan(parse_arguments(line))
    assert simulation_report.run(parse_arguments(f"{line} --save {folder}")) == 0
    assert sorted(path.name for path in folder.iterdir()) == [f"deal-{number:06}.tvr" for number in range(1, 7)]
    for number in (1, 2, 3):
        points = [0.0, 0.0]
        for rotation in (0, 1):
            record = decode_playable_record((folder / f"deal-{2 * number - 1 + rotation:06}.tvr").read_bytes())
            assert record.names == (("club", "random") * 2, ("random", "club") * 2)[rotation]
            _match, (result,) = replay_deal_results(record)
            assert result.state == "scored"
            for seat, got in enumerate(result.points):
                points[wanted.get_player_at(seat, rotation)] += got / 4
        assert points == pytest.approx(play_pack(wanted, number).scores)


# -- errors ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_saving_overwrites_no_existing_file(jobs: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "deal-000002.tvr"
    there.write_text("precious")
    line = f"briscola --players random --deals 30 --jobs {jobs} --save {tmp_path}"
    assert simulation_report.run(parse_arguments(line)) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"simulate: --save: {there} already exists. Choose another name.\n")
    assert there.read_text() == "precious"


def test_full_disk_is_one_error_line_and_leaves_no_partial_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sync, synced = os.fsync, list[int]()

    def raise_disk_full(handle: int) -> None:
        if os.fstat(handle).st_size and stat.S_ISREG(os.fstat(handle).st_mode):
            synced.append(handle)
        if len(synced) == 3:
            raise OSError(errno.ENOSPC, "")
        sync(handle)

    monkeypatch.setattr(os, "fsync", raise_disk_full)
    assert simulation_report.run(parse_arguments(f"briscola --players random --deals 30 --save {tmp_path}")) == 2
    err = capsys.readouterr().err
    third = tmp_path / "deal-000003.tvr"
    assert err == f"simulate: --save: {third}: the disk is full. Free some space and try again\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deal-000001.tvr", "deal-000002.tvr"]
    assert all(decode_playable_record(path.read_bytes()).deals for path in tmp_path.iterdir())


def test_help_explains_how_deals_are_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit):
        parse_arguments("--help")
    assert "2 N deals" in capsys.readouterr().out
