"""How the strongest player thinks at a table of two: who is it that sits there?

The other may be an ordinary player, one who plays as the tables have taught, or one who plays anything. What he has
played says how likely he is each, and what he holds then; so many of the worlds in which the cards are tried are of
each kind. A card is worth what is promised when it is one's turn again; when the stock is gone the end is played
exactly, but for what the other may overlook: a lost deal is played for his mistake.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from random import Random
from typing import Final

import numpy as np

from game.ai import strong
from game.ai.batch.endgame import solved
from game.ai.batch.playout import Batch, Places, Policy
from game.ai.batch.policy import Scores, Sight, by_table, uniform
from game.ai.batch.worlds import Weights, Worlds
from game.ai.briscola.close import by_sums, doubt
from game.ai.briscola.craft import SURE, BriscolaCraft
from game.ai.briscola.replies import HALF, TRICKS, Other, Promise, promised
from game.ai.estimate import Estimate
from game.ai.learned import learned_file
from game.ai.limit import Check, Limit, unhurried
from game.ai.search import Before, Dealing, Effort, Taken, judged, suspicion
from game.rules.briscola.play import HAND_SIZE, BriscolaTricks
from game.rules.family import ALL_POINTS
from game.view import View

EFFORT: Final = Effort(worlds=400, guesses=8, ways=0, tricks=1)
"""One trick says enough: the network knows the rest."""
END: Final = Effort(worlds=40, guesses=20, ways=36)
"""When the stock is gone: all cards are known, and what is guessed is only who drew them when."""
LOOKS: Final = ((1000, 8), (50, 2))
"""So often he looks who has so many milliseconds, each time in other worlds: what the likely worlds of one look have in
common may be luck."""
LEAST_MS: Final = 10
"""In less time not even a few worlds are judged so."""
COMMON: Final = {Other.ORDINARY: 0.45, Other.ANYHOW: 0.1, Other.TAUGHT: 0.45}
"""How likely the other is of each kind, before he has played."""
ASTRAY: Final = {Other.ORDINARY: 0.03, Other.ANYHOW: 1.0, Other.TAUGHT: 0.03}
"""How often he plays any card in the end, where all could be known."""


class CraftForTwo(BriscolaCraft):
    """A `search.Craft`: what a moment between two tricks promises the player on turn in the view, when the other has
    led if he must. ``other``: who he is taken for; ``chance``: that of one who plays anything."""

    def __init__(self, other: Other, chance: np.random.Generator) -> None:
        self.other, self.chance = other, chance
        self._last: tuple[Batch, Promise] | None = None

    def goes_on(self, view: View, sight: Sight, _worlds: Places | None = None) -> Policy:
        """How the other plays."""
        if self.other is Other.ANYHOW:
            return uniform(self.chance)
        table = by_table(sight, self.table(view))
        return by_sums(view, table) if self.other is Other.ORDINARY else table

    def astray(self, me: int) -> tuple[float, ...]:
        """How often each player plays any card in the end; ``me`` never."""
        return tuple(0.0 if seat == me else ASTRAY[self.other] for seat in range(2))

    def worth(self, view: View, batch: Batch, sight: Sight) -> Scores:
        return _of_both(view, self._promised(view, batch, sight).worth, 0.0)

    def points(self, view: View, batch: Batch, sight: Sight) -> Scores:
        return _of_both(view, self._promised(view, batch, sight).points, ALL_POINTS)

    def won(self, view: View, batch: Batch, sight: Sight) -> Scores:
        return _of_both(view, self._promised(view, batch, sight).won, 1.0)

    def _promised(self, view: View, batch: Batch, sight: Sight) -> Promise:
        """Kept, because worth, points and chance are asked of the same batch one after the other."""
        if self._last is None or self._last[0] is not batch:
            self._last = batch, self._foreseen(view, batch, sight)
        return self._last[1]

    def _foreseen(self, view: View, batch: Batch, sight: Sight) -> Promise:
        me = _seat(view)
        if batch.drawn == len(batch.stock):
            values = solved(batch, _ended, astray=self.astray(me))
            return Promise(won=values[4 + me], points=values[2 + me])
        won, points = np.empty(batch.width, np.float32), np.empty(batch.width, np.float32)
        mine = batch.turns() == me
        for leads, columns in ((True, np.flatnonzero(mine)), (False, np.flatnonzero(~mine))):
            if len(columns):
                part = batch.copy(columns)
                if not leads:
                    part.play(self.goes_on(view, sight.select(part, columns))(part, part.legal()))
                won[columns], points[columns] = promised(part, learned_file("briscola2_replies"), self.other)
        return Promise(won, points)


def weighed(
    view: View, rng: Random, limit: Limit, before: Before | None = None, *, again: bool = False
) -> list[Estimate]:
    """What each card is worth, and what may be done ``before``; ``again``: at as many looks as there is time for.
    TimeUp if that takes longer than there is time."""
    phase = view.phase
    assert isinstance(phase, BriscolaTricks)
    effort, check = (EFFORT if phase.stock else END).within(limit.ms), limit.begin().check
    most = strong.fitting(LOOKS, limit) if again and phase.stock else 1
    return strong.together(partial(_weighed, view, rng, effort, check, before), most or 1)


def _weighed(view: View, rng: Random, effort: Effort, check: Check, before: Before | None) -> list[Estimate]:
    """At one look."""
    chance = np.random.default_rng(rng.getrandbits(64))
    crafts = [CraftForTwo(other, chance) for other in Other]
    dealing = crafts[0].deal(view, chance, effort.worlds * effort.guesses)
    likely = told(view, dealing, check)
    taken = [
        Taken(craft, Worlds(dealing.hands, weights).pick(chance, many), craft.goes_on, craft.astray(_seat(view)))
        for craft, weights, many in zip(crafts, likely, parts(likely, effort.worlds), strict=True)
        if many
    ]
    return judged(view, dealing, taken, effort, check, before)


def told(view: View, dealing: Dealing, check: Check = unhurried) -> list[Weights]:
    """How likely each world is if he is such an `Other`, and that he is, one after the other: logarithms."""
    phase = view.phase
    assert isinstance(phase, BriscolaTricks)
    played = min(TRICKS, len(phase.done) + len(phase.trick.cards))
    likely = {
        Other.ORDINARY: doubt(view, dealing, check), Other.ANYHOW: -played * np.log(HAND_SIZE),
        Other.TAUGHT: suspicion(view, BriscolaCraft(), dealing, check),
    }  # fmt: skip
    return [dealing.weights + likely[other] + np.log(COMMON[other]) for other in Other]


def parts(likely: list[Weights], worlds: int) -> list[int]:
    """In how many of the worlds the other is taken for each kind: as likely as he has played so."""
    most = max(float(one.max()) for one in likely)
    shares = np.cumsum([np.exp(one - most).sum() for one in likely])
    ends = [0, *(round(worlds * float(share / shares[-1])) for share in shares)]
    return [end - begin for begin, end in pairwise(ends)]


def _of_both(view: View, mine: Scores, whole: float) -> Scores:
    """What both get of the ``whole``, (players, worlds)."""
    me, found = _seat(view), np.empty((2, len(mine)), np.float32)
    found[me], found[1 - me] = mine, whole - mine
    return found


def _seat(view: View) -> int:
    assert view.seat is not None
    return view.seat


def _ended(batch: Batch, _worlds: Places) -> Scores:
    """What the ended deal is worth to both, their points, and whether they have won it: (twice each, worlds)."""
    points = batch.points().astype(np.float32)
    won = (1 + np.sign(points - HALF)) / 2
    return np.concatenate([2 * points - ALL_POINTS + SURE * won, points, won])
