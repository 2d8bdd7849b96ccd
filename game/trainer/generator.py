"""Generation of tasks: deals are played until one has a moment that is suitable for a question."""

from __future__ import annotations

from random import Random
from typing import Final

from game.core.trick_taking import TrickPhase
from game.shuffling.shuffle import derive_random
from game.trainer.deals import DealMoment, observe_moment, play_deal
from game.trainer.model import PAIR_PRESET, PAIR_TOPICS, AnyTask, TaskKind, TaskRequest
from game.trainer.tasks import make_task

MAX_DEALS_TRIED: Final = 1000
"""Deals that are played for one task; one or two are enough for most kinds, but nil is bid in one of thirty."""


def generate_task(request: TaskRequest) -> AnyTask:
    """Return the task for a request, always the same for the same request. It plays deals, which takes time.

    Raise LookupError if the game has no task of this kind.
    """
    rng = derive_random(request.seed, "trainer", request.game_id, request.kind)
    preset, topic = (PAIR_PRESET, rng.choice(PAIR_TOPICS)) if request.kind == "pair" else (None, None)
    for _deal in range(MAX_DEALS_TRIED):
        moments = list(play_deal(request.game_id, rng, preset, request.seats))
        rng.shuffle(moments)
        for moment in moments:
            task = make_task(request.kind, observe_moment(moment, _choose_seat(moment, request.kind, rng)), rng, topic)
            if task is not None:
                return task
    raise LookupError(f"{request.game_id} has nothing to ask of the kind {request.kind!r}")


def _choose_seat(moment: DealMoment, kind: TaskKind, rng: Random) -> int:
    """Return the seat to ask: the seat to act, or for a question about tricks any that plays."""
    phase, turn = moment.match.phase, moment.match.turn
    assert turn is not None, "a moment is a turn"
    return turn if kind in ("call", "pair") or not isinstance(phase, TrickPhase) else rng.choice(phase.trick.seats)
