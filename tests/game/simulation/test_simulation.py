"""``simulate``: what it plays, how it measures, what it prints, what it refuses."""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.cli import simulate
from game.cli.simulate import BadArgumentError, parse_plan
from game.core.messages import Reason
from game.core.phase import Board, DealOverPhase, DealResult
from game.match.match import Match, replace
from game.match.record import decode_playable_record, replay_deal_results
from game.rules.briscola.options import BriscolaOptions
from game.rules.game import tally_by_score
from game.simulation import progress, simulation
from game.simulation.simulation import (
    PackOutcome,
    compute_confidence_half_width,
    play_pack,
    play_packs,
    summarize_outcomes,
)
from tests.helpers import make_match

TIME_KEYS = ("ms_per_move", "ms_p99")


def parse_arguments(line: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(line.split())


def run_without_times(line: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """The JSON that a simulation prints, without the times, which are never the same twice."""
    assert simulation.run(parse_arguments(line + " --json")) == 0
    document = json.loads(capsys.readouterr().out)
    for player in document["players"]:
        for name in TIME_KEYS:
            assert player.pop(name) >= 0
    return document


# -- what is played ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_figures_do_not_depend_on_process_count(capsys: pytest.CaptureFixture[str]) -> None:
    line = "briscola --players club,random --seats 3 --deals 40 --duplicate --seed 5"
    assert run_without_times(line, capsys) == run_without_times(line + " --jobs 2", capsys)


def test_other_seed_deals_other_packs(capsys: pytest.CaptureFixture[str]) -> None:
    line = "briscola --players club,random --deals 10 --seed "
    assert (
        run_without_times(line + "1", capsys)
        == run_without_times(line + "1", capsys)
        != run_without_times(line + "2", capsys)
    )


def test_players_are_assigned_to_seats_in_turn() -> None:
    wanted = parse_plan(parse_arguments("briscola --players club,random,novice --seats 5 --deals 1"))
    assert [wanted.get_player_at(seat, 0) for seat in range(5)] == [0, 1, 2, 0, 1]


def test_duplicate_mode_gives_every_player_every_seat_of_a_pack_once() -> None:
    wanted = parse_plan(parse_arguments("briscola --players club,random,novice --seats 5 --deals 1 --duplicate"))
    for seat in range(5):
        assert sorted(wanted.get_player_at(seat, rotation) for rotation in range(wanted.rotations)) == [0, 1, 2]


@pytest.mark.parametrize(("players", "seats"), [("club", 2), ("club,random", 2), ("club,random,novice", 3)])
def test_seat_count_defaults_to_player_count(players: str, seats: int) -> None:
    assert parse_plan(parse_arguments(f"briscola --players {players} --deals 1")).seats == seats


def test_house_rule_arguments_use_record_values() -> None:
    line = "briscola --players club --seats 4 --deals 1 --option teams=off --option deals_to_win=5"
    options = parse_plan(parse_arguments(line)).options
    assert options == BriscolaOptions(teams=False, deals_to_win=5)


@pytest.mark.slow
def test_club_level_reaches_expected_strength(capsys: pytest.CaptureFixture[str]) -> None:
    club, random = run_without_times("briscola --players club,random --deals 100 --duplicate", capsys)["players"]
    assert club["win_rate"] >= 0.8
    assert club["mean"] - club["ci95"] > 60 > random["mean"] + random["ci95"]


# -- how it is measured ------------------------------------------------------------------------------


@pytest.mark.slow
def test_points_and_wins_of_all_sides_add_up() -> None:
    for line in ("--players club,random", "--players club,random --seats 4", "--players club,random,novice"):
        for outcome in play_packs(parse_plan(parse_arguments(f"briscola {line} --deals 8 --duplicate")), None):
            assert sum(outcome.scores) == pytest.approx(120)
            assert sum(outcome.wins) == pytest.approx(1)


def test_all_rotations_of_one_pack_are_one_observation() -> None:
    wanted = parse_plan(parse_arguments("briscola --players club,random --deals 3 --duplicate"))
    outcomes = [PackOutcome((60.0 + lead, 60.0 - lead), (1.0, 0.0), ((1.0,) * 40, (2.0,) * 40)) for lead in (0, 3, 6)]
    first, second = summarize_outcomes(wanted, outcomes).players
    assert (first.mean, second.mean) == (63, 57)
    assert first.ci95 == pytest.approx(1.96 * 3 / 3**0.5)
    assert (first.deals, first.win_rate, first.ms_per_move, second.ms_p99) == (6, 1.0, 1.0, 2.0)


def test_interval_of_single_observation_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert compute_confidence_half_width([4.0]) is None
    assert compute_confidence_half_width([4.0, 4.0]) == 0
    assert run_without_times("briscola --players club,random --deals 1", capsys)["players"][0]["ci95"] is None


def make_finished_match(points: tuple[int, ...], scores: tuple[int, ...], code: str, **rules: Any) -> Match:
    """A match of which a deal ended so."""
    match = make_match(seats=len(points), **rules)
    outcome = DealResult(state="scored", scores=scores, points=points, reasons=(Reason(code),))
    board = Board(hands=((),) * match.seats)
    over = DealOverPhase(options=match.options, seats=match.seats, dealer=0, deal_result=outcome, final_board=board)
    return replace(match, phase=over, results=(outcome,))


@pytest.mark.parametrize(
    ("match", "scores", "wins"),
    [
        (make_finished_match((70, 50), (1, 0), "over_60"), (70, 50), (1, 0)),
        (make_finished_match((60, 60), (0, 0), "sixty_all"), (60, 60), (0.5, 0.5)),
        (make_finished_match((50, 40, 30), (1, 0, 0), "most_points"), (50, 40, 30), (1, 0, 0)),
        (make_finished_match((45, 45, 30), (0, 0, 0), "tie_at_top"), (45, 45, 30), (0.5, 0.5, 0)),
        (
            make_finished_match((50, 40, 30), (0, 0, 0), "nobody_over_60", deal_winner="over_60"),
            (50, 40, 30),
            (0, 0, 0),
        ),
        (make_finished_match((40, 20, 30, 30), (1, 0, 1, 0), "over_60"), (70, 50, 70, 50), (0.5, 0, 0.5, 0)),
    ],
)
def test_partners_count_points_together_and_shared_win_is_split(
    match: Match, scores: tuple[float, ...], wins: tuple[float, ...]
) -> None:
    assert simulation.tally_deal(match) == (scores, wins)


def test_highest_score_wins_where_scores_are_counted() -> None:
    assert tally_by_score(make_finished_match((0, 0, 0), (-1, 2, 2), "any").get_deal_result(), ()) == (
        (-1, 2, 2),
        (0, 0.5, 0.5),
    )


# -- what is printed ---------------------------------------------------------------------------------


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulation.run(parse_arguments("briscola --players club,random --deals 2 --duplicate --seed 9 --json")) == 0
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
    assert simulation.run(parse_arguments("briscola --players club,random --deals 5")) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == ["briscola/classic", "player", "club", "random"]
    assert out.count("±") == 4
    assert err == ""


class FakeTerminal(io.StringIO):
    """Standard error of somebody who looks."""

    def isatty(self) -> bool:
        return True


def test_progress_bar_is_drawn_on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := FakeTerminal())
    assert simulation.run(parse_arguments("briscola --players club,random --deals 7")) == 0
    assert "7/7" in terminal.getvalue() and terminal.getvalue().endswith("\n")


def test_no_progress_bar_without_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert list(progress.show_progress(range(3), "nobody looks")) == [0, 1, 2]
    assert simulation.run(parse_arguments("briscola --players random --deals 2")) == 0


def test_arguments_are_parsed_without_numeric_libraries() -> None:
    """Every start of the program, the window's too, reads the arguments of the commands."""
    code = "import sys, game.cli.simulate; print({'numpy', 'tqdm'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# -- records -----------------------------------------------------------------------------------------


def test_every_played_deal_is_saved_as_replayable_record(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    line = "briscola --players club,random --seats 4 --deals 3 --duplicate --option teams=off"
    wanted = parse_plan(parse_arguments(line))
    assert simulation.run(parse_arguments(f"{line} --save {folder}")) == 0
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


# -- what is refused ---------------------------------------------------------------------------------

BAD_ARGUMENTS = {
    "scopa --players club --deals 1": "GAME: scopa is not one of briscola",
    "briscola --preset modern --players club --deals 1": "--preset: modern is not one of classic",
    "briscola --players club,,random --deals 1": "--players: '' is not one of random, novice, club",
    "briscola --players grandmaster --deals 1": "--players: 'grandmaster' is not one of random, novice, club",
    "briscola --players club,club,club --seats 2 --deals 1": "--players: 3 players for 2 seats",
    "briscola --players club,club,club,club,club,club,club --deals 1": "--players: 7 players are too many",
    "briscola --players club --seats 7 --deals 1": "--seats: the game is played by 2, 3, 4, 5, 6, not by 7",
    "briscola --players club --deals 0": "--deals: must be a whole number from 1 to 1000000, not 0",
    "briscola --players club --deals 1.5": "--deals: must be a whole number from 1 to 1000000, not 1.5",
    "briscola --players club --deals 1 --seed x": "--seed: must be a whole number",
    "briscola --players club --deals 1 --jobs 1000": "--jobs: must be a whole number from 0 to 61",
    "briscola --players club --deals 1 --limit 0": "--limit: must be a whole number from 1",
    "briscola --players club --deals 1 --option signals": "--option: signals is not of the form NAME=VALUE",
    "briscola --players club --deals 1 --option jokers=on": "--option jokers: this game has no such option",
    "briscola --players club --deals 1 --option deals_to_win=4": "--option deals_to_win: must be one of 1, 2, 3, 5, 7",
}


@pytest.mark.parametrize("line", BAD_ARGUMENTS)
def test_wrong_argument_is_one_error_line_naming_it(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulation.run(parse_arguments(line)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert BAD_ARGUMENTS[line] in err


def test_error_stays_one_line_for_any_argument(capsys: pytest.CaptureFixture[str]) -> None:
    args = parse_arguments("briscola --players club --deals 1")
    args.preset = "a\nb\x1b[31m"
    with pytest.raises(BadArgumentError):
        parse_plan(args)
    assert simulation.run(args) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert err.rstrip("\n").isprintable()


@pytest.mark.parametrize("jobs", [1, 2])
def test_unwritable_folder_is_one_error_line(jobs: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "deeper"):
        line = f"briscola --players club --deals 30 --jobs {jobs} --save {folder}"
        assert simulation.run(parse_arguments(line)) == 2
        err = capsys.readouterr().err
        assert len(err.splitlines()) == 1
        assert err.startswith(f"simulate: --save {folder}: cannot write there: ")


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_saving_overwrites_no_existing_file(jobs: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "deal-000002.tvr"
    there.write_text("precious")
    line = f"briscola --players random --deals 30 --jobs {jobs} --save {tmp_path}"
    assert simulation.run(parse_arguments(line)) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"simulate: --save: {there} is there already; choose another name.\n")
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
    assert simulation.run(parse_arguments(f"briscola --players random --deals 30 --save {tmp_path}")) == 2
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
    assert "2 N played deals" in capsys.readouterr().out
