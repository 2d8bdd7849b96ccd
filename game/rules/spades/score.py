"""What a deal of Spades is worth (seed 001, "Come tenere il punteggio")."""

from __future__ import annotations

from typing import Final

import msgspec

from game.engine.phases import DealResult, Item, Reason, Rung, Turning, ladder
from game.engine.tricks import Taken, reached
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


class Line(msgspec.Struct, frozen=True):
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
    """The sum of a seat, and the bags it keeps."""
    kept = (Reason("spades_bags", {"seat": seat, "bags": line.left}),) if options.bags else ()
    return (*_rungs(options, seat, line), *kept)


def _rungs(options: SpadesOptions, seat: int, line: Line) -> tuple[Rung, ...]:
    over = line.tricks - line.bid
    values = {"bid": line.bid, "tricks": line.tricks, "bags": line.bags}
    if line.bid == 0:
        made = line.points > 0
        lines = [Item(Reason("rung_nil" if made else "rung_nil_broken", values), "+" if made else "-", (NIL,))]
    elif over < 0:
        broken = Reason("rung_broken", values)
        lines = [
            Item(broken, "+", (0,)) if options.broken_bid == "zero" else Item(broken, "-", (line.bid, TRICK))
        ]
    else:
        lines = [Item(Reason("rung_bid", values), "+", (line.bid, TRICK))]
        if over:
            lines.append(Item(Reason("rung_over"), "+", (over,)))
    if line.penalty:
        lines.append(Item(Reason("rung_bags", values), "-", (line.penalty // BAGS_COST, BAGS_COST)))
    return ladder((seat,), *lines)


def turned(bids: tuple[int, ...], lines: tuple[Line, ...], done: tuple[Taken, ...]) -> tuple[Turning, ...]:
    """The trick that broke a nil, each; and the one with which the best of the deal made the bid."""
    turns: list[Turning] = []
    best = max(range(len(bids)), key=lambda seat: lines[seat].points)
    for seat, bid in enumerate(bids):
        at = reached(done, (seat,), max(1, bid)) if bid == 0 or seat == best else None
        if at is not None:
            code = "turned_bid" if bid else "turned_nil"
            turns.append(Turning(code, {"number": at + 1, "seat": seat, "bid": bid}, trick=at))
    return tuple(turns)
