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

from game.commands import progress, simulate, simulation
from game.commands.simulate import BadArgument, plan
from game.commands.simulation import Outcome, figures, half_width, play_all, play_pack
from game.engine.phases import Board, DealResult, Over, Reason
from game.match import Match, replace
from game.record import read, results
from game.rules.briscola.options import BriscolaOptions
from game.rules.game import by_score
from tests.helpers import fresh

TIMES = ("ms_per_move", "ms_p99")


def arguments(line: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(line.split())


def printed(line: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """The JSON that a simulation prints, without the times, which are never the same twice."""
    assert simulation.run(arguments(line + " --json")) == 0
    found = json.loads(capsys.readouterr().out)
    for player in found["players"]:
        for name in TIMES:
            assert player.pop(name) >= 0
    return found


# -- what is played ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_figures_are_the_same_whatever_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    line = "briscola --players club,random --seats 3 --deals 40 --duplicate --seed 5"
    assert printed(line, capsys) == printed(line + " --jobs 2", capsys)


def test_another_seed_deals_other_packs(capsys: pytest.CaptureFixture[str]) -> None:
    line = "briscola --players club,random --deals 10 --seed "
    assert printed(line + "1", capsys) == printed(line + "1", capsys) != printed(line + "2", capsys)


def test_players_are_dealt_to_the_seats_in_turn() -> None:
    wanted = plan(arguments("briscola --players club,random,novice --seats 5 --deals 1"))
    assert [wanted.player_at(seat, 0) for seat in range(5)] == [0, 1, 2, 0, 1]


def test_duplicates_give_every_seat_of_a_pack_to_every_player_once() -> None:
    wanted = plan(arguments("briscola --players club,random,novice --seats 5 --deals 1 --duplicate"))
    for seat in range(5):
        assert sorted(wanted.player_at(seat, rotation) for rotation in range(wanted.rotations)) == [0, 1, 2]


@pytest.mark.parametrize(("players", "seats"), [("club", 2), ("club,random", 2), ("club,random,novice", 3)])
def test_without_seats_there_are_as_many_as_players(players: str, seats: int) -> None:
    assert plan(arguments(f"briscola --players {players} --deals 1")).seats == seats


def test_house_rules_are_read_as_the_record_writes_them() -> None:
    line = "briscola --players club --seats 4 --deals 1 --option teams=off --option deals_to_win=5"
    options = plan(arguments(line)).options
    assert options == BriscolaOptions(teams=False, deals_to_win=5)


@pytest.mark.slow
def test_the_strength_asked_of_club_shows(capsys: pytest.CaptureFixture[str]) -> None:
    club, random = printed("briscola --players club,random --deals 100 --duplicate", capsys)["players"]
    assert club["win_rate"] >= 0.8
    assert club["mean"] - club["ci95"] > 60 > random["mean"] + random["ci95"]


# -- how it is measured ------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_points_of_all_sides_and_the_wins_add_up() -> None:
    for line in ("--players club,random", "--players club,random --seats 4", "--players club,random,novice"):
        for outcome in play_all(plan(arguments(f"briscola {line} --deals 8 --duplicate")), None):
            assert sum(outcome.scores) == pytest.approx(120)
            assert sum(outcome.wins) == pytest.approx(1)


def test_one_pack_in_all_its_rotations_is_one_observation() -> None:
    wanted = plan(arguments("briscola --players club,random --deals 3 --duplicate"))
    outcomes = [Outcome((60.0 + lead, 60.0 - lead), (1.0, 0.0), ((1.0,) * 40, (2.0,) * 40)) for lead in (0, 3, 6)]
    first, second = figures(wanted, outcomes).players
    assert (first.mean, second.mean) == (63, 57)
    assert first.ci95 == pytest.approx(1.96 * 3 / 3**0.5)
    assert (first.deals, first.win_rate, first.ms_per_move, second.ms_p99) == (6, 1.0, 1.0, 2.0)


def test_the_interval_of_a_single_observation_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert half_width([4.0]) is None
    assert half_width([4.0, 4.0]) == 0
    assert printed("briscola --players club,random --deals 1", capsys)["players"][0]["ci95"] is None


def ended(points: tuple[int, ...], scores: tuple[int, ...], code: str, **rules: Any) -> Match:
    """A match of which a deal ended so."""
    match = fresh(seats=len(points), **rules)
    outcome = DealResult(state="scored", scores=scores, points=points, why=(Reason(code),))
    board = Board(hands=((),) * match.seats)
    over = Over(options=match.options, seats=match.seats, dealer=0, outcome=outcome, last=board)
    return replace(match, phase=over, results=(outcome,))


@pytest.mark.parametrize(
    ("match", "scores", "wins"),
    [
        (ended((70, 50), (1, 0), "over_60"), (70, 50), (1, 0)),
        (ended((60, 60), (0, 0), "sixty_all"), (60, 60), (0.5, 0.5)),
        (ended((50, 40, 30), (1, 0, 0), "most_points"), (50, 40, 30), (1, 0, 0)),
        (ended((45, 45, 30), (0, 0, 0), "tie_at_top"), (45, 45, 30), (0.5, 0.5, 0)),
        (ended((50, 40, 30), (0, 0, 0), "nobody_over_60", deal_winner="over_60"), (50, 40, 30), (0, 0, 0)),
        (ended((40, 20, 30, 30), (1, 0, 1, 0), "over_60"), (70, 50, 70, 50), (0.5, 0, 0.5, 0)),
    ],
)
def test_a_side_has_its_points_together_and_a_shared_win_is_split(
    match: Match, scores: tuple[float, ...], wins: tuple[float, ...]
) -> None:
    assert simulation.tally(match) == (scores, wins)


def test_where_scores_are_the_unit_the_highest_wins() -> None:
    assert by_score(ended((0, 0, 0), (-1, 2, 2), "any").deal_result(), ()) == ((-1, 2, 2), (0, 0.5, 0.5))


# -- what is printed ---------------------------------------------------------------------------------


def test_the_json_has_the_keys_agreed_upon(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulation.run(arguments("briscola --players club,random --deals 2 --duplicate --seed 9 --json")) == 0
    found = json.loads(capsys.readouterr().out)
    head = {name: value for name, value in found.items() if name != "players"}
    assert head == {"game": "briscola", "preset": "classic", "seats": 2, "deals": 2, "seed": 9}
    assert [player["player"] for player in found["players"]] == ["club", "random"]
    for player in found["players"]:
        assert set(player) == {"player", "deals", "mean", "ci95", "win_rate", "ms_per_move", "ms_p99"}
        assert player["deals"] == 4


def test_the_table_names_players_and_intervals_and_no_bar_is_drawn_into_a_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert simulation.run(arguments("briscola --players club,random --deals 5")) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == ["briscola/classic", "player", "club", "random"]
    assert out.count("±") == 4
    assert err == ""


class Terminal(io.StringIO):
    """Standard error of somebody who looks."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_a_bar_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    assert simulation.run(arguments("briscola --players club,random --deals 7")) == 0
    assert "7/7" in terminal.getvalue() and terminal.getvalue().endswith("\n")


def test_a_program_without_standard_error_draws_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert list(progress.progress(range(3), "nobody looks")) == [0, 1, 2]
    assert simulation.run(arguments("briscola --players random --deals 2")) == 0


def test_what_is_asked_is_read_without_the_libraries_that_players_think_with() -> None:
    """Every start of the program, the window's too, reads the arguments of the commands."""
    code = "import sys, game.commands.simulate; print({'numpy', 'tqdm'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# -- records -----------------------------------------------------------------------------------------


def test_every_played_deal_is_saved_as_a_record_that_replays(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    line = "briscola --players club,random --seats 4 --deals 3 --duplicate --option teams=off"
    wanted = plan(arguments(line))
    assert simulation.run(arguments(f"{line} --save {folder}")) == 0
    assert sorted(path.name for path in folder.iterdir()) == [f"deal-{number:06}.tvr" for number in range(1, 7)]
    for number in (1, 2, 3):
        points = [0.0, 0.0]
        for rotation in (0, 1):
            record = read((folder / f"deal-{2 * number - 1 + rotation:06}.tvr").read_bytes())
            assert record.names == (("club", "random") * 2, ("random", "club") * 2)[rotation]
            _match, (result,) = results(record)
            assert result.state == "scored"
            for seat, got in enumerate(result.points):
                points[wanted.player_at(seat, rotation)] += got / 4
        assert points == pytest.approx(play_pack(wanted, number).scores)


# -- what is refused ---------------------------------------------------------------------------------

BAD = {
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


@pytest.mark.parametrize("line", BAD)
def test_a_bad_argument_is_one_line_that_names_it(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulation.run(arguments(line)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert BAD[line] in err


def test_whatever_was_typed_the_fault_stays_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    args = arguments("briscola --players club --deals 1")
    args.preset = "a\nb\x1b[31m"
    with pytest.raises(BadArgument):
        plan(args)
    assert simulation.run(args) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert err.rstrip("\n").isprintable()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_that_cannot_be_written_is_one_line(
    jobs: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "deeper"):
        line = f"briscola --players club --deals 30 --jobs {jobs} --save {folder}"
        assert simulation.run(arguments(line)) == 2
        err = capsys.readouterr().err
        assert len(err.splitlines()) == 1
        assert err.startswith(f"simulate: --save {folder}: cannot write there: ")


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_no_saved_deal_is_written_over_a_file(jobs: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "deal-000002.tvr"
    there.write_text("precious")
    line = f"briscola --players random --deals 30 --jobs {jobs} --save {tmp_path}"
    assert simulation.run(arguments(line)) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"simulate: --save: {there} is there already; choose another name.\n")
    assert there.read_text() == "precious"


def test_a_full_disk_is_one_line_and_leaves_no_torn_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sync, synced = os.fsync, list[int]()

    def full(handle: int) -> None:
        if os.fstat(handle).st_size and stat.S_ISREG(os.fstat(handle).st_mode):
            synced.append(handle)
        if len(synced) == 3:
            raise OSError(errno.ENOSPC, "")
        sync(handle)

    monkeypatch.setattr(os, "fsync", full)
    assert simulation.run(arguments(f"briscola --players random --deals 30 --save {tmp_path}")) == 2
    err = capsys.readouterr().err
    third = tmp_path / "deal-000003.tvr"
    assert err == f"simulate: --save: {third}: the disk is full. Free some space and try again\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deal-000001.tvr", "deal-000002.tvr"]
    assert all(read(path.read_bytes()).deals for path in tmp_path.iterdir())


def test_the_help_says_how_deals_are_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit):
        arguments("--help")
    assert "2 N played deals" in capsys.readouterr().out
