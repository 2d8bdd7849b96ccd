"""Guesses of the hidden cards: many worlds that agree with all that a seat has seen.

Cards are dealt out one at a time, those first that fewest places may hold, each to a place as likely as it has room
(times a weight, if the seat suspects something; more, if few cards are left that the place may hold). The weight of a
finished world makes up for what that favours, so that worlds are as likely as the rules make them.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks

Weights = NDArray[np.float64]
"""Logarithms, one a world."""

TRIES: Final = (1, 10, 100)
"""So many times as many worlds are dealt until one fits."""

NEVER: Final = -1000.0
"""The weight of what the rules refuse: no chance, but a number that can be added to."""

TIGHT: Final = 1e-6
"""A place that must get all the cards it may hold has so little to spare."""


HALVINGS: Final = 10
"""So closely `tempered` looks for how much flatter."""


class Hidden(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What a seat does not know. ``cards``: the bits not placed; ``rooms``: how many each place holds;
    ``may``: (places, cards) how likely, relative to the others, each place holds each card; 0 is never."""

    cards: tuple[int, ...]
    rooms: tuple[int, ...]
    may: NDArray[np.float64]


class Worlds(msgspec.Struct, frozen=True, eq=False):
    """``held``: (places, worlds) the cards in each place; ``weights``: how likely each world is, as finite
    logarithms."""

    held: Masks
    weights: Weights

    def pick(self, rng: np.random.Generator, count: int) -> NDArray[np.intp]:
        """``count`` worlds by their weight, evenly spaced so that no likely one is missed; those that can `NEVER` be
        only where there are no others."""
        shares = np.exp(self.weights - self.weights.max())
        steps = (np.arange(count) + rng.random()) / count * shares.sum()
        picked: NDArray[np.intp] = np.minimum(np.searchsorted(np.cumsum(shares), steps), len(shares) - 1)
        return picked


def guess(hidden: Hidden, rng: np.random.Generator, count: int) -> Worlds:
    """At most ``count`` worlds, fewer where the cards did not fit. ValueError if none fits, however often tried."""
    for tries in TRIES:
        found = _dealt(hidden, rng, count * tries)
        good = np.flatnonzero(np.isfinite(found.weights))[:count]
        if len(good):
            return Worlds(found.held[:, good], found.weights[good])
    raise ValueError("no world agrees with what was seen")


def _dealt(hidden: Hidden, rng: np.random.Generator, count: int) -> Worlds:
    """``count`` worlds; those where the cards did not fit have no finite weight."""
    places = len(hidden.rooms)
    held = np.zeros(places * count, np.uint64)
    room = np.repeat(np.array(hidden.rooms, np.float64)[:, None], count, axis=1)
    weights = np.zeros(count)
    column = np.arange(count)
    order = _hardest_first(hidden)
    left = (hidden.may[:, order] > 0)[:, ::-1].cumsum(axis=1)[:, ::-1]
    for turn, at in enumerate(order):
        spare = np.maximum(left[:, turn, None] - room, 0) + TIGHT
        chances = hidden.may[:, at, None] * np.maximum(room, 0) * (len(order) - turn - room + TIGHT) / spare
        sums = np.cumsum(chances, axis=0)
        whole = sums[-1]
        place = (sums <= rng.random(count) * whole).sum(axis=0)
        place = np.minimum(place, places - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            weights += np.log(whole * hidden.may[place, at] * room[place, column] / chances[place, column])
        held[place * count + column] |= ONE << np.uint64(hidden.cards[at])
        room[place, column] -= 1
    return Worlds(held.reshape(places, count), weights)


def _hardest_first(hidden: Hidden) -> list[int]:
    """The cards in the order in which they are placed."""
    choices = (hidden.may > 0).sum(axis=0)
    return sorted(range(len(hidden.cards)), key=lambda at: (choices[at], at))


def tempered(weights: Weights, enough: float) -> Weights:
    """The weights as they are, if the likely worlds among so many count for ``enough``; else as much flatter as makes
    them: one or two that seem likely beyond all others are more often luck than truth."""
    if enough <= 1:
        return weights
    weights = weights - weights.max()

    def count(part: float) -> float:
        shares = np.exp(part * weights)
        return float(shares.sum() ** 2 / (shares * shares).sum())

    least, most = 0.0, 1.0
    if count(most) >= min(enough, len(weights) / 2):
        return weights
    for _halving in range(HALVINGS):
        part = (least + most) / 2
        least, most = (least, part) if count(part) < enough else (part, most)
    return least * weights


def whole(told: Weights) -> Weights:
    """How likely all have done what they did, whatever the manner of each is: logarithms, by world. ``told``: (manners,
    seats, worlds), how likely each has this manner and has done what he did."""
    weights: Weights = np.logaddexp.reduce(told).sum(axis=0)
    return weights


def drawn(told: Weights, rng: np.random.Generator) -> NDArray[np.intp]:
    """A manner for each seat in each world, (seats, worlds), as likely as was ``told``."""
    shares = np.cumsum(np.exp(told - told.max(axis=0)), axis=0)
    manners: NDArray[np.intp] = (shares <= rng.random(shares[0].shape) * shares[-1]).sum(axis=0)
    return manners
