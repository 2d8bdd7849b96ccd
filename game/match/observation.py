"""The only door from full states to what a seat may know."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from game.core.actions import Action, Play
from game.core.cards import HIDDEN_CARD, Card
from game.core.messages import Reason
from game.core.options import Options
from game.core.phase import Board, DealResult, Phase
from game.match.match import Match


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat knows of a match; ``seat`` None is somebody who only watches.

    ``payout``: at the end of a match that shares something out, what each seat gets, winners their share.

    ``timed_out_seat``: whose clock ended the match. ``phase`` is the deal's phase with everything hidden that the seat
    may not know; ``legal_actions`` are the legal actions if it is the seat's turn; ``illegal_cards`` says of each
    other card in its hand why not.
    """

    seat: int | None
    game_id: str
    options: Options
    seats: int
    sides: tuple[tuple[int, ...], ...]
    deal_number: int
    dealer: int
    totals: tuple[int, ...]
    is_over: bool
    winners: tuple[int, ...]
    payout: tuple[Fraction, ...] | None
    departed_seats: tuple[int, ...]
    votes_to_end: tuple[int, ...]
    timed_out_seat: int | None
    turn: int | None
    phase: Phase | None
    result: DealResult | None
    results: tuple[DealResult, ...]
    legal_actions: tuple[Action, ...]
    illegal_cards: tuple[tuple[Card, Reason], ...]

    @property
    def board(self) -> Board:
        """Where the cards lie, as the seat sees them."""
        if self.phase is None:
            return Board(hands=((),) * self.seats, pile_sizes=(0,) * self.seats)
        return self.phase.board()

    @property
    def points(self) -> tuple[int, ...]:
        """Card points or tricks that each seat has taken in this deal (all of it was seen by everyone)."""
        return self.phase.count_points() if self.phase is not None else (0,) * self.seats


def observe(match: Match, seat: int | None) -> Observation:
    """What ``seat`` may know of ``match``."""
    phase, standing = match.phase, match.standing
    is_on_turn = seat is not None and seat == match.turn
    return Observation(
        seat=seat,
        game_id=match.game_id,
        options=match.options,
        seats=match.seats,
        sides=match.sides,
        deal_number=len(match.results) + (phase is not None and phase.result is None),
        dealer=phase.dealer if phase is not None else match.dealer,
        totals=standing.totals,
        is_over=match.is_over,
        winners=standing.winners,
        payout=standing.payout,
        departed_seats=match.departed_seats,
        votes_to_end=match.votes_to_end,
        timed_out_seat=match.timed_out_seat,
        turn=match.turn,
        phase=phase.seen_by(seat) if phase is not None else None,
        result=phase.result if phase is not None else None,
        results=match.results,
        legal_actions=match.legal_actions() if is_on_turn else (),
        illegal_cards=_find_illegal_cards(match, seat) if seat is not None else (),
    )


def _find_illegal_cards(match: Match, seat: int) -> tuple[tuple[Card, Reason], ...]:
    if match.phase is None or not match.is_deal_in_progress:
        return ()
    hand = match.phase.seen_by(seat).board().hands[seat]
    reasons = ((card, match.illegal_reason(Play(seat, card))) for card in hand if card is not HIDDEN_CARD)
    return tuple((card, reason) for card, reason in reasons if reason is not None)
