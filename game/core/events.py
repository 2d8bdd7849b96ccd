"""The events that `game.core.phase.Phase.apply` and `game.match.match.Match.apply` return.

The screen animates them, the log words them, statistics count them. ``seen_by(seat)`` is the event as that seat may
know it; the seat is None for a spectator.
"""

from __future__ import annotations

from typing import Self

import msgspec

from game.core.cards import HIDDEN_CARD, Card, Hands, make_hidden_cards


class Event(msgspec.Struct, frozen=True):
    """A fact of the game."""

    def seen_by(self, seat: int | None) -> Self:
        """The event without what ``seat`` may not know."""
        return self

    @property
    def code(self) -> str:
        """The name of the event's sentence in `words`."""
        return type(self).__name__


class DealerDrawn(Event, frozen=True):
    """Before the match: what each seat drew from the spread pack, round by round; the last round decided.

    ``rounds`` holds (seat, card) pairs; only those who tied drew again.
    """

    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    dealer: int


class ShuffleCommitted(Event, frozen=True):
    """Before the first card: the seal of what the pack follows from; empty where a deal code gives the pack.

    ``number``: the deal's, from 1. What is sealed is revealed when the deal is over (docs/fairness.md).
    """

    number: int
    seal: str = ""

    @property
    def code(self) -> str:
        return "ShuffleCommitted" if self.seal else "ShuffleCommittedByCode"


class CardsDealt(Event, frozen=True):
    """Every seat got its hand."""

    dealer: int
    hands: Hands

    def seen_by(self, seat: int | None) -> CardsDealt:
        return CardsDealt(self.dealer, mask_hands(self.hands, seat))


class TrumpCardTurned(Event, frozen=True):
    """The card that fixes the trump was turned up."""

    card: Card


class CardPlayed(Event, frozen=True):
    """A card was played. ``is_face_down``: only its player knows which."""

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
    """The trick went to ``winner``; ``points`` are its card points, None in games where only tricks count.

    ``face_down_seats``: the seats whose cards stay hidden.
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
        return "TrickTaken" if self.points is not None else "TrickTakenPlain"


class CardDrawn(Event, frozen=True):
    """A seat drew a card from the stock; ``is_turned_card``: it was the one that lay face up under it."""

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
    """A seat gave ``given`` for the turned card ``taken``. ``is_face_down``: only the seat knows what it put away."""

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
    """A seat passed."""

    seat: int


class DealAnnulled(Event, frozen=True):
    """The deal does not count; ``hands`` are shown to all as the reason, those of ``seats`` in their order."""

    seats: tuple[int, ...]
    hands: Hands


class DealVoided(Event, frozen=True):
    """Nobody wanted to play; the deal does not count."""


class DealScored(Event, frozen=True):
    """The deal is over: what it changed for each seat, and the card points or tricks of each."""

    scores: tuple[int, ...]
    points: tuple[int, ...]


class PlayerTimedOut(Event, frozen=True):
    """The seat's clock ran out."""

    seat: int


class PlayerLeft(Event, frozen=True):
    """The seat's player left the match; the computer plays on."""

    seat: int


class VoteToEndCast(Event, frozen=True):
    """The seat voted to unlock the exit; ``votes`` of ``needed`` are cast."""

    seat: int
    votes: int
    needed: int


class MatchEnded(Event, frozen=True):
    """The match is over; no winners if it ended without a result."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def code(self) -> str:
        return "MatchEnded" if self.winners else "MatchEndedOpen"


def mask_hands(hands: Hands, viewer: int | None, open_seats: tuple[int, ...] = ()) -> Hands:
    """``hands`` as ``viewer`` may see them: its own, those of ``open_seats``, and backs."""
    return tuple(
        hand if seat == viewer or seat in open_seats else make_hidden_cards(len(hand))
        for seat, hand in enumerate(hands)
    )


def mask_plays(
    seats: tuple[int, ...], cards: tuple[Card, ...], face_down_seats: tuple[int, ...], viewer: int | None
) -> tuple[Card, ...]:
    """The cards of a trick as ``viewer`` may see them: those that other seats laid face down are backs."""
    hidden_seats = {seat for seat in face_down_seats if seat != viewer}
    return tuple(HIDDEN_CARD if seat in hidden_seats else card for seat, card in zip(seats, cards, strict=False))
