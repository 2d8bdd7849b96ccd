"""Fit the value of bids in Spades to deals.

``python -m tools.training.spades_bids [--afresh] [--seed S]``

Deals with bids around the best known bids are played by the learned policy tables; with ``--afresh``, when there are no
tables yet, by random cards and any bids. The tricks of a hand are fitted to its features. The probability to make a
bid, its overtricks and the others' scores are fitted to the terms of `game.ai.spades.bid_value.compute_terms`. The same
seed gives the same numbers.

From nothing: ``tools.training.spades_club``, this with ``--afresh``, ``tools.training.train spades --rounds 5``, this
once more.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai import models
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import make_table_policy, make_uniform_policy
from game.ai.rollout.rollout import Batch, CountArray
from game.ai.spades.bid_value import (
    FEATURE_COUNT,
    MODEL_SIZE,
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
from game.simulation.progress import show_progress
from tools.training.games.spades import deal_hands, make_start, mix_in_heuristic_players, sample_bids

BATCH_SIZE: Final = 2048
BATCHES_PER_SEAT_COUNT: Final = 60
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


def sample_bids_in_play(seats: int, is_afresh: bool, rng: np.random.Generator) -> list[BidSamples]:
    """Play a batch of deals and return the samples of each seat."""
    has_jokers = bool(rng.random() >= NO_JOKERS_PROBABILITY)
    hands = deal_hands(seats, has_jokers, rng, BATCH_SIZE)
    size = int(np.bitwise_count(hands[0, 0]))
    options = SpadesOptions(jokers=has_jokers, nil=True)
    if is_afresh:
        bids = rng.integers(0, 2 * size // seats + 1, hands.shape).astype(np.int16)
    else:
        is_nil_allowed = rng.random(BATCH_SIZE) < NIL_PROBABILITY
        bids = sample_bids(load_bid_value_model(seats), hands, has_jokers, BidScoring(1.0, 0.0, is_nil_allowed), rng)
    is_heuristic, bids = mix_in_heuristic_players(seats, hands, has_jokers, bids, rng)
    batch = Batch(make_start(seats, has_jokers), hands, np.zeros((0, BATCH_SIZE), np.uint64))
    sight = make_spades_encoder(options, batch, bids, is_heuristic.astype(np.int8))
    batch.play_out(
        make_uniform_policy(rng)
        if is_afresh
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.spades_bids", description=__doc__)
    parser.add_argument("--afresh", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rows = []
    for seats in (2, 3, 4, 5):
        rng = np.random.default_rng([args.seed, seats])
        parts = [
            samples
            for _batch in show_progress(range(BATCHES_PER_SEAT_COUNT))
            for samples in sample_bids_in_play(seats, args.afresh, rng)
        ]
        all_samples = BidSamples(*(np.concatenate(part, axis=-1) for part in zip(*parts, strict=True)))
        bid_model = fit_bid_model(all_samples)
        rows.append(bid_model.flatten())
        made = (all_samples.tricks >= all_samples.bid)[all_samples.bid > 0].mean()
        print(
            f"{seats} seats: {made:.1%} made of {len(all_samples.bid)}; "
            f"odds {np.round(bid_model.made_logit_weights, 2)}",
            file=sys.stderr,
        )
    path = Path(*models.__path__) / "spades_bids.npz"
    assert all(len(row) == MODEL_SIZE == len(unpack_bid_value_model(row).flatten()) for row in rows)
    np.savez_compressed(path, table=np.stack(rows).astype(np.float32))
    print(f"{path.name}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
