"""Fit the value of bids in Spades to deals.

Deals with bids around the best known bids are played by the learned policy tables, or, while there are no tables yet,
by random cards with any bids. The tricks of a hand are fitted to its features. The probability to make a bid, its
overtricks and the others' scores are fitted to the terms of `game.ai.spades.bid_value.compute_terms`. The same seed
gives the same numbers.
"""

from __future__ import annotations

import sys
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import make_table_policy, make_uniform_policy
from game.ai.rollout.rollout import Batch, CountArray
from game.ai.spades.bid_value import (
    FEATURE_COUNT,
    TERM_COUNT,
    BidScoring,
    BidValueModel,
    FloatArray,
    compute_excess_bid,
    compute_feature_indices,
    compute_terms,
    load_bid_value_model,
    unpack_bid_value_model,
)
from game.ai.spades.deal_value import make_payoff_table
from game.ai.spades.population_model import load_tables_by_opponent_type
from game.ai.spades.search_model import make_spades_encoder
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import TEAM_SEAT_COUNT
from game.simulation.progress import show_progress
from tools.training.games.spades import SpadesTraining, deal_hands, make_start, mix_in_heuristic_players, sample_bids
from tools.training.model_files import Models
from tools.training.train import make_policy_table

BATCH_SIZE: Final = 2048
SEAT_COUNTS: Final = (2, 3, 4, 5)
NO_JOKERS_PROBABILITY: Final = 0.15
NIL_PROBABILITY: Final = 0.25
"""The probability that nil is allowed."""
RIDGE_PENALTY: Final = 30.0
NEWTON_STEPS: Final = 12
"""The steps of Newton's method."""


class BidSamples(NamedTuple):
    """The results of the hands of one seat in many deals.

    ``features``: indices of the hand's features, (features, deals). The others are (deals): the ``bid``, the
    ``excess_bid`` of the seats before above their share, the share of the other seats that are before, ``tricks``
    taken, and the mean score of the others.
    """

    features: NDArray[np.intp]
    bid: FloatArray
    excess_bid: FloatArray
    share_bid_before: FloatArray
    tricks: FloatArray
    others_score: FloatArray


def sample_bids_in_play(seats: int, known: BidValueModel | None, rng: np.random.Generator) -> list[BidSamples]:
    """Play a batch of deals, with random cards if no bid model is known, and return the samples of each seat."""
    has_jokers = bool(rng.random() >= NO_JOKERS_PROBABILITY)
    hands = deal_hands(seats, has_jokers, rng, BATCH_SIZE)
    size = int(np.bitwise_count(hands[0, 0]))
    options = SpadesOptions(jokers=has_jokers, nil=True)
    if known is None:
        bids = rng.integers(0, 2 * size // seats + 1, hands.shape).astype(np.int16)
    else:
        is_nil_allowed = rng.random(BATCH_SIZE) < NIL_PROBABILITY
        bids = sample_bids(known, hands, has_jokers, BidScoring(1.0, 0.0, is_nil_allowed), rng)
    is_heuristic, bids = mix_in_heuristic_players(seats, hands, has_jokers, bids, rng)
    batch = Batch(make_start(seats, has_jokers), hands)
    sight = make_spades_encoder(options, batch, bids, is_heuristic.astype(np.int8))
    batch.play_out(
        make_uniform_policy(rng)
        if known is None
        else make_table_policy(sight, load_tables_by_opponent_type(options, seats))
    )
    tricks = batch.points()
    scores = make_payoff_table(options, seats)[0, bids, tricks]
    return [
        _make_samples(seat, hands[seat], has_jokers, bids, tricks, scores, ~is_heuristic[seat]) for seat in range(seats)
    ]


def _make_samples(
    seat: int,
    hand: CardMasks,
    has_jokers: bool,
    bids: CountArray,
    tricks: CountArray,
    scores: FloatArray,
    is_ours: NDArray[np.bool_],
) -> BidSamples:
    """Return the samples of ``seat`` in the deals in which it plays by the learned table."""
    seats, size = len(bids), int(np.bitwise_count(hand[0]))
    samples = BidSamples(
        compute_feature_indices(hand, has_jokers),
        bids[seat].astype(float),
        compute_excess_bid(bids[:seat], size, seats),
        np.full(len(hand), seat / (seats - 1)),
        tricks[seat].astype(float),
        (scores.sum(axis=0) - scores[seat]) / (seats - 1),
    )
    return _select_samples(samples, is_ours)


def fit_bid_model(samples: BidSamples) -> BidValueModel:
    """Return the bid model that fits the samples best."""
    bidders, nils = _select_samples(samples, samples.bid > 0), _select_samples(samples, samples.bid == 0)
    extra_rows = np.stack([bidders.bid, bidders.excess_bid, bidders.share_bid_before])
    feature_weights, extra_weights = _fit_features(bidders.features, extra_rows, bidders.tricks)
    tricks = feature_weights + (extra_weights @ extra_rows.mean(axis=1)) / len(bidders.features)
    predicted_tricks = tricks[bidders.features].sum(axis=0)
    term_rows = compute_terms(predicted_tricks, bidders.bid, bidders.excess_bid, 0.0)
    term_rows[-1] = bidders.share_bid_before
    is_made = bidders.tricks >= bidders.bid
    nil_weights, extra_nil_weights = _fit_features(
        nils.features, nils.excess_bid[None], (nils.tricks == 0).astype(float)
    )
    return BidValueModel(
        tricks,
        nil_weights,
        _fit_logistic(term_rows, is_made),
        _fit_least_squares(term_rows[:, is_made], (bidders.tricks - bidders.bid)[is_made]),
        _fit_least_squares(term_rows, bidders.others_score),
        np.array([*extra_nil_weights, nils.others_score.mean()] + [0.0] * (TERM_COUNT - 2)),
    )


def _select_samples(samples: BidSamples, mask: NDArray[np.bool_]) -> BidSamples:
    parts: list[Any] = [part[..., mask] for part in samples]
    return BidSamples(*parts)


def _fit_features(
    feature_indices: NDArray[np.intp], extra_rows: FloatArray, targets: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the least-squares weights of the features and of ``extra_rows``, with a ridge penalty."""
    size = FEATURE_COUNT + len(extra_rows)
    squares, sums = np.eye(size) * RIDGE_PENALTY, np.zeros(size)
    for start in range(0, len(targets), 20_000):
        part = slice(start, start + 20_000)
        rows = np.zeros((len(targets[part]), size))
        for feature in feature_indices[:, part]:
            np.add.at(rows, (np.arange(len(rows)), feature), 1)
        rows[:, FEATURE_COUNT:] = extra_rows[:, part].T
        squares += rows.T @ rows
        sums += rows.T @ targets[part]
    weights: FloatArray = np.linalg.solve(squares, sums).astype(np.float64)
    return weights[:FEATURE_COUNT], weights[FEATURE_COUNT:]


def _fit_least_squares(term_rows: FloatArray, targets: FloatArray) -> FloatArray:
    weights: FloatArray = np.linalg.solve(
        term_rows @ term_rows.T + np.eye(TERM_COUNT) * 1e-3, term_rows @ targets
    ).astype(np.float64)
    return weights


def _fit_logistic(term_rows: FloatArray, targets: NDArray[np.bool_]) -> FloatArray:
    """Return the weights of a logistic regression."""
    weights = np.zeros(TERM_COUNT)
    for _step in range(NEWTON_STEPS):
        probabilities = 1 / (1 + np.exp(-np.clip(weights @ term_rows, -30, 30)))
        gradient = term_rows @ (targets - probabilities) - 1e-3 * weights
        curvature = (term_rows * (probabilities * (1 - probabilities))) @ term_rows.T + np.eye(TERM_COUNT) * 1e-3
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def make_bid_values(*, batches: int, first_batches: int, seed: int) -> Models:
    """Return the bid models of all numbers of seats."""
    bid_models = []
    for seats in SEAT_COUNTS:
        first_model = train_bid_model(seats, None, first_batches, seed)
        bid_models.append(train_bid_model(seats, first_model, batches, seed).flatten())
    return {"spades_bids": {"table": np.stack(bid_models).astype(np.float32)}}


def train_bid_model(seats: int, known: BidValueModel | None, batches: int, seed: int) -> BidValueModel:
    """Return the bid model fitted to deals with bids around the best ones by ``known``; None: with random cards."""
    rng = np.random.default_rng([seed, seats])
    parts = [
        samples
        for _batch in show_progress(range(batches), f"bids, {seats} seats")
        for samples in sample_bids_in_play(seats, known, rng)
    ]
    all_samples = BidSamples(*(np.concatenate(part, axis=-1) for part in zip(*parts, strict=True)))
    bid_model = fit_bid_model(all_samples)
    made = (all_samples.tricks >= all_samples.bid)[all_samples.bid > 0].mean()
    odds = np.round(bid_model.made_logit_weights, 2)
    print(f"{seats} seats: {made:.1%} made of {len(all_samples.bid)}; odds {odds}", file=sys.stderr)
    return unpack_bid_value_model(bid_model.flatten().astype(np.float32).astype(np.float64))


def make_spades_table(seats: int, *, rounds: int, batches: int, bid_batches: int, seed: int) -> Models:
    """Return the policy table of ``seats`` seats, whose bids are by a model fitted to deals of random cards."""
    task = SpadesTraining(seats, train_bid_model(seats, None, bid_batches, seed))
    return make_policy_table(f"spades{seats}", task, rounds=rounds, batches=batches, seed=seed)


def make_pair_table(*, rounds: int, batches: int, seed: int) -> Models:
    """Return the policy table of two pairs."""
    task = SpadesTraining(TEAM_SEAT_COUNT, load_bid_value_model(TEAM_SEAT_COUNT), has_pairs=True)
    return make_policy_table("spades4pairs", task, rounds=rounds, batches=batches, seed=seed)
