"""What discipline tells does not depend on hidden cards."""

from __future__ import annotations

import pytest

from game.discipline import agreeing
from game.engine.actions import Leave, Play, Timeout, Unlock
from game.engine.events import Left, TimedOut, Unlocked
from game.rules import GAMES
from tests.helpers import fresh, playout
from tests.room import TURN


@pytest.mark.parametrize("game", list(GAMES))
def test_what_discipline_tells_is_told_to_all_alike(game: str) -> None:
    """Clock, leaving and votes at every moment of a deal: their events hold seats and counts, nothing else."""
    seats = GAMES[game].seats[-1]
    for moment in playout(fresh(game, seats=seats, turn_seconds=TURN, exit_votes=2), f"{game} told"):
        match = moment.match
        if match.to_act is None:
            continue
        for action in (Timeout(match.to_act), Leave(match.to_act), Unlock((match.to_act + 1) % seats)):
            after, events = match.apply(action)
            for event in (one for one in events if isinstance(one, (TimedOut, Left, Unlocked))):
                assert all(event.seen_by(seat) == event for seat in (*range(seats), None))
                assert all(isinstance(value, int) for value in (getattr(event, f) for f in event.__struct_fields__))
            if after.forced is not None:
                assert after.legal(), "a card must be there to be played"
                assert all(isinstance(one, Play) for one in after.legal())
            else:
                assert after.over == isinstance(action, Timeout)


@pytest.mark.parametrize("game", list(GAMES))
def test_how_computers_vote_depends_on_the_score_alone(game: str) -> None:
    """The same score, any cards: the same votes."""
    seats = GAMES[game].seats[0]
    match = fresh(game, seats=seats, exit_votes=6, turn_seconds=TURN)
    for seed in range(4):
        for moment in playout(match, f"{game} {seed}"):
            if moment.match.to_act is not None:
                asked = moment.match.apply(Unlock(0)).match
                assert agreeing(asked, tuple(range(1, seats))) == tuple(range(1, seats))
