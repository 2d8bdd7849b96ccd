"""Preference for keeping high cards in Spades.

A player with an unbroken nil, or with the contract made where bags cost, discards them.
"""

from __future__ import annotations

from typing import Final

from game.ai.equivalent_plays import EquivalenceRules, HighCardPreference
from game.match.observation import Observation
from game.rules.spades.phases import SpadesTrickPhase


def get_high_card_preference(observation: Observation) -> HighCardPreference:
    """Return the preference of the observing seat.

    It is NONE while another seat's nil is unbroken, while the side needs some of the tricks but not all, and if the
    seat's tricks do not count.
    """
    phase, seat = observation.phase, observation.seat
    assert isinstance(phase, SpadesTrickPhase) and seat is not None
    tricks_won = phase.count_points()
    unbroken_nil_seats = [bidder for bidder in range(phase.seats) if phase.bids[bidder] == 0 == tricks_won[bidder]]
    if seat in unbroken_nil_seats:
        return HighCardPreference.DISCARD
    if unbroken_nil_seats:
        return HighCardPreference.NONE
    own_side = next(side_bid for side_bid in phase.side_bids if seat in side_bid.seats)
    if not phase.is_trick_counted(seat):
        return HighCardPreference.NONE
    needed_tricks = phase.count_needed_tricks(own_side)
    if not phase.options.bags or needed_tricks >= len(phase.hands[seat]):
        return HighCardPreference.KEEP
    return HighCardPreference.NONE if needed_tricks > 0 else HighCardPreference.DISCARD


EQUIVALENCE_RULES: Final = EquivalenceRules(get_high_card_preference=get_high_card_preference)
