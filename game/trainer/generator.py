"""Generation of tasks: deals are played until one has a moment that is suitable for a question."""

from __future__ import annotations

from random import Random
from typing import Final

from game.core.trick_taking import TrickPhase
from game.shuffling.shuffle import derive_random
from game.trainer.deals import DealMoment, observe_moment, play_deal
from game.trainer.model import AnyTask, TaskKind, TaskRequest
from game.trainer.tasks import make_task

MAX_DEALS_TRIED: Final = 100
"""Deals that are played for one task; one or two are enough if the game has the kind."""


def generate_task(request: TaskRequest) -> AnyTask:
    """Return the task for a request, always the same for the same request. It plays deals, which takes time.

    Raise LookupError if the game has no task of this kind.
    """
    rng = derive_random(request.seed, "trainer", request.game_id, request.kind)
    for _deal in range(MAX_DEALS_TRIED):
        moments = list(play_deal(request.game_id, rng))
        rng.shuffle(moments)
        for moment in moments:
            task = make_task(request.kind, observe_moment(moment, _choose_seat(moment, request.kind, rng)), rng)
            if task is not None:
                return task
    raise LookupError(f"{request.game_id} has nothing to ask of the kind {request.kind!r}")


def _choose_seat(moment: DealMoment, kind: TaskKind, rng: Random) -> int:
    """Return the seat to ask: before cards are played the seat to act, afterwards any that plays."""
    phase, turn = moment.match.phase, moment.match.turn
    assert turn is not None, "a moment is a turn"
    return turn if kind == "call" or not isinstance(phase, TrickPhase) else rng.choice(phase.trick.seats)
