"""Events that `game.core.phase.Phase.apply` and `game.match.match.Match.apply` return.

The screen animates them, the log puts them into words, statistics count them. ``seen_by(seat)`` is the event as that
seat may know it; the seat is None for a spectator.
"""

from __future__ import annotations

from typing import Self

import msgspec

from game.core.cards import HIDDEN_CARD, Card, Hands, make_hidden_cards


class Event(msgspec.Struct, frozen=True):
    """A fact of the match."""

    def seen_by(self, seat: int | None) -> Self:
        """Return the event without what ``seat`` may not know; None is a spectator."""
        return self

    @property
    def code(self) -> str:
        """The code of the event's sentence in `game.text.messages`."""
        return type(self).__name__


class UnknownEvent(Event, frozen=True):
    """An event of a newer version of the program, in place of which this version shows nothing."""


class DealerDrawn(Event, frozen=True):
    """The cards drawn from the spread pack before the match, to choose the first dealer.

    ``rounds`` holds the (seat, card) pairs of each round. The last round decided; only seats that tied drew again.
    """

    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    dealer: int


class ShuffleCommitted(Event, frozen=True):
    """The commitment to a shuffle, published before the first card is dealt.

    ``number``: number of the deal, from 1. ``seal``: the hash, empty where a deal code gives the pack. Seed and salt
    are revealed after the deal (docs/fairness.md).
    """

    number: int
    seal: str = ""

    @property
    def code(self) -> str:
        return "ShuffleCommitted" if self.seal else "ShuffleCommittedByCode"


class CardsDealt(Event, frozen=True):
    """The deal of a hand to every seat. ``unseen_seats``: the seats that do not see their own hand yet."""

    dealer: int
    hands: Hands
    unseen_seats: tuple[int, ...] = ()

    def seen_by(self, seat: int | None) -> CardsDealt:
        viewer = None if seat in self.unseen_seats else seat
        return CardsDealt(self.dealer, mask_hands(self.hands, viewer), self.unseen_seats)


class TrumpCardTurned(Event, frozen=True):
    """The turning up of the card that fixes the trump."""

    card: Card


class CardPlayed(Event, frozen=True):
    """A card played to the trick.

    ``is_face_down``: only the seat that played it knows the card.
    """

    seat: int
    card: Card
    is_face_down: bool = False

    def seen_by(self, seat: int | None) -> CardPlayed:
        is_visible = not self.is_face_down or seat == self.seat
        return self if is_visible else CardPlayed(self.seat, HIDDEN_CARD, True)

    @property
    def code(self) -> str:
        if not self.is_face_down:
            return "CardPlayed"
        return "CardPlayedHidden" if self.card is HIDDEN_CARD else "CardPlayedFaceDown"


class TrickTaken(Event, frozen=True):
    """A complete trick that ``winner`` takes.

    ``points``: its card points, None in games that count tricks only; ``face_down_seats``: the seats whose cards stay
    hidden.
    """

    winner: int
    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    points: int | None
    face_down_seats: tuple[int, ...] = ()

    def seen_by(self, seat: int | None) -> TrickTaken:
        if not self.face_down_seats:
            return self
        cards = mask_plays(self.seats, self.cards, self.face_down_seats, seat)
        return TrickTaken(self.winner, self.seats, cards, self.points, self.face_down_seats)

    @property
    def code(self) -> str:
        if self.points is None:
            return "TrickTakenPlain"
        return "TrickTaken" if self.points else "TrickTakenEmpty"


class CardDrawn(Event, frozen=True):
    """A card drawn from the stock.

    ``is_turned_card``: it was the turned card, face up under the stock.
    """

    seat: int
    card: Card
    is_turned_card: bool

    def seen_by(self, seat: int | None) -> CardDrawn:
        return self if self.is_turned_card or seat == self.seat else CardDrawn(self.seat, HIDDEN_CARD, False)

    @property
    def code(self) -> str:
        if self.is_turned_card:
            return "CardDrawnTurned"
        return "CardDrawnHidden" if self.card is HIDDEN_CARD else "CardDrawn"


class TurnedCardSwapped(Event, frozen=True):
    """An exchange of the card ``given`` for the turned card ``taken``.

    ``is_face_down``: only the seat knows the card that it gave.
    """

    seat: int
    given: Card
    taken: Card
    is_face_down: bool = False

    def seen_by(self, seat: int | None) -> TurnedCardSwapped:
        is_visible = not self.is_face_down or seat == self.seat
        return self if is_visible else TurnedCardSwapped(self.seat, HIDDEN_CARD, self.taken, True)

    @property
    def code(self) -> str:
        if not self.is_face_down:
            return "TurnedCardSwapped"
        return "TurnedCardSwappedHidden" if self.given is HIDDEN_CARD else "TurnedCardSwappedFaceDown"


class PlayerPassed(Event, frozen=True):
    """A pass of a seat."""

    seat: int


class DealAnnulled(Event, frozen=True):
    """A deal that does not count because of what was dealt.

    ``hands``: the hands that all seats see as the reason, those of ``seats`` in their order; ``rule``: the rule that
    annuls the deal, the end of the code of the event's sentence.
    """

    seats: tuple[int, ...]
    hands: Hands
    rule: str

    @property
    def code(self) -> str:
        return f"DealAnnulled_{self.rule}"


class DealVoided(Event, frozen=True):
    """A deal that does not count because nobody played."""


class DealScored(Event, frozen=True):
    """The score of a finished deal.

    ``scores``: change of each seat's total; ``points``: card points or tricks of each seat.
    """

    scores: tuple[int, ...]
    points: tuple[int, ...]


class PlayerTimedOut(Event, frozen=True):
    """The end of a seat's time."""

    seat: int


class PlayerLeft(Event, frozen=True):
    """The departure of a seat's player; the computer plays on for the seat."""

    seat: int


class VoteToEndCast(Event, frozen=True):
    """A vote to end the match without penalty: ``votes`` of ``needed`` are cast."""

    seat: int
    votes: int
    needed: int


class MatchEnded(Event, frozen=True):
    """The end of the match; ``winners`` is empty if it ended without a result."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def code(self) -> str:
        return "MatchEnded" if self.winners else "MatchEndedOpen"


def mask_hands(hands: Hands, viewer: int | None, open_seats: tuple[int, ...] = ()) -> Hands:
    """Return ``hands`` as ``viewer`` may see them.

    The viewer's own hand and those of ``open_seats`` are visible, the others are hidden cards. ``viewer``: a seat, or
    None for a spectator.
    """
    return tuple(
        hand if seat == viewer or seat in open_seats else make_hidden_cards(len(hand))
        for seat, hand in enumerate(hands)
    )


def mask_plays(
    seats: tuple[int, ...], cards: tuple[Card, ...], face_down_seats: tuple[int, ...], viewer: int | None
) -> tuple[Card, ...]:
    """Return the cards of a trick as ``viewer`` may see them, in the same order.

    ``seats``: the seats that played ``cards``. Cards that other seats laid face down (``face_down_seats``) are hidden
    cards. ``viewer``: a seat, or None for a spectator.
    """
    hidden_seats = {seat for seat in face_down_seats if seat != viewer}
    return tuple(HIDDEN_CARD if seat in hidden_seats else card for seat, card in zip(seats, cards, strict=False))
