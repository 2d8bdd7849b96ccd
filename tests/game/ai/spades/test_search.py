"""The players of Spades: the value of a hand, of a bid and of a deal."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai.spades.bidding_search import BidderTraits, estimate_bids
from game.ai.spades.deal_value import (
    compute_point_leads,
    compute_win_probabilities,
    make_payoff_table,
    make_score_table,
)
from game.ai.spades.trick_estimate import (
    TrickEstimator,
    compute_hypergeometric_tail,
    count_high_cards,
    derive_card_knowledge,
)
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Deal
from game.core.cards import parse_cards
from game.match.observation import observe
from game.rules.spades.actions import Bid
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase
from game.rules.spades.scoring import SideBid, score_side
from game.shuffling.shuffle import shuffle_pack
from tests.game.ai.spades.bidding_hands import GREAT_BIDDING_HAND, WEAK_BIDDING_HAND, bid_hand
from tests.helpers import choose_without_time_limit, make_match
from tests.rows import check_rows

NIL_BID = Bid(0, 0)


def estimate_tricks(hand: str) -> float:
    phase = bid_hand(hand).phase
    assert isinstance(phase, BiddingPhase)
    return TrickEstimator(derive_card_knowledge(phase, 0, phase.hands[0], ())).predict_tricks(phase.hands[0])


# -- the value of a hand ---------------------------------------------------------------------------


def test_probabilities_of_holding_cards_are_exact() -> None:
    assert compute_hypergeometric_tail(39, 3, 13, 1) == pytest.approx(1 - (26 * 25 * 24) / (39 * 38 * 37))
    assert compute_hypergeometric_tail(26, 2, 13, 3) == 0
    assert compute_hypergeometric_tail(13, 2, 13, 2) == 1


@check_rows(("poor", "rich"), [
    (WEAK_BIDDING_HAND, GREAT_BIDDING_HAND),
    ("9h 8h 6h Td 7d 5d 4d 9c 7c 5c 4c 5s 4s", "9h 8h 6h Td 7d 5d 9c 7c 8s 7s 6s 5s 4s"),
    ("9h 8h 6h 5h Td 7d 5d 9c 7c 5c 6s 5s 4s", "9h 8h 6h 5h 4h Td 7d 5d 4d 3d 6s 5s 4s"),
    ("Kh 6d 3d 6c Td 7d 5d 4d 9c 7c 5c 4c 3c", "Kh 6h 4h 3h Td 7d 5d 4d 9c 7c 5c 4c 3c"),
])  # fmt: skip
def test_high_cards_length_ruffs_and_guards_add_tricks(poor: str, rich: str) -> None:
    assert estimate_tricks(poor) < estimate_tricks(rich)


def test_novice_counts_high_cards_only() -> None:
    assert count_high_cards(parse_cards(WEAK_BIDDING_HAND)) == 0
    assert count_high_cards(parse_cards("Ah Kd 7d Kc BJ Qs 4s")) == 3.5


# -- bids ------------------------------------------------------------------------------------------


def test_expensive_broken_bid_lowers_bids() -> None:
    rng = Random(5)
    tables = [make_match("spades", seats=4, broken_bid=rule) for rule in ("zero", "minus_ten_per_bid")]
    for _try in range(20):
        deal = Deal(shuffle_pack(tables[0].pack, rng))
        cheap, dear = (choose_without_time_limit("club", observe(table.apply(deal).match, 1), rng) for table in tables)
        assert isinstance(cheap, Bid) and isinstance(dear, Bid) and dear.tricks <= cheap.tricks


def test_bid_value_and_bid_explanation_use_same_trick_estimate() -> None:
    plain, always, sometimes = compute_bid_figures(0.0), compute_bid_figures(1.0), compute_bid_figures(0.25)
    for bid in plain:
        assert always[bid][1] == pytest.approx(plain[bid][1] + (bid != NIL_BID))
        assert always[bid][0] >= plain[bid][0] and always[bid][2] >= plain[bid][2]
        assert sometimes[bid] == pytest.approx(0.75 * plain[bid] + 0.25 * always[bid], abs=1e-4)
    assert always[NIL_BID] == pytest.approx(plain[NIL_BID])
    assert any((always[bid] > plain[bid]).all() for bid in plain)


def compute_bid_figures(skill: float) -> dict[Action, NDArray[np.float64]]:
    """Return for each bid on a weak hand its value, the tricks taken, and how often it is made."""
    bid_estimates = estimate_bids(
        observe(bid_hand(WEAK_BIDDING_HAND, nil=True), 0), BidderTraits(skill, 0.0), 32, np.random.default_rng(1),
        TimeLimit(20_000, lambda: 0.0).start(),
    )  # fmt: skip
    return {
        estimate.action: np.array([estimate.value, estimate.expected_points, estimate.win_probability], np.float64)
        for estimate in bid_estimates
    }


# -- the value of a deal ---------------------------------------------------------------------------


@check_rows("options", [
    SpadesOptions(), SpadesOptions(bags=True, broken_bid="minus_ten_per_bid"),
    *(SpadesOptions(bags=True, nil=True, nil_tricks_count=is_counted) for is_counted in (True, False)),
])  # fmt: skip
def test_scores_are_those_of_the_rules(options: SpadesOptions) -> None:
    table = make_score_table(options, 4)
    for bags, bid, tricks in product(range(10 if options.bags else 1), range(not options.nil, 14), range(14)):
        line = score_side(options, SideBid((0,), (bid,), (tricks,)), bags)
        assert table[bags, bid, tricks] == line.points - line.penalty


def test_kept_bag_costs_a_share_of_the_penalty() -> None:
    payoffs = make_payoff_table(SpadesOptions(bags=True), 4)[0, 3]
    assert payoffs[5] < payoffs[3]
    assert make_payoff_table(SpadesOptions(), 4)[0, 3, 5] == 32


def test_lead_is_measured_against_mean_of_others() -> None:
    assert compute_point_leads(np.array([[30.0], [0.0], [10.0], [20.0]]))[0, 0] == 20


def test_match_ends_when_one_player_alone_has_the_target() -> None:
    totals = np.array([[505.0, 505.0, 480.0], [500.0, 505.0, 470.0]])
    chances = compute_win_probabilities(totals, SpadesOptions(target=500), 2)
    assert chances[:, :2].tolist() == [[1, 0.5], [0, 0.5]]
    assert 0.5 < chances[0, 2] < 1
