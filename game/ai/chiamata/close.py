"""A closer look at the others of Briscola chiamata: who of them plays as ordinary players do?

Each may be an ordinary player, who plays as `club` does, or one who plays as the table has taught: as likely as he has
played so. In every world each is one or the other, and plays on so.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks
from game.ai.batch.playout import ZERO, Batch, Places, Policy, start_of
from game.ai.batch.policy import Sight, by_table
from game.ai.batch.worlds import NEVER, Weights, Worlds
from game.ai.chiamata.ordinary import NOTHING, SEATS, Watched, Weighed, chosen, weighed
from game.ai.chiamata.reading import behaviour
from game.ai.chiamata.sight import ChiamataSight
from game.ai.limit import Check, unhurried
from game.ai.search import Craft, Dealing, Effort, chance
from game.rules.chiamata.play import ChiamataTricks
from game.view import View

DOUBT: Final = 0.5
"""How much less, in points, a card may be worth to an ordinary player and still be played nearly as often."""
FREAK: Final = 0.05
"""How often he plays one for other reasons."""
COMMON: Final = 0.5
"""How likely a player is an ordinary one, before he has played."""


class Closely:
    """A `search.Regard`, for one thought. ``ordinary``: by seat and world of the dealing, who is an ordinary player."""

    def __init__(self) -> None:
        self.ordinary = np.zeros((SEATS, 0), bool)

    def likely(
        self, view: View, craft: Craft, dealing: Dealing, effort: Effort, rng: np.random.Generator, check: Check
    ) -> Places:
        found = told(view, craft, dealing, check)
        self.ordinary = rng.random(found[0].shape) < 1 / (1 + np.exp(np.minimum(found[1] - found[0], -NEVER / 2)))
        weights = dealing.weights + whole(found)
        return Worlds(dealing.hands, weights).pick(rng, min(effort.worlds, len(weights)))

    def goes_on(self, craft: Craft, view: View, sight: Sight, worlds: Places) -> Policy:
        return by_sums(view, sight, self.ordinary[:, worlds], by_table(sight, craft.table(view)))


def by_sums(view: View, sight: Sight, ordinary: NDArray[np.bool_], others: Policy) -> Policy:
    """The ``ordinary``, (seats, worlds), play by their own sums, the others and who is on turn in ``view`` as
    ``others`` says."""
    phase = view.phase
    assert isinstance(phase, ChiamataTricks) and isinstance(sight, ChiamataSight)
    signs = NOTHING.copy()
    for seat, sign in behaviour(phase):
        signs[seat] *= sign
    watched = Watched(start_of(phase), sight, signs)

    def play(batch: Batch, legal: Masks) -> Masks:
        if batch.left <= SEATS:
            return legal
        watched.see(batch)
        turns = batch.turns()
        asked = ordinary[turns, batch.column] & (turns != view.seat)
        if not asked.any():
            return others(batch, legal)
        cards = chosen(weighed(batch, watched))
        return cards if asked.all() else np.where(asked, cards, others(batch, legal))

    return play


def whole(found: Weights) -> Weights:
    """How likely all play what they have played, whoever they are: logarithms, by world."""
    weights: Weights = np.logaddexp(found[0], found[1]).sum(axis=0)
    return weights


def told(view: View, craft: Craft, dealing: Dealing, check: Check = unhurried) -> Weights:
    """(2, seats, worlds): how likely each of the others is an ordinary player and plays what he has played, and how
    likely he is none and does; logarithms. Of a blind first trick nothing is told."""
    phase = view.phase
    assert isinstance(phase, ChiamataTricks)
    batch = Batch(dealing.first, dealing.first_hands, dealing.first_stock)
    sight, table = craft.sight(view, batch, dealing.first_hands), craft.table(view)
    assert isinstance(sight, ChiamataSight)
    watched = Watched(dealing.first, sight)
    unseen = phase.options.first_trick_blind and phase.contract.rank is not None
    found = np.empty((2, SEATS, batch.width))
    found[:] = np.log([COMMON, 1 - COMMON])[:, None, None]
    for played in dealing.plays:
        check()
        watched.see(batch)
        turns = batch.turns()
        columns = np.flatnonzero(turns != view.seat)
        if len(columns) and batch.left > SEATS and not (unseen and not batch.done):
            sums = weighed(batch, watched)
            likely = _chance(sums, played), chance(sums.cards, table.take(sight.cells(batch, sums.cards)), played)
            for manner, weights in enumerate(likely):
                found[manner, turns[columns], columns] += weights[columns]
        batch.play(played)
    return found


def _chance(found: Weighed, played: Masks) -> Weights:
    """How likely each of these cards is played by these sums: logarithms."""
    there = found.cards != ZERO
    worth = np.where(there, found.worth, -np.inf)
    shares = np.exp((worth - worth.max(axis=0)) / np.float32(DOUBT))
    hit = there & (found.cards == played)
    share = (shares * hit).sum(axis=0) / shares.sum(axis=0)
    weights: Weights = np.where(hit.any(axis=0), np.log((1 - FREAK) * share + FREAK / there.sum(axis=0)), NEVER)
    return weights
