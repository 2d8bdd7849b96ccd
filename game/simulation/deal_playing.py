"""A deal played by computer players without a table: for simulations, tests and tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from game.core.actions import Action, Deal
from game.core.cards import Card
from game.match.match import Match
from game.match.observation import Observation, observe

ActionChooser: TypeAlias = Callable[[Observation], Action]
"""A player at his seat: gets what he may know, returns one of its choices."""


class PlayedDeal(NamedTuple):
    """The match after the deal, and what the seats did in it."""

    match: Match
    actions: tuple[Action, ...]


def play_deal(match: Match, pack: tuple[Card, ...], choosers: Sequence[ActionChooser]) -> PlayedDeal:
    """Deal ``pack`` in a match that awaits a deal and let ``choosers`` (by seat) play it to its end.

    IllegalAction if the match awaits no such deal or a chooser returns what the rules refuse.
    """
    match, actions = match.apply(Deal(pack)).match, list[Action]()
    while (seat := match.turn) is not None:
        action = choosers[seat](observe(match, seat))
        match = match.apply(action).match
        actions.append(action)
    return PlayedDeal(match, tuple(actions))
