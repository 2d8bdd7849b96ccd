"""Replays of recorded matches."""

from __future__ import annotations

from typing import Any

from game.match.record import Record
from game.match.replay import Replay
from game.match.setup import PERSON_KIND
from game.rules import GAMES
from tests.helpers import PlayoutMoment, make_match, make_record, play_random_actions


def play_moments(game: str, deals: int = 3, **options: Any) -> list[PlayoutMoment]:
    match = make_match(game, seats=GAMES[game].proposed_seat_count, **options)
    return list(play_random_actions(match, "review", deal_count=deals))


def play_record(game: str, deals: int = 3, **options: Any) -> Record:
    return make_record(
        make_match(game, seats=GAMES[game].proposed_seat_count, **options), play_moments(game, deals, **options)
    )


def make_replay(record: Record, *people: int) -> Replay:
    kinds = tuple(PERSON_KIND if seat in (people or (0,)) else "club" for seat in range(len(record.names)))
    return Replay(record, kinds)
