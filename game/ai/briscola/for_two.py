"""What the strongest player knows of Briscola for two: what is promised after the next card of who is on turn."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from game.ai.batch.endgame import solved
from game.ai.batch.playout import Batch, Places
from game.ai.batch.policy import Scores, Sight
from game.ai.briscola.craft import SURE, BriscolaCraft
from game.ai.briscola.ordinary import chosen, exchanged_card, weighed
from game.ai.briscola.replies import HALF, Promise, promised
from game.ai.learned import learned_file
from game.rules.family import ALL_POINTS
from game.view import View


class CraftForTwo(BriscolaCraft):
    """A `search.Craft`: between two tricks the other plays as an ordinary player would, if it is his turn; what the
    card promises then that the player on turn finds best is what the moment is worth. Without a stock the end is
    played exactly."""

    def worth(self, view: View, batch: Batch, sight: Sight) -> Scores:
        return _of_both(_foreseen(batch, _me(view), exchanged_card(view)).worth, _me(view), 0.0)

    def points(self, view: View, batch: Batch, sight: Sight) -> Scores:
        return _of_both(_foreseen(batch, _me(view), exchanged_card(view)).points, _me(view), ALL_POINTS)

    def won(self, view: View, batch: Batch, sight: Sight) -> Scores:
        return _of_both(_foreseen(batch, _me(view), exchanged_card(view)).won, _me(view), 1.0)


def _me(view: View) -> int:
    assert view.seat is not None
    return view.seat


def _of_both(mine: Scores, me: int, whole: float) -> Scores:
    """What both get of the ``whole``, (players, worlds)."""
    found = np.empty((2, len(mine)), np.float32)
    found[me], found[1 - me] = mine, whole - mine
    return found


@lru_cache(maxsize=1)
def _foreseen(batch: Batch, me: int, public: np.uint64) -> Promise:
    """What is promised to ``me``. Kept, because worth, points and chance are asked of the same batch one after the
    other."""
    if batch.drawn == len(batch.stock):
        values = solved(batch, _ended)
        return Promise(won=values[4 + me], points=values[2 + me])
    net = learned_file("briscola2_replies")
    won, points = np.empty(batch.width, np.float32), np.empty(batch.width, np.float32)
    mine = batch.turns() == me
    for leads, columns in ((True, np.flatnonzero(mine)), (False, np.flatnonzero(~mine))):
        if len(columns):
            part = batch.copy(columns)
            if not leads:
                part.play(chosen(weighed(part, public)))
            won[columns], points[columns] = promised(part, net)
    return Promise(won, points)


def _ended(batch: Batch, _worlds: Places) -> Scores:
    """What the ended deal is worth to both, their points, and whether they have won it: (twice each, worlds)."""
    points = batch.points().astype(np.float32)
    won = (1 + np.sign(points - HALF)) / 2
    return np.concatenate([2 * points - ALL_POINTS + SURE * won, points, won])
