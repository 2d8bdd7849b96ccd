"""Claiming the rest of a deal: who can prove from what he may know that all tricks to come are his, or none.

The proof holds against every deal of the cards that he has not seen, and whatever the others play: it takes it that
any of those cards may lie in any hand. It is asked of the rules of the game, which know what beats what and what must
be followed, and it never becomes wrong as the cards of `Claim.order` are played. It tells nothing that the seat could
not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from game.engine.actions import Play
from game.engine.cards import HIDDEN, Card, Hand
from game.engine.phases import Reason
from game.engine.tricks import Trick, Tricks, in_order, powers, replace, sorted_hand
from game.unseen import out_cards
from game.view import View

FEWEST: Final = 2
"""Who holds only one card has nothing to be spared."""
ALONE: Final = 2
"""Of so many at play one gets what the other does not."""


class Claim(NamedTuple):
    """``order``: the viewer's cards as they are to be played, of those that may be played the first at each turn;
    ``why``: what makes it certain."""

    order: Hand
    why: Reason

    def next(self, view: View) -> Play | None:
        """What is to be played now; None where it is not the seat's turn any more."""
        playable = {choice.card: choice for choice in view.choices if isinstance(choice, Play)}
        return next((playable[card] for card in self.order if card in playable), None)


def claim_of(view: View) -> Claim | None:
    """What the seat on turn can claim of the deal; None where that is nothing, or not certain.

    Only once a trick has been taken, when trump is known in every game, and when no card is drawn any more.
    """
    phase, seat = view.phase, view.seat
    if not isinstance(phase, Tricks) or seat is None or not view.choices or not phase.done or phase.to_draw:
        return None
    hand = phase.hands[seat]
    if len(hand) < FEWEST or HIDDEN in hand:
        return None
    out = out_cards(view)
    playable = [choice.card for choice in view.choices if isinstance(choice, Play)]
    return _all(phase, seat, hand, playable, out) or _none(phase, seat, hand, playable, out)


def _power(phase: Tricks, led: Card) -> Callable[[Card], int]:
    return powers(phase.ranking, phase.trump, led.suit).__getitem__


# -- all -------------------------------------------------------------------------------------------


def _all(phase: Tricks, seat: int, hand: Hand, playable: list[Card], out: frozenset[Card]) -> Claim | None:
    """Every trick to come, this one too."""
    if not phase.trick.cards:
        return _leads(phase, seat, hand, out, len(hand))
    for card in sorted_hand(tuple(playable), phase.ranking):
        if _takes(phase, card, out):
            rest = tuple(one for one in hand if one is not card)
            led = _leads(_after(phase, seat, card), seat, rest, out, len(hand))
            if led is not None:
                return led._replace(order=(card, *led.order))
    return None


def _takes(phase: Tricks, card: Card, out: frozenset[Card]) -> bool:
    """Whether a card takes the trick that lies there, whatever is played after it."""
    power, last = _power(phase, phase.trick.cards[0]), len(phase.trick.cards) == len(phase.trick.seats) - 1
    over = (*phase.trick.cards, *(() if last else out))
    return not phase.falls_face_down(card) and power(card) > max(map(power, over), default=0)


def _after(phase: Tricks, seat: int, card: Card) -> Tricks:
    """The play after ``seat`` has taken the trick with ``card``: it leads to the next."""
    hands = tuple(tuple(one for one in hand if one is not card) for hand in phase.hands)
    lead = Trick(in_order(phase.trick.seats, seat))
    # Of the tricks that are done the rules only ask here how many there are.
    return replace(phase, hands=hands, trick=lead, done=(*phase.done, phase.done[-1]))


def _leads(phase: Tricks, seat: int, hand: Hand, out: frozenset[Card], count: int) -> Claim | None:
    """All of a hand takes its tricks when it leads: in any order, where nothing that is out beats a card of it; else
    its trumps first, if they are higher than those that are out and, being followed, draw them all. ``count``: how many
    tricks there are to come."""
    refused = phase.refusals(seat)
    if all(_stands(phase, card, out) for card in hand):
        order = sorted(_sorted(phase, hand), key=lambda card: card in refused and card.suit == phase.trump)
        return Claim(tuple(order), Reason("claim_all", {"count": count}))
    trumps = tuple(card for card in hand if card.suit == phase.trump)
    theirs = [card for card in out if card.suit == phase.trump]
    rest = frozenset(card for card in out if card.suit != phase.trump)
    drawn = len(theirs) <= len(trumps) and _must_follow(phase, seat, trumps, theirs)
    free = not any(card in refused for card in _sorted(phase, trumps)[:1])
    if drawn and free and all(_stands(phase, card, out if card in trumps else rest) for card in hand):
        others = tuple(card for card in hand if card not in trumps)
        return Claim((*_sorted(phase, trumps), *_sorted(phase, others)), Reason("claim_drawing", {"count": count}))
    return None


def _sorted(phase: Tricks, hand: Hand) -> Hand:
    """Trumps first, each suit from its highest card."""
    by_suit = sorted_hand(hand, phase.ranking)
    return tuple(sorted(by_suit, key=lambda card: card.suit != phase.trump))


def _stands(phase: Tricks, card: Card, out: Iterable[Card]) -> bool:
    """Whether nothing that is out beats a card that is led."""
    power = _power(phase, card)
    return all(power(one) < power(card) for one in out)


def _must_follow(phase: Tricks, seat: int, trumps: Hand, theirs: list[Card]) -> bool:
    """Whether the rules have everybody follow a trump that is led with one, if he has any."""
    strangers = [card for card in phase.hands[seat] if card.suit != phase.trump]
    if not trumps or not strangers:
        return False
    other = next(one for one in phase.trick.seats if one != seat)
    for mine in theirs:
        hands = tuple((mine, strangers[0]) if at == other else hand for at, hand in enumerate(phase.hands))
        asked = replace(phase, hands=hands, trick=Trick(in_order(phase.trick.seats, seat), (trumps[0],)))
        if strangers[0] not in asked.refusals(other):
            return False
    return True


# -- none ------------------------------------------------------------------------------------------


def _none(phase: Tricks, seat: int, hand: Hand, playable: list[Card], out: frozenset[Card]) -> Claim | None:
    """No trick to come, where that is all that counts: one other gets them, or the cards taken are worth nothing."""
    if phase.values and len(phase.trick.seats) != ALONE:
        return None
    now = _cannot_lead if not phase.trick.cards else _cannot_take
    if not all(now(phase, card, out) for card in playable):
        return None
    if not all(_cannot_follow(phase, card, out) for card in hand):
        return None
    cards = (*playable, *(card for card in hand if card not in playable))
    return Claim(cards, Reason("claim_none", {"count": len(hand)}))


def _cannot_lead(phase: Tricks, card: Card, out: frozenset[Card]) -> bool:
    """Whether any card that is out beats this one when it is led."""
    power = _power(phase, card)
    return not phase.falls_face_down(card) and all(power(one) > power(card) for one in out)


def _cannot_take(phase: Tricks, card: Card, _out: frozenset[Card]) -> bool:
    """Whether the trick that lies there is somebody else's already."""
    power = _power(phase, phase.trick.cards[0])
    return phase.falls_face_down(card) or power(card) < max(map(power, phase.trick.cards))


def _cannot_follow(phase: Tricks, card: Card, out: frozenset[Card]) -> bool:
    """Whether a card loses to whatever another leads of what is out."""
    return all(_power(phase, led)(card) < _power(phase, led)(led) for led in out)

