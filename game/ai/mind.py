"""What thinks for a game: its players by level, and what it takes to explain their choices.

A player is a function of a view, a stream of random numbers, a limit of thinking time and a character; the same
four give the same action while the clock leaves time enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

import msgspec

from game.ai.characters import Character
from game.ai.estimate import Estimate
from game.ai.limit import Limit
from game.ai.natural import KEEPING, Habits
from game.engine.actions import Action
from game.engine.phases import Reason
from game.view import View

Player: TypeAlias = Callable[[View, Random, Limit, Character], Action]
"""(view, rng, limit, character) -> one of ``view.choices``. Who never thinks long needs no limit."""
Weigher: TypeAlias = Callable[[View, Random, Limit, Character], list[Estimate]]
"""(view, rng, limit, character) -> what its choices are worth; none where there is nothing to judge by."""


def own_side(view: View) -> tuple[int, ...]:
    """The other seats of the side that the view's seat is on for the whole match."""
    return tuple(mate for side in view.sides if view.seat in side for mate in side if mate != view.seat)


def no_word(_view: View, _estimate: Estimate) -> tuple[Reason, ...]:
    """Nothing is said of a choice but how it compares."""
    return ()


def by_worth(estimate: Estimate) -> float:
    """The worth, where it means the same all match long."""
    return estimate.worth


def by_wins(estimate: Estimate) -> float:
    """The chance to win the deal, in percent; 0 where that has no meaning."""
    return 100 * (estimate.win or 0.0)


def nobody(_view: View, _rng: Random) -> tuple[float, ...]:
    """Nobody is suspected of anything."""
    return ()


class Mind(msgspec.Struct, frozen=True, kw_only=True):
    """A game's players. ``players``: by level, besides who plays at random; ``weighed``: what the best of them finds
    each choice worth; ``friends``: the other seats known to be on the view's side; ``why``: why a choice that is no
    card is worth so much; ``habits``: which of its cards come to the same.

    For whoever looks back on a match: ``price`` is what a choice is worth in a unit that can be added up over a match,
    ``stake`` the most of it that one choice is taken to decide on, so that an absurd one does not outweigh the rest;
    ``suspects``: by seat, how likely it is in league with the other side in secret, empty where nobody can be.
    """

    game: str
    players: Mapping[str, Player]
    weighed: Weigher
    friends: Callable[[View], tuple[int, ...]] = own_side
    why: Callable[[View, Estimate], tuple[Reason, ...]] = no_word
    price: Callable[[Estimate], float] = by_worth
    stake: float = 1.0
    habits: Habits = KEEPING
    suspects: Callable[[View, Random], tuple[float, ...]] = nobody
