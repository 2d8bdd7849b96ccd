"""Fit the value of hands of Briscola chiamata.

Deals with a caller of each kind are played by the learned policy table. The points of the caller's side are fitted to
the features of the caller's hand (`game.ai.chiamata.hand_value`) by least squares. The program prints the
standard deviation of the points around the fit.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai import models
from game.ai.chiamata.features import ChiamataFeatureEncoder
from game.ai.chiamata.hand_value import (
    CONTRACT_KINDS,
    RANK_COUNT,
    SEARCH_MODEL,
    ContractKind,
    FloatArray,
    compute_features,
    compute_solo_features,
)
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, ITALIAN_PACK_MASK, ONE, select_lowest, select_nth
from game.ai.rollout.policy import make_table_policy
from game.ai.rollout.rollout import NO_CARDS, Batch
from game.simulation.progress import show_progress
from tools.training.games.chiamata import compute_suit_strength, deal_hands, make_start
from tools.training.model_files import Models

BATCH_SIZE: Final = 4096
FEATURE_COUNT, SOLO_FEATURE_COUNT = 29, 12
"""The number of features of `compute_features` and `compute_solo_features` that the model uses."""
LOWEST_CALL_PROBABILITY: Final = 0.5
"""The probability of a call of the lowest missing card; otherwise it is a random missing card."""
RIDGE_PENALTY: Final = 50.0
"""The number of observations without effect that are added to each feature."""


def sample_hands(kind: ContractKind, rng: np.random.Generator) -> tuple[FloatArray, NDArray[np.int64]]:
    """Return the features of callers of this kind, (deals, features), and the points of their sides, (deals)."""
    hands = deal_hands(rng, BATCH_SIZE)
    column = np.arange(BATCH_SIZE)
    best = (compute_suit_strength(hands) + rng.normal(0, 1.2, (20, BATCH_SIZE))).argmax(axis=0)
    caller, suit = best // 4, best % 4
    trump = FIRST_SUIT_MASK << suit.astype(np.uint64)
    hand = hands[caller, column]
    missing, held_trumps = trump & ITALIAN_PACK_MASK & ~hand, trump & hand
    random_missing = select_nth(missing, (rng.random(BATCH_SIZE) * np.bitwise_count(missing)).astype(np.uint8))
    called = np.where(rng.random(BATCH_SIZE) < LOWEST_CALL_PROBABILITY, select_lowest(missing), random_missing)
    if kind == "in_mano":
        called = select_lowest(held_trumps)
    elif kind == "solo":
        called, trump = np.zeros_like(called), np.zeros_like(trump)
    partner = np.where(called == NO_CARDS, caller, ((hands & called) != NO_CARDS).argmax(axis=0))
    batch = Batch(make_start(), hands, trump_mask=trump)
    leader = rng.integers(0, 5, BATCH_SIZE)
    batch.turn_index = batch.winner_index = leader * BATCH_SIZE + column
    sight = ChiamataFeatureEncoder(batch, caller, partner, called)
    batch.play_out(make_table_policy(sight, models.load_policy_table("chiamata")))
    points = (batch.points() * sight.is_caller_side.reshape(5, -1)).sum(axis=0).astype(np.int64)
    place = (caller - leader) % 5
    if kind == "solo":
        return compute_solo_features(hand, place)[:, :SOLO_FEATURE_COUNT], points
    counted = compute_features(hand, place)[column, suit, :FEATURE_COUNT]
    if kind == "in_mano":
        return counted, points
    height = np.bitwise_count(called - ONE) >> 2
    ranks = (height[:, None] == np.arange(RANK_COUNT)).astype(float)
    keep = missing != NO_CARDS
    return np.concatenate([counted, ranks], axis=1)[keep], points[keep]


def fit_weights(rows: FloatArray, points: NDArray[np.int64]) -> FloatArray:
    """Return the least-squares weights, with a ridge penalty."""
    normal = rows.T @ rows + RIDGE_PENALTY * np.eye(rows.shape[1])
    weights: FloatArray = np.linalg.solve(normal, rows.T @ points).astype(np.float64)
    return weights


def make_hand_values(*, batches: int, seed: int) -> Models:
    """Return the weights by kind of contract, fitted to ``batches`` batches of deals of each."""
    rng = np.random.default_rng(seed)
    weights: dict[str, NDArray[np.float32]] = {}
    for kind in CONTRACT_KINDS:
        samples = [sample_hands(kind, rng) for _batch in show_progress(range(batches), kind)]
        rows, points = (np.concatenate(part) for part in zip(*samples, strict=True))
        weights[kind] = fit_weights(rows, points).astype(np.float32)
        residuals = points - rows @ weights[kind]
        share = 1 - residuals.var() / points.var()
        print(f"{kind}: {len(points)} deals, {points.mean():.1f} points, scatter {residuals.std():.1f}, R2 {share:.2f}")
    return {SEARCH_MODEL: weights}
