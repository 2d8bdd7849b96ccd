"""What the strong players know of Briscola chiamata: worlds by the auction, what a side's points are worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks, bits_of
from game.ai.batch.playout import ZERO, Batch
from game.ai.batch.policy import Scores, Sight
from game.ai.chiamata.limits import heard
from game.ai.chiamata.sight import CALLER, DEFENDER, PARTNER, ChiamataSight
from game.ai.guessing import dealt_once
from game.ai.learned import learned
from game.ai.search import Dealing
from game.engine.cards import ITALIAN_PACK
from game.engine.tricks import replace
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.play import ChiamataTricks
from game.rules.chiamata.score import Contract, outcome_of, stakes
from game.rules.family import ALL_POINTS
from game.view import View

IN_MANO: Final = 0.2
"""How much rarer than chance a caller holds the card he called."""
POINT: Final = 0.1
"""What a card point is worth beside the match points of the deal, as a part of the smallest stake."""


def _tricks(view: View) -> ChiamataTricks:
    assert isinstance(view.phase, ChiamataTricks)
    return view.phase


class ChiamataCraft:
    """A `search.Craft`."""

    def deal(self, view: View, rng: np.random.Generator, count: int) -> Dealing:
        phase = _tricks(view)
        assert view.seat is not None
        dealing = dealt_once(phase, view.seat, ITALIAN_PACK, rng, count)
        partner = partner_of(phase, dealing.first_hands)
        alone = (partner == phase.contract.caller) & (phase.called is not None) & (view.seat != phase.contract.caller)
        forehand = (phase.dealer + 1) % phase.seats
        said = heard(phase.calls, phase.options, forehand, dealing.first_hands, view.seat)
        return replace(dealing, weights=dealing.weights + said + np.where(alone, np.log(IN_MANO), 0.0))

    def table(self, view: View) -> Scores:
        return learned("chiamata")

    def sight(self, view: View, batch: Batch, first_hands: Masks) -> Sight:
        phase = _tricks(view)
        caller = np.full(batch.width, phase.contract.caller)
        called = np.full(batch.width, _called(phase), np.uint64)
        return ChiamataSight(batch, caller, partner_of(phase, first_hands), called)

    def worth(self, view: View, batch: Batch, sight: Sight) -> Scores:
        phase = _tricks(view)
        assert isinstance(sight, ChiamataSight)
        ours = _ours(batch, sight)
        roles = sight.roles.reshape(5, -1)
        alone = (sight.caller == sight.partner).astype(int)
        paid = pay_table(phase.options, phase.contract)[alone, roles, ours]
        points = np.where(roles == DEFENDER, 60 - ours, ours - 60)
        worth: Scores = (paid + POINT * points).astype(np.float32)
        return worth

    def points(self, view: View, batch: Batch, sight: Sight) -> Scores:
        assert isinstance(sight, ChiamataSight)
        ours = _ours(batch, sight)
        return np.where(sight.roles.reshape(5, -1) == DEFENDER, ALL_POINTS - ours, ours).astype(np.float32)

    def won(self, view: View, batch: Batch, sight: Sight) -> Scores:
        phase = _tricks(view)
        assert isinstance(sight, ChiamataSight)
        asked = [outcome_of(phase.options, phase.contract, points) for points in range(ALL_POINTS + 1)]
        made = np.array(asked)[_ours(batch, sight)]
        side = np.where(sight.roles.reshape(5, -1) == DEFENDER, -made, made)
        return ((side + 1) / 2).astype(np.float32)


def _called(phase: ChiamataTricks) -> int:
    return 0 if phase.called is None else 1 << bits_of(phase.ranking).numbers[phase.called]


def partner_of(phase: ChiamataTricks, first_hands: Masks) -> NDArray[np.intp]:
    """By world who was dealt the called card; the caller where there is none."""
    called = np.uint64(_called(phase))
    if called == ZERO:
        return np.full(first_hands.shape[1], phase.contract.caller)
    holder: NDArray[np.intp] = ((first_hands & called) != ZERO).argmax(axis=0)
    return holder


def _ours(batch: Batch, sight: ChiamataSight) -> NDArray[np.int16]:
    """The points of the caller's side."""
    side: NDArray[np.int16] = (batch.points() * sight.with_caller.reshape(5, -1)).sum(axis=0)
    return side


@lru_cache(maxsize=512)
def pay_table(options: ChiamataOptions, contract: Contract) -> NDArray[np.float64]:
    """(with a partner or alone, role, points of the caller's side) -> match points, by the rules' own sums."""
    found = np.zeros((2, 3, ALL_POINTS + 1))
    for alone in (False, True):
        for ours in range(ALL_POINTS + 1):
            found[int(alone), [CALLER, PARTNER, DEFENDER], ours] = stakes(options, contract, alone, ours)
    return found
