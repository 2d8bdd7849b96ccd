"""Turns of deals that the level club plays."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import Deal
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import choose_without_time_limit, make_match


def iter_turns(game: str, every: int, seats: int | None = None) -> Iterator[Observation]:
    """Yield some turns of two deals, as the seat on turn sees them."""
    rng, number = derive_random(3, "limits", game), 0
    for _deal in range(2):
        match = make_match(game, seats=seats or GAMES[game].proposed_seat_count)
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while match.turn is not None:
            view, number = observe(match, match.turn), number + 1
            if number % every == 0:
                yield view
            match = match.apply(choose_without_time_limit("club", view, rng)).match
