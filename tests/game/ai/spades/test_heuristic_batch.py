"""Spades: the heuristic batch plays like `club`, and the plays so far show the types of opponents."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai.personas import NEUTRAL_PERSONA
from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits
from game.ai.rollout.policy import make_table_policy
from game.ai.rollout.rollout import Batch, make_public_state
from game.ai.rollout.sampling import HiddenCardSamples, flatten_log_weights, marginalize_types, sample_types
from game.ai.search import DeterminizedStates, SearchBudget, compute_play_log_likelihood
from game.ai.spades.features import HEURISTIC, LEARNED, RANDOM, SpadesFeatureEncoder
from game.ai.spades.heuristic import choose_club_bid
from game.ai.spades.heuristic_batch import CardScores, choose_best_cards, choose_heuristic_bids, score_cards
from game.ai.spades.opponent_model import (
    OPPONENT_TYPE_PRIOR,
    SearchPass,
    compute_type_log_weights,
    estimate_card_prior,
    make_mixture_policy,
    make_rollout_policy,
    reweight_states,
)
from game.ai.spades.players import SPADES_AI
from game.ai.spades.search_model import SpadesSearchModel
from game.ai.spades.trick_estimate import TrickEstimator, derive_card_knowledge
from game.ai.spades.trick_estimate_batch import BITS_PER_SUIT, TrickEstimateBatch, sort_by_suit
from game.ai.time_limit import no_time_limit
from game.core.actions import Deal, Play
from game.core.options import change_options
from game.match.match import Match, create_match, replace
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.spades.phases import RANKING, BiddingPhase, SpadesTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import DETERMINISTIC_TIME_LIMIT, choose_without_time_limit
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


def test_cards_sorted_by_suit_keep_suit_and_height() -> None:
    cards = ONE << np.arange(64, dtype=np.uint64)
    expected = [1 << BITS_PER_SUIT * (number % 4) + number // 4 for number in range(64)]
    assert sort_by_suit(cards).tolist() == expected


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


def test_each_opponent_type_uses_its_own_policy() -> None:
    match = deal_bidding(4, 1, {})
    view, phase, _action = next(iter_club_turns(match, 1))
    batch = Batch(make_public_state(phase), get_hand_masks(phase).repeat(2, axis=1), np.zeros((0, 2), np.uint64))
    manners = np.array([[HEURISTIC, LEARNED]] * 4, np.int32)
    sight = SpadesFeatureEncoder(batch, np.array([phase.bids] * 2, np.int16).T, np.zeros(2, np.int32), manners)
    highest = np.array([1 << int(mask).bit_length() - 1 for mask in batch.legal_cards()], np.uint64)
    values, legal = evaluate_cards(phase)
    cards = make_mixture_policy(phase.options, sight, lambda _batch, _legal: highest.copy())(batch, batch.legal_cards())
    assert cards.tolist() == [int(choose_best_cards(values, legal)[0]), int(highest[1])]
    assert view.seat == phase.trick.next_seat


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


def observe_after_tricks(number: int, level: str, tricks: int) -> tuple[Observation, SpadesTrickPhase]:
    """Return the observation of seat 0 on turn after a number of tricks, and the complete phase.

    Seat 0 plays as `club` does; the others are of this level.
    """
    match, rng = deal_bidding(4, number, {}), derive_random(7, "table", number)
    while True:
        assert match.turn is not None
        view, phase = observe(match, match.turn), match.phase
        if isinstance(phase, SpadesTrickPhase) and view.seat == 0 and len(phase.completed_tricks) >= tricks:
            return view, phase
        match = match.apply(choose_without_time_limit("club" if view.seat == 0 else level, view, rng)).match


def estimate_opponent_types(level: str, number: int) -> NDArray[np.float64]:
    """Return the mean probability of each opponent type for opponents of this level, after seven tricks."""
    view, _phase = observe_after_tricks(number, level, 7)
    craft, rng = SpadesSearchModel(), np.random.default_rng(number)
    probabilities = reweight_states(view, craft, craft.sample_states(view, rng, 600), 200, rng, no_time_limit)
    picked = HiddenCardSamples(
        probabilities.states.hands, flatten_log_weights(probabilities.log_weights, 30)
    ).systematic_resample(rng, 60)
    return np.bincount(
        sample_types(probabilities.type_log_weights, rng)[1:, picked].reshape(-1), minlength=len(OPPONENT_TYPE_PRIOR)
    ) / (3 * len(picked))


@pytest.mark.slow
def test_matching_players_are_recognized_more_often_than_others() -> None:
    probabilities = {
        manner: np.mean([estimate_opponent_types(level, number) for number in range(8)], axis=0)
        for manner, level in ((LEARNED, "expert"), (HEURISTIC, "club"), (RANDOM, "random"))
    }
    for manner, shares in probabilities.items():
        assert shares[manner] > OPPONENT_TYPE_PRIOR[manner] + 0.1
        assert shares[manner] == max(other[manner] for other in probabilities.values())


@pytest.mark.slow
def test_guided_samples_place_hidden_cards_correctly_more_often() -> None:
    """Compare the mean share of hidden cards that samples give to their true holder."""
    right: tuple[list[float], list[float]] = [], []
    for number in range(10):
        view, phase = observe_after_tricks(number, "club", 7)
        craft, rng = SpadesSearchModel(), np.random.default_rng(number)
        first = craft.sample_states(view, rng, 800)
        again = craft.sample_states(
            view, rng, 800, reweight_states(view, craft, first, 300, rng, no_time_limit).compute_card_prior()
        )
        for share_list, dealing in zip(right, (first, again), strict=True):
            share_list.append(np.bitwise_count(dealing.hands[1:] & get_hand_masks(phase)[1:]).sum(axis=0).mean())
    assert np.mean(right[1]) > np.mean(right[0]) + 0.5


@pytest.mark.slow
def test_more_sampling_rounds_make_true_locations_more_likely() -> None:
    """Compare the mean logarithm of the probability of each hidden card's true place."""
    effort = SearchBudget(rollouts=40, oversampling=20, max_exact_lines=0, reweighted_states=300)
    likely: dict[int, list[float]] = {1: [], 3: []}
    for number in range(10):
        view, phase = observe_after_tricks(number, "club", 7)
        for rounds, likelihoods in likely.items():
            places = estimate_card_prior(
                view, SpadesSearchModel(), SearchPass(effort, rounds), np.random.default_rng(number), no_time_limit
            )
            assert places is not None
            shares = places[1:] / places[1:].sum(axis=0)
            held = [(seat - 1, BITS.bit_by_card[card]) for seat in range(1, 4) for card in phase.hands[seat]]
            likelihoods += [float(np.log(shares[place])) for place in held]
    assert np.mean(likely[3]) > np.mean(likely[1]) + 0.02
    assert (
        estimate_card_prior(view, SpadesSearchModel(), SearchPass(effort, 0), np.random.default_rng(1), no_time_limit)
        is None
    )


def test_each_sampled_state_continues_with_its_sampled_opponent_types() -> None:
    view, phase = observe_after_tricks(3, "club", 4)
    craft = SpadesSearchModel()
    dealing = craft.sample_states(view, np.random.default_rng(3), 60)
    width = dealing.hands.shape[1]
    batch = Batch(dealing.current_state, dealing.hands, np.zeros((0, width), np.uint64))
    batch.play(batch.legal_cards() & (~batch.legal_cards() + ONE))
    sight = craft.make_encoder(view, batch, dealing.initial_hands)
    manners = np.repeat((np.arange(width) % len(OPPONENT_TYPE_PRIOR))[None], 4, axis=0)
    values = make_rollout_policy(craft, manners, view, sight, np.arange(width))(batch, batch.legal_cards())
    assert isinstance(sight, SpadesFeatureEncoder)
    sums = choose_best_cards(score_cards(phase.options, batch, sight.bids, np.arange(width)), batch.legal_cards())
    by_heart = {
        manner: make_table_policy(
            sight.with_opponent_types(np.full((4, width), manner, np.int32)), craft.load_policy_table(view)
        )(batch, batch.legal_cards())
        for manner in (LEARNED, RANDOM)
    }
    assert (values[HEURISTIC::3] == sums[HEURISTIC::3]).all()
    assert all((values[manner::3] == by_heart[manner][manner::3]).all() for manner in by_heart)
    assert (by_heart[LEARNED] != sums).any() and (by_heart[RANDOM] != by_heart[LEARNED]).any()


@pytest.mark.slow
def test_hidden_cards_do_not_change_choice_or_estimates() -> None:
    looked = 0
    for number, tricks in ((1, 0), (2, 3), (3, 6), (4, 9)):
        view, phase = observe_after_tricks(number, "club", tricks)
        rng = derive_random(number, "elsewhere")
        rest = iter(shuffle_pack(tuple(card for hand in phase.hands[1:] for card in hand), rng))
        hands = (phase.hands[0], *(tuple(next(rest) for _card in hand) for hand in phase.hands[1:]))
        other = replace(view, phase=replace(phase, hands=hands).seen_by(0))
        estimates = SPADES_AI.estimate_actions(view, Random(number), DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA)
        assert SPADES_AI.estimate_actions(other, Random(number), DETERMINISTIC_TIME_LIMIT, NEUTRAL_PERSONA) == estimates
        looked += len(estimates) > 1
    assert looked > 2


def insert_true_deal(dealing: DeterminizedStates, phase: SpadesTrickPhase) -> DeterminizedStates:
    """Return the samples with the true deal in place of the first."""
    hands, first = dealing.hands.copy(), dealing.initial_hands.copy()
    played = first[:, 0] & ~hands[:, 0]
    hands[:, 0] = get_hand_masks(phase)[:, 0]
    first[:, 0] = hands[:, 0] | played
    return DeterminizedStates(
        current_state=dealing.current_state,
        hands=hands,
        stock=dealing.stock,
        log_weights=dealing.log_weights,
        initial_state=dealing.initial_state,
        initial_hands=first,
        initial_stock=dealing.initial_stock,
        plays=dealing.plays,
    )


def test_flattened_weights_keep_order_and_raise_effective_sample_size() -> None:
    weights = np.random.default_rng(2).normal(0, 9, 400)
    flat = flatten_log_weights(weights, 50)
    shares = np.exp(flat)
    assert 45 < shares.sum() ** 2 / (shares**2).sum() < 60
    assert (np.argsort(flat) == np.argsort(weights)).all()
    assert (flatten_log_weights(np.zeros(100), 40) == 0).all()
    assert (flatten_log_weights(weights, 0) == weights).all()
