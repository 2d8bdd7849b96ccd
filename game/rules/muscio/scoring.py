"""Score of a deal of Muscio, and the payout of a match (source 003, "Punteggio", "Vincitore")."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from game.core.cards import Card, Hand, Rank, Suit
from game.core.messages import Reason
from game.core.options import Options
from game.core.phase import DealResult, ScoreLine, ScoreTerm, build_score_lines
from game.rules.game import ScoreSum, Standing
from game.rules.muscio.events import GattaShown

RANKING: Final[tuple[Rank, ...]] = ("A", "K", "Q", "J", "7", "6", "5", "4", "3", "2")
"""The ranks from high to low."""

HAND_SIZE: Final = 5
START_SCORE: Final = 30
NO_TRICK_POINTS: Final = 5
"""Points added to the score of a participant without a trick."""
ONLY_PARTICIPANT_POINTS: Final = 5
FORFEIT_POINTS: Final = 5
PASSED_GATTA_DISCOUNT: Final = 5
"""Points by which a gatta costs less for a player who passed."""

DEALER_GATTA_POINTS: Final = 15
TRUMP_GATTA_POINTS: Final = 10
PLAIN_GATTA_POINTS: Final = 5


def find_gatta(seat: int, hand: Hand, trump: Suit, turned_card: Card | None) -> GattaShown | None:
    """Return the gatta in ``hand``, or None: five trumps, six for the dealer, or five cards of another suit.

    ``turned_card``: the turned trump, which counts with the hand, for a dealer without the blinde (the spare hand);
    None for all others.
    """
    suits = {card.suit for card in hand}
    trump_count = sum(card.suit == trump for card in hand) + (turned_card is not None)
    if trump_count > HAND_SIZE:
        points = DEALER_GATTA_POINTS
    elif trump_count == HAND_SIZE:
        points = TRUMP_GATTA_POINTS
    elif len(suits) == 1:
        return GattaShown(seat, hand, PLAIN_GATTA_POINTS)
    else:
        return None
    return GattaShown(seat, hand if turned_card is None else (*hand, turned_card), points)


def score_gatte(seats: int, participants: tuple[int, ...], gatte: tuple[GattaShown, ...]) -> DealResult:
    """Return the result of a deal with gatte; each is settled in turn.

    The holder subtracts its points, other participants add them, players who passed add 5 less. Holders do not pay
    other holders.
    """
    holders = tuple(gatta.seat for gatta in gatte)
    payers = tuple(seat for seat in participants if seat not in holders)
    passers = tuple(seat for seat in range(seats) if seat not in participants)
    holder_lines = (
        build_score_lines((gatta.seat,), ScoreTerm(_get_gatta_reason(gatta), "-", (gatta.points,))) for gatta in gatte
    )
    payer_lines = (
        build_score_lines(payers, *(ScoreTerm(Reason("rung_pays"), "+", (gatta.points,)) for gatta in gatte))
        if payers
        else ()
    )
    passer_lines = (
        build_score_lines(passers, *(term for gatta in gatte for term in _make_passer_terms(gatta))) if passers else ()
    )
    return _make_scored_result(
        seats, tuple(line for lines in (*holder_lines, payer_lines, passer_lines) for line in lines)
    )


def _make_passer_terms(gatta: GattaShown) -> tuple[ScoreTerm, ...]:
    return ScoreTerm(Reason("rung_pays"), "+", (gatta.points,)), ScoreTerm(
        Reason("rung_passed"), "-", (PASSED_GATTA_DISCOUNT,)
    )


def _get_gatta_reason(gatta: GattaShown) -> Reason:
    if gatta.points == DEALER_GATTA_POINTS:
        return Reason("gatta_of_dealer")
    return Reason("gatta_of_trumps" if gatta.points == TRUMP_GATTA_POINTS else "gatta_plain")


def score_only_participant(seats: int, participant: int) -> DealResult:
    """Return the result of a deal with one participant, who subtracts 5."""
    return _make_scored_result(
        seats, build_score_lines((participant,), ScoreTerm(Reason("alone"), "-", (ONLY_PARTICIPANT_POINTS,)))
    )


def score_forfeit(seats: int, loser: int, winner: int) -> DealResult:
    """Return the result of a forfeit: the loser's score is unchanged, the winner subtracts 5."""
    loser_lines = build_score_lines((loser,), ScoreTerm(Reason("forfeit"), "+", (0,)))
    return _make_scored_result(
        seats, (*loser_lines, *build_score_lines((winner,), ScoreTerm(Reason("forfeit_other"), "-", (FORFEIT_POINTS,))))
    )


def score_tricks(participants: Iterable[int], tricks: tuple[int, ...]) -> DealResult:
    """Return the result of a played deal; ``tricks``: the number of tricks by seat.

    A participant subtracts their tricks, or adds 5 without a trick; players who passed are unchanged.
    """
    lines = list[ScoreLine]()
    for seat in sorted(participants):
        term = ScoreTerm(Reason("line_tricks", {"tricks": tricks[seat]}), "-", (tricks[seat],))
        lines += build_score_lines(
            (seat,), term if tricks[seat] else ScoreTerm(Reason("line_no_trick"), "+", (NO_TRICK_POINTS,))
        )
    passers = tuple(seat for seat in range(len(tricks)) if seat not in participants)
    passer_lines = build_score_lines(passers, ScoreTerm(Reason("line_passers"), "+", (0,))) if passers else ()
    return _make_scored_result(len(tricks), (*lines, *passer_lines), tricks)


def _make_scored_result(seats: int, lines: tuple[ScoreLine, ...], tricks: tuple[int, ...] | None = None) -> DealResult:
    """Return the result of these score lines; a seat without lines is unchanged."""
    totals = {seat: line.total for line in lines for seat in line.seats}
    changes = tuple(totals.get(seat, 0) for seat in range(seats))
    points = tricks if tricks is not None else (0,) * seats
    return DealResult(
        state="scored", scores=changes, points=points, reasons=(*lines, Reason("line_changes", {"scores": changes}))
    )


def compute_standing(_options: Options, added: ScoreSum) -> Standing:
    """Return the totals, from 30 down. All seats at 0 or less win.

    The winners share equally the sum of the other totals (``payout``).
    """
    totals = tuple(START_SCORE + score for score in added.scores)
    seats = range(len(totals))
    winners = tuple(seat for seat in seats if totals[seat] <= 0)
    if not winners:
        return Standing(totals=totals, is_over=False, winners=())
    points_left = sum(totals[seat] for seat in seats if seat not in winners)
    share = Fraction(points_left, len(winners))
    payout = tuple(share if seat in winners else Fraction(0) for seat in seats)
    return Standing(totals=totals, is_over=True, winners=winners, payout=payout)
