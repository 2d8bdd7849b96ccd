"""A blind first trick of Briscola chiamata: in every world the caller has made up his mind, and nobody else knows it.

The others play their first card as ordinary players who do not know the trump; the trick goes to whom it gives it, and
the rest is played by the learned table.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.batch.bits import ONE, SUIT_BITS, Masks, bits_of
from game.ai.batch.playout import ZERO, Batch, Places
from game.ai.batch.policy import by_table, in_time
from game.ai.batch.worlds import Worlds
from game.ai.chiamata.craft import ChiamataCraft
from game.ai.chiamata.ordinary import SEATS, Watcher, chosen, weighed
from game.ai.chiamata.prospects import RANKS, Prospects
from game.ai.chiamata.sight import ChiamataSight
from game.ai.estimate import Estimate
from game.ai.limit import Check
from game.engine.actions import Play
from game.rules.chiamata.play import ChiamataTricks
from game.rules.family import RANKING
from game.view import View

TRIED: Final = 64
"""In so many worlds every card is tried."""
GUESSES: Final = 6
"""Out of so many times as many."""


def in_the_blind(view: View, phase: ChiamataTricks, chance: np.random.Generator, check: Check) -> list[Estimate]:
    """What each card is worth, as by `search.estimates`. TimeUp if ``check`` says so."""
    craft, me = ChiamataCraft(), phase.trick.to_play
    dealing = craft.deal(view, chance, TRIED * GUESSES)
    plays = [choice for choice in view.choices if isinstance(choice, Play)]
    cards = ONE << np.array([bits_of(RANKING).numbers[play.card] for play in plays], np.uint64)
    worlds = np.tile(Worlds(dealing.hands, dealing.weights).pick(chance, TRIED), len(plays))
    hands, first_hands, stock = dealing.hands[:, worlds], dealing.first_hands[:, worlds], dealing.stock[:, worlds]
    caller = np.full(len(worlds), phase.contract.caller)
    suit, height = _meant(phase, first_hands[phase.contract.caller])
    called = ONE << (4 * height + suit).astype(np.uint64)
    partner = ((first_hands & called) != ZERO).argmax(axis=0)
    batch = Batch(dealing.start, hands, stock, SUIT_BITS << suit.astype(np.uint64))
    unknown = Batch(dealing.start, hands, stock)
    watcher = Watcher(dealing.start, ChiamataSight(unknown, caller, caller, np.zeros_like(called)), blind=True)
    tried = np.repeat(cards, TRIED)
    while not batch.done:
        batch.play(tried)
        unknown.play(tried)
        check()
        seen = watcher.see(unknown)
        tried = chosen(weighed(unknown, seen)) if not batch.done else tried
    sight = ChiamataSight(batch, caller, partner, called)
    batch.finish(in_time(by_table(sight, craft.table(view)), check))
    found = (ask(view, batch, sight)[me].reshape(len(plays), -1) for ask in (craft.worth, craft.points, craft.won))
    worth, points, won = found
    top = worth[worth.mean(axis=1).argmax()]
    return [
        Estimate(
            action=play, worth=float(worth[at].mean()), error=float((worth[at] - top).std() / TRIED**0.5),
            points=float(points[at].mean()), win=float(won[at].mean()),
        )
        for at, play in enumerate(plays)
    ]  # fmt: skip


def _meant(phase: ChiamataTricks, hands: Masks) -> tuple[Places, Places]:
    """The suit and height of the card that the caller means, by world, if he holds these ``hands``."""
    contract = phase.contract
    assert contract.rank is not None
    place = np.full(len(hands), (contract.caller - phase.dealer - 1) % SEATS)
    prospects = Prospects(hands, place, in_mano=phase.options.in_hand)
    height = RANKS - 1 - RANKING.index(contract.rank)
    suit = prospects.suits()[:, height]
    if contract.is_forced:
        worth, low, at = prospects.forced()
        suit = np.where(np.isfinite(worth) & (at == height), low, suit)
    return suit, np.full(len(hands), height)
