"""Claims: proofs that a seat takes all of the remaining tricks, or none.

A claim holds for every distribution of the cards that the seat has not seen, and for every play of the others: it
assumes that each of those cards may be in any hand. It uses the rules of the game for strength and duty to follow,
stays valid while the cards of `Claim.card_order` are played, and reveals nothing that the seat could not count.
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
"""The size of the smallest hand that can claim; with one card a claim saves nothing."""
TWO_PLAYERS: Final = 2
"""The number of players at which a seat takes every trick that the other does not take."""


class Claim(NamedTuple):
    """A claim of the remaining tricks, all or none.

    ``card_order``: the viewer's cards in order of play; at each turn the first legal one is played. ``reason``: the
    claim in words.
    """

    card_order: Hand
    reason: Reason

    @property
    def wins_tricks(self) -> bool:
        """Whether the claim is of all tricks."""
        return self.reason.code != "claim_none"

    def next_play(self, observation: Observation) -> Play | None:
        """Return the play that follows from the claim now; None if it is not the seat's turn to play a card."""
        playable = {action.card: action for action in observation.legal_actions if isinstance(action, Play)}
        return next((playable[card] for card in self.card_order if card in playable), None)


def find_claim(observation: Observation) -> Claim | None:
    """Return what the seat to act can claim; None if that is nothing, or not certain.

    A claim is possible once a trick was taken, so that the trump is known, and no cards are left to draw.
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
    """Return a claim of all tricks, with the current one."""
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
    """Return whether a card takes the current trick, whatever is played after it."""
    strength, is_last_to_play = (
        _get_strength_function(phase, phase.trick.cards[0]),
        len(phase.trick.cards) == len(phase.trick.seats) - 1,
    )
    rivals = (*phase.trick.cards, *(() if is_last_to_play else outstanding))
    return not phase.is_played_face_down(card) and strength(card) > max(map(strength, rivals), default=0)


def _lead_after_winning(phase: TrickPhase, seat: int, card: Card) -> TrickPhase:
    """Return the phase after ``seat`` has taken the trick with ``card``, and leads."""
    hands = tuple(tuple(held for held in hand if held is not card) for hand in phase.hands)
    next_trick = Trick(order_seats_from(phase.trick.seats, seat))
    # The rules only count the completed tricks here, so that any trick may be appended.
    return replace(
        phase, hands=hands, trick=next_trick, completed_tricks=(*phase.completed_tricks, phase.completed_tricks[-1])
    )


def _claim_all_from_lead(
    phase: TrickPhase, seat: int, hand: Hand, outstanding: frozenset[Card], trick_count: int
) -> Claim | None:
    """Return a claim of all tricks from the lead.

    Either no outstanding card beats a card of the hand, and any order will do. Or the trumps are led first, are higher
    than the outstanding ones and, because a trump lead must be followed, draw all of them. ``trick_count``: number of
    remaining tricks.
    """
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
    can_lead_trump = illegal_cards.keys().isdisjoint(trumps)
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
    """Return the trumps first, each suit from its highest card."""
    by_suit = sort_hand(hand, phase.ranking)
    return tuple(sorted(by_suit, key=lambda card: card.suit != phase.trump))


def _is_unbeatable_when_led(phase: TrickPhase, card: Card, outstanding: Iterable[Card]) -> bool:
    """Return whether no outstanding card beats ``card`` when it is led."""
    strength = _get_strength_function(phase, card)
    return all(strength(other) < strength(card) for other in outstanding)


def _must_trump_lead_be_followed(phase: TrickPhase, seat: int, trumps: Hand, outstanding_trumps: list[Card]) -> bool:
    """Return whether the rules force a player to follow a trump lead with any trump they hold.

    False if ``seat`` has no trump, or only trumps.
    """
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
    """Return a claim of no trick, where that is certain.

    In games with card points it needs two players: then the points of the other follow from it.
    """
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
    """Return whether any outstanding card beats ``card`` when it is led."""
    strength = _get_strength_function(phase, card)
    return not phase.is_played_face_down(card) and all(strength(other) > strength(card) for other in outstanding)


def _cannot_win_current_trick(phase: TrickPhase, card: Card, _outstanding: frozenset[Card]) -> bool:
    """Return whether ``card`` loses to a card of the current trick."""
    strength = _get_strength_function(phase, phase.trick.cards[0])
    return phase.is_played_face_down(card) or strength(card) < max(map(strength, phase.trick.cards))


def _cannot_win_when_following(phase: TrickPhase, card: Card, outstanding: frozenset[Card]) -> bool:
    """Return whether ``card`` loses to the card led, whichever outstanding card that is."""
    return all(
        _get_strength_function(phase, led_card)(card) < _get_strength_function(phase, led_card)(led_card)
        for led_card in outstanding
    )
