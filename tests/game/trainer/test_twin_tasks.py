"""The trainer asks nothing that its seat could not have seen: twin deals give the same task, with the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from game.engine.tricks import Tricks
from game.match import Match
from game.rules import GAMES
from game.trainer.deals import Moment, seen_by
from game.trainer.making import make
from game.trainer.values import Kind, Task, kinds_of
from tests.helpers import Moment as Step
from tests.helpers import fresh, playout
from tests.twins import twins_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in GAMES for kind in kinds_of(game)])
def test_twin_deals_give_the_same_task(game: str, kind: Kind) -> None:
    """What differs only in cards that the seat cannot see asks the same, and has the same answer."""
    rng, compared = Random(f"{game} {kind}"), 0
    for seed in range(300):
        moments = list(playout(fresh(game, seats=rng.choice(GAMES[game].seats)), f"trainer {seed}", 1))
        turns = [at for at, moment in enumerate(moments) if may_ask(kind, moment.match)]
        if not turns:
            continue
        until = rng.choice(turns)
        seat = moments[until].match.to_act
        assert seat is not None
        theirs = twins_of(moments, seat, until, rng)
        ours = asked(kind, moments[: until + 1], seat)
        if ours is not None and len(theirs) == until + 1:
            assert asked(kind, theirs, seat) == ours
            compared += theirs[-1].match != moments[until].match
        if compared == (1 if kind == "call" else 3):
            return
    raise AssertionError("too little was compared to mean anything")


def may_ask(kind: Kind, match: Match) -> bool:
    phase = match.phase
    if phase is None or phase.result is not None:
        return False
    return not phase.in_play if kind == "call" else isinstance(phase, Tricks) and not phase.trick.cards


def asked(kind: Kind, moments: Sequence[Step], seat: int) -> Task | None:
    """What is made of all that a seat has seen up to the last of these moments."""
    story = tuple(event for moment in moments for event in moment.events)
    return make(kind, seen_by(Moment(moments[-1].match, story), seat), Random(1))
