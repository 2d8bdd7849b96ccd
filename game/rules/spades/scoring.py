"""Score of a deal of Spades (source 001, "Come tenere il punteggio")."""

from __future__ import annotations

from typing import Final

import msgspec

from game.core.messages import Reason
from game.core.phase import DealResult, DecisiveTrick, ScoreLine, ScoreTerm, build_score_lines
from game.core.trick_taking import CompletedTrick, find_trick_reaching
from game.rules.spades.options import SpadesOptions

POINTS_PER_BID_TRICK: Final = 10
"""Points for each trick of a made bid."""
NIL_POINTS: Final = 100
BAGS_PER_PENALTY: Final = 10
"""Bags for which a seat loses `BAG_PENALTY_POINTS`."""
BAG_PENALTY_POINTS: Final = 100


class SpadesResult(DealResult, frozen=True, kw_only=True):
    """The outcome of a deal.

    ``bids``: by seat; ``bags``: the bags that each seat keeps after the deal, 0 where they do not count.
    """

    bids: tuple[int, ...]
    bags: tuple[int, ...]


class SeatScore(msgspec.Struct, frozen=True):
    """The score of one seat in a deal.

    ``points``: for the bid; ``bags``: bags before the penalty; ``penalty``: points lost for bags; ``bags_kept``: bags
    after the penalty.
    """

    bid: int
    tricks: int
    points: int
    bags: int
    penalty: int
    bags_kept: int


def score_seat(options: SpadesOptions, bid: int, tricks: int, bags: int) -> SeatScore:
    """Return the score of a seat with a ``bid``, ``tricks`` taken and ``bags`` from earlier deals.

    A bid of 0 is nil. Source 001, "Come tenere il punteggio"; docs/rules.md, "Spades, each for himself".
    """
    is_made = tricks == 0 if bid == 0 else tricks >= bid
    if bid == 0:
        points = NIL_POINTS if is_made else -NIL_POINTS
    elif is_made:
        points = POINTS_PER_BID_TRICK * bid + tricks - bid
    else:
        points = 0 if options.broken_bid == "zero" else -POINTS_PER_BID_TRICK * bid
    bag_count = bags + max(0, tricks - bid) if options.bags else 0
    penalty_count, bags_kept = divmod(bag_count, BAGS_PER_PENALTY)
    return SeatScore(bid, tricks, points, bag_count, penalty_count * BAG_PENALTY_POINTS, bags_kept)


def build_score_reasons(options: SpadesOptions, seat: int, seat_score: SeatScore) -> tuple[Reason, ...]:
    """Return the score lines of a seat, and with the option ``bags`` the bags it keeps."""
    bag_reasons = (Reason("spades_bags", {"seat": seat, "bags": seat_score.bags_kept}),) if options.bags else ()
    return (*_build_score_lines(options, seat, seat_score), *bag_reasons)


def _build_score_lines(options: SpadesOptions, seat: int, seat_score: SeatScore) -> tuple[ScoreLine, ...]:
    extra_tricks = seat_score.tricks - seat_score.bid
    values = {"bid": seat_score.bid, "tricks": seat_score.tricks, "bags": seat_score.bags}
    if seat_score.bid == 0:
        is_made = seat_score.points > 0
        terms = [
            ScoreTerm(
                Reason("rung_nil" if is_made else "rung_nil_broken", values), "+" if is_made else "-", (NIL_POINTS,)
            )
        ]
    elif extra_tricks < 0:
        broken_reason = Reason("rung_broken", values)
        terms = [
            ScoreTerm(broken_reason, "+", (0,))
            if options.broken_bid == "zero"
            else ScoreTerm(broken_reason, "-", (seat_score.bid, POINTS_PER_BID_TRICK))
        ]
    else:
        terms = [ScoreTerm(Reason("rung_bid", values), "+", (seat_score.bid, POINTS_PER_BID_TRICK))]
        if extra_tricks:
            terms.append(ScoreTerm(Reason("rung_over"), "+", (extra_tricks,)))
    if seat_score.penalty:
        terms.append(
            ScoreTerm(Reason("rung_bags", values), "-", (seat_score.penalty // BAG_PENALTY_POINTS, BAG_PENALTY_POINTS))
        )
    return build_score_lines((seat,), *terms)


def find_decisive_tricks(
    bids: tuple[int, ...], seat_scores: tuple[SeatScore, ...], completed_tricks: tuple[CompletedTrick, ...]
) -> tuple[DecisiveTrick, ...]:
    """Return the tricks that broke a nil, and the one with which the best seat made its bid.

    They are in the order of the seats. ``bids`` and ``seat_scores``: by seat; ``completed_tricks``: the oldest first.
    """
    decisive_tricks: list[DecisiveTrick] = []
    best_seat = max(range(len(bids)), key=lambda seat: seat_scores[seat].points)
    for seat, bid in enumerate(bids):
        index = find_trick_reaching(completed_tricks, (seat,), max(1, bid)) if bid == 0 or seat == best_seat else None
        if index is not None:
            code = "turned_bid" if bid else "turned_nil"
            decisive_tricks.append(
                DecisiveTrick(code, {"number": index + 1, "seat": seat, "bid": bid}, trick_index=index)
            )
    return tuple(decisive_tricks)
