"""What a deal of Muscio changes, and how the match is shared out (seed 003, "Punteggio", "Vincitore")."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from game.engine.cards import Card, Hand, Rank, Suit
from game.engine.options import Options
from game.engine.phases import DealResult, Item, Reason, Rung, ladder
from game.rules.game import ScoreSum, Standing
from game.rules.muscio.events import Gatta

RANKING: Final[tuple[Rank, ...]] = ("A", "K", "Q", "J", "7", "6", "5", "4", "3", "2")
"""High to low."""

HAND_SIZE: Final = 5
START: Final = 30
NO_TRICK: Final = 5
"""What a participant without a trick adds."""
ALONE: Final = 5
FORFEIT: Final = 5
PASSED: Final = 5
"""How much less a gatta costs who passed."""

DEALER_GATTA: Final = 15
TRUMP_GATTA: Final = 10
PLAIN_GATTA: Final = 5


def gatta(seat: int, hand: Hand, trump: Suit, turned: Card | None) -> Gatta | None:
    """The gatta that ``hand`` is, if any. ``turned``: the trump that counts for a dealer without the blinde."""
    suits = {card.suit for card in hand}
    trumps = sum(card.suit == trump for card in hand) + (turned is not None)
    if trumps > HAND_SIZE:
        points = DEALER_GATTA
    elif trumps == HAND_SIZE:
        points = TRUMP_GATTA
    elif len(suits) == 1:
        return Gatta(seat, hand, PLAIN_GATTA)
    else:
        return None
    return Gatta(seat, hand if turned is None else (*hand, turned), points)


def by_gatte(seats: int, players: tuple[int, ...], gatte: tuple[Gatta, ...]) -> DealResult:
    """Each gatta in turn: its holder subtracts it, the others add it, who passed 5 less; holders pay nothing."""
    holders = tuple(shown.seat for shown in gatte)
    payers = tuple(seat for seat in players if seat not in holders)
    passers = tuple(seat for seat in range(seats) if seat not in players)
    own = (ladder((shown.seat,), Item(_gatta_line(shown), "-", (shown.points,))) for shown in gatte)
    paid = ladder(payers, *(Item(Reason("rung_pays"), "+", (shown.points,)) for shown in gatte)) if payers else ()
    less = ladder(passers, *(line for shown in gatte for line in _passing(shown))) if passers else ()
    return _scored(seats, tuple(rung for rungs in (*own, paid, less) for rung in rungs))


def _passing(shown: Gatta) -> tuple[Item, ...]:
    return Item(Reason("rung_pays"), "+", (shown.points,)), Item(Reason("rung_passed"), "-", (PASSED,))


def _gatta_line(shown: Gatta) -> Reason:
    if shown.points == DEALER_GATTA:
        return Reason("gatta_of_dealer")
    return Reason("gatta_of_trumps" if shown.points == TRUMP_GATTA else "gatta_plain")


def by_being_alone(seats: int, player: int) -> DealResult:
    """Nobody else plays: 5 for the only one, without a card."""
    return _scored(seats, ladder((player,), Item(Reason("alone"), "-", (ALONE,))))


def by_forfeit(seats: int, loser: int, winner: int) -> DealResult:
    """One of two gave up: his score stays, the other subtracts 5."""
    stays = ladder((loser,), Item(Reason("forfeit"), "+", (0,)))
    return _scored(seats, (*stays, *ladder((winner,), Item(Reason("forfeit_other"), "-", (FORFEIT,)))))


def by_tricks(players: Iterable[int], tricks: tuple[int, ...]) -> DealResult:
    """Each participant subtracts his tricks; who has none adds 5; who passed is unchanged."""
    rungs = list[Rung]()
    for seat in sorted(players):
        took = Item(Reason("line_tricks", {"tricks": tricks[seat]}), "-", (tricks[seat],))
        rungs += ladder((seat,), took if tricks[seat] else Item(Reason("line_no_trick"), "+", (NO_TRICK,)))
    passers = tuple(seat for seat in range(len(tricks)) if seat not in players)
    passed = ladder(passers, Item(Reason("line_passers"), "+", (0,))) if passers else ()
    return _scored(len(tricks), (*rungs, *passed), tricks)


def _scored(seats: int, rungs: tuple[Rung, ...], tricks: tuple[int, ...] | None = None) -> DealResult:
    """The result that these sums add up to; a seat that has none is unchanged."""
    ends = {seat: rung.total for rung in rungs for seat in rung.seats}
    changes = tuple(ends.get(seat, 0) for seat in range(seats))
    points = tricks if tricks is not None else (0,) * seats
    return DealResult(
        state="scored", scores=changes, points=points, why=(*rungs, Reason("line_changes", {"scores": changes}))
    )


def standing(_options: Options, added: ScoreSum) -> Standing:
    """The scores, falling from 30. All at 0 or less win and share equally what the others still have."""
    totals = tuple(START + score for score in added.scores)
    seats = range(len(totals))
    winners = tuple(seat for seat in seats if totals[seat] <= 0)
    if not winners:
        return Standing(totals=totals, over=False, winners=())
    left = sum(totals[seat] for seat in seats if seat not in winners)
    share = Fraction(left, len(winners))
    payout = tuple(share if seat in winners else Fraction(0) for seat in seats)
    return Standing(totals=totals, over=True, winners=winners, payout=payout)
