"""Observations: what a seat may know of a match. Only `observe` makes them from the full state."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

import msgspec

from game.core.actions import Action, Play
from game.core.arguments import check_argument, check_seat
from game.core.cards import HIDDEN_CARD, Card, Hand
from game.core.events import CardPlayed, CardsDealt, Event
from game.core.messages import InputError, Reason
from game.core.options import Options
from game.core.phase import Board, DealResult, Phase
from game.core.trick_taking import TrickPhase
from game.match.match import Match
from game.rules import GAMES

PhaseT = TypeVar("PhaseT", bound=Phase)


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat knows of a match; ``seat`` is None for a spectator.

    ``payout``: what each seat gets at the end of a match in which the winners share points, else None;
    ``timed_out_seat``: the seat whose timeout ended the match; ``phase``: the phase without what the seat may not
    know; ``legal_actions``: () if it is not the seat's turn; ``illegal_cards``: the other cards of its hand, with
    reasons.
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
        """The cards on the table, as the seat sees them."""
        if self.phase is None:
            return Board(hands=((),) * self.seats, pile_sizes=(0,) * self.seats)
        return self.phase.board()

    @property
    def public_sides(self) -> tuple[tuple[int, ...], ...]:
        """The sides if seats play together and everybody knows it, else ()."""
        return self.sides if any(len(side) > 1 for side in self.sides) else ()

    @property
    def own_side(self) -> tuple[int, ...]:
        """The seats of the side of the observing seat, with itself; () for a spectator."""
        return next((side for side in self.sides if self.seat in side), ())

    @property
    def is_deal_in_progress(self) -> bool:
        """Whether a deal is being played."""
        return self.phase is not None and self.result is None and not self.is_over

    @property
    def points(self) -> tuple[int, ...]:
        """Card points or tricks that each seat has taken in this deal, which all seats saw."""
        return self.phase.count_points() if self.phase is not None else (0,) * self.seats


class Transition(msgspec.Struct, frozen=True):
    """An accepted action as one seat saw it: observations before and after, masked events.

    ``is_replayed``: it happened while the viewer was away and is shown again; ``is_undo``: an action was taken back,
    without events.
    """

    before: Observation
    after: Observation
    events: tuple[Event, ...]
    is_replayed: bool = False
    is_undo: bool = False


def observe(match: Match, seat: int | None) -> Observation:
    """Return what ``seat`` may know of ``match``; None is a spectator.

    ``legal_actions`` is () unless ``seat`` is on turn. Raise TypeError if ``seat`` is not an int, InputError if the
    match has no such seat.
    """
    if seat is not None:
        check_seat(seat, match.seats)
    phase, standing = match.phase, match.standing
    visible_phase = phase.seen_by(seat) if phase is not None else None
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
        phase=visible_phase,
        result=phase.result if phase is not None else None,
        results=match.results,
        legal_actions=match.legal_actions() if is_on_turn else (),
        illegal_cards=_find_illegal_cards(match, visible_phase, seat) if seat is not None else (),
    )


def _find_illegal_cards(match: Match, visible_phase: Phase | None, seat: int) -> tuple[tuple[Card, Reason], ...]:
    if visible_phase is None or not match.is_deal_in_progress:
        return ()
    illegal_cards = list[tuple[Card, Reason]]()
    for card in visible_phase.board().hands[seat]:
        reason = None if card is HIDDEN_CARD else match.illegal_reason_unchecked(Play(seat, card))
        if reason is not None:
            illegal_cards.append((card, reason))
    return tuple(illegal_cards)


def get_phase(observation: Observation, phase_type: type[PhaseT]) -> PhaseT:
    """Return the phase, which is of this type."""
    assert isinstance(observation.phase, phase_type)
    return observation.phase


def get_phase_and_seat(observation: Observation, phase_type: type[PhaseT]) -> tuple[PhaseT, int]:
    """Return the phase, which is of this type, and the observing seat, which is not that of a spectator."""
    assert observation.seat is not None
    return get_phase(observation, phase_type), observation.seat


def _get_trick_phase(observation: Observation) -> TrickPhase:
    check_argument("observation", observation, Observation)
    if not isinstance(observation.phase, TrickPhase):
        raise InputError("no_card_play")
    return observation.phase


def list_unseen_cards(observation: Observation) -> tuple[Card, ...]:
    """Return the cards of the pack that are not visible to the seat and were not played in this deal.

    A turned card that another player took into a hand is among them, although the seat saw it. They follow from the
    observation alone, in the order of the pack. Raise InputError if the phase is not a `TrickPhase`.
    """
    phase = _get_trick_phase(observation)
    seen = {card for hand in phase.hands for card in hand} | set(phase.trick.cards)
    seen |= {card for completed in phase.completed_tricks for card in completed.trick.cards} | set(
        phase.discarded_cards
    )
    board = phase.board()
    if board.turned_card is not None:
        seen.add(board.turned_card)
    pack = GAMES[observation.game_id].make_pack(observation.options, observation.seats)
    return tuple(card for card in pack if card not in seen)


def find_outstanding_cards(observation: Observation) -> frozenset[Card]:
    """Return the cards that others hold or that will be drawn, as far as the seat can tell.

    They are the unseen cards, visible cards in other hands, and the turned card while there are cards to draw. Raise
    InputError if the phase is not a `TrickPhase`.
    """
    phase = _get_trick_phase(observation)
    visible_in_other_hands = (
        card
        for seat, hand in enumerate(phase.hands)
        if seat != observation.seat
        for card in hand
        if card is not HIDDEN_CARD
    )
    turned = phase.board().turned_card if phase.cards_to_draw else None
    return frozenset((*list_unseen_cards(observation), *visible_in_other_hands, *(() if turned is None else (turned,))))


def find_dealt_cards(phase: Phase | None, events: tuple[Event, ...], pack: Hand, seat: int | None) -> Hand:
    """Return the cards that ``seat`` got in the deal of ``phase``, in the order of the ``pack``; () for None.

    Played cards are included. ``events``: those of the deal so far, with all that the seat may know.
    """
    if phase is None or seat is None:
        return ()
    held = {*phase.seen_by(seat).board().hands[seat]}
    for event in events:
        if isinstance(event, CardsDealt):
            held.update(event.seen_by(seat).hands[seat])
        elif isinstance(event, CardPlayed) and event.seat == seat:
            held.add(event.card)
    return tuple(sorted(held.intersection(pack), key=pack.index))
