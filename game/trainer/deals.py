"""Deals that fast computer players play for the trainer, moment by moment, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from game.ai.levels import get_default_level
from game.ai.registry import choose_action
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.core.actions import Deal
from game.core.events import Event
from game.match.match import Match, create_match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.shuffling.shuffle import shuffle_pack

DETERMINISTIC_TIME_LIMIT: Final = TimeLimit(DEFAULT_TIME_LIMIT_MS, lambda: 0.0)
"""A time limit whose clock does not advance, so that a seed gives the same deal on every machine."""


class DealMoment(NamedTuple):
    """A deal between two actions, and all its events so far; ``previous``: the match before the last action."""

    match: Match
    events: tuple[Event, ...]
    previous: Match | None = None


class ObservedMoment(NamedTuple):
    """The part of a `DealMoment` that a seat knows; tasks are made from it only."""

    observation: Observation
    events: tuple[Event, ...]
    previous: Observation | None = None


def observe_moment(moment: DealMoment, seat: int) -> ObservedMoment:
    """Return the part of a moment that ``seat`` knows: its observations and the events as it saw them."""
    previous = None if moment.previous is None else observe(moment.previous, seat)
    return ObservedMoment(observe(moment.match, seat), tuple(event.seen_by(seat) for event in moment.events), previous)


def play_deal(game_id: str, rng: Random, preset: str | None = None, seats: int | None = None) -> Iterator[DealMoment]:
    """Yield the moment before each action of a deal, as computer players play it.

    ``preset``: None for the game's first; ``seats``: None for a random number. Everything follows from ``rng``. Raise
    KeyError for an unknown game.
    """
    game = GAMES[game_id]
    preset = preset or next(iter(game.presets))
    seats = seats or rng.choice(game.get_seat_counts(preset))
    match = create_match(game_id, game.presets[preset], seats, rng.randrange(seats))
    level = get_default_level(game_id)
    step = match.apply(Deal(shuffle_pack(match.pack, rng)))
    events, previous = step.events, None
    while (seat := step.match.turn) is not None:
        yield DealMoment(step.match, events, previous)
        previous = step.match
        step = step.match.apply(choose_action(level, observe(step.match, seat), rng, DETERMINISTIC_TIME_LIMIT))
        events = (*events, *step.events)
