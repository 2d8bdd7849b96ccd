"""The tournament: its goals, its play, and its verdicts."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import game
from game.ai.level_table import LEVEL_TABLE
from game.core.trick_taking import replace
from game.rules import GAMES
from game.rules.spades.phases import BiddingPhase
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows
from tools.tournament import command, parts, playing
from tools.tournament.contests import ALL_CONTESTS, LEVEL_LADDER, Contest
from tools.tournament.figures import decide_verdict, format_table, make_rows
from tools.tournament.playing import ContestPackOutcome, play_pack
from tools.tournament.studies import STUDIES

EQUAL_PLAYERS_FIGURE = {"won": 100, "lead": 0, "score": 0}
"""The sum of the figures of all seats in a game between equals."""


def make_contest(name: str, our_level: str = "club", their_level: str = "club") -> Contest:
    """Return a declared contest with other players."""
    (contest,) = (declared for declared in ALL_CONTESTS if declared.name == name)
    return replace(contest, ours=our_level, theirs=their_level)


def run_and_read_json(line: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return the JSON of a run without the times, which always differ."""
    assert command.main([*line.split(), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    for row in report["contests"]:
        assert 0 <= row.pop("ms_per_move") <= row.pop("ms_p99") * 1000
    return report


@check_rows("contest", ALL_CONTESTS)
def test_every_contest_can_be_played_and_chosen_by_its_name(contest: Contest) -> None:
    assert contest.seats in GAMES[contest.game].get_seat_counts(contest.preset)
    assert {contest.ours, contest.theirs} <= set(LEVEL_LADDER)
    assert [other.name for other in ALL_CONTESTS if other.name.startswith(contest.name)] == [contest.name]


DESIGN_EXAMPLES = (
    "briscola-2/master-club", "briscola-2-early/master-club", "ladder/briscola-3/club-novice",
    "spades-4-one/master-club", "chiamata-cards/master-club", "chiamata-online-whole/master-club",
    "muscio-4-match/master-club", "spades-partners-match/master-club",
)  # fmt: skip


@long_test
@check_rows("name", choose_sample(DESIGN_EXAMPLES, 3))
def test_players_hold_each_hand_equally_often_and_equal_ones_have_no_advantage(name: str) -> None:
    contest = make_contest(name)
    games = [*playing.PLAY_BY_DESIGN[contest.design](playing.ContestPack(contest, 1, 1, []))]
    assert {sum(game.is_ours_by_seat[seat] for game in games) for seat in range(contest.seats)} == {1}
    share = 1 / (2 if contest.design.startswith("turn") else contest.seats)
    for level in ("random", "club"):
        values = play_pack(make_contest(name, level, level), 7, 1).values
        assert values == pytest.approx([EQUAL_PLAYERS_FIGURE[goal.measure] * share for goal in contest.goals])


@check_rows(("name", "count"), [
    ("briscola-2/master-club", 2 * 20), ("briscola-2-early/master-club", 2 * (20 - playing.LATE_TRICK_COUNT)),
])  # fmt: skip
def test_only_our_moves_are_timed_and_club_plays_last_tricks_in_early_contests(name: str, count: int) -> None:
    assert len(play_pack(make_contest(name, "club", "random"), 1, 1).move_times) == count


@check_rows(
    ("target", "mean", "ci95", "packs", "expected"),
    [
        (62, 64, 1.5, 100, "met"), (62, 63, 1.5, 100, "undecided"), (62, 60, 1.5, 100, "missed"),
        (0, 0, 0, 100, "missed"), (0, 5, 1, 10, "undecided"), (0, 5, None, 1, "undecided"),
        (None, 5, 1, 100, "none asked"),
    ],
)  # fmt: skip
def test_confidence_interval_decides_verdict(
    target: float | None, mean: float, ci95: float | None, packs: int, expected: str
) -> None:
    assert decide_verdict(target, mean, ci95, packs) == expected


def test_pack_is_one_observation_and_missed_target_is_printed() -> None:
    spades_contest = make_contest("spades-4-one/master-club", "master")
    outcomes = [ContestPackOutcome((value, 50.0), (1.0, 3.0)) for value in (4.0, 6.0) * 10]
    contest_rows = make_rows(spades_contest, outcomes, "again")
    assert [(row.mean, row.packs, row.ms_per_move, row.ms_p99) for row in contest_rows] == [
        (5, 20, 2, 3),
        (50, 20, 2, 3),
    ]
    assert contest_rows[0].ci95 == pytest.approx(1.96 * (20 / 19 / 20) ** 0.5)
    assert [row.verdict for row in contest_rows] == ["missed", "met"]
    assert "MISSED: 1 of 2\n  spades-4-one/master-club: 5.00 ± 0.45 points, asked >= 8.5" in format_table(contest_rows)


def test_row_names_command_that_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--only ladder/briscola-2/novice --scale 0.01 --seed 5 --limit 20"
    (row,) = run_and_read_json(line, capsys)["contests"]
    assert row["command"] == (
        "python -m tools.tournament --only ladder/briscola-2/novice-beginner --seed 5 --deals 2 --limit 20"
    )
    assert run_and_read_json(row["command"].removeprefix("python -m tools.tournament "), capsys)["contests"] == [row]


def test_list_names_the_requested_contests(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--list"]) == 0
    listed = tuple(line.split()[0] for line in capsys.readouterr().out.splitlines())
    assert listed == command.list_names(ALL_CONTESTS, STUDIES)
    assert command.main(["--list", "--only", "spades-4-one", "ladder/muscio-4/club"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "spades-4-one/master-random", "spades-4-one/master-club", "ladder/muscio-4/club-novice",
    ]  # fmt: skip


@check_rows("line", [
    "--only scopa", "--deals 0", "--scale 0", "--jobs 100", "--limit x", "--seed -1", "--players club", "--players a,b",
])  # fmt: skip
def test_invalid_arguments_are_refused(line: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main(line.split())


@check_rows("bot", parts.MasterWithoutPart.__subclasses__())
def test_bot_without_a_part_changes_the_levels_only_while_it_chooses(bot: type[parts.MasterWithoutPart]) -> None:
    levels = {**LEVEL_TABLE}
    runner = game.MatchRunner("spades", preset="individual", seats=4, seed=3)
    runner.deal()
    assert bot().choose(runner.observe(runner.turn), Random(1)) in runner.match.legal_actions()
    assert levels == LEVEL_TABLE


def test_bids_without_a_search_over_calls_are_those_of_club() -> None:
    runner = game.MatchRunner("spades", preset="individual", seats=4, seed=3)
    runner.deal()
    while isinstance(runner.match.phase, BiddingPhase):
        observation = runner.observe(runner.turn)
        bid = parts.WithoutCallSearch().choose(observation, Random(1))
        assert bid == game.create_player("spades", "club").choose(observation, Random(1))
        runner.push(bid)
