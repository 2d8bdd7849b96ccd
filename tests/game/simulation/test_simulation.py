"""Simulations: what they play, and how they measure it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.cli import simulation_report
from game.cli.simulate import parse_plan
from game.core.messages import Reason
from game.core.phase import Board, DealOverPhase, DealResult
from game.match.match import Match, replace
from game.rules.briscola.options import BriscolaOptions
from game.rules.game import tally_by_score
from game.simulation import simulation
from game.simulation.simulation import (
    PackOutcome,
    compute_confidence_half_width,
    play_packs,
    summarize_outcomes,
)
from tests.game.cli.simulate_arguments import TIME_KEYS, parse_arguments
from tests.helpers import make_match
from tests.rows import check_rows


def run_without_times(line: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return the JSON that a simulation prints, without the times."""
    assert simulation_report.run(parse_arguments(line + " --json")) == 0
    document = json.loads(capsys.readouterr().out)
    for player in document["players"]:
        for name in TIME_KEYS:
            assert player.pop(name) >= 0
    return document


# -- play --------------------------------------------------------------------------------------------


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


@check_rows(("players", "seats"), [("club", 2), ("club,random", 2), ("club,random,novice", 3)])
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


# -- measurement -------------------------------------------------------------------------------------


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
    """Return a match of a single deal with this result."""
    match = make_match(seats=len(points), **rules)
    outcome = DealResult(state="scored", scores=scores, points=points, reasons=(Reason(code),))
    board = Board(hands=((),) * match.seats)
    over = DealOverPhase(options=match.options, seats=match.seats, dealer=0, deal_result=outcome, final_board=board)
    return replace(match, phase=over, results=(outcome,))


@check_rows(
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
