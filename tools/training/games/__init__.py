"""The training tasks of each game for `tools.training.train`."""

from __future__ import annotations

from typing import Any

from game.core.actions import Action, Deal
from game.core.options import change_options
from game.core.trick_taking import TrickPhase
from game.match.match import Match, create_match
from game.rules import GAMES


def deal_sorted_pack(game: str, seats: int, **changes: Any) -> Match:
    """Return a match whose first deal is of the unshuffled pack; seat 0 is the first to act.

    ``changes``: of the options of the game's first preset. Raise InputError for an unknown option or value.
    """
    options = change_options(next(iter(GAMES[game].presets.values())), changes)
    match = create_match(game, options, seats, seats - 1)
    return match.apply(Deal(match.pack)).match


def open_play(match: Match, *actions: Action) -> TrickPhase:
    """Return the phase before the first card, after ``actions``. Raise IllegalActionError if an action is illegal."""
    for action in actions:
        match = match.apply(action).match
    assert isinstance(match.phase, TrickPhase)
    return match.phase
