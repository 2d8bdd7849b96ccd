"""Guesses of the hidden cards: many worlds that agree with all that a seat has seen.

Cards are dealt out one at a time, those first that fewest places may hold, each to a place as likely as it has room
(times a weight, if the seat suspects something). The weight of a finished world makes up for what that favours,
so that worlds are as likely as the rules make them.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks

Weights = NDArray[np.float64]
"""Logarithms, one a world."""


class Hidden(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What a seat does not know. ``cards``: the bits not placed; ``rooms``: how many each place holds;
    ``may``: (places, cards) how likely, relative to the others, each place holds each card; 0 is never."""

    cards: tuple[int, ...]
    rooms: tuple[int, ...]
    may: NDArray[np.float64]


class Worlds(msgspec.Struct, frozen=True, eq=False):
    """``held``: (places, worlds) the cards in each place; ``weights``: how likely each world is, as logarithms."""

    held: Masks
    weights: Weights

    def pick(self, rng: np.random.Generator, count: int) -> NDArray[np.intp]:
        """``count`` worlds by their weight, evenly spaced so that no likely one is missed."""
        shares = np.exp(self.weights - self.weights.max())
        steps = (np.arange(count) + rng.random()) / count * shares.sum()
        picked: NDArray[np.intp] = np.minimum(np.searchsorted(np.cumsum(shares), steps), len(shares) - 1)
        return picked


def guess(hidden: Hidden, rng: np.random.Generator, count: int) -> Worlds:
    """At most ``count`` worlds, fewer where the cards did not fit. ValueError if none fits."""
    places = len(hidden.rooms)
    held = np.zeros(places * count, np.uint64)
    room = np.repeat(np.array(hidden.rooms, np.float64)[:, None], count, axis=1)
    weights = np.zeros(count)
    column = np.arange(count)
    for at in _hardest_first(hidden):
        chances = hidden.may[:, at, None] * room
        sums = np.cumsum(chances, axis=0)
        whole = sums[-1]
        place = (sums <= rng.random(count) * whole).sum(axis=0)
        place = np.minimum(place, places - 1)
        with np.errstate(divide="ignore"):
            weights += np.log(whole)
        held[place * count + column] |= ONE << np.uint64(hidden.cards[at])
        room[place, column] -= 1
    good = np.isfinite(weights)
    if not good.any():
        raise ValueError("no world agrees with what was seen")
    return Worlds(held.reshape(places, count)[:, good], weights[good])


def _hardest_first(hidden: Hidden) -> list[int]:
    """The cards in the order in which they are placed."""
    choices = (hidden.may > 0).sum(axis=0)
    return sorted(range(len(hidden.cards)), key=lambda at: (choices[at], at))
