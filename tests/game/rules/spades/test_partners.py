"""The rules of Spades with partners (docs/rules.md, "Partners"), with a test for each sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.core.actions import Deal
from game.core.cards import HIDDEN_CARD, JOKERS
from game.core.messages import InputError, Reason
from game.core.trick_taking import CompletedTrick, Trick, replace
from game.match.match import Match, check_setup
from game.match.observation import observe
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
from game.text.messages import format_reason
from tests.helpers import (
    PLAYER_NAMES,
    deal_match,
    get_last_events,
    get_refusal_code,
    list_legal_phrases,
    make_match,
    play,
    play_random_actions,
)
from tests.rows import check_rows

BIDS = some.lists(some.integers(0, 13), min_size=2, max_size=2).map(tuple)


def deal_partners(*bids: int, **changes: Any) -> Match:
    """Return a deal that seat 0 leads, with these bids from seat 0 on."""
    match = deal_match(game="spades", preset="partners", seats=4, dealer=3, **changes)
    return play(match, *(f"{seat} bid {bid}" for seat, bid in enumerate(bids)))


def deal_tricks(bids: tuple[int, ...], taken: tuple[int, ...], **changes: Any) -> SpadesTrickPhase:
    """Return the card play after these bids and tricks, by seat."""
    phase = deal_partners(*bids, **changes).phase
    assert isinstance(phase, SpadesTrickPhase)
    tricks = tuple(CompletedTrick(Trick((0,)), seat, 1) for seat, count in enumerate(taken) for _ in range(count))
    return replace(phase, completed_tricks=tricks)


def score_deal(
    bids: tuple[int, ...], taken: tuple[int, ...], kept: tuple[int, ...] = (0, 0, 0, 0), **changes: Any
) -> SpadesResult:
    """Return the result of a deal with these bids and tricks, by seat; ``kept``: bags from earlier deals."""
    phase = deal_tricks(bids, taken, **changes)
    result = replace(phase, hands=((),) * 4, bags=kept).score_deal().phase.result
    assert isinstance(result, SpadesResult)
    return result


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


@check_rows(("bids", "taken", "rules", "topics"), [
    ((0, 3, 4, 3), (0, 0, 0, 0), {}, (None, "set", "cover", "set")),
    ((0, 3, 4, 3), (1, 0, 2, 0), {}, (None, None, None, None)),
    ((0, 3, 2, 3), (1, 6, 1, 0), {}, ("bag", "bag", "bag", "bag")),
    ((0, 3, 2, 3), (1, 0, 1, 0), {"nil_tricks_count": False}, (None, None, None, None)),
    ((0, 3, 2, 3), (1, 0, 2, 0), {"nil_tricks_count": False}, (None, None, "bag", None)),
])  # fmt: skip
def test_choice_of_a_card_is_about_a_nil_or_bags(
    bids: tuple[int, ...], taken: tuple[int, ...], rules: dict[str, Any], topics: tuple[str | None, ...]
) -> None:
    phase = deal_tricks(bids, taken, **rules)
    assert tuple(GAMES["spades"].find_pair_topic(phase, seat) for seat in range(4)) == topics


# -- the table -------------------------------------------------------------------------------------


def test_four_seats_are_two_pairs_sitting_opposite_with_52_cards() -> None:
    match = make_match("spades", "partners", seats=4)
    assert match.sides == ((0, 2), (1, 3))
    assert len(match.pack) == 52
    assert not set(match.pack) & set(JOKERS)
    assert {card for hand in deal_partners().phase.board().hands for card in hand} == set(match.pack)  # type: ignore[union-attr]


def test_partners_need_four_players() -> None:
    assert GAMES["spades"].get_seat_counts("partners") == (4,)
    for seats in (2, 3, 5):
        with pytest.raises(InputError):
            check_setup("spades", "partners", OPTIONS, seats, 0)


def test_each_player_bids_0_to_13_once_from_forehand() -> None:
    match = deal_match(game="spades", preset="partners", seats=4, dealer=1)
    for seat in (2, 3, 0, 1):
        assert match.turn == seat
        assert list_legal_phrases(match) == [f"bid {tricks}" for tricks in range(14)]
        match = play(match, f"{seat} bid 0")
    assert isinstance(match.phase, SpadesTrickPhase)
    assert match.turn == 2


# -- contract and bags -----------------------------------------------------------------------------


def test_score_and_bags_of_a_side_are_at_both_of_its_seats() -> None:
    result = score_deal((4, 2, 3, 2), (5, 1, 4, 3), (8, 3, 8, 3))
    assert result.points == (5, 1, 4, 3)
    assert result.scores == (72 - 100, 40, 72 - 100, 40)
    assert result.bags == (0, 3, 0, 3)


RULES = some.fixed_dictionaries({
    "broken_bid": some.sampled_from(("zero", "minus_ten_per_bid")), "bag_limit": some.sampled_from((5, 10)),
    "nil_points": some.sampled_from((50, 100, 200)), "nil_tricks_count": some.booleans(),
})  # fmt: skip


@given(BIDS, BIDS, some.integers(0, 9), some.sampled_from(((), (0,), (2,), (0, 2))), RULES)
def test_score_of_a_side_is_contract_and_nils_and_bags(
    bids: tuple[int, int], taken: tuple[int, int], kept: int, blind_seats: tuple[int, ...], rules: dict[str, Any]
) -> None:
    """Score each side again in another way: contract, nils and bags one after the other."""
    kept %= rules["bag_limit"]
    side_score = score_side(replace(OPTIONS, **rules), SideBid((0, 2), bids, taken, blind_seats), kept)
    contract, nils, tricks = sum(bids), 0, 0
    for seat, bid, count in zip((0, 2), bids, taken, strict=True):
        if bid == 0:
            nils += rules["nil_points"] * (1 if count == 0 else -1) * (2 if seat in blind_seats else 1)
        if bid or rules["nil_tricks_count"]:
            tricks += count
    over = tricks - contract
    loss = 10 * contract if rules["broken_bid"] == "minus_ten_per_bid" else 0
    assert side_score.points == nils + (10 * contract + over if over >= 0 else -loss)
    assert side_score.bags == kept + max(0, over)
    assert side_score.penalty == side_score.bags // rules["bag_limit"] * rules["bag_limit"] * 10
    assert side_score.bags_kept == side_score.bags % rules["bag_limit"]


@given(some.integers(0, 13), some.integers(0, 13), some.integers(0, 9), some.booleans(), some.booleans())
def test_player_without_a_partner_scores_as_before(
    bid: int, taken: int, kept: int, has_bags: bool, is_counted: bool
) -> None:
    options = SpadesOptions(nil=True, bags=has_bags, nil_tricks_count=is_counted)
    side_score = score_side(options, SideBid((1,), (bid,), (taken,)), kept)
    points = (100 if taken == 0 else -100) if bid == 0 else 10 * bid + taken - bid if taken >= bid else 0
    bags = kept + (max(0, taken - bid) if bid or is_counted else 0) if has_bags else 0
    assert side_score == SideScore(points, bags, bags // 10 * 100, bags % 10)


@check_rows(("bids", "taken", "kept", "changes", "expected"), [
    ((4, 3), (7, 2), 8, {}, SideScore(72, 10, 100, 0)), ((13, 13), (13, 0), 0, {}, SideScore(-260, 0, 0, 0)),
    # The tricks of the nil would make the contract exactly; without them it is missed, and they are no bags.
    ((0, 4), (2, 2), 0, {"nil_tricks_count": False}, SideScore(-100 - 40, 0, 0, 0)),
    ((0, 4), (2, 2), 0, {}, SideScore(-100 + 40, 0, 0, 0)), ((0, 4), (2, 4), 0, {}, SideScore(-100 + 42, 2, 0, 2)),
    ((0, 4), (3, 5), 4, {"bag_limit": 5, "nil_tricks_count": False}, SideScore(-59, 5, 50, 0)),
    ((0, 0), (2, 3), 6, {}, SideScore(-195, 11, 100, 1)), ((0, 0), (0, 1), 0, {}, SideScore(1, 1, 0, 1)),
])  # fmt: skip
def test_examples_of_a_score(
    bids: tuple[int, int], taken: tuple[int, int], kept: int, changes: dict[str, Any], expected: SideScore
) -> None:
    assert score_side(replace(OPTIONS, **changes), SideBid((0, 2), bids, taken), kept) == expected


def test_score_lines_and_deciding_tricks_leave_out_tricks_that_do_not_count() -> None:
    made, missed = (
        score_deal((0, 2, 4, 3), (1, 3, partner_tricks, 9 - partner_tricks), nil_tricks_count=False)
        for partner_tricks in (4, 3)
    )
    assert [format_reason(reason, PLAYER_NAMES) for reason in made.reasons][:6] == [
        "Anna's nil failed in trick 1",
        "Bruno and Dino reached their contract of 5 in trick 10",
        "Anna and Carla: bid of 4 made, 4 taken (4 × 10 = 40)",
        "Anna and Carla: Anna's nil failed, 1 taken (− 100 = −60)",
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


@check_rows(("totals", "changes", "winners"), [
    ((500, 400), {}, (0, 2)), ((499, 400), {}, ()), ((260, 300), {"target": 250}, (1, 3)), ((520, 520), {}, ()),
    ((-200, 80), {}, ()), ((-200, 80), {"loss_limit": -200}, (1, 3)), ((-199, 80), {"loss_limit": -200}, ()),
    ((-210, -300), {"loss_limit": -200}, (0, 2)), ((-210, -210), {"loss_limit": -200}, ()),
])  # fmt: skip
def test_side_alone_at_the_target_wins_and_side_at_the_loss_limit_loses(
    totals: tuple[int, int], changes: dict[str, Any], winners: tuple[int, ...]
) -> None:
    standing = GAMES["spades"].compute_standing(replace(OPTIONS, **changes), ScoreSum(totals * 2, 1))
    assert (standing.is_over, standing.winners) == (bool(winners), winners)


# -- blind nil -------------------------------------------------------------------------------------


@check_rows(("scores", "changes", "unseen_seats"), [
    ((0, 100, 0, 100), {}, (0, 2)), ((0, 99, 0, 99), {}, ()), ((0, 100, 0, 100), {"blind_nil": False}, ()),
])  # fmt: skip
def test_blind_nil_is_open_only_100_points_behind(
    scores: tuple[int, ...], changes: dict[str, Any], unseen_seats: tuple[int, ...]
) -> None:
    phase = deal_behind(scores, **changes).phase
    assert isinstance(phase, BiddingPhase)
    assert phase.unseen_seats == unseen_seats


def find_hidden_hands(match: Match) -> list[bool]:
    """Return, by seat, whether a seat does not see its own hand."""
    return [HIDDEN_CARD in observe(match, seat).board.hands[seat] for seat in range(4)]


def test_player_far_behind_decides_on_turn_before_seeing_the_hand() -> None:
    match = play(deal_behind(), "1 bid 3")
    assert (match.turn, match.legal_actions()) == (2, (LookAtHand(2), BidBlindNil(2)))
    assert find_hidden_hands(match) == [True, False, True, False]
    match = play(match, "2 look")
    assert (match.turn, list_legal_phrases(match)) == (2, [f"bid {tricks}" for tricks in range(14)])
    assert find_hidden_hands(match) == [True, False, False, False]


@check_rows(("changes", "actions", "codes"), [
    ({}, (), {"1 blind": "blind_nil_closed", "1 look": "blind_nil_closed", "2 blind": "not_your_turn"}),
    ({"blind_nil": False}, (), {"1 blind": "blind_nil_off", "1 look": "blind_nil_off"}),
    ({}, ("1 bid 3",), {"2 bid 3": "hand_unseen", "2 bid 0": "hand_unseen"}),
    ({}, ("1 bid 3", "2 look"), {"2 look": "blind_nil_closed", "2 blind": "blind_nil_closed"}),
])  # fmt: skip
def test_refusals_name_why_blind_nil_is_closed(
    changes: dict[str, Any], actions: tuple[str, ...], codes: dict[str, str]
) -> None:
    match = play(deal_behind(**changes), *actions)
    assert {text: get_refusal_code(match, text) for text in codes} == codes


def test_refusal_of_blind_nil_says_how_far_behind_a_side_must_be() -> None:
    assert deal_behind().illegal_reason(BidBlindNil(1)) == Reason("blind_nil_closed", {"points": 100})


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
