"""The only door from full states to what a seat may know."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from game.engine.actions import Action, Play
from game.engine.cards import HIDDEN, Card
from game.engine.options import Options
from game.engine.phases import Board, DealResult, Phase, Reason
from game.match import Match


class View(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat knows of a match; ``seat`` None is somebody who only watches.

    ``payout``: at the end of a match that shares something out, what each seat gets, winners their share.

    ``expired``: whose clock ended the match. ``phase`` is the deal's phase with everything hidden that the seat may
    not know; ``choices`` are the legal actions if it is the seat's turn; ``refused`` says of each other card in its
    hand why not.
    """

    seat: int | None
    game: str
    options: Options
    seats: int
    sides: tuple[tuple[int, ...], ...]
    deal_number: int
    dealer: int
    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    payout: tuple[Fraction, ...] | None
    left: tuple[int, ...]
    votes: tuple[int, ...]
    expired: int | None
    to_act: int | None
    phase: Phase | None
    result: DealResult | None
    results: tuple[DealResult, ...]
    choices: tuple[Action, ...]
    refused: tuple[tuple[Card, Reason], ...]

    @property
    def board(self) -> Board:
        """Where the cards lie, as the seat sees them."""
        if self.phase is None:
            return Board(hands=((),) * self.seats, piles=(0,) * self.seats)
        return self.phase.board()

    @property
    def points(self) -> tuple[int, ...]:
        """Card points or tricks that each seat has taken in this deal (all of it was seen by everyone)."""
        return self.phase.points() if self.phase is not None else (0,) * self.seats


def look(match: Match, seat: int | None) -> View:
    """What ``seat`` may know of ``match``."""
    phase, standing = match.phase, match.standing
    mine = seat is not None and seat == match.to_act
    return View(
        seat=seat, game=match.name, options=match.options, seats=match.seats, sides=match.sides,
        deal_number=len(match.results) + (phase is not None and phase.result is None),
        dealer=phase.dealer if phase is not None else match.dealer, totals=standing.totals, over=match.over,
        winners=standing.winners, payout=standing.payout, left=match.left, votes=match.votes,
        expired=match.expired, to_act=match.to_act,
        phase=phase.seen_by(seat) if phase is not None else None,
        result=phase.result if phase is not None else None, results=match.results,
        choices=match.legal() if mine else (),
        refused=_refused(match, seat) if seat is not None else (),
    )  # fmt: skip


def _refused(match: Match, seat: int) -> tuple[tuple[Card, Reason], ...]:
    if match.phase is None or not match.deal_open:
        return ()
    hand = match.phase.seen_by(seat).board().hands[seat]
    asked = ((card, match.why_not(Play(seat, card))) for card in hand if card is not HIDDEN)
    return tuple((card, reason) for card, reason in asked if reason is not None)
