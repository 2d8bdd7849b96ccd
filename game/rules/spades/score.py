"""What a deal of Spades is worth (seed 001, "Come tenere il punteggio")."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.engine.phases import DealResult, Reason
from game.rules.spades.options import SpadesOptions

TRICK: Final = 10
"""What each trick of a contract is worth."""
NIL: Final = 100
BAGS: Final = 10
"""So many bags cost `BAGS_COST`."""
BAGS_COST: Final = 100


class SpadesResult(DealResult, frozen=True, kw_only=True):
    """How a deal ended. ``bids`` by seat; ``bags``: those that each seat has kept after it, 0 where none count."""

    bids: tuple[int, ...]
    bags: tuple[int, ...]


class Line(NamedTuple):
    """What a deal brought one seat: ``points`` for its contract, ``bags`` now counted, what they cost, what is left."""

    bid: int
    tricks: int
    points: int
    bags: int
    penalty: int
    left: int


def score(options: SpadesOptions, bid: int, tricks: int, bags: int) -> Line:
    """What a seat gets that bid ``bid`` and took ``tricks``, having kept ``bags`` of earlier deals.

    Seed 001, "Come tenere il punteggio".
    """
    made = tricks == 0 if bid == 0 else tricks >= bid
    if bid == 0:
        points = NIL if made else -NIL
    elif made:
        points = TRICK * bid + tricks - bid
    else:
        points = 0 if options.broken_bid == "zero" else -TRICK * bid
    counted = bags + max(0, tricks - bid) if options.bags else 0
    tens, left = divmod(counted, BAGS)
    return Line(bid, tricks, points, counted, tens * BAGS_COST, left)


def why_of(options: SpadesOptions, seat: int, line: Line) -> tuple[Reason, ...]:
    values = {"seat": seat, "bid": line.bid, "tricks": line.tricks, "points": line.points}
    lines = (Reason("spades_line" if line.bid else "spades_nil_line", values),)
    if not options.bags:
        return lines
    if not line.penalty:
        return (*lines, Reason("spades_bags", {"seat": seat, "bags": line.bags}))
    values = {"seat": seat, "bags": line.bags, "penalty": line.penalty, "left": line.left}
    return (*lines, Reason("spades_bags_cost", values))
