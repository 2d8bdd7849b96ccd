"""Statistics are right: what they say is counted again here from the records' own words, in a simpler way."""

from __future__ import annotations

from collections import defaultdict
from math import isclose
from random import Random

import pytest

from game.engine.events import Passed
from game.engine.phases import DealResult
from game.record import Record, results
from game.rules import GAMES
from game.statistics import Line, Played, share, statistics
from game.tallies import tallied
from tests.helpers import fresh, playout, recorded

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def matches(game: str, count: int = 6) -> list[Record]:
    match = fresh(game, seats=GAMES[game].proposed_seats)
    return [recorded(match, list(playout(match, ("statistics", seed), deals=12))) for seed in range(count)]


def played(records: list[Record], seat: int = 0) -> list[Played]:
    return [Played(float(when), seat, tallied(record)) for when, record in enumerate(records)]


def lines(game: str, group: str, records: list[Record], seat: int) -> dict[str, Line]:
    found = statistics(game, played(records, seat))
    return {line.key: line for one, some in found.parts if one.name == group for line in some}


def deals_of(record: Record) -> list[tuple[list[list[str]], tuple[int, ...], tuple[int, ...], str]]:
    """Each deal as text: the actions in words, what it changed, what was taken, how it ended."""
    _match, ended = results(record)
    texts = [[str(action).split() for action in deal.actions] for deal in record.deals]
    return [(text, one.scores, one.points, one.state) for text, one in zip(texts, ended, strict=True)]


@EVERY_GAME
def test_matches_and_deals_are_those_of_the_records(game: str) -> None:
    records = matches(game)
    found = statistics(game, played(records))
    decided = [one for one in (results(record)[0].standing for record in records) if one.winners]
    assert found.matches.deals == len(decided)
    sides = fresh(game, seats=len(records[0].names)).sides
    mine = next(side for side in sides if 0 in side)
    assert isclose(found.matches.won, sum(len(mine) / len(one.winners) for one in decided if 0 in one.winners))
    scored = [deal for record in records for deal in deals_of(record) if deal[3] == "scored"]
    assert found.deals.share.deals == len(scored)
    if game != "briscola":
        total = sum(scores[0] for _text, scores, _points, _state in scored)
        total *= -1 if GAMES[game].counts_down else 1
        assert isclose(found.deals.value * len(scored), total, abs_tol=1e-9)


def test_briscola_counts_the_points_of_the_side() -> None:
    records = matches("briscola")
    found = statistics("briscola", played(records))
    points = [deal[2][0] for record in records for deal in deals_of(record) if deal[3] == "scored"]
    assert isclose(found.deals.value, sum(points) / len(points))
    assert found.deals.share.won == sum(1.0 if one > 60 else 0.5 if one == 60 else 0.0 for one in points)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 3])
def test_chiamata_parts_and_calls_follow_from_the_words_of_the_auction(seat: int) -> None:
    records = matches("chiamata", 12)
    roles, calls = defaultdict[str, list[tuple[bool, int]]](list), defaultdict[str, list[tuple[bool, int]]](list)
    for record in records:
        for deal, (texts, scores, _points, state) in zip(record.deals, deals_of(record), strict=True):
            if state != "scored":
                continue
            caller, rank, asked = -1, "", 61
            for who, verb, *rest in texts:
                if verb == "call":
                    caller, rank, asked = int(who), rest[0], int(rest[1]) if len(rest) > 1 else 61
                elif verb == "solo":
                    caller, rank, asked = int(who), "solo", 61
            named = next((rest[0] for _who, verb, *rest in texts if verb == "name"), None)
            order = [(deal.dealer + 1 + at) % 5 for at in range(5)]
            partner = None if named is None else order[[card.name for card in deal.pack].index(rank + named) % 5]
            role = "caller" if seat == caller else "partner" if seat == partner else "defender"
            role = "alone" if role == "caller" and partner in (None, caller) else role
            roles[role].append((scores[seat] > 0, scores[seat]))
            if seat == caller:
                calls[rank].append((scores[seat] > 0, asked))
    for group, counted in (("role", roles), ("call", calls)):
        found = lines("chiamata", group, records, seat)
        assert set(found) == set(counted)
        for key, one in counted.items():
            assert (found[key].share.deals, found[key].share.won) == (len(one), sum(won for won, _value in one))
            assert isclose(found[key].value, sum(value for _won, value in one) / len(one))


def test_spades_bids_are_set_against_tricks() -> None:
    records = matches("spades")
    counted = defaultdict[str, list[tuple[int, int]]](list)
    for record in records:
        for texts, _scores, points, state in deals_of(record):
            bid = next((rest[0] for who, verb, *rest in texts if verb == "bid" and who == "1"), None)
            if state == "scored" and bid is not None:
                counted[bid].append((int(bid), points[1]))
    found = lines("spades", "bid", records, 1)
    assert set(found) == set(counted)
    for key, one in counted.items():
        assert found[key].share.won == sum(tricks >= bid for bid, tricks in one)
        assert isclose(found[key].value, sum(tricks for _bid, tricks in one) / len(one))


def test_muscio_declarations_are_what_was_said() -> None:
    records = matches("muscio")
    words = {"in": "play", "blinde": "blinde", "pass": "pass"}
    counted = defaultdict[str, list[int]](list)
    for record in records:
        for texts, scores, _points, state in deals_of(record):
            said = next((verb for who, verb, *_rest in texts if who == "2" and verb in words), None)
            if state == "scored" and said is not None:
                counted[words[said]].append(scores[2])
    found = lines("muscio", "declared", records, 2)
    assert {key: line.share.deals for key, line in found.items()} == {key: len(one) for key, one in counted.items()}
    for key, one in counted.items():
        assert found[key].share.won == sum(score < 0 for score in one)
        assert isclose(found[key].value, -sum(one) / len(one), abs_tol=1e-9)


@EVERY_GAME
def test_a_deal_that_was_not_scored_is_nobody_s_part(game: str) -> None:
    for state in ("void", "annulled"):
        result = DealResult(state=state, scores=(0,) * 3, points=(0,) * 3, why=())
        assert GAMES[game].parts((Passed(0), Passed(1)), result) == ((), (), ())


@EVERY_GAME
def test_the_order_of_the_matches_makes_no_difference_and_the_trend_adds_up(game: str) -> None:
    some = played(matches(game))
    mixed = some[:]
    Random(3).shuffle(mixed)
    found = statistics(game, mixed)
    assert found == statistics(game, some)
    assert sum(line.share.deals for _when, line in found.trend) == found.deals.share.deals
    assert isclose(sum(line.share.won for _when, line in found.trend), found.deals.share.won)
    assert [when for when, _line in found.trend] == sorted(when for when, _line in found.trend)


def test_nothing_played_is_nothing_known() -> None:
    found = statistics("briscola", [])
    assert (found.matches.deals, found.matches.low, found.matches.high) == (0, 0.0, 1.0)
    assert found.trend == ()


WILSON = (
    (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662),
    (1, 1, 0.2065, 1.0),
)  # fmt: skip


@pytest.mark.parametrize(("won", "count", "low", "high"), WILSON)
def test_the_interval_is_wilsons(won: int, count: int, low: float, high: float) -> None:
    """Figures from Newcombe, "Two-sided confidence intervals for the single proportion" (1998), and by hand."""
    found = share(count, won)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
