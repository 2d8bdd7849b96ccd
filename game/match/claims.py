"""Claiming the rest of a deal: who can prove from what he may know that all tricks to come are his, or none.

The proof holds against every deal of the cards that he has not seen, and whatever the others play: it takes it that any
of those cards may lie in any hand. It is asked of the rules of the game, which know what beats what and what must be
followed, and it never becomes wrong as the cards of `Claim.card_order` are played. It tells nothing that the seat could
not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from game.core.actions import Play
from game.core.cards import HIDDEN_CARD, Card, Hand
from game.core.messages import Reason
from game.core.trick_taking import Trick, TrickPhase, get_card_strengths, order_seats_from, replace, sort_hand
from game.match.observation import Observation, find_outstanding_cards

MIN_CLAIM_CARDS: Final = 2
"""Who holds only one card has nothing to be spared."""
TWO_PLAYERS: Final = 2
"""Of so many at play one gets what the other does not."""


class Claim(NamedTuple):
    """A claim of the rest. ``card_order``: the viewer's cards as they are to be played, of the legal ones the first at
    each turn; ``reason``: what makes it certain.
    """

    card_order: Hand
    reason: Reason

    def next_play(self, observation: Observation) -> Play | None:
        """What is to be played now; None where it is not the seat's turn any more."""
        playable = {action.card: action for action in observation.legal_actions if isinstance(action, Play)}
        return next((playable[card] for card in self.card_order if card in playable), None)


def find_claim(observation: Observation) -> Claim | None:
    """What the seat on turn can claim of the deal; None where that is nothing, or not certain.

    Only once a trick has been taken, when trump is known in every game, and when no card is drawn any more.
    """
    phase, seat = observation.phase, observation.seat
    if (
        not isinstance(phase, TrickPhase)
        or seat is None
        or not observation.legal_actions
        or not phase.completed_tricks
        or phase.cards_to_draw
    ):
        return None
    hand = phase.hands[seat]
    if len(hand) < MIN_CLAIM_CARDS or HIDDEN_CARD in hand:
        return None
    outstanding = find_outstanding_cards(observation)
    playable = [action.card for action in observation.legal_actions if isinstance(action, Play)]
    return _claim_all_tricks(phase, seat, hand, playable, outstanding) or _claim_no_trick(
        phase, seat, hand, playable, outstanding
    )


def _get_strength_function(phase: TrickPhase, led_card: Card) -> Callable[[Card], int]:
    return get_card_strengths(phase.ranking, phase.trump, led_card.suit).__getitem__


# -- all -------------------------------------------------------------------------------------------


def _claim_all_tricks(
    phase: TrickPhase, seat: int, hand: Hand, playable: list[Card], outstanding: frozenset[Card]
) -> Claim | None:
    """Every trick to come, this one too."""
    if not phase.trick.cards:
        return _claim_all_from_lead(phase, seat, hand, outstanding, len(hand))
    for card in sort_hand(tuple(playable), phase.ranking):
        if _is_certain_to_win(phase, card, outstanding):
            rest = tuple(held for held in hand if held is not card)
            claim = _claim_all_from_lead(_lead_after_winning(phase, seat, card), seat, rest, outstanding, len(hand))
            if claim is not None:
                return claim._replace(card_order=(card, *claim.card_order))
    return None


def _is_certain_to_win(phase: TrickPhase, card: Card, outstanding: frozenset[Card]) -> bool:
    """Whether a card takes the trick that lies there, whatever is played after it."""
    strength, is_last_to_play = (
        _get_strength_function(phase, phase.trick.cards[0]),
        len(phase.trick.cards) == len(phase.trick.seats) - 1,
    )
    rivals = (*phase.trick.cards, *(() if is_last_to_play else outstanding))
    return not phase.is_played_face_down(card) and strength(card) > max(map(strength, rivals), default=0)


def _lead_after_winning(phase: TrickPhase, seat: int, card: Card) -> TrickPhase:
    """The play after ``seat`` has taken the trick with ``card``: it leads to the next."""
    hands = tuple(tuple(held for held in hand if held is not card) for hand in phase.hands)
    next_trick = Trick(order_seats_from(phase.trick.seats, seat))
    # Of the tricks that are done the rules only ask here how many there are.
    return replace(
        phase, hands=hands, trick=next_trick, completed_tricks=(*phase.completed_tricks, phase.completed_tricks[-1])
    )


def _claim_all_from_lead(
    phase: TrickPhase, seat: int, hand: Hand, outstanding: frozenset[Card], trick_count: int
) -> Claim | None:
    """All of a hand takes its tricks when it leads: in any order, where nothing that is out beats a card of it; else
    its trumps first, if they are higher than those that are out and, being followed, draw them all. ``trick_count``:
    how many
    tricks there are to come."""
    illegal_cards = phase.illegal_cards(seat)
    if all(_is_unbeatable_when_led(phase, card, outstanding) for card in hand):
        order = sorted(
            _sort_trumps_first(phase, hand), key=lambda card: card in illegal_cards and card.suit == phase.trump
        )
        return Claim(tuple(order), Reason("claim_all", {"count": trick_count}))
    trumps = tuple(card for card in hand if card.suit == phase.trump)
    outstanding_trumps = [card for card in outstanding if card.suit == phase.trump]
    outstanding_others = frozenset(card for card in outstanding if card.suit != phase.trump)
    are_trumps_drawn = len(outstanding_trumps) <= len(trumps) and _must_trump_lead_be_followed(
        phase, seat, trumps, outstanding_trumps
    )
    can_lead_trump = not any(card in illegal_cards for card in _sort_trumps_first(phase, trumps)[:1])
    if (
        are_trumps_drawn
        and can_lead_trump
        and all(
            _is_unbeatable_when_led(phase, card, outstanding if card in trumps else outstanding_others) for card in hand
        )
    ):
        side_cards = tuple(card for card in hand if card not in trumps)
        return Claim(
            (*_sort_trumps_first(phase, trumps), *_sort_trumps_first(phase, side_cards)),
            Reason("claim_drawing", {"count": trick_count}),
        )
    return None


def _sort_trumps_first(phase: TrickPhase, hand: Hand) -> Hand:
    """Trumps first, each suit from its highest card."""
    by_suit = sort_hand(hand, phase.ranking)
    return tuple(sorted(by_suit, key=lambda card: card.suit != phase.trump))


def _is_unbeatable_when_led(phase: TrickPhase, card: Card, outstanding: Iterable[Card]) -> bool:
    """Whether nothing that is out beats a card that is led."""
    strength = _get_strength_function(phase, card)
    return all(strength(other) < strength(card) for other in outstanding)


def _must_trump_lead_be_followed(phase: TrickPhase, seat: int, trumps: Hand, outstanding_trumps: list[Card]) -> bool:
    """Whether the rules have everybody follow a trump that is led with one, if he has any."""
    side_cards = [card for card in phase.hands[seat] if card.suit != phase.trump]
    if not trumps or not side_cards:
        return False
    opponent = next(player for player in phase.trick.seats if player != seat)
    for opponent_trump in outstanding_trumps:
        hands = tuple(
            (opponent_trump, side_cards[0]) if seat_of_hand == opponent else hand
            for seat_of_hand, hand in enumerate(phase.hands)
        )
        hypothetical = replace(phase, hands=hands, trick=Trick(order_seats_from(phase.trick.seats, seat), (trumps[0],)))
        if side_cards[0] not in hypothetical.illegal_cards(opponent):
            return False
    return True


# -- none ------------------------------------------------------------------------------------------


def _claim_no_trick(
    phase: TrickPhase, seat: int, hand: Hand, playable: list[Card], outstanding: frozenset[Card]
) -> Claim | None:
    """No trick to come, where that is all that counts: one other gets them, or the cards taken are worth nothing."""
    if phase.card_points and len(phase.trick.seats) != TWO_PLAYERS:
        return None
    cannot_win_now = _cannot_win_when_led if not phase.trick.cards else _cannot_win_current_trick
    if not all(cannot_win_now(phase, card, outstanding) for card in playable):
        return None
    if not all(_cannot_win_when_following(phase, card, outstanding) for card in hand):
        return None
    cards = (*playable, *(card for card in hand if card not in playable))
    return Claim(cards, Reason("claim_none", {"count": len(hand)}))


def _cannot_win_when_led(phase: TrickPhase, card: Card, outstanding: frozenset[Card]) -> bool:
    """Whether any card that is out beats this one when it is led."""
    strength = _get_strength_function(phase, card)
    return not phase.is_played_face_down(card) and all(strength(other) > strength(card) for other in outstanding)


def _cannot_win_current_trick(phase: TrickPhase, card: Card, _outstanding: frozenset[Card]) -> bool:
    """Whether the trick that lies there is somebody else's already."""
    strength = _get_strength_function(phase, phase.trick.cards[0])
    return phase.is_played_face_down(card) or strength(card) < max(map(strength, phase.trick.cards))


def _cannot_win_when_following(phase: TrickPhase, card: Card, outstanding: frozenset[Card]) -> bool:
    """Whether a card loses to whatever another leads of what is out."""
    return all(
        _get_strength_function(phase, led_card)(card) < _get_strength_function(phase, led_card)(led_card)
        for led_card in outstanding
    )
