"""Expert and master of Spades: what they may know, how long they search, and sound choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai import registry
from game.ai.personas import Persona
from game.ai.spades.bidding_search import BidderTraits, estimate_bids
from game.ai.spades.deal_value import (
    compute_point_leads,
    compute_win_probabilities,
    make_payoff_table,
    make_score_table,
)
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Deal, Play
from game.core.cards import Card, parse_cards
from game.core.options import Options
from game.core.trick_taking import find_trick_winner, replace
from game.match.match import Match, create_match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import SideBid, score_side
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.ai.spades.twin_matches import make_twin_match
from tests.helpers import choose_without_time_limit, make_match
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows

INDIVIDUAL_OPTIONS = GAMES["spades"].presets["individual"]
STRONG_LEVELS = ("expert", "master")
SHORT_TIME_LIMIT = TimeLimit(50, lambda: 0.0)
"""A limit with all that a master does in a short time, independent of the clock."""
NIL_BID = Bid(0, 0)
WEAK_HAND = "Th 8h 6h 4h Td 7d 5d 4d 9c 7c 5c 4c 4s"
HAND_WITHOUT_TRICKS = "7h 5h 4h 2h 8d 6d 4d 3d 8c 6c 4c 3c 2s"
GREAT_HAND = "Ah Kh 7h Ad 9d 6d Kc Qc BJ LJ As Ks 9s"


def iter_states(seats: int, options: Options, seed: int, every: int = 7) -> Iterator[Match]:
    """Yield some states of a deal: all bids, and a card in each ``every``."""
    rng = derive_random(seed, "strong", seats)
    match = create_match("spades", options, seats, seed % seats)
    match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
    for number in count():
        if match.turn is None:
            return
        if isinstance(match.phase, BiddingPhase) or number % every == 0:
            yield match
        match = match.apply(choose_without_time_limit("club", observe(match, match.turn), rng)).match


def make_bidding_match(hand: str, **changes: Any) -> Match:
    """Return a match of four in which seat 0, the forehand, has this hand and bids first."""
    match = make_match("spades", seats=4, dealer=3, **changes)
    held = parse_cards(hand)
    rest = iter([card for card in shuffle_pack(match.pack, Random(4)) if card not in held])
    return match.apply(Deal(tuple(card for own in held for card in (own, next(rest), next(rest), next(rest))))).match


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG_LEVELS)
def test_hidden_cards_do_not_change_a_choice(level: str) -> None:
    rng = Random(2)
    for match in iter_states(4, INDIVIDUAL_OPTIONS, 3):
        view, other = observe(match, match.turn), observe(make_twin_match(match, rng), match.turn)
        assert choose_without_time_limit(level, view, Random(5)) == choose_without_time_limit(level, other, Random(5))


@pytest.mark.slow
def test_every_choice_is_legal_under_every_house_rule() -> None:
    for number, table in enumerate(make_pairwise_tables("spades")):
        for index, match in enumerate(iter_states(table.seats, table.options, number, every=31)):
            view, level = observe(match, match.turn), STRONG_LEVELS[(number + index) % 2]
            assert registry.choose_action(level, view, Random(number), SHORT_TIME_LIMIT) in view.legal_actions


def test_expired_time_limit_still_gives_an_answer() -> None:
    for match in iter_states(4, INDIVIDUAL_OPTIONS, 2):
        ticks = count()
        hasty = TimeLimit(1, lambda ticks=ticks: float(next(ticks)))  # type: ignore[misc]
        view = observe(match, match.turn)
        assert registry.choose_action("master", view, Random(1), hasty) in view.legal_actions


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG_LEVELS)
def test_great_hand_bids_higher_than_weak_hand(level: str) -> None:
    bids = []
    for hand in (WEAK_HAND, GREAT_HAND):
        action = choose_without_time_limit(level, observe(make_bidding_match(hand), 0), Random(1))
        assert isinstance(action, Bid)
        bids.append(action.tricks)
    assert bids[0] <= 2 < 6 <= bids[1]


@pytest.mark.slow
def test_weakest_hand_makes_lowest_allowed_bid() -> None:
    for seed in range(4):
        assert choose_without_time_limit(
            "master", observe(make_bidding_match(HAND_WITHOUT_TRICKS), 0), Random(seed)
        ) == Bid(0, 1)


@check_rows("skill", (0.0, 0.5, 1.0))
def test_extra_trick_costs_nothing_and_nil_is_unchanged(skill: float) -> None:
    plain, better = compute_bid_figures(0.0), compute_bid_figures(skill)
    assert better[NIL_BID] == pytest.approx(plain[NIL_BID])
    assert all(better[bid][0] >= plain[bid][0] for bid in plain)
    assert any(better[bid][0] > plain[bid][0] for bid in plain) == bool(skill)


def test_bid_value_and_bid_explanation_use_same_trick_estimate() -> None:
    plain, always, sometimes = compute_bid_figures(0.0), compute_bid_figures(1.0), compute_bid_figures(0.25)
    for bid in plain:
        assert always[bid][1] == pytest.approx(plain[bid][1] + (bid != NIL_BID))
        assert always[bid][2] >= plain[bid][2]
        assert sometimes[bid] == pytest.approx(0.75 * plain[bid] + 0.25 * always[bid], abs=1e-4)
    assert any(always[bid][2] > plain[bid][2] for bid in plain)


def compute_bid_figures(skill: float) -> dict[Action, NDArray[np.float64]]:
    """Return for each bid on a weak hand its value, the tricks taken, and how often it is made."""
    view = observe(make_bidding_match(WEAK_HAND, nil=True), 0)
    bid_estimates = estimate_bids(
        view, BidderTraits(skill, 0.0), 32, np.random.default_rng(1), TimeLimit(20_000, lambda: 0.0).start()
    )
    return {
        estimate.action: np.array([estimate.value, estimate.expected_points, estimate.win_probability], np.float64)
        for estimate in bid_estimates
    }


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG_LEVELS)
def test_nil_is_bid_and_made_with_worthless_hand(level: str) -> None:
    match = make_bidding_match(HAND_WITHOUT_TRICKS, nil=True)
    assert choose_without_time_limit(level, observe(match, 0), Random(1)) == Bid(0, 0)
    while (seat := match.turn) is not None:
        match = match.apply(
            choose_without_time_limit(level if seat == 0 else "club", observe(match, seat), Random(1))
        ).match
    assert match.get_deal_result().points[0] == 0


@pytest.mark.slow
def test_bold_persona_bids_at_least_as_much_as_careful_persona() -> None:
    for seed in range(4):
        match = next(iter_states(4, INDIVIDUAL_OPTIONS, seed))
        bids = []
        for boldness in (-1.0, 1.0):
            action = choose_without_time_limit(
                "master", observe(match, match.turn), Random(1), Persona(name="", boldness=boldness)
            )
            assert isinstance(action, Bid)
            bids.append(action.tricks)
        assert bids[0] <= bids[1]


def iter_last_seat_turns() -> Iterator[tuple[Match, SpadesTrickPhase, list[bool]]]:
    """Yield turns in deals of `club` of the last seat in a trick that it can take or not.

    They are the match, its phase, and whether each choice takes the trick.
    """
    for seed in range(6):
        for match in iter_states(4, INDIVIDUAL_OPTIONS, seed, every=1):
            phase = match.phase
            if isinstance(phase, SpadesTrickPhase) and len(phase.trick.cards) == 3:
                seat = phase.trick.next_seat
                takes = [
                    _is_winning_card(phase, seat, choice.card)
                    for choice in match.legal_actions()
                    if isinstance(choice, Play)
                ]
                if any(takes) and not all(takes):
                    yield match, phase, takes


def _is_winning_card(phase: SpadesTrickPhase, seat: int, card: Card) -> bool:
    trick = replace(phase.trick, cards=(*phase.trick.cards, card))
    return find_trick_winner(trick, RANKING, "s") == seat


def replace_bid(match: Match, phase: SpadesTrickPhase, bid: int) -> Match:
    """Return the match with another bid of the seat on turn."""
    seat = phase.trick.next_seat
    bids = tuple(bid if bidder_seat == seat else other for bidder_seat, other in enumerate(phase.bids))
    return replace(match, phase=replace(phase, bids=bids))


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG_LEVELS)
def test_player_needing_all_remaining_tricks_takes_this_one(level: str) -> None:
    late = [turn for turn in iter_last_seat_turns() if len(turn[1].hands[turn[1].trick.next_seat]) <= 3]
    assert late
    for match, phase, takes in late:
        seat = phase.trick.next_seat
        changed = replace_bid(match, phase, phase.count_points()[seat] + len(phase.hands[seat]))
        action = choose_without_time_limit(level, observe(changed, seat), Random(1))
        assert takes[match.legal_actions().index(action)] or not can_bid_still_be_made(changed, seat)


def can_bid_still_be_made(match: Match, seat: int) -> bool:
    """Return whether ``seat`` can still make its bid."""
    if match.phase is None or match.phase.result is not None:
        return match.get_deal_result().scores[seat] > 0
    return any(can_bid_still_be_made(match.apply(action).match, seat) for action in match.legal_actions())


# -- the value of a deal ---------------------------------------------------------------------------


def test_bags_are_paid_by_the_rules() -> None:
    options = SpadesOptions(bags=True)
    line = score_side(options, SideBid((0,), (3,), (6,)), 8)
    assert make_score_table(options, 4)[8, 3, 6] == line.points - line.penalty == 33 - 100


@check_rows("is_nil_trick_counted", [True, False])
def test_tricks_of_a_broken_nil_are_paid_by_the_rules(is_nil_trick_counted: bool) -> None:
    options = SpadesOptions(bags=True, nil=True, nil_tricks_count=is_nil_trick_counted)
    line = score_side(options, SideBid((0,), (0,), (3,)), 8)
    assert (
        make_score_table(options, 4)[8, 0, 3] == line.points - line.penalty == -200 + 100 * (not is_nil_trick_counted)
    )


def test_kept_bag_costs_a_share_of_the_penalty() -> None:
    assert (
        make_payoff_table(SpadesOptions(bags=True), 4)[0, 3, 5]
        < make_payoff_table(SpadesOptions(bags=True), 4)[0, 3, 3]
    )
    assert make_payoff_table(SpadesOptions(), 4)[0, 3, 5] == 32


def test_lead_is_measured_against_mean_of_others() -> None:
    assert compute_point_leads(np.array([[30.0], [0.0], [10.0], [20.0]]))[0, 0] == 20


def test_match_ends_when_one_player_alone_has_the_target() -> None:
    totals = np.array([[505.0, 505.0, 480.0], [500.0, 505.0, 470.0]])
    chances = compute_win_probabilities(totals, SpadesOptions(target=500), 2)
    assert chances[:, 0].tolist() == [1, 0]
    assert chances[:, 1].tolist() == [0.5, 0.5]
    assert 0.5 < chances[0, 2] < 1
