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
    tricks = phase.count_points()
    nil_seats = {nil_seat for nil_seat, bid in enumerate(phase.bids) if bid == 0 and not tricks[nil_seat]}
    if seat in nil_seats:
        return None
    if nil_seats:
        return "cover" if nil_seats & {*side} else "set"
    side_bid = next(side_bid for side_bid in phase.side_bids if seat in side_bid.seats)
    return "bag" if phase.is_trick_counted(seat) and phase.count_needed_tricks(side_bid) <= 0 else None
