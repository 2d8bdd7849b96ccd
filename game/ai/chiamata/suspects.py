"""Whom a seat of Briscola chiamata has reason to take for the caller's partner, from what it has seen."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from game.ai.batch.worlds import whole
from game.ai.chiamata.close import told
from game.ai.chiamata.craft import ChiamataCraft, partner_of
from game.rules.chiamata.play import ChiamataTricks
from game.view import View

WORLDS: Final = 600
"""How many guesses of the hidden cards are weighed by all that was called and played."""


def suspects(view: View, rng: Random) -> tuple[float, ...]:
    """By seat, how likely it is the partner; the caller's own share is that he plays alone.

    Empty where there is nothing to suspect: no card is named, it has fallen, or the view's own seat holds it.
    """
    phase, seat = view.phase, view.seat
    if not isinstance(phase, ChiamataTricks) or seat is None or phase.called is None or phase.partner() is not None:
        return ()
    craft = ChiamataCraft()
    dealing = craft.deal(view, np.random.default_rng(rng.getrandbits(64)), WORLDS)
    weights = dealing.weights + whole(told(view, craft, dealing))
    likely = np.exp(weights - weights.max())
    shares = np.bincount(partner_of(phase, dealing.first_hands), likely, minlength=view.seats) / likely.sum()
    return tuple(round(float(share), 4) for share in shares)
