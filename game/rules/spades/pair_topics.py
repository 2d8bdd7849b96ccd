"""The topics of choices with a partner: a bid after the partner's, a nil, or bags."""

from __future__ import annotations

from game.core.phase import Phase
from game.rules.game import PairTopic
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase, get_sides


def find_pair_topic(phase: Phase, seat: int) -> PairTopic | None:
    """Return the question of partners behind the choice of ``seat``, such as covering a nil; None if there is none."""
    if not isinstance(phase, (BiddingPhase, SpadesTrickPhase)):
        return None
    side = next(side for side in get_sides(phase.options, phase.seats) if seat in side)
    if isinstance(phase, BiddingPhase):
        return "bid" if any(phase.bids[mate] is not None for mate in side if mate != seat) else None
    nil_seats = phase.list_unbroken_nils()
    if seat in nil_seats:
        return None
    if nil_seats:
        return "set" if set(side).isdisjoint(nil_seats) else "cover"
    side_bid = phase.get_side_bid(seat)
    return "bag" if phase.is_trick_counted(seat) and phase.count_needed_tricks(side_bid) <= 0 else None
