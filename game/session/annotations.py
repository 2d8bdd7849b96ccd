"""Private notes of players during a deal: marks on other seats, order of the hand.

They are stored beside the record, not in it. Only their author sees them, and only during that deal.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from game.core.cards import Hand, parse_cards
from game.core.messages import N_, Reason
from game.core.sanitizer import is_visible_line
from game.session.match_store import MatchStore
from game.session.messages import MarkSeat, SeatNotes
from game.storage.matches import MatchRepository

MAX_MARK_CHARACTERS: Final = 20
NOT_KEPT: Final = N_("Your marks and card order were not saved. {fault}")
MarkText = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_MARK_CHARACTERS)]


class SeatMark(msgspec.Struct, frozen=True):
    """A mark that the person at ``by`` put on ``seat``; ``word``: 1 to 20 characters."""

    by: int
    seat: int
    word: MarkText


class DealMarks(msgspec.Struct, frozen=True):
    """All marks of the deal with the number ``deal``."""

    deal: int = 0
    all: tuple[SeatMark, ...] = ()

    def get_marks(self, deal: int, author: int) -> dict[int, str]:
        """Return the marks of one author in a deal, by marked seat.

        Empty if ``deal`` is another deal than that of the marks. Only the author may know them.
        """
        return {mark.seat: mark.word for mark in self.all if mark.by == author} if deal == self.deal else {}

    def with_mark(self, deal: int, author: int, seat: int, word: str) -> DealMarks:
        """Return the marks with ``word`` as the author's mark on ``seat``.

        An empty ``word`` removes the mark. If ``deal`` is another deal than that of these marks, they are dropped.
        """
        others = tuple(mark for mark in self.all if (mark.by, mark.seat) != (author, seat)) if deal == self.deal else ()
        return DealMarks(deal, (*others, SeatMark(author, seat, word)) if word else others)


class HandOrder(msgspec.Struct, frozen=True):
    """The hand of a seat from left to right, in card notation."""

    seat: int
    hand: str


class HandOrders(msgspec.Struct, frozen=True):
    """All hands that players arranged in the deal with the number ``deal``."""

    deal: int = 0
    all: tuple[HandOrder, ...] = ()

    def get_order(self, deal: int, seat: int) -> Hand:
        """Return the hand of ``seat`` as its player arranged it, from left to right, or () if they did not.

        Return () also if ``deal`` is another deal than that of the orders.
        """
        hands = (order.hand for order in self.all if order.seat == seat and self.deal == deal)
        return parse_cards(next(hands, ""))

    def with_order(self, deal: int, seat: int, hand: Hand) -> HandOrders:
        """Return the orders with ``hand`` as that of ``seat``.

        An empty ``hand`` removes the order. If ``deal`` is another deal than that of these orders, they are dropped.
        """
        others = tuple(order for order in self.all if order.seat != seat) if deal == self.deal else ()
        new_order = HandOrder(seat, " ".join(card.name for card in hand))
        return HandOrders(deal, (*others, new_order) if hand else others)


def parse_marks(stored: Any) -> DealMarks:
    """Return the marks from a stored note, or no marks if the note is damaged."""
    try:
        return msgspec.convert(stored, DealMarks)
    except msgspec.ValidationError:
        return DealMarks()


def parse_hand_orders(stored: Any) -> HandOrders:
    """Return the hand orders from a stored note, or none if the note is damaged."""
    try:
        orders = msgspec.convert(stored, HandOrders)
        for order in orders.all:
            parse_cards(order.hand)
    except (msgspec.ValidationError, ValueError):
        return HandOrders()
    return orders


class PrivateNotes:
    """The private notes of all people in one hosted match; ``marks``, ``hand_orders``: as they were stored."""

    def __init__(self, store: MatchStore, marks: DealMarks, hand_orders: HandOrders) -> None:
        self._store = store
        self._marks = marks
        self._hand_orders = hand_orders

    def get(self, deal: int, seat: int) -> SeatNotes:
        """Return the notes of ``seat`` in a deal. Only its person may know them."""
        return SeatNotes(
            seat, tuple(self._marks.get_marks(deal, seat).items()), self._hand_orders.get_order(deal, seat)
        )

    def mark_seat(self, deal: int, author: int, request: MarkSeat, seat_count: int) -> Reason | None:
        """Store a mark. Return the reason if it is refused, else None."""
        if request.marked_seat == author or request.marked_seat not in range(seat_count):
            return Reason("not_here")
        if request.word and not is_visible_line(request.word, MAX_MARK_CHARACTERS):
            return Reason("not_sayable", {"most": MAX_MARK_CHARACTERS})
        self._marks = self._marks.with_mark(deal, author, request.marked_seat, request.word)
        self._save("marks", self._marks)
        return None

    def arrange_hand(self, deal: int, seat: int, hand: Hand, dealt: Hand) -> Reason | None:
        """Store the order of a hand, of cards that were ``dealt``. Return the reason if it is refused, else None."""
        cards = set(hand)
        if len(cards) < len(hand) or not cards.issubset(dealt):
            return Reason("not_here")
        self._hand_orders = self._hand_orders.with_order(deal, seat, hand)
        self._save("arrangements", self._hand_orders)
        return None

    def _save(self, key: str, notes: DealMarks | HandOrders) -> None:
        """Store notes: actions do not wait for it, and it does not wait for them."""
        value = msgspec.to_builtins(notes)
        written = self._store.save_beside(MatchRepository.store_note, key, value, restarts_turn_clock=False)
        self._store.report_loss(written, NOT_KEPT)
