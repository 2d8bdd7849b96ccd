"""Spades: the heuristic batch bids and plays like `club`, the population model bids like it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.ai.rollout.rollout import Batch, make_public_state
from game.ai.rollout.sampling import flatten_log_weights, marginalize_types
from game.ai.search import DeterminizedStates, compute_play_log_likelihood
from game.ai.spades.heuristic import choose_club_bid
from game.ai.spades.heuristic_batch import CardScores, choose_best_cards, choose_heuristic_bids, score_cards
from game.ai.spades.opponent_model import compute_type_log_weights
from game.ai.spades.population_model import (
    assign_player_types_by_bids,
    compute_bids_log_likelihood,
    load_population_bid_model,
)
from game.ai.spades.search_model import SpadesSearchModel
from game.ai.spades.trick_estimate import TrickEstimator, derive_card_knowledge
from game.ai.spades.trick_estimate_batch import TrickEstimateBatch
from game.core.actions import Deal, Play
from game.core.cards import parse_cards
from game.core.options import change_options
from game.match.match import Match, create_match, replace
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, BiddingPhase, SpadesTrickPhase
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


def test_opponent_model_makes_true_deal_more_likely() -> None:
    """Check that the true hands are more probable among samples than by the population's table."""
    close, rough = list[Any](), list[Any]()
    for number in range(6):
        match = deal_bidding(4, number, {})
        view, phase = next(
            (view, phase) for view, phase, _card in iter_club_turns(match, number) if len(phase.completed_tricks) == 8
        )
        dealing = insert_true_deal(SpadesSearchModel().sample_states(view, np.random.default_rng(number), 60), phase)
        for states, weights in (
            (close, marginalize_types(compute_type_log_weights(view, SpadesSearchModel(), dealing))),
            (rough, compute_play_log_likelihood(view, SpadesSearchModel(), dealing)),
        ):
            states.append(np.mean(weights < weights[0]))
    assert np.mean(close) > 0.9
    assert np.mean(close) > np.mean(rough)


def insert_true_deal(dealing: DeterminizedStates, phase: SpadesTrickPhase) -> DeterminizedStates:
    """Return the samples with the true deal in place of the first."""
    hands, first = dealing.hands.copy(), dealing.initial_hands.copy()
    played = first[:, 0] & ~hands[:, 0]
    hands[:, 0] = get_hand_masks(phase)[:, 0]
    first[:, 0] = hands[:, 0] | played
    return replace(dealing, hands=hands, initial_hands=first)


def test_flattened_weights_keep_order_and_raise_effective_sample_size() -> None:
    weights = np.random.default_rng(2).normal(0, 9, 400)
    flat = flatten_log_weights(weights, 50)
    shares = np.exp(flat)
    assert 45 < shares.sum() ** 2 / (shares**2).sum() < 60
    assert (np.argsort(flat) == np.argsort(weights)).all()
    assert (flatten_log_weights(np.zeros(100), 40) == 0).all()
    assert (flatten_log_weights(weights, 0) == weights).all()


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


def test_hand_that_club_would_bid_so_is_more_likely() -> None:
    """Check that a bid is improbable with a much better or worse hand and most probable with one that fits."""
    options = SpadesOptions()
    strong, weak = "BJ As Ks Ah Kh Ad 9d 8d 7c 6c 5c 4c 3h", "9s 8s 9h 8h 7h 6h 9d 8d 7d 6d 7c 6c 5c"
    hands = np.array([[BITS.make_mask(parse_cards(strong)), BITS.make_mask(parse_cards(weak))]] * 4, np.uint64)
    high, low = (compute_bids_log_likelihood(options, (bid, None, None, None), 1, hands) for bid in (4, 1))
    assert high[0] > high[1] + 1 and low[1] > low[0] + 1
    assert (assign_player_types_by_bids(options, (13, None, None, None), 1, hands)[0] == 2).all()
