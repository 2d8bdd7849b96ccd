"""From an order to a task: deals are played until one of them has a moment that is worth asking about."""

from __future__ import annotations

from random import Random
from typing import Final

from game.engine.tricks import Tricks
from game.fairness import stream
from game.trainer.deals import Moment, played, seen_by
from game.trainer.making import make
from game.trainer.values import AnyTask, Kind, Order

DEALS: Final = 100
"""So many deals are played before it is given up; one or two are enough where there is anything to ask."""


def set_task(order: Order) -> AnyTask:
    """The task that an order leads to, always the same. LookupError where the game has none of that kind."""
    rng = stream(order.seed, "trainer", order.game, order.kind)
    for _deal in range(DEALS):
        moments = list(played(order.game, rng))
        rng.shuffle(moments)
        for moment in moments:
            task = make(order.kind, seen_by(moment, _seat(moment, order.kind, rng)), rng)
            if task is not None:
                return task
    raise LookupError(f"{order.game} has nothing to ask of the kind {order.kind!r}")


def _seat(moment: Moment, kind: Kind, rng: Random) -> int:
    """Who is asked: before the play who is on turn, afterwards anybody who plays."""
    phase, turn = moment.match.phase, moment.match.to_act
    assert turn is not None, "a moment is a turn"
    return turn if kind == "call" or not isinstance(phase, Tricks) else rng.choice(phase.trick.seats)
