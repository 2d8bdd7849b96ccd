"""Partners in Spades: which seats and players they are, in single deals and in arrays, and cards that harm the pair."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.rollout import CountArray, IndexArray
from game.core.actions import Action, Play
from game.core.trick_taking import find_trick_winner, replace
from game.match.observation import Observation
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, TEAM_SEAT_COUNT, TRUMP, SpadesTrickPhase, get_sides

PARTNER_OFFSET: Final = TEAM_SEAT_COUNT // 2
"""The distance of partners in seats."""


def has_partners(options: SpadesOptions, seats: int) -> bool:
    """Return whether the seats opposite are partners."""
    return len(get_sides(options, seats)) < seats


def find_partners(player_indices: IndexArray, width: int) -> IndexArray:
    """Return the indices of the partners of players, both in flat arrays (players, ``width`` columns)."""
    return (player_indices + PARTNER_OFFSET * width) % (TEAM_SEAT_COUNT * width)


def find_counted_seats(bids: CountArray, is_nil_trick_counted: bool) -> NDArray[np.bool_]:
    """Return whether the tricks of each bidder count towards the contract of the side, or as bags."""
    return (bids > 0) | is_nil_trick_counted


def get_model_variant(options: SpadesOptions, seats: int) -> str:
    """Return the end of the names of the learned tables for a table of ``seats`` players."""
    return f"{seats}pairs" if has_partners(options, seats) else str(seats)


def remove_harmful_plays(observation: Observation) -> Observation:
    """Return the observation without the cards that plainly harm the pair of the last player to a trick.

    These are a trump on a trick of the partner that counts, while the pair needs tricks and no nil is at stake, and a
    card that takes a trick from the nil of an opponent, unless the contract needs that very trick. Searches with few
    rollouts choose them by chance. The observation is unchanged without partners, or if no other card can be played.
    """
    phase = observation.phase
    if (
        not isinstance(phase, SpadesTrickPhase)
        or not has_partners(phase.options, phase.seats)
        or len(phase.trick.cards) < TEAM_SEAT_COUNT - 1
    ):
        return observation
    kept = [action for action in observation.legal_actions if not _is_harmful(phase, action)]
    return replace(observation, legal_actions=tuple(kept)) if kept else observation


def _is_harmful(phase: SpadesTrickPhase, action: Action) -> bool:
    if not isinstance(action, Play):
        return False
    trick, seat, nil_seats = phase.trick, action.seat, phase.list_unbroken_nils()
    winner, side_bid = find_trick_winner(trick, RANKING, TRUMP), phase.get_side_bid(action.seat)
    needed_tricks = phase.count_needed_tricks(side_bid)
    if winner in side_bid.seats:
        is_trumped = action.card.suit == TRUMP and trick.cards[0].suit != TRUMP
        return is_trumped and needed_tricks > 0 and not nil_seats and phase.is_trick_counted(winner)
    is_trick_needed = phase.is_trick_counted(seat) and needed_tricks >= len(phase.hands[seat])
    return phase.is_winning(action.card) and winner in nil_seats and not is_trick_needed
