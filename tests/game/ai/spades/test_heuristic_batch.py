"""Spades: the heuristic batch bids and plays like `club`, the population model bids like it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.ai.rollout.rollout import Batch, make_public_state
from game.ai.spades.deal_value import compute_win_probabilities, make_score_table
from game.ai.spades.heuristic import choose_club_bid
from game.ai.spades.heuristic_batch import CardScores, choose_best_cards, choose_heuristic_bids, score_cards
from game.ai.spades.population_model import load_population_bid_model
from game.ai.spades.trick_estimate import TrickEstimator, compute_hypergeometric_tail, derive_card_knowledge
from game.ai.spades.trick_estimate_batch import TrickEstimateBatch
from game.core.actions import Deal, Play
from game.core.options import change_options
from game.match.match import Match, create_match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import SideBid, score_side
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import choose_without_time_limit
from tests.rows import check_rows

BITS = get_card_bits(RANKING)
SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}), (4, {"bags": True}), (4, {"broken_bid": "minus_ten_per_bid", "jokers": False}), (3, {}),
    (2, {"nil": True}), (5, {"nil": True, "bags": True}),
    (4, {"teams": True, "nil": True, "bags": True, "broken_bid": "minus_ten_per_bid", "jokers": False}),
    (5, {"nil": True, "bags": True, "nil_tricks_count": False}),
    (4, {"teams": True, "nil": True, "bags": True, "broken_bid": "minus_ten_per_bid", "jokers": False,
         "nil_tricks_count": False}),
)  # fmt: skip
BID_PAYMENT_RULES: tuple[dict[str, Any], ...] = (
    {}, {"bags": True}, {"broken_bid": "minus_ten_per_bid"}, {"bags": True, "broken_bid": "minus_ten_per_bid"},
)  # fmt: skip
VALUE_TOLERANCE = 1e-4
"""The difference up to which two values of cards are equal."""


def deal_bidding(seats: int, number: int, changes: dict[str, object]) -> Match:
    """Return the bidding of a deal."""
    options = change_options(GAMES["spades"].presets["individual"], changes)
    match = create_match("spades", options, seats, number % seats)
    return match.apply(Deal(shuffle_pack(match.pack, derive_random(3, "ordinary", seats, number)))).match


def get_hand_masks(phase: BiddingPhase | SpadesTrickPhase) -> CardMasks:
    """Return the hands, (seats, 1)."""
    return np.array([[BITS.make_mask(hand)] for hand in phase.hands], np.uint64)


def iter_club_turns(match: Match, number: int) -> Iterator[tuple[Observation, SpadesTrickPhase, Play]]:
    """Yield the turns with a choice of a deal of `club`: the observation, the complete phase, and the choice."""
    rng = derive_random(4, "ordinary", number)
    while match.turn is not None:
        view = observe(match, match.turn)
        action = choose_without_time_limit("club", view, rng)
        if isinstance(action, Play) and len(view.legal_actions) > 1:
            assert isinstance(match.phase, SpadesTrickPhase)
            yield view, match.phase, action
        match = match.apply(action).match


def evaluate_cards(phase: SpadesTrickPhase) -> tuple[CardScores, CardMasks]:
    """Return the values of the cards to the seat on turn, and the legal cards."""
    batch = Batch(make_public_state(phase), get_hand_masks(phase), np.zeros((0, 1), np.uint64))
    return score_cards(phase.options, batch, np.array(phase.bids, np.int16), np.arange(1)), batch.legal_cards()


@check_rows(("seats", "changes"), SETUPS)
def test_heuristic_batch_bids_like_club(seats: int, changes: dict[str, object]) -> None:
    for number in range(12):
        phase = deal_bidding(seats, number, changes).phase
        assert isinstance(phase, BiddingPhase)
        bids = choose_heuristic_bids(phase.options, seats, get_hand_masks(phase)[:, 0])
        assert bids.tolist() == [choose_club_bid(phase, seat).tricks for seat in range(seats)]


@check_rows(("seats", "changes"), SETUPS)
def test_heuristic_batch_plays_like_club(seats: int, changes: dict[str, object]) -> None:
    right = []
    for number in range(2):
        for _view, phase, action in iter_club_turns(deal_bidding(seats, number, changes), number):
            values, legal = evaluate_cards(phase)
            worth = dict(zip(values.cards[:, 0].tolist(), values.scores[:, 0].tolist(), strict=True))
            best = worth[int(choose_best_cards(values, legal)[0])]
            right.append(best - worth[1 << BITS.bit_by_card[action.card]] < VALUE_TOLERANCE)
    assert np.mean(right) > (0.93 if "nil" in changes or "bags" in changes else 0.999)


def test_heuristic_batch_estimates_tricks_like_club() -> None:
    """Compare the hand, and the hand without each card, all through a deal, with known voids and unequal sizes."""
    for _view, phase, _action in list(iter_club_turns(deal_bidding(4, 5, {}), 5))[::4]:
        seat = phase.trick.next_seat
        hand, tricks = phase.hands[seat], [*(taken.trick for taken in phase.completed_tricks), phase.trick]
        counter = TrickEstimator(
            derive_card_knowledge(phase, seat, hand, [card for trick in tricks for card in trick.cards])
        )
        others = [(seat + turn) % 4 for turn in range(1, 4)]
        unseen = BITS.make_mask(card for other in others for card in phase.hands[other])
        lacks = np.array([[make_public_state(phase).known_voids[other]] for other in others], np.uint64)
        sizes = tuple(len(phase.hands[other]) for other in others)
        count = TrickEstimateBatch(
            np.array([BITS.make_mask(hand)], np.uint64), np.array([unseen], np.uint64), sizes, lacks
        )
        assert count.tricks[0] == pytest.approx(counter.predict_tricks(hand), abs=VALUE_TOLERANCE)
        for bit, without in zip(count.cards[:, 0].tolist(), count.tricks_without_card[:, 0].tolist(), strict=True):
            rest = tuple(card for card in hand if 1 << BITS.bit_by_card[card] != bit)
            assert without == pytest.approx(counter.predict_tricks(rest), abs=VALUE_TOLERANCE)


def test_known_voids_in_batch_equal_those_of_rules() -> None:
    """Compare each turn of a deal with a batch that was played up to it and with one that begins there."""
    match = deal_bidding(4, 2, {})
    rng, batch = derive_random(6, "lacks"), None
    while match.turn is not None:
        action = choose_without_time_limit("club", observe(match, match.turn), rng)
        if isinstance(match.phase, SpadesTrickPhase) and isinstance(action, Play):
            start = make_public_state(match.phase)
            batch = batch or Batch(start, get_hand_masks(match.phase), np.zeros((0, 1), np.uint64))
            assert batch.known_voids.tolist() == list(start.known_voids)
            batch.play(np.array([1 << BITS.bit_by_card[action.card]], np.uint64))
        match = match.apply(action).match
    assert batch is not None and any(batch.known_voids)


# -- the population model ----------------------------------------------------------------------------


@check_rows("changes", BID_PAYMENT_RULES)
@check_rows("seats", (3, 4, 5))
def test_population_model_bids_like_club(seats: int, changes: dict[str, object]) -> None:
    differences = []
    for number in range(40):
        phase = deal_bidding(seats, number, changes).phase
        assert isinstance(phase, BiddingPhase)
        model = load_population_bid_model(seats, phase.options)
        bids = model.predict_bids(get_hand_masks(phase), phase.options.jokers)[:, 0]
        differences += [abs(choose_club_bid(phase, seat).tricks - bids[seat]) for seat in range(seats)]
    assert np.mean(np.array(differences) < 1) > 0.9
    assert np.mean(differences) < 0.5


def test_probabilities_of_holding_cards_are_exact() -> None:
    assert compute_hypergeometric_tail(39, 3, 13, 1) == pytest.approx(1 - (26 * 25 * 24) / (39 * 38 * 37))
    assert compute_hypergeometric_tail(26, 2, 13, 3) == 0
    assert compute_hypergeometric_tail(13, 2, 13, 2) == 1


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


def test_match_ends_when_one_player_alone_has_the_target() -> None:
    totals = np.array([[505.0, 505.0, 480.0], [500.0, 505.0, 470.0]])
    chances = compute_win_probabilities(totals, SpadesOptions(target=500), 2)
    assert chances[:, :2].tolist() == [[1, 0.5], [0, 0.5]]
    assert 0.5 < chances[0, 2] < 1
