"""What the strong players know of Briscola: worlds by all that was seen and signed, what the deal is worth."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks
from game.ai.batch.playout import ZERO, Batch, Start, start_of
from game.ai.batch.policy import Scores, Sight
from game.ai.batch.sight_briscola import BriscolaSight
from game.ai.batch.worlds import Hidden, Weights, guess
from game.ai.briscola_past import Past, past_of
from game.ai.counting import SIGNED, count
from game.ai.learned import learned
from game.ai.search import Dealing
from game.cards import SUITS, card
from game.rules.briscola import MAJORITY, BriscolaTricks
from game.rules.family import CARICHI
from game.view import View

LIE: Final = np.log(0.03)
"""How much less likely a world is in which a partner's sign was false."""
WIN: Final = 20.0
"""What winning the deal is worth beside a point, while there is a stock."""
SURE: Final = 1000.0
"""The same when it is gone: more than any number of points."""


def _tricks(view: View) -> BriscolaTricks:
    assert isinstance(view.phase, BriscolaTricks)
    return view.phase


def _sides(phase: BriscolaTricks) -> tuple[int, ...]:
    return tuple(next(at for at, side in enumerate(phase.sides) if seat in side) for seat in range(phase.seats))


class BriscolaCraft:
    """A `search.Craft`."""

    def deal(self, view: View, rng: np.random.Generator, count: int) -> Dealing:
        phase = _tricks(view)
        start = start_of(phase)
        hands, stock, weights = _guessed(phase, start, rng, count)
        past = past_of(phase, hands, stock, rng)
        return Dealing(
            start=start, hands=hands, stock=stock, weights=weights + _signs(phase, past),
            first=past.start, first_hands=past.hands, first_stock=past.stock, plays=past.plays,
        )  # fmt: skip

    def table(self, view: View) -> Scores:
        phase = _tricks(view)
        each = "each" if phase.seats == 4 and len(phase.sides) == 4 else ""
        return learned(f"briscola{phase.seats}{each}")

    def sight(self, view: View, batch: Batch, first_hands: Masks) -> Sight:
        return BriscolaSight(_sides(_tricks(view)))

    def worth(self, view: View, batch: Batch, sight: Sight) -> Scores:
        phase = _tricks(view)
        won, points = _won(phase, batch), _of_sides(phase, batch)
        others = len(phase.sides) - 1
        lost = (won.sum(axis=0) > 0) & ~won
        win = WIN if phase.stock else SURE
        worth: Scores = (points - (120 - points) / others + win * won - win / others * lost).astype(np.float32)
        return worth

    def won(self, view: View, batch: Batch, sight: Sight) -> Scores:
        won = _won(_tricks(view), batch)
        return won.astype(np.float32)


def _guessed(
    phase: BriscolaTricks, start: Start, rng: np.random.Generator, width: int
) -> tuple[Masks, Masks, Weights]:
    """At most ``width`` worlds: hands (players, worlds), stock (cards, worlds), their weights."""
    known = count(phase, signs=False)
    bits = start.tables.bits
    covered = max(0, start.stock - 1)
    cards = tuple(bits.numbers[one] for one in known.unseen)
    rooms = (*known.covered, *(1,) * covered)
    own = np.array([bits.mask(hand) for hand in known.known], np.uint64)
    if not cards:
        width = 1
    worlds = guess(Hidden(cards=cards, rooms=rooms, may=np.ones((len(rooms), len(cards)))), rng, width)
    seats = phase.seats
    hands = worlds.held[:seats] | own[:, None]
    stock = worlds.held[seats:]
    if start.stock:
        turned = np.full((1, hands.shape[1]), 1 << bits.numbers[phase.turned], np.uint64)
        stock = np.concatenate([stock, turned])
    return hands, stock, worlds.weights


def _signs(phase: BriscolaTricks, past: Past) -> Weights:
    """How likely partners made the signs that they made, in each world: logarithms."""
    weights = np.zeros(past.hands.shape[1])
    bits = past.start.tables.bits
    carichi = np.uint64(bits.mask(card(rank, suit) for rank in CARICHI for suit in SUITS))
    trumps = np.uint64(bits.mask(card(rank, phase.trump) for rank in SIGNED.values()))
    for at, seat, word in phase.signs:
        if word is None:
            continue
        hand = past.signing[at, seat]
        if word in SIGNED:
            true = (hand & (ONE << np.uint64(bits.numbers[card(SIGNED[word], phase.trump)]))) != ZERO
        elif word == "carico":
            true = (hand & carichi) != ZERO
        else:
            true = (hand & (carichi | trumps)) == ZERO
        weights += np.where(true, 0.0, LIE)
    return weights


def _of_sides(phase: BriscolaTricks, batch: Batch) -> Scores:
    """The points of each player's side, (players, worlds)."""
    sides = np.array(_sides(phase))
    points: Scores = (sides[:, None] == sides).astype(np.float32) @ batch.points().astype(np.float32)
    return points


def _won(phase: BriscolaTricks, batch: Batch) -> NDArray[np.bool_]:
    points = _of_sides(phase, batch)
    if len(phase.sides) == 2 or phase.options.deal_winner == "over_60":
        over: NDArray[np.bool_] = points > MAJORITY
        return over
    best = points == points.max(axis=0)
    won: NDArray[np.bool_] = best & (best.sum(axis=0) == 1)
    return won
