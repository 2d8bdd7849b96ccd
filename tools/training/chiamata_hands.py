"""Learn the worth of hands of Briscola chiamata: ``python -m tools.training.chiamata_hands [--batches N] [--seed S]``.

Deals with a caller of each kind are played out by the learned table; the points of his side are fitted to what
counts in his hand (`game.ai.chiamata.prospects`) by least squares. Prints how far the points scatter round it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from game.ai import learned
from game.ai.batch.bits import ONE, SUIT_BITS, lowest, nth
from game.ai.batch.playout import ZERO, Batch
from game.ai.batch.policy import by_table
from game.ai.chiamata.prospects import ALL_CARDS, COUNTED, RANKS, Kind, Values, features, solo_features
from game.ai.chiamata.sight import ChiamataSight
from game.commands.progress import progress
from tools.training.games.chiamata import begin, dealt, strength

WIDTH: Final = 4096
KINDS: Final[tuple[Kind, ...]] = ("partner", "in_mano", "solo")
LOWEST: Final = 0.5
"""How often the lowest card that the caller lacks is called; else any that he lacks."""
CAUTION: Final = 50.0
"""So many observations of no effect are added to each feature."""


def observed(kind: Kind, rng: np.random.Generator) -> tuple[Values, NDArray[np.int64]]:
    """(deals, features) of callers of this kind, and the points that their sides took."""
    hands = dealt(rng, WIDTH)
    column = np.arange(WIDTH)
    best = (strength(hands) + rng.normal(0, 1.2, (20, WIDTH))).argmax(axis=0)
    caller, suit = best // 4, best % 4
    trump = SUIT_BITS << suit.astype(np.uint64)
    hand = hands[caller, column]
    missing, held = trump & np.uint64(ALL_CARDS) & ~hand, trump & hand
    other = nth(missing, (rng.random(WIDTH) * np.bitwise_count(missing)).astype(np.uint8))
    called = np.where(rng.random(WIDTH) < LOWEST, lowest(missing), other)
    if kind == "in_mano":
        called = lowest(held)
    elif kind == "solo":
        called, trump = np.zeros_like(called), np.zeros_like(trump)
    partner = np.where(called == ZERO, caller, ((hands & called) != ZERO).argmax(axis=0))
    batch = Batch(begin(), hands, np.zeros((0, WIDTH), np.uint64), trump)
    leader = rng.integers(0, 5, WIDTH)
    batch.at = batch.taker = leader * WIDTH + column
    sight = ChiamataSight(batch, caller, partner, called)
    batch.finish(by_table(sight, learned.learned("chiamata")))
    points = (batch.points() * sight.with_caller.reshape(5, -1)).sum(axis=0).astype(np.int64)
    place = (caller - leader) % 5
    if kind == "solo":
        return solo_features(hand, place), points
    counted = np.empty((WIDTH, COUNTED))
    for one in range(4):
        counted[suit == one] = features(hand[suit == one], one, place[suit == one])
    if kind == "in_mano":
        return counted, points
    height = np.bitwise_count(called - ONE) >> 2
    ranks = (height[:, None] == np.arange(RANKS)).astype(float)
    keep = missing != ZERO
    return np.concatenate([counted, ranks], axis=1)[keep], points[keep]


def fitted(found: Values, points: NDArray[np.int64]) -> Values:
    """The weights with the least squares."""
    normal = found.T @ found + CAUTION * np.eye(found.shape[1])
    weights: Values = np.linalg.solve(normal, found.T @ points).astype(np.float64)
    return weights


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.chiamata_hands", description=__doc__)
    parser.add_argument("--batches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    weights: dict[str, Any] = {}
    for kind in KINDS:
        every = [observed(kind, rng) for _batch in progress(range(args.batches), kind)]
        found, points = (np.concatenate(part) for part in zip(*every, strict=True))
        weights[kind] = fitted(found, points).astype(np.float32)
        rest = points - found @ weights[kind]
        share = 1 - rest.var() / points.var()
        print(f"{kind}: {len(points)} deals, {points.mean():.1f} points, scatter {rest.std():.1f}, R2 {share:.2f}")
    np.savez_compressed(Path(*learned.__path__) / "chiamata_hands.npz", **weights)
    return 0


if __name__ == "__main__":
    sys.exit(main())
