"""Reasons for actions before the cards of Muscio are played: the trumps of the hand, and what a forfeit costs.

They come from the cards that the seat sees. The effect of a call on the own score does not count as a reason, because
the scores of the others matter too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.ai.estimates import ActionEstimate
from game.core.actions import Pass, Swap
from game.core.cards import Hand
from game.core.messages import Reason
from game.core.trick_taking import list_cards_of_suit, sort_hand
from game.match.observation import Observation, get_phase, get_phase_and_seat
from game.rules.muscio.actions import Forfeit, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.declarations import DeclarationPhase
from game.rules.muscio.scoring import FORFEIT_POINTS, ONLY_PARTICIPANT_POINTS, RANKING, find_gatta
from game.rules.muscio.trick_play import ExchangePhase, list_participants

TOP_TRUMP_CODES: Final = ("why_none_beats", "why_one_beats", "why_two_beat")
"""The reasons to play with a trump that no other trump beats, or one or two; such a hand has no reason to pass."""


def explain_action(
    observation: Observation, estimate: ActionEstimate, _estimates: Sequence[ActionEstimate]
) -> tuple[Reason, ...]:
    """Return the reasons for an action before the play, () if the cards that the seat sees give none."""
    match estimate.action:
        case PlayDeal():
            return _explain_playing(observation)
        case TakeBlinde():
            return (_get_reason_alone(observation) or Reason("why_blinde"),)
        case Pass():
            return _explain_passing(observation)
        case Stand():
            return _describe_strength(observation)
        case Forfeit():
            return (Reason("why_forfeit", {"points": FORFEIT_POINTS}),)
        case Swap() as swap:
            return _explain_exchange(observation, swap)
        case _:
            return ()


def _explain_playing(observation: Observation) -> tuple[Reason, ...]:
    phase, seat = get_phase_and_seat(observation, DeclarationPhase)
    turned_card = phase.turned_card if seat == phase.dealer else None
    gatta = find_gatta(seat, phase.hands[seat], phase.trump, turned_card)
    if gatta is not None:
        return (Reason("why_gatta", {"points": gatta.points}),)
    reason_alone = _get_reason_alone(observation)
    if reason_alone is not None:
        return (reason_alone,)
    turned_reasons = () if turned_card is None else (Reason("why_turned_card", {"taken": turned_card}),)
    return (*_describe_strength(observation), *turned_reasons)


def _explain_passing(observation: Observation) -> tuple[Reason, ...]:
    trumps = _list_trumps(observation)
    if not trumps:
        return (Reason("why_no_trump"),)
    if RANKING.index(trumps[0].rank) < len(TOP_TRUMP_CODES):
        return ()
    return (Reason("why_only_trump" if len(trumps) == 1 else "why_highest_trump", {"card": trumps[0]}),)


def _get_reason_alone(observation: Observation) -> Reason | None:
    """Return the reason for a declaration to play after all others have passed, else None."""
    phase = get_phase(observation, DeclarationPhase)
    is_last = len(phase.declarations) == observation.seats - 1
    is_alone = is_last and not list_participants(phase.declarations)
    return Reason("why_alone", {"points": ONLY_PARTICIPANT_POINTS}) if is_alone else None


def _describe_strength(observation: Observation) -> tuple[Reason, ...]:
    """Return what may win tricks in the seat's hand: several trumps, a high one, or an ace; () if there is nothing."""
    trumps = _list_trumps(observation)
    if len(trumps) > 1:
        return (Reason("why_trumps", {"count": len(trumps), "card": trumps[0]}),)
    higher_count = RANKING.index(trumps[0].rank) if trumps else len(RANKING)
    if higher_count < len(TOP_TRUMP_CODES):
        return (Reason(TOP_TRUMP_CODES[higher_count], {"card": trumps[0]}),)
    assert observation.seat is not None
    aces = [card for card in observation.board.hands[observation.seat] if card.rank == RANKING[0]]
    return (Reason("why_ace", {"card": aces[0]}),) if aces else ()


def _list_trumps(observation: Observation) -> Hand:
    """Return the trumps in the seat's hand, the highest first."""
    board, seat = observation.board, observation.seat
    assert board.trump is not None and seat is not None
    return tuple(list_cards_of_suit(sort_hand(board.hands[seat], RANKING), board.trump))


def _explain_exchange(observation: Observation, swap: Swap) -> tuple[Reason, ...]:
    """Return the reason for an exchange that gains a trump or a better one, else ()."""
    turned_card, given_card = get_phase(observation, ExchangePhase).trick_phase.turned_card, swap.card
    if given_card is None:
        return ()
    if given_card.suit != turned_card.suit:
        return (Reason("why_trump_more", {"taken": turned_card}),)
    if RANKING.index(turned_card.rank) < RANKING.index(given_card.rank):
        return (Reason("why_exchange", {"taken": turned_card, "given": given_card}),)
    return ()
