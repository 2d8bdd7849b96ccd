"""Play for the side in Spades with partners: nil covered and set, bags refused, the score of the match."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.ai.levels import list_levels
from game.ai.spades.blind_nil import estimate_blind_nil
from game.ai.spades.deal_value import IMMEDIATE_BAG_COST_SHARE, compute_deal_values
from game.core.actions import Deal, Play
from game.core.cards import FRENCH_PACK, parse_cards
from game.core.trick_taking import replace
from game.match.match import Match
from game.match.observation import Observation, observe
from game.rules.spades.actions import Bid, BidBlindNil
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import POINTS_LOST_PER_BAG, SideBid, score_side
from game.shuffling.shuffle import shuffle_pack
from tests.helpers import choose_without_time_limit, make_match, play
from tests.rows import check_rows

LEVELS_THAT_COVER = [level for level in list_levels("spades") if level != "random"]
OWN_HAND = "Qh 3h Ac Kc 9c 4c Ad Jd 6d Ks Ts 7s 4s"
FIRST_TRICK = {1: "4h", 2: "9h", 3: "5h"}
"""The cards before seat 0, which can take the trick with the queen or leave it to seat 2."""


def make_first_trick(bids: dict[int, int], cards: dict[int, str], own_hand: str = OWN_HAND) -> Match:
    """Return a match in which seat 0 plays last to the first trick.

    ``bids`` and ``cards``: of the seats, in the order from seat 1.
    """
    match = make_match("spades", "partners", seats=4, dealer=0)
    own_cards, held = parse_cards(own_hand), parse_cards(" ".join(cards.values()))
    hearts = [card for card in FRENCH_PACK if card.suit == "h" and card not in (*own_cards, *held)]
    others = [card for card in FRENCH_PACK if card.suit != "h" and card not in own_cards]
    rest = shuffle_pack((*hearts, *others), Random(7))
    hands = [(held[index], *rest[12 * index : 12 * (index + 1)]) for index in range(3)]
    pack = tuple(card for row in zip(*hands, own_cards, strict=True) for card in row)
    match = match.apply(Deal(pack)).match
    return play(
        match,
        *(f"{seat} bid {bids[seat]}" for seat in (1, 2, 3, 0)),
        *(f"{seat} play {card}" for seat, card in cards.items()),
    )


def choose_card(match: Match, level: str) -> str:
    action = choose_without_time_limit(level, observe(match, 0), Random(1))
    assert isinstance(action, Play)
    return str(action.card)


@check_rows("level", LEVELS_THAT_COVER)
def test_nil_of_partner_is_covered(level: str) -> None:
    match = make_first_trick({1: 3, 2: 0, 3: 3, 0: 5}, FIRST_TRICK)
    assert choose_card(match, level) == "Qh"


@check_rows("level", LEVELS_THAT_COVER)
def test_trick_of_partner_is_not_overtaken(level: str) -> None:
    own_hand = OWN_HAND.replace("Qh", "Ah")
    match = make_first_trick({1: 3, 2: 4, 3: 3, 0: 4}, {1: "4h", 2: "Kh", 3: "5h"}, own_hand)
    assert choose_card(match, level) == "3h"


# -- cards that harm the pair ----------------------------------------------------------------------


# -- the value of a deal ---------------------------------------------------------------------------


@check_rows("is_nil_trick_counted", [True, False])
def test_value_is_difference_of_scores_of_sides(is_nil_trick_counted: bool) -> None:
    rng = np.random.default_rng(3)
    view = observe(make_first_trick({1: 3, 2: 4, 3: 3, 0: 4}, FIRST_TRICK), 0)
    assert isinstance(view.options, SpadesOptions) and isinstance(view.phase, SpadesTrickPhase)
    options, width = replace(view.options, nil_tricks_count=is_nil_trick_counted), 300
    bids = (rng.integers(0, 6, (4, width)) * rng.integers(0, 2, (4, width))).astype(np.int16)
    tricks = rng.multinomial(13, (0.4, 0.2, 0.4, 0.0), width).T.astype(np.int16)
    for kept_bags, blind_seats in (((0, 0, 0, 0), ()), ((8, 3, 8, 3), (0, 3))):
        phase = replace(view.phase, options=options, bags=kept_bags, blind_seats=blind_seats)
        values = compute_deal_values(replace(view, options=options, phase=phase), bids, tricks)
        for column in range(width):
            payoffs = []
            for side in view.sides:
                seats_bids, seats_tricks = (tuple(int(row[seat, column]) for seat in side) for row in (bids, tricks))
                score = score_side(options, SideBid(side, seats_bids, seats_tricks, blind_seats), kept_bags[side[0]])
                kept = score.bags_kept - kept_bags[side[0]]
                payoffs.append(score.points - score.penalty - IMMEDIATE_BAG_COST_SHARE * POINTS_LOST_PER_BAG * kept)
            lead = payoffs[0] - payoffs[1]
            assert values[:, column].tolist() == pytest.approx([lead, -lead, lead, -lead], abs=1e-3)


# -- bids ------------------------------------------------------------------------------------------


def observe_last_bid(totals: tuple[int, int]) -> Observation:
    """Return the observation of seat 0 that bids last with `OWN_HAND`; ``totals``: of the sides."""
    match = make_match("spades", "partners", seats=4, dealer=0)
    own_hand = parse_cards(OWN_HAND)
    rest = iter([card for card in shuffle_pack(match.pack, Random(5)) if card not in own_hand])
    match = match.apply(
        Deal(tuple(card for own in own_hand for card in (next(rest), next(rest), next(rest), own)))
    ).match
    return replace(observe(play(match, "1 bid 3", "2 bid 3", "3 bid 3"), 0), totals=totals * 2)


def test_club_raises_last_bid_only_if_that_can_win_the_match() -> None:
    def choose_bid(own_total: int, other_total: int) -> int:
        action = choose_without_time_limit("club", observe_last_bid((own_total, other_total)), Random(1))
        assert isinstance(action, Bid)
        return action.tricks

    usual_bid = choose_bid(0, 0)
    total_for_tie = 500 - 10 * (3 + usual_bid)
    assert choose_bid(total_for_tie + 10, 440) == usual_bid
    assert choose_bid(total_for_tie, 440) == usual_bid + 1
    assert choose_bid(total_for_tie - 40, 440) == usual_bid
    assert choose_bid(total_for_tie - 100, 340) == usual_bid


@check_rows(("totals", "is_better"), [((0, 100), False), ((150, 290), False), ((300, 480), True)])
def test_blind_nil_is_bid_only_where_the_match_is_nearly_lost(totals: tuple[int, int], is_better: bool) -> None:
    match = make_match("spades", "partners", seats=4, dealer=3, blind_nil=True)
    match = match.apply(Deal(match.pack)).match
    phase = match.phase
    assert isinstance(phase, BiddingPhase)
    view = replace(observe(match, 0), phase=replace(phase, unseen_seats=(0, 2)), totals=totals * 2)
    look, blind = estimate_blind_nil(view)
    assert isinstance(blind.action, BidBlindNil) and (blind.value > look.value) == is_better
