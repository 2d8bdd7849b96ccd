"""A closer look at the others: what they played is asked of the ordinary player's own sums, and he plays on by them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks
from game.ai.batch.playout import ZERO, Batch, Places, Policy
from game.ai.batch.policy import Sight, by_table
from game.ai.batch.worlds import NEVER, Weights, Worlds, tempered
from game.ai.limit import Check
from game.ai.search import Craft, Dealing, Effort, suspicion
from game.ai.spades.ordinary import Weighed, chosen, weighed
from game.ai.spades.sight import SpadesSight
from game.engine.tricks import replace
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import SpadesTricks
from game.view import View

DOUBT: Final = 0.5
"""How much less, in points, a card may be worth to an ordinary player and still be played nearly as often."""
FREAK: Final = 0.05
"""How often he plays one for other reasons."""
SIEVE: Final = 0.5
"""The part of the closely looked at worlds that count at least when they are chosen by a first look."""


class Closely:
    """A `search.Regard`: the crowd's worlds by a first look, then by a close one; the crowd's play by its own sums."""

    def likely(
        self, view: View, craft: Craft, dealing: Dealing, effort: Effort, rng: np.random.Generator, check: Check
    ) -> Places:
        rough = tempered(dealing.weights + suspicion(view, craft, dealing, check), SIEVE * effort.close)
        kept = np.unique(Worlds(dealing.hands, rough).pick(rng, min(effort.close, len(rough))))
        shares = np.exp(rough[kept]) / np.exp(rough).sum()
        weights = dealing.weights[kept] + doubt(view, craft, _only(dealing, kept), check)
        weights -= np.log(np.minimum(1, effort.close * shares))
        flat = tempered(weights, effort.enough * effort.worlds)
        picked: Places = kept[Worlds(dealing.hands[:, kept], flat).pick(rng, effort.worlds)]
        return picked

    def goes_on(self, craft: Craft, view: View, sight: Sight, _worlds: Places) -> Policy:
        assert isinstance(view.phase, SpadesTricks) and isinstance(sight, SpadesSight)
        return by_sums(view.phase.options, sight, by_table(sight, craft.table(view)))


def by_sums(options: SpadesOptions, sight: SpadesSight, others: Policy) -> Policy:
    """The crowd plays by its own sums, who plays in another manner as ``others`` says."""

    def play(batch: Batch, legal: Masks) -> Masks:
        crowd = sight.crowd(batch)
        cards = legal.copy() if crowd.all() else np.where(crowd, legal, others(batch, legal))
        asked = np.flatnonzero(crowd & _several(legal))
        if len(asked):
            cards[asked] = chosen(weighed(options, batch, sight.bids, asked), legal[asked])
        return cards

    return play


def doubt(view: View, craft: Craft, dealing: Dealing, check: Check) -> Weights:
    """How likely the others play what they have played, in each world: logarithms, by the crowd's own sums."""
    assert isinstance(view.phase, SpadesTricks)
    batch = Batch(dealing.first, dealing.first_hands, dealing.first_stock)
    sight = craft.sight(view, batch, dealing.first_hands)
    assert isinstance(sight, SpadesSight)
    weights = np.zeros(batch.width)
    for cards in dealing.plays:
        check()
        legal = batch.legal()
        asked = np.flatnonzero(sight.crowd(batch) & _several(legal))
        if len(asked):
            found = weighed(view.phase.options, batch, sight.bids, asked)
            weights[asked] += _chance(found, legal[asked], cards[asked])
        batch.play(cards)
    return weights


def _several(legal: Masks) -> NDArray[np.bool_]:
    """Where there is a choice."""
    found: NDArray[np.bool_] = (legal & (legal - ONE)) != ZERO
    return found


def _chance(found: Weighed, legal: Masks, played: Masks) -> Weights:
    """How likely each of these cards is played: logarithms."""
    can = (found.cards & legal) != ZERO
    worth = np.where(can, found.worth, -np.inf)
    shares = np.exp((worth - worth.max(axis=0)) / np.float32(DOUBT))
    hit = can & (found.cards == played)
    chance = (shares * hit).sum(axis=0) / shares.sum(axis=0)
    weights: Weights = np.where(hit.any(axis=0), np.log((1 - FREAK) * chance + FREAK / can.sum(axis=0)), NEVER)
    return weights


def _only(dealing: Dealing, worlds: Places) -> Dealing:
    """The dealing with these worlds alone."""
    return replace(
        dealing, hands=dealing.hands[:, worlds], stock=dealing.stock[:, worlds], weights=dealing.weights[worlds],
        first_hands=dealing.first_hands[:, worlds], first_stock=dealing.first_stock[:, worlds],
        plays=dealing.plays[:, worlds],
    )  # fmt: skip


CLOSELY: Final = Closely()
