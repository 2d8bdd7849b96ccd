"""How cards are chosen in a playout: at random, or by a table that was learned from playouts.

A table gives each card a score by what a player sees of the trick (the card's *cell*); what counts is said by the
game's `Sight`. Scores are compared within a hand only. The tables are made by ``python -m tools.training.train``.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks, lowest, nth
from game.ai.batch.playout import Batch, Places, Policy
from game.ai.limit import Check

Cells: TypeAlias = NDArray[np.int32]
"""(cards of a hand, worlds): which cell of the table each card is in."""
Scores: TypeAlias = NDArray[np.float32]


class Sight(Protocol):
    """What a player of one game sees of a trick when he weighs a card."""

    def cells(self, batch: Batch, cards: Masks) -> Cells:
        """The cells of ``cards``, (cards, worlds) single cards that may be played, 0 where there is none."""
        ...

    def select(self, batch: Batch, columns: Places) -> Sight:
        """The same for ``batch``, whose worlds are these columns of the batch that this was made for."""
        ...


def alike(shape: tuple[int, ...], levels: tuple[tuple[int, ...], ...]) -> tuple[NDArray[np.intp], ...]:
    """For each level, the number of the group that a cell of a table of this shape belongs to: cells are in one group
    that are the same in the dimensions which the level names."""
    parts = np.unravel_index(np.arange(int(np.prod(shape))), shape)
    return tuple(np.ravel_multi_index([parts[at] for at in one], [shape[at] for at in one]) for one in levels)


def uniform(rng: np.random.Generator) -> Policy:
    """Every legal card equally likely."""

    def chosen(batch: Batch, legal: Masks) -> Masks:
        count = np.bitwise_count(legal)
        return nth(legal, (rng.random(batch.width, np.float32) * count).astype(np.uint8))

    return chosen


def spread(masks: Masks) -> Masks:
    """The cards of each set one by one, (cards of the largest set, worlds), the lowest first, then 0."""
    most = int(np.bitwise_count(masks).max())
    found = np.empty((most, len(masks)), np.uint64)
    rest = masks
    for at in range(most):
        found[at] = lowest(rest)
        rest = rest ^ found[at]
    return found


def by_table(sight: Sight, table: Scores) -> Policy:
    """The card with the highest score; of equal ones the lowest."""

    def chosen(batch: Batch, legal: Masks) -> Masks:
        cards = spread(legal)
        if len(cards) == 1:
            return legal
        return best_of(cards, table.take(sight.cells(batch, cards)))

    return chosen


def in_time(policy: Policy, check: Check) -> Policy:
    """``policy``, which asks before each card whether it may go on: ``check`` raises what ends the playouts."""

    def chosen(batch: Batch, legal: Masks) -> Masks:
        check()
        return policy(batch, legal)

    return chosen


def best_of(cards: Masks, scores: Scores) -> Masks:
    """Of ``cards``, (cards, worlds), the one with the highest score in each world, the first of equal ones."""
    best: Masks = cards[0]
    top = scores[0]
    for card, score in zip(cards[1:], scores[1:], strict=True):
        better = (score > top) & (card != 0)
        best = np.where(better, card, best)
        top = np.where(better, score, top)
    return best
