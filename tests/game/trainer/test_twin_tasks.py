"""The trainer asks nothing that its seat could not have seen: twin deals give the same task and answer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from game.core.trick_taking import TrickPhase
from game.match.match import Match
from game.rules import GAMES
from game.trainer.deals import DealMoment, observe_moment
from game.trainer.model import PAIR_PRESET, TaskKind, TrainerTask, list_task_kinds
from game.trainer.tasks import make_task
from tests.helpers import PlayoutMoment as Step
from tests.helpers import make_match, play_random_actions
from tests.twin_deals import make_twin_moments

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in GAMES for kind in list_task_kinds(game)])
def test_twin_deals_give_the_same_task(game: str, kind: TaskKind) -> None:
    rng, compared = Random(f"{game} {kind}"), 0
    for seed in range(300):
        preset = PAIR_PRESET if kind == "pair" else next(iter(GAMES[game].presets))
        match = make_match(game, preset, seats=rng.choice(GAMES[game].get_seat_counts(preset)))
        moments = list(play_random_actions(match, f"trainer {seed}", 1))
        turns = [index for index, moment in enumerate(moments) if is_task_possible(kind, moment.match)]
        if not turns:
            continue
        until = rng.choice(turns)
        seat = moments[until].match.turn
        assert seat is not None
        twins = make_twin_moments(moments, seat, until, rng)
        own_task = make_task_from_moments(kind, moments[: until + 1], seat)
        if own_task is not None and len(twins) == until + 1:
            assert make_task_from_moments(kind, twins, seat) == own_task
            compared += twins[-1].match != moments[until].match
        if compared == (1 if kind in {"call", "pair"} else 3):
            return
    raise AssertionError("too little was compared to mean anything")


def is_task_possible(kind: TaskKind, match: Match) -> bool:
    phase = match.phase
    if phase is None or phase.result is not None:
        return False
    if kind == "pair":
        return True
    return not phase.is_card_play if kind == "call" else isinstance(phase, TrickPhase) and not phase.trick.cards


def make_task_from_moments(kind: TaskKind, moments: Sequence[Step], seat: int) -> TrainerTask | None:
    """Return the task made from all that a seat has seen up to the last of these moments."""
    story = tuple(event for moment in moments for event in moment.events)
    return make_task(kind, observe_moment(DealMoment(moments[-1].match, story), seat), Random(1))
