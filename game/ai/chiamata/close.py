"""A closer look at the others of Briscola chiamata: in what manner does each of them play?

Each may be an ordinary player, who plays as `club` does, or one who plays as the table has taught, or one who plays
anything: as likely as he has played so. In every world each has his manner, and goes on in it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.batch.bits import Masks
from game.ai.batch.playout import Batch, Places, Policy, start_of
from game.ai.batch.policy import Scores, Sight, by_table, uniform
from game.ai.batch.worlds import Weights, Worlds, drawn, whole
from game.ai.chiamata.ordinary import NOTHING, SEATS, Seen, Watcher, chosen, weighed
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
ORDINARY, LEARNED, ANYHOW = range(3)
"""The manners."""
COMMON: Final = (0.45, 0.45, 0.1)
"""How likely each is, before a card is played."""


class Closely:
    """A `search.Regard`, for one thought. ``manners``: by seat and world of the dealing."""

    def __init__(self) -> None:
        self.manners = np.zeros((SEATS, 0), np.intp)
        self.rng = np.random.default_rng(0)

    def likely(
        self, view: View, craft: Craft, dealing: Dealing, effort: Effort, rng: np.random.Generator, check: Check
    ) -> Places:
        found = told(view, craft, dealing, check)
        weights = dealing.weights + whole(found)
        self.manners = drawn(found, rng)
        self.rng = rng
        return Worlds(dealing.hands, weights).pick(rng, min(effort.worlds, len(weights)))

    def goes_on(self, craft: Craft, view: View, sight: Sight, worlds: Places) -> Policy:
        assert isinstance(sight, ChiamataSight)
        return in_manner(view, sight, self.manners[:, worlds], craft.table(view), self.rng)


def in_manner(view: View, sight: ChiamataSight, manners: Places, table: Scores, rng: np.random.Generator) -> Policy:
    """The others play in their ``manners``, (seats, worlds), who is on turn in ``view`` by the table."""
    phase = view.phase
    assert isinstance(phase, ChiamataTricks)
    signs = NOTHING.copy()
    for seat, sign in behaviour(phase):
        signs[seat] *= sign
    watcher = Watcher(start_of(phase), sight, signs)

    def play(batch: Batch, legal: Masks) -> Masks:
        if batch.left <= SEATS:
            return legal
        seen, turns = watcher.see(batch), batch.turns()
        manner = np.where(turns == view.seat, LEARNED, manners[turns, batch.column])
        cards = legal.copy()
        for one in range(len(COMMON)):
            columns = np.flatnonzero(manner == one)
            if len(columns):
                part = batch.copy(columns)
                cards[columns] = in_one(one, part, seen.among(part, columns), legal[columns])
        return cards

    def in_one(manner: int, batch: Batch, seen: Seen, legal: Masks) -> Masks:
        if manner == ORDINARY:
            return chosen(weighed(batch, seen))
        return (by_table(seen.sight, table) if manner == LEARNED else uniform(rng))(batch, legal)

    return play


def told(view: View, craft: Craft, dealing: Dealing, check: Check = unhurried) -> Weights:
    """(manners, seats, worlds): how likely each of the others has this manner and plays what he has played; logarithms.
    Of a blind first trick nothing is told."""
    phase = view.phase
    assert isinstance(phase, ChiamataTricks)
    batch = Batch(dealing.first, dealing.first_hands, dealing.first_stock)
    sight, table = craft.sight(view, batch, dealing.first_hands), craft.table(view)
    assert isinstance(sight, ChiamataSight)
    watcher = Watcher(dealing.first, sight)
    unseen = phase.options.first_trick_blind and phase.contract.rank is not None
    found = np.tile(np.log(COMMON)[:, None, None], (1, SEATS, batch.width))
    for played in dealing.plays:
        check()
        seen, turns = watcher.see(batch), batch.turns()
        columns = np.flatnonzero(turns != view.seat)
        if len(columns) and batch.left > SEATS and not (unseen and not batch.done):
            sums = weighed(batch, seen)
            by_heart = chance(sums.cards, table.take(sight.cells(batch, sums.cards)), played)
            by_worth = chance(sums.cards, sums.worth, played, DOUBT, FREAK)
            for manner, weights in ((ORDINARY, by_worth), (LEARNED, by_heart)):
                found[manner, turns[columns], columns] += weights[columns]
            found[ANYHOW, turns[columns], columns] -= np.log(len(sums.cards))
        batch.play(played)
    return found
