"""Deals that the computer's quick players play, moment by moment, each as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from game.ai.levels import levels_for
from game.ai.limit import LIMIT_MS, Limit
from game.ai.players import choose
from game.engine.actions import Deal
from game.engine.events import Event
from game.fairness import shuffled
from game.match import Match, new_match
from game.rules import GAMES
from game.view import View, look

QUICK: Final = "club"
"""The level that plays, where a game has it: it never thinks long."""
UNHURRIED: Final = Limit(LIMIT_MS, lambda: 0.0)
"""By a clock that stands still: the same seed gives the same deal on every machine."""


class Moment(NamedTuple):
    """A deal between two actions, and all that has happened in it."""

    match: Match
    story: tuple[Event, ...]


class Seen(NamedTuple):
    """What a seat knows at such a moment; tasks are made of nothing else."""

    view: View
    story: tuple[Event, ...]


def seen_by(moment: Moment, seat: int) -> Seen:
    """The moment as ``seat`` saw it."""
    return Seen(look(moment.match, seat), tuple(event.seen_by(seat) for event in moment.story))


def played(game: str, rng: Random) -> Iterator[Moment]:
    """A deal at a table of some size, by the rules of the first preset: from the first turn to the end."""
    one = GAMES[game]
    seats = rng.choice(one.seats)
    match = new_match(game, next(iter(one.presets.values())), seats, rng.randrange(seats))
    levels = levels_for(game)
    level = QUICK if QUICK in levels else levels[0]
    step = match.apply(Deal(shuffled(match.pack, rng)))
    story = step.events
    while (seat := step.match.to_act) is not None:
        yield Moment(step.match, story)
        step = step.match.apply(choose(level, look(step.match, seat), rng, UNHURRIED))
        story = (*story, *step.events)
