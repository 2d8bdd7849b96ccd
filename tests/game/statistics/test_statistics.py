"""Wins and losses, and where they count; `tests.transcripts.results` has the tables of fixed matches."""

from __future__ import annotations

from collections.abc import Mapping
from math import isclose
from random import Random
from types import MappingProxyType
from typing import Any, Final

import pytest

from game.core.actions import Action, LeaveMatch, Timeout, VoteToEnd
from game.core.events import PlayerPassed
from game.core.phase import DealResult
from game.match.record import Record
from game.match.tallies import DealCount, MatchTally, SeatTally, tally_record
from game.rules import GAMES
from game.statistics.statistics import (
    AccuracySummary,
    PlayedMatch,
    PlayerStatistics,
    StatisticsLine,
    compute_statistics,
    estimate_win_rate,
)
from tests.helpers import make_match, make_record, play_random_actions
from tests.rows import check_rows

NO_PARTS: Final[Mapping[str, DealCount]] = MappingProxyType({})
for_each_game = pytest.mark.parametrize("game", GAMES)


def play_matches(game: str, count: int = 6) -> list[Record]:
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    return [
        make_record(match, list(play_random_actions(match, ("statistics", seed), deal_count=12)))
        for seed in range(count)
    ]


def compute_played_statistics(records: list[Record], seat: int = 0) -> list[PlayedMatch]:
    return [PlayedMatch(float(when), seat, tally_record(record)) for when, record in enumerate(records)]


@for_each_game
def test_deal_that_was_not_scored_counts_for_nobody(game: str) -> None:
    for state in ("void", "annulled"):
        result = DealResult(state=state, scores=(0,) * 3, points=(0,) * 3, reasons=())
        assert GAMES[game].list_stat_entries((PlayerPassed(0), PlayerPassed(1)), result) == ((), (), ())


@for_each_game
def test_match_order_does_not_matter_and_trend_adds_up(game: str) -> None:
    computed = compute_played_statistics(play_matches(game))
    mixed = computed[:]
    Random(3).shuffle(mixed)
    result = compute_statistics(game, mixed)
    assert result == compute_statistics(game, computed)
    assert sum(line.win_rate.total for _when, line in result.trend) == result.deals.win_rate.total
    assert isclose(sum(line.win_rate.won for _when, line in result.trend), result.deals.win_rate.won)
    assert [when for when, _line in result.trend] == sorted(when for when, _line in result.trend)


def make_played_match(
    played_at: float, winners: tuple[int, ...], deals: DealCount, *, seat: int = 0, seats: int = 4, sides: int = 2,
    bids: Mapping[str, DealCount] = NO_PARTS, is_assisted: bool = False, **ending: Any,
) -> PlayedMatch:  # fmt: skip
    """Return a match in which the other seats have won 100 of 100 deals."""
    others = SeatTally(DealCount(100, 100, 999), {"bid/0": DealCount(100, 100, 999)})
    own = SeatTally(deals, {f"side_bid/{bid}": count for bid, count in bids.items()})
    values = {"deals": deals.deals + 1, "totals": (0,) * seats, "over": True, "sides": sides, **ending}
    tallies = tuple(own if index == seat else others for index in range(seats))
    return PlayedMatch(played_at, seat, MatchTally(winners=winners, seats=tallies, **values), is_assisted)


WON = make_played_match(50, (0, 2), DealCount(5, 4, 20), bids={
    "4": DealCount(3, 2, 13), "unknown": DealCount(1, 0, 1), "10": DealCount(2, 2, 21),
})  # fmt: skip
LOST = make_played_match(20, (1, 3), DealCount(4, 1, -8), seat=2, bids={"4": DealCount(4, 1, 15)})
SHARED_BY_TWO_OF_THREE = make_played_match(30, (1, 2), DealCount(3, 1.5, 6), seat=1, seats=3, sides=3)
SHARED_BY_PAIRS = make_played_match(45, (0, 1, 2, 3), DealCount(1, 0.5, 0), seat=3)
ENDED_BY_VOTE = make_played_match(60, (), DealCount(2, 1, 3), is_voted_out=True)
ENDED_BY_TIMEOUT = make_played_match(10, (), DealCount(1, 0, -2), timed_out_seat=0)
GIVEN_UP = make_played_match(40, (), DealCount(6, 3, 11), over=False, departed_seats=(0,))
ASSISTED = (
    make_played_match(35, (0, 2), DealCount(7, 7, 70), is_assisted=True, bids={"4": DealCount(7, 7, 28)}),
    make_played_match(25, (1, 3), DealCount(1, 0, -5), is_assisted=True),
    make_played_match(15, (), DealCount(2, 1, 2), is_assisted=True, is_voted_out=True),
)


def test_every_ending_of_a_match_counts_as_what_it_is() -> None:
    """Only decided matches count as won or lost; deals that were finished count in all of them."""
    matches = (WON, LOST, SHARED_BY_TWO_OF_THREE, SHARED_BY_PAIRS, ENDED_BY_VOTE, ENDED_BY_TIMEOUT, GIVEN_UP)
    deals = {played.played_at: played.tally.seats[played.seat].deals for played in matches}
    own_bids, pair_bids = GAMES["spades"].stat_categories
    assert compute_statistics("spades", [*ASSISTED, *matches]) == PlayerStatistics(
        game_id="spades",
        matches=estimate_win_rate(4, 2.0),
        deals=StatisticsLine("", estimate_win_rate(22, 11.0), 30 / 22),
        expected_win_rate=(1 / 2 + 1 / 2 + 1 / 3 + 1 / 2) / 4,
        categories=(
            (own_bids, ()),
            (
                pair_bids,
                (
                    StatisticsLine("4", estimate_win_rate(7, 3), 4.0),
                    StatisticsLine("10", estimate_win_rate(2, 2), 10.5),
                    StatisticsLine("unknown", estimate_win_rate(1, 0), 1.0),
                ),
            ),
        ),
        trend=tuple(
            (played_at, StatisticsLine("", estimate_win_rate(count.deals, count.won), count.value / count.deals))
            for played_at, count in sorted(deals.items())
        ),
        assisted_matches=estimate_win_rate(2, 1.0),
        assisted_deals=StatisticsLine("", estimate_win_rate(10, 8), 6.7),
        course=((0.0, 1 / 2), (1 / 2, 1 / 3), (1 / 2, 1 / 2), (1.0, 1 / 2)),
    )


def test_trend_has_twelve_blocks_of_nearly_equal_size_with_the_time_of_their_last_match() -> None:
    matches = [make_played_match(when, (0, 2), DealCount(1, 1, when)) for when in range(1, 26)]
    trend = compute_statistics("spades", matches).trend
    assert [when for when, _line in trend] == [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 25]
    assert [(line.win_rate.total, line.mean_value) for _when, line in (trend[0], trend[-1])] == [(2, 1.5), (3, 24.0)]
    few = compute_statistics("spades", matches[:3]).trend
    assert [(when, line.mean_value) for when, line in few] == [(1, 1.0), (2, 2.0), (3, 3.0)]


def test_accuracies_are_merged_in_blocks_with_the_weight_of_their_choices() -> None:
    accuracies = [AccuracySummary(float(when), when, 1 / when, 2.0 * when) for when in range(13, 0, -1)]
    merged = compute_statistics("spades", [], accuracies).accuracies
    assert len(merged) == 12
    assert merged[0] == AccuracySummary(1.0, 1, 1.0, 2.0)
    assert merged[-1] == AccuracySummary(13.0, 25, 2 / 25, (2.0 * 12 * 12 + 2.0 * 13 * 13) / 25)


@check_rows(
    ("last_actions", "ending"),
    [
        ((), {"over": False}),
        ((LeaveMatch(1),), {"over": False, "departed_seats": (1,)}),
        ((VoteToEnd(0),), {"over": False}),
        ((VoteToEnd(0), VoteToEnd(2)), {"over": True, "is_voted_out": True}),
        ((Timeout(1),), {"over": True, "timed_out_seat": 1}),
    ],
)
def test_tally_tells_how_a_match_ended(last_actions: tuple[Action, ...], ending: Mapping[str, Any]) -> None:
    """Bids of 2, 1 and 16 take 8, 5 and 5 tricks; the next deal is not finished."""
    match = make_match("spades", seats=3, dealer=2, turn_seconds=30, exit_votes=2)
    record = make_record(match, list(play_random_actions(match, "tally 0"))).with_deal(0, match.pack)
    for action in last_actions:
        record = record.with_action(action)
    seats = (
        SeatTally(DealCount(1, 1.0, 26.0), {"bid/2": DealCount(1, 1.0, 8.0)}),
        SeatTally(DealCount(1, 1.0, 14.0), {"bid/1": DealCount(1, 1.0, 5.0)}),
        SeatTally(DealCount(1, 0.0, 0.0), {"bid/16": DealCount(1, 0.0, 5.0)}),
    )
    assert tally_record(record) == MatchTally(
        **{"deals": 1, "totals": (26, 14, 0), "winners": (), "sides": 3, "seats": seats, "over": True, **ending}
    )


def test_statistics_without_matches_are_empty() -> None:
    result = compute_statistics("briscola", [])
    assert (result.matches.total, result.matches.low, result.matches.high) == (0, 0.0, 1.0)
    assert result.trend == ()


WILSON_EXAMPLES = (
    (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662),
    (1, 1, 0.2065, 1.0),
)  # fmt: skip


def test_interval_always_contains_the_rate() -> None:
    rates = [estimate_win_rate(count, won) for count in range(1, 60) for won in range(count + 1)]
    assert all(rate.low <= rate.rate <= rate.high for rate in rates)


@check_rows(("won", "count", "low", "high"), WILSON_EXAMPLES)
def test_interval_is_wilson_score_interval(won: int, count: int, low: float, high: float) -> None:
    """Compare with Newcombe, "Two-sided confidence intervals for the single proportion" (1998), and by hand."""
    interval = estimate_win_rate(count, won)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)
