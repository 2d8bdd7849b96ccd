"""A closer look at the other of two: what he played is asked of the ordinary player's own sums, and he plays on so."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.batch.bits import Masks
from game.ai.batch.playout import Batch, Policy
from game.ai.batch.worlds import Weights
from game.ai.briscola.ordinary import chosen, exchanged_card, weighed
from game.ai.limit import Check
from game.ai.search import Dealing, chance
from game.view import View

DOUBT: Final = 0.3
"""How much less, in points, a card may be worth to an ordinary player and still be played nearly as often."""
FREAK: Final = 0.03
"""How often he plays one for other reasons."""


def by_sums(view: View, own: Policy) -> Policy:
    """The other plays by his own sums as long as there is a stock, who is on turn in ``view`` as ``own`` says."""
    public = exchanged_card(view)

    def play(batch: Batch, legal: Masks) -> Masks:
        if batch.drawn == len(batch.stock):
            return own(batch, legal)
        mine = batch.turns() == view.seat
        cards = chosen(weighed(batch, public))
        return np.where(mine, own(batch, legal), cards) if mine.any() else cards

    return play


def doubt(view: View, dealing: Dealing, check: Check) -> Weights:
    """How likely the other plays what he has played, in each world: logarithms, by his own sums."""
    public, me = exchanged_card(view), dealing.start.turn
    batch = Batch(dealing.first, dealing.first_hands, dealing.first_stock)
    weights = np.zeros(batch.width)
    for cards in dealing.plays:
        check()
        if batch.turns()[0] != me and batch.drawn < len(batch.stock):
            found = weighed(batch, public)
            weights += chance(found.cards, found.worth, cards, DOUBT, FREAK)
        batch.play(cards)
    return weights
