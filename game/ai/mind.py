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
from game.ai.limit import Limit
from game.ai.search import Estimate
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


def nothing_before(_view: View) -> tuple[Action, tuple[Reason, ...]] | None:
    """Nothing is to be done before a card is played."""
    return None


class Mind(msgspec.Struct, frozen=True, kw_only=True):
    """A game's players. ``players``: by level, besides who plays at random; ``weighed``: what the best of them finds
    each choice worth; ``friends``: the other seats known to be on the view's side; ``why``: why a choice that is no
    card is worth so much; ``before``: what the best of them does before he plays a card, and why, if anything."""

    game: str
    players: Mapping[str, Player]
    weighed: Weigher
    friends: Callable[[View], tuple[int, ...]] = own_side
    why: Callable[[View, Estimate], tuple[Reason, ...]] = no_word
    before: Callable[[View], tuple[Action, tuple[Reason, ...]] | None] = nothing_before
