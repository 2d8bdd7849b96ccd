"""The rules of Spades with partners (docs/rules.md, "Partners"), with a test for each sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.cli.replay import build_summary
from game.core.actions import Deal
from game.core.cards import HIDDEN_CARD, JOKERS
from game.core.events import DealScored
from game.core.messages import InputError
from game.core.phase import DealResult, DecisiveTrick, IllegalActionError, ScoreLine
from game.core.trick_taking import CompletedTrick, Trick, replace
from game.match.house_rules import resolve_options
from game.match.match import Match, check_setup
from game.match.observation import observe
from game.match.record import RecordError, decode_playable_record, encode_record, replay_deal_results
from game.rules import GAMES
from game.rules.game import ScoreSum
from game.rules.spades.actions import BidBlindNil, LookAtHand
from game.rules.spades.events import BidMade, HandSeen
from game.rules.spades.options import PARTNERS_OPTIONS as OPTIONS
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import SideBid, SideScore, SpadesResult, score_side
from game.rules.spades.statistics_entries import list_stat_entries
from game.rules.statistics_entries import StatEntry
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.match_runner import MatchRunner
from game.text.messages import format_reason
from tests.helpers import (
    PLAYER_NAMES,
    deal_match,
    get_last_events,
    get_refusal_code,
    list_legal_phrases,
    make_match,
    make_record,
    play,
    play_random_actions,
)
from tests.rows import check_rows

BIDS = some.lists(some.integers(0, 13), min_size=2, max_size=2).map(tuple)


def deal_partners(*bids: int, **changes: Any) -> Match:
    """Return a deal that seat 0 leads, with these bids from seat 0 on."""
    match = deal_match(game="spades", preset="partners", seats=4, dealer=3, **changes)
    return play(match, *(f"{seat} bid {bid}" for seat, bid in enumerate(bids)))


def score_deal(
    bids: tuple[int, ...], taken: tuple[int, ...], kept: tuple[int, ...] = (0, 0, 0, 0), **changes: Any
) -> SpadesResult:
    """Return the result of a deal with these bids and tricks, by seat; ``kept``: bags from earlier deals."""
    phase = deal_partners(*bids, **changes).phase
    assert isinstance(phase, SpadesTrickPhase)
    tricks = tuple(CompletedTrick(Trick((0,)), seat, 1) for seat, count in enumerate(taken) for _ in range(count))
    result = replace(phase, completed_tricks=tricks, hands=((),) * 4, bags=kept).score_deal().phase.result
    assert isinstance(result, SpadesResult)
    return result


def score(bids: tuple[int, int], taken: tuple[int, int], bags: int = 0, **changes: Any) -> SideScore:
    blind_seats = changes.pop("blind_seats", ())
    return score_side(replace(OPTIONS, **changes), SideBid((0, 2), bids, taken, blind_seats), bags)


def play_deals_with(scores: tuple[int, ...], **changes: Any) -> Match:
    """Return a match of partners before a deal, after a deal with these scores."""
    match = make_match("spades", "partners", seats=4, dealer=3, **changes)
    played = [*play_random_actions(match, "before")][-1].match
    result = replace(played.get_deal_result(), scores=scores)
    return replace(played, results=(result,), added=ScoreSum(scores, 1))


def deal_behind(scores: tuple[int, ...] = (0, 100, 0, 100), **changes: Any) -> Match:
    """Return a deal that seat 1 bids first, in which the seats may bid blind nil as ``scores`` allow."""
    match = play_deals_with(scores, **{"blind_nil": True} | changes)
    return match.apply(Deal(shuffle_pack(match.pack, derive_random(1, "behind")))).match


def get_standing_after(totals: tuple[int, ...], **changes: Any) -> tuple[bool, tuple[int, ...]]:
    standing = GAMES["spades"].compute_standing(replace(OPTIONS, **changes), ScoreSum(totals, 1))
    return standing.is_over, standing.winners


# -- the table -------------------------------------------------------------------------------------


def test_four_seats_are_two_pairs_sitting_opposite_with_52_cards() -> None:
    match = make_match("spades", "partners", seats=4)
    assert match.sides == ((0, 2), (1, 3))
    assert len(match.pack) == 52
    assert not set(match.pack) & set(JOKERS)
    assert {card for hand in deal_partners().phase.board().hands for card in hand} == set(match.pack)  # type: ignore[union-attr]


def test_individual_is_still_the_first_preset() -> None:
    assert list(GAMES["spades"].presets) == ["individual", "partners"]
    individual = GAMES["spades"].presets["individual"]
    assert isinstance(individual, SpadesOptions)
    assert individual == SpadesOptions()
    assert (individual.nil_points, individual.bag_limit, individual.blind_nil, individual.loss_limit) == (
        100, 10, False, "off",
    )  # fmt: skip
    assert individual.nil_tricks_count and OPTIONS.nil_tricks_count


def test_partners_have_nil_bags_and_lose_for_broken_contracts_by_default() -> None:
    assert (OPTIONS.nil, OPTIONS.bags, OPTIONS.broken_bid, OPTIONS.jokers) == (True, True, "minus_ten_per_bid", False)
    assert (OPTIONS.target, OPTIONS.nil_points, OPTIONS.bag_limit, OPTIONS.blind_nil, OPTIONS.loss_limit) == (
        500, 100, 10, False, "off",
    )  # fmt: skip


@check_rows("seats", [2, 3, 5])
def test_partners_need_four_players(seats: int) -> None:
    assert GAMES["spades"].get_seat_counts("partners") == (4,)
    with pytest.raises(InputError):
        check_setup("spades", "partners", OPTIONS, seats, 0)
    with pytest.raises(InputError):
        MatchRunner("spades", preset="partners", seats=seats)
    with pytest.raises(RecordError):
        make_record(make_match("spades", "partners", seats=seats), [], "partners")


@check_rows(("name", "value"), [
    ("nil_points", 150), ("nil_points", "100"), ("bag_limit", 7), ("blind_nil", 1), ("loss_limit", -100),
    ("loss_limit", None), ("target", 400), ("nil_tricks_count", 1), ("nil_tricks_count", "off"),
])  # fmt: skip
def test_other_values_of_options_are_refused(name: str, value: object) -> None:
    with pytest.raises(InputError):
        resolve_options("spades", "partners", {name: value})


def test_each_player_bids_0_to_13_once_from_forehand() -> None:
    match = deal_match(game="spades", preset="partners", seats=4, dealer=1)
    for seat in (2, 3, 0, 1):
        assert match.turn == seat
        assert list_legal_phrases(match) == [f"bid {tricks}" for tricks in range(14)]
        match = play(match, f"{seat} bid 0")
    assert isinstance(match.phase, SpadesTrickPhase)
    assert match.turn == 2


# -- contract and bags -----------------------------------------------------------------------------


@check_rows(("bids", "taken", "points"), [
    ((4, 3), (3, 4), 70), ((4, 3), (7, 2), 72), ((4, 3), (6, 0), -70), ((1, 1), (13, 0), 31), ((13, 13), (13, 0), -260),
])  # fmt: skip
def test_contract_is_the_sum_of_both_bids(bids: tuple[int, int], taken: tuple[int, int], points: int) -> None:
    assert score(bids, taken).points == points


def test_broken_contract_scores_nothing_by_option() -> None:
    assert score((4, 3), (6, 0), broken_bid="zero").points == 0


@check_rows(("limit", "bags", "taken", "penalty", "kept"), [
    (10, 8, 9, 100, 0), (10, 8, 8, 0, 9), (10, 9, 13, 100, 5), (5, 4, 8, 50, 0), (5, 4, 13, 100, 0), (5, 0, 11, 0, 4),
])  # fmt: skip
def test_bags_of_a_side_cost_ten_each_at_the_limit(limit: int, bags: int, taken: int, penalty: int, kept: int) -> None:
    side_score = score((4, 3), (taken, 0), bags, bag_limit=limit)
    assert (side_score.penalty, side_score.bags_kept) == (penalty, kept)
    assert side_score.points == 70 + taken - 7


def test_score_and_bags_of_a_side_are_at_both_of_its_seats() -> None:
    result = score_deal((4, 2, 3, 2), (5, 1, 4, 3), (8, 3, 8, 3))
    assert result.points == (5, 1, 4, 3)
    assert result.scores == (72 - 100, 40, 72 - 100, 40)
    assert result.bags == (0, 3, 0, 3)


# -- nil -------------------------------------------------------------------------------------------


@check_rows("points", [50, 100, 200])
@check_rows(("bids", "taken", "nils", "rest"), [
    ((0, 4), (0, 4), 1, 40), ((0, 4), (0, 6), 1, 42), ((0, 4), (0, 3), 1, -40), ((0, 4), (2, 2), -1, 40),
    ((0, 4), (2, 4), -1, 42), ((0, 4), (1, 2), -1, -40), ((0, 0), (0, 0), 2, 0), ((0, 0), (0, 3), 0, 3),
    ((0, 0), (2, 3), -2, 5),
])  # fmt: skip
def test_nil_is_scored_for_its_player_and_its_tricks_count_for_the_contract(
    points: int, bids: tuple[int, int], taken: tuple[int, int], nils: int, rest: int
) -> None:
    assert score(bids, taken, nil_points=points).points == nils * points + rest


def test_two_nils_that_take_tricks_bring_bags() -> None:
    assert score((0, 0), (2, 3), 6) == SideScore(-195, 11, 100, 1)


def test_blind_nil_counts_twice() -> None:
    assert score((0, 4), (0, 4), blind_seats=(0,)).points == 240
    assert score((0, 4), (1, 4), blind_seats=(0,), nil_points=50).points == -100 + 41
    assert score((0, 0), (0, 1), blind_seats=(2,)).points == 100 - 200 + 1


@given(BIDS, BIDS, some.integers(0, 13), some.integers(0, 9), some.booleans())
def test_score_of_a_side_is_contract_and_nils_and_bags(
    bids: tuple[int, ...], other: tuple[int, ...], taken: int, kept: int, is_minus: bool
) -> None:
    """Score each side again in another way: contract, nils and bags one after the other."""
    first = min(taken, other[0])
    tricks = (first, taken - first)
    options = replace(OPTIONS, broken_bid="minus_ten_per_bid" if is_minus else "zero")
    side_score = score_side(options, SideBid((0, 2), (bids[0], bids[1]), tricks), kept)
    contract = bids[0] + bids[1]
    nils = sum(100 if count == 0 else -100 for bid, count in zip(bids, tricks, strict=True) if bid == 0)
    is_made = taken >= contract
    assert side_score.points == nils + (10 * contract + taken - contract if is_made else -10 * contract * is_minus)
    assert side_score.bags == kept + (taken - contract if is_made else 0)
    assert side_score.penalty == side_score.bags // 10 * 100
    assert side_score.bags_kept == side_score.bags % 10


@given(some.integers(0, 13), some.integers(0, 13), some.integers(0, 9), some.booleans())
def test_player_without_a_partner_scores_as_before(bid: int, taken: int, kept: int, has_bags: bool) -> None:
    side_score = score_side(SpadesOptions(nil=True, bags=has_bags), SideBid((1,), (bid,), (taken,)), kept)
    points = (100 if taken == 0 else -100) if bid == 0 else 10 * bid + taken - bid if taken >= bid else 0
    bags = kept + max(0, taken - bid) if has_bags else 0
    assert side_score == SideScore(points, bags, bags // 10 * 100, bags % 10)


@check_rows(("bids", "taken", "kept", "changes", "expected"), [
    # The tricks of the nil would make the contract exactly, and do not; without them it is made exactly.
    ((0, 4), (2, 2), 0, {}, SideScore(-100 - 40, 0, 0, 0)),
    ((0, 4), (2, 2), 0, {"nil_tricks_count": True}, SideScore(-100 + 40, 0, 0, 0)),
    ((0, 4), (2, 4), 0, {}, SideScore(-100 + 40, 0, 0, 0)),
    ((0, 4), (2, 4), 0, {"nil_tricks_count": True}, SideScore(-100 + 42, 2, 0, 2)),
    ((4, 0), (5, 3), 0, {}, SideScore(-100 + 41, 1, 0, 1)),
    ((0, 4), (1, 3), 0, {"broken_bid": "zero"}, SideScore(-100, 0, 0, 0)),
    ((0, 4), (1, 3), 0, {"broken_bid": "zero", "nil_tricks_count": True}, SideScore(-60, 0, 0, 0)),
    # Bags at the limit: the tricks of the nil are none.
    ((0, 4), (3, 4), 9, {}, SideScore(-60, 9, 0, 9)),
    ((0, 4), (3, 4), 9, {"nil_tricks_count": True}, SideScore(-57, 12, 100, 2)),
    ((0, 4), (3, 5), 9, {}, SideScore(-59, 10, 100, 0)),
    ((0, 4), (3, 5), 4, {"bag_limit": 5}, SideScore(-59, 5, 50, 0)),
    # Both nil: no tricks and no bags; one broken, both broken, and blind.
    ((0, 0), (2, 3), 6, {}, SideScore(-200, 6, 0, 6)),
    ((0, 0), (0, 3), 6, {}, SideScore(0, 6, 0, 6)),
    ((0, 0), (0, 1), 0, {"blind_seats": (2,)}, SideScore(100 - 200, 0, 0, 0)),
    ((0, 4), (1, 4), 0, {"blind_seats": (0,), "nil_points": 50}, SideScore(-100 + 40, 0, 0, 0)),
    ((0, 4), (1, 3), 0, {"blind_seats": (0,), "nil_points": 200}, SideScore(-400 - 40, 0, 0, 0)),
    # A nil that is made changes nothing, and neither does a contract of two bids.
    ((0, 4), (0, 6), 0, {}, SideScore(142, 2, 0, 2)), ((4, 3), (6, 3), 0, {}, SideScore(72, 2, 0, 2)),
])  # fmt: skip
def test_tricks_of_a_broken_nil_count_only_by_option(
    bids: tuple[int, int], taken: tuple[int, int], kept: int, changes: dict[str, Any], expected: SideScore
) -> None:
    assert score(bids, taken, kept, **{"nil_tricks_count": False} | changes) == expected


@check_rows(("bid", "taken", "points", "bags"), [(0, 3, -100, 9), (0, 0, 100, 9), (2, 4, 22, 11)])
def test_tricks_of_a_broken_nil_without_a_partner_are_no_bags_by_option(
    bid: int, taken: int, points: int, bags: int
) -> None:
    options = SpadesOptions(nil=True, bags=True, nil_tricks_count=False)
    side_score = score_side(options, SideBid((1,), (bid,), (taken,)), 9)
    assert side_score == SideScore(points, bags, bags // 10 * 100, bags % 10)


def test_score_lines_and_deciding_tricks_leave_out_tricks_that_do_not_count() -> None:
    made, missed = (
        score_deal((0, 2, 4, 3), (1, 3, partner_tricks, 9 - partner_tricks), nil_tricks_count=False)
        for partner_tricks in (4, 3)
    )
    assert [format_reason(reason, PLAYER_NAMES) for reason in made.reasons][:6] == [
        "Anna broke the nil in trick 1",
        "Bruno and Dino reached the contract of 5 in trick 10",
        "Anna and Carla: bid of 4 made, 4 taken (4 × 10 = 40)",
        "Anna and Carla: Anna's nil broken, 1 taken (− 100 = −60)",
        "bags carried over by Anna and Carla: 0",
        "Bruno and Dino: bid of 5 made, 8 taken (5 × 10 = 50)",
    ]
    assert "Anna and Carla: bid of 4 missed, 3 taken (− 4 × 10 = −40)" in [
        format_reason(reason, PLAYER_NAMES) for reason in missed.reasons
    ]


@check_rows(("is_counted", "number"), [(True, 5), (False, 6)])
def test_contract_is_reached_in_the_trick_that_counts(is_counted: bool, number: int) -> None:
    result = score_deal((0, 7, 4, 7), (1, 1, 8, 3), nil_tricks_count=is_counted)
    (reached,) = [reason for reason in result.reasons if reason.code == "turned_side_bid"]
    assert reached.values["number"] == number


def test_statistics_leave_out_tricks_that_do_not_count() -> None:
    result = score_deal((0, 5, 4, 6), (2, 6, 3, 2), nil_tricks_count=False)
    side_entry = StatEntry("side_bid", "4", 0.0, 3.0)
    entries = list_stat_entries((), result)
    assert (entries[0], entries[2]) == ((side_entry, StatEntry("bid", "0", 0.0, 2.0)), (side_entry,))


def test_match_with_the_option_is_written_down_and_read_again() -> None:
    match = make_match("spades", "partners", seats=4, nil_tricks_count=False)
    record = make_record(match, [*play_random_actions(match, 8, 2)], "partners")
    document = encode_record(record)
    assert json.loads(document)["options"] == {"nil_tricks_count": False}
    assert decode_playable_record(document).options == match.options


def test_score_lines_name_the_side_and_the_player_of_a_nil() -> None:
    result = score_deal((0, 2, 4, 3), (1, 3, 4, 5), (9, 0, 9, 0))
    assert [format_reason(reason, PLAYER_NAMES) for reason in result.reasons] == [
        "Anna broke the nil in trick 1",
        "Bruno and Dino reached the contract of 5 in trick 10",
        "Anna and Carla: bid of 4 made, 5 taken (4 × 10 = 40)",
        "Anna and Carla: tricks over the bid (+ 1 = 41)",
        "Anna and Carla: Anna's nil broken, 1 taken (− 100 = −59)",
        "Anna and Carla: penalty for 10 bags (− 1 × 100 = −159)",
        "bags carried over by Anna and Carla: 0",
        "Bruno and Dino: bid of 5 made, 8 taken (5 × 10 = 50)",
        "Bruno and Dino: tricks over the bid (+ 3 = 53)",
        "bags carried over by Bruno and Dino: 3",
    ]


def test_bag_limit_of_five_is_named() -> None:
    result = score_deal((4, 2, 3, 2), (5, 1, 4, 3), (4, 0, 4, 0), bag_limit=5)
    assert "Anna and Carla: penalty for 6 bags, in fives (− 1 × 50 = 22)" in [
        format_reason(reason, PLAYER_NAMES) for reason in result.reasons
    ]


def test_score_lines_add_up_to_the_scores() -> None:
    for seed in range(30):
        match = make_match("spades", "partners", seats=4, blind_nil=True, bag_limit=5, nil_points=50)
        for moment in play_random_actions(match, seed, 4):
            result = moment.match.get_deal_result()
            if not any(isinstance(event, DealScored) for event in moment.events):
                continue
            lines = [reason for reason in result.reasons if isinstance(reason, ScoreLine)]
            totals = {line.seats: line.total for line in lines}
            assert totals == {(0, 2): result.scores[0], (1, 3): result.scores[1]}
            assert result.scores[:2] == result.scores[2:]
            for reason in result.reasons:
                assert not isinstance(reason, DecisiveTrick) or reason.trick_index < 13


def test_statistics_count_the_bid_of_the_side_and_the_nil_of_the_seat() -> None:
    result = score_deal((5, 0, 3, 4), (4, 1, 4, 4))
    eight, four = StatEntry("side_bid", "8", 1.0, 8.0), StatEntry("side_bid", "4", 1.0, 5.0)
    assert list_stat_entries((), result) == ((eight,), (four, StatEntry("bid", "0", 0.0, 1.0)), (eight,), (four,))
    missed = score_deal((0, 5, 0, 6), (0, 6, 3, 4))
    assert list_stat_entries((), missed) == (
        (StatEntry("bid", "0", 1.0, 0.0),), (StatEntry("side_bid", "11", 0.0, 10.0),),
        (StatEntry("bid", "0", 0.0, 3.0),), (StatEntry("side_bid", "11", 0.0, 10.0),),
    )  # fmt: skip


# -- the match -------------------------------------------------------------------------------------


def test_side_that_reaches_the_target_wins() -> None:
    assert get_standing_after((500, 400, 500, 400)) == (True, (0, 2))
    assert get_standing_after((499, 400, 499, 400)) == (False, ())
    assert get_standing_after((260, 300, 260, 300), target=250) == (True, (1, 3))


def test_tie_at_the_target_plays_another_deal() -> None:
    assert get_standing_after((520, 520, 520, 520)) == (False, ())


def test_side_at_the_loss_limit_loses() -> None:
    assert get_standing_after((-200, 80, -200, 80)) == (False, ())
    assert get_standing_after((-200, 80, -200, 80), loss_limit=-200) == (True, (1, 3))
    assert get_standing_after((-199, 80, -199, 80), loss_limit=-200) == (False, ())
    assert get_standing_after((-210, -300, -210, -300), loss_limit=-200) == (True, (0, 2))
    assert get_standing_after((-210, -210, -210, -210), loss_limit=-200) == (False, ())


def test_random_match_ends_with_a_winning_pair() -> None:
    match = make_match("spades", "partners", seats=4, loss_limit=-200)
    end = [*play_random_actions(match, "whole", 60)][-1].match
    assert end.is_over
    assert end.standing.winners in match.sides


# -- blind nil -------------------------------------------------------------------------------------


def test_blind_nil_is_open_only_100_points_behind() -> None:
    phase = deal_behind((0, 100, 0, 100)).phase
    assert isinstance(phase, BiddingPhase)
    assert phase.unseen_seats == (0, 2)
    near = deal_behind((0, 99, 0, 99)).phase
    assert isinstance(near, BiddingPhase)
    assert near.unseen_seats == ()
    off = deal_behind(blind_nil=False).phase
    assert isinstance(off, BiddingPhase)
    assert off.unseen_seats == ()


def test_player_far_behind_decides_on_turn_before_seeing_the_hand() -> None:
    match = play(deal_behind(), "1 bid 3")
    assert match.turn == 2
    assert match.legal_actions() == (LookAtHand(2), BidBlindNil(2))
    assert get_refusal_code(match, "2 bid 3") == "hand_unseen"
    assert get_refusal_code(match, "2 bid 0") == "hand_unseen"
    assert set(observe(match, 2).board.hands[2]) == {HIDDEN_CARD}
    assert set(observe(match, 0).board.hands[0]) == {HIDDEN_CARD}
    assert HIDDEN_CARD not in observe(match, 1).board.hands[1]


def test_player_who_looks_sees_the_hand_and_bids() -> None:
    match = play(deal_behind(), "1 bid 3", "2 look")
    assert match.turn == 2
    assert HIDDEN_CARD not in observe(match, 2).board.hands[2]
    assert set(observe(match, 0).board.hands[0]) == {HIDDEN_CARD}
    assert list_legal_phrases(match) == [f"bid {tricks}" for tricks in range(14)]
    assert get_refusal_code(match, "2 look") == "blind_nil_closed"
    assert get_refusal_code(match, "2 blind") == "blind_nil_closed"


def test_blind_nil_is_a_bid_of_no_tricks_and_shows_the_hand_to_its_player_alone() -> None:
    events = get_last_events(deal_behind(), "1 bid 3", "2 blind")
    assert events[0] == BidMade(2, 0, is_blind=True)
    match = play(deal_behind(), "1 bid 3", "2 blind")
    hand = observe(match, 2).board.hands[2]
    assert events[1:] == (HandSeen(2, hand),)
    assert HIDDEN_CARD not in hand
    for other_seat in (0, 1, 3, None):
        assert {card for event in events for card in getattr(event.seen_by(other_seat), "cards", ())} == {HIDDEN_CARD}
    assert match.turn == 3
    match = play(match, "3 bid 2", "0 look", "0 bid 4")
    assert isinstance(match.phase, SpadesTrickPhase)
    assert match.phase.blind_seats == (2,)
    assert match.phase.bids == (4, 3, 0, 2)


@check_rows("verb", ["blind", "look"])
def test_refusals_name_why_blind_nil_is_closed(verb: str) -> None:
    assert get_refusal_code(deal_behind(blind_nil=False), f"1 {verb}") == "blind_nil_off"
    assert get_refusal_code(deal_behind(), f"1 {verb}") == "blind_nil_closed"
    assert get_refusal_code(deal_behind(), f"2 {verb}") == "not_your_turn"
    with pytest.raises(IllegalActionError):
        play(deal_behind(), f"1 {verb}")


def test_blind_nil_is_possible_without_a_partner() -> None:
    match = make_match("spades", seats=3, blind_nil=True)
    moments = [*play_random_actions(match, "alone", 12)]
    results = [moment.match.get_deal_result() for moment in moments]
    blind = [result for result in results if isinstance(result, SpadesResult) and result.blind_seats]
    assert blind
    for result in blind:
        for seat in result.blind_seats:
            assert result.bids[seat] == 0
            assert result.scores[seat] == (-200 if result.points[seat] else 200)


# -- the record ------------------------------------------------------------------------------------


@check_rows("seed", range(3))
def test_record_round_trips(seed: int) -> None:
    match = make_match("spades", "partners", seats=4, blind_nil=True)
    moments = [*play_random_actions(match, f"record {seed}", 5)]
    record = make_record(match, moments, "partners")
    data = encode_record(record)
    assert b'"preset": "partners"' in data
    assert b" look" in data and b" blind" in data
    read = decode_playable_record(data)
    assert read == record
    assert encode_record(read) == data
    assert read.replay() == moments[-1].match
    summary = build_summary(read, *replay_deal_results(read))
    assert summary["totals"][:2] == summary["totals"][2:]
    assert all(sum(deal["points"]) == 13 for deal in summary["deals"])
    assert isinstance(moments[-1].match.get_deal_result(), DealResult)
