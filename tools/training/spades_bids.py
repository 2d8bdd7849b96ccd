"""What bids of Spades are worth, fitted to deals: ``python -m tools.training.spades_bids [--afresh] [--seed S]``.

Deals with bids that scatter around the best known so far are played by the learned tables (at random and with any
bids where there are none yet: ``--afresh``). What a hand takes is fitted by its features; how likely a bid is made,
its overtricks and the others' scores by what `game.ai.spades.bids.terms` makes of it. Same seed, same numbers.

From nothing: ``tools.training.spades_club``, this afresh, ``tools.training.train spades --rounds 5``, this once more.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai import learned
from game.ai.batch.bits import Masks
from game.ai.batch.playout import Batch, Counts
from game.ai.batch.policy import by_table, uniform
from game.ai.spades.bids import (
    COUNTS,
    LENGTH,
    TERMS,
    Judgement,
    Numbers,
    Stakes,
    ahead_of,
    features,
    judgement,
    terms,
    unpacked,
)
from game.ai.spades.craft import pay_table, sight_of
from game.ai.spades.crowd import tables_of
from game.commands.progress import progress
from game.rules.spades.options import SpadesOptions
from tools.training.games.spades import among, auction, begin, shuffled

WIDTH: Final = 2048
BATCHES: Final = 60
WITHOUT_JOKERS: Final = 0.15
NIL: Final = 0.25
"""How often nil may be bid."""
RIDGE: Final = 30.0
STEPS: Final = 12
"""Of Newton's method."""


class Seen(NamedTuple):
    """What became of the hands of one seat in many deals: the features of the hand, bid, how much those before him
    asked more than their share, which part of the others that were, tricks taken, the others' mean score."""

    features: NDArray[np.intp]
    bid: Numbers
    ahead: Numbers
    spoken: Numbers
    tricks: Numbers
    others: Numbers


def played(seats: int, afresh: bool, rng: np.random.Generator) -> list[Seen]:
    """A batch of deals, each seat once."""
    jokers = bool(rng.random() >= WITHOUT_JOKERS)
    hands = shuffled(seats, jokers, rng, WIDTH)
    size = int(np.bitwise_count(hands[0, 0]))
    options = SpadesOptions(jokers=jokers, nil=True)
    if afresh:
        bids = rng.integers(0, 2 * size // seats + 1, hands.shape).astype(np.int16)
    else:
        nil = rng.random(WIDTH) < NIL
        bids = auction(judgement(seats), hands, jokers, Stakes(1.0, 0.0, nil), rng)
    crowd, bids = among(seats, hands, jokers, bids, rng)
    batch = Batch(begin(seats, jokers), hands, np.zeros((0, WIDTH), np.uint64))
    sight = sight_of(options, batch, bids, crowd.astype(np.int8))
    batch.finish(uniform(rng) if afresh else by_table(sight, tables_of(seats)))
    tricks = batch.points()
    scores = pay_table(options, seats)[0, bids, tricks]
    return [_of(seat, hands[seat], jokers, bids, tricks, scores, ~crowd[seat]) for seat in range(seats)]


def _of(
    seat: int, hand: Masks, jokers: bool, bids: Counts, tricks: Counts, scores: Numbers, ours: NDArray[np.bool_]
) -> Seen:
    """What became of the hands of ``seat`` in those deals where he plays as is learned."""
    seats, size = len(bids), int(np.bitwise_count(hand[0]))
    seen = Seen(
        features(hand, jokers), bids[seat].astype(float), ahead_of(bids[:seat], size, seats),
        np.full(len(hand), seat / (seats - 1)), tricks[seat].astype(float),
        (scores.sum(axis=0) - scores[seat]) / (seats - 1),
    )  # fmt: skip
    return _where(seen, ours)


def fitted(seen: Seen) -> Judgement:
    """The judgement nearest to what became of the hands."""
    bidders, nils = _where(seen, seen.bid > 0), _where(seen, seen.bid == 0)
    besides = np.stack([bidders.bid, bidders.ahead, bidders.spoken])
    added, tail = _summed(bidders.features, besides, bidders.tricks)
    tricks = added + (tail @ besides.mean(axis=1)) / len(bidders.features)
    strong = tricks[bidders.features].sum(axis=0)
    found = terms(strong, bidders.bid, bidders.ahead, 0.0)
    found[-1] = bidders.spoken
    made = bidders.tricks >= bidders.bid
    none, pushed = _summed(nils.features, nils.ahead[None], (nils.tricks == 0).astype(float))
    return Judgement(
        tricks, none, _odds(found, made), _least(found[:, made], (bidders.tricks - bidders.bid)[made]),
        _least(found, bidders.others), np.array([*pushed, nils.others.mean()] + [0.0] * (TERMS - 2)),
    )  # fmt: skip


def _where(seen: Seen, chosen: NDArray[np.bool_]) -> Seen:
    parts: list[Any] = [part[..., chosen] for part in seen]
    return Seen(*parts)


def _summed(found: NDArray[np.intp], besides: Numbers, wanted: Numbers) -> tuple[Numbers, Numbers]:
    """What each feature and each number ``besides`` adds to ``wanted``, the least squares a little drawn to zero."""
    size = COUNTS + len(besides)
    squares, sums = np.eye(size) * RIDGE, np.zeros(size)
    for begin_at in range(0, len(wanted), 20_000):
        part = slice(begin_at, begin_at + 20_000)
        rows = np.zeros((len(wanted[part]), size))
        for feature in found[:, part]:
            np.add.at(rows, (np.arange(len(rows)), feature), 1)
        rows[:, COUNTS:] = besides[:, part].T
        squares += rows.T @ rows
        sums += rows.T @ wanted[part]
    weights: Numbers = np.linalg.solve(squares, sums).astype(np.float64)
    return weights[:COUNTS], weights[COUNTS:]


def _least(found: Numbers, wanted: Numbers) -> Numbers:
    weights: Numbers = np.linalg.solve(found @ found.T + np.eye(TERMS) * 1e-3, found @ wanted).astype(np.float64)
    return weights


def _odds(found: Numbers, wanted: NDArray[np.bool_]) -> Numbers:
    """Logistic regression."""
    weights = np.zeros(TERMS)
    for _step in range(STEPS):
        likely = 1 / (1 + np.exp(-np.clip(weights @ found, -30, 30)))
        slope = found @ (wanted - likely) - 1e-3 * weights
        bend = (found * (likely * (1 - likely))) @ found.T + np.eye(TERMS) * 1e-3
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.training.spades_bids", description=__doc__)
    parser.add_argument("--afresh", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rows = []
    for seats in (2, 3, 4, 5):
        rng = np.random.default_rng([args.seed, seats])
        parts = [one for _batch in progress(range(BATCHES)) for one in played(seats, args.afresh, rng)]
        seen = Seen(*(np.concatenate(part, axis=-1) for part in zip(*parts, strict=True)))
        judged = fitted(seen)
        rows.append(judged.flat())
        made = (seen.tricks >= seen.bid)[seen.bid > 0].mean()
        print(f"{seats} seats: {made:.1%} made of {len(seen.bid)}; odds {np.round(judged.made, 2)}", file=sys.stderr)
    path = Path(*learned.__path__) / "spades_bids.npz"
    assert all(len(row) == LENGTH == len(unpacked(row).flat()) for row in rows)
    np.savez_compressed(path, table=np.stack(rows).astype(np.float32))
    print(f"{path.name}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
