"""Deals played by computer players, for simulations, tests and tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from game.core.actions import Action, Deal
from game.core.cards import Card
from game.match.match import Match
from game.match.observation import Observation, observe

ActionChooser: TypeAlias = Callable[[Observation], Action]
"""A player of a seat: gets its observation, returns one of the legal actions."""


class PlayedDeal(NamedTuple):
    """The match after a deal, and the actions in it."""

    match: Match
    actions: tuple[Action, ...]


def play_deal(match: Match, pack: tuple[Card, ...], choosers: Sequence[ActionChooser]) -> PlayedDeal:
    """Deal ``pack`` in a match that awaits a deal and let ``choosers`` (by seat) play it to its end.

    Return the match after it, and the actions in their order. Raise IllegalActionError if the match does not await this
    deal or a chooser returns an illegal action.
    """
    match, actions = match.apply(Deal(pack)).match, list[Action]()
    while (seat := match.turn) is not None:
        action = choosers[seat](observe(match, seat))
        match = match.apply(action).match
        actions.append(action)
    return PlayedDeal(match, tuple(actions))
