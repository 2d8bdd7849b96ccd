"""How people hold their hands, each for his own eyes: kept with the match beside its record, for the deal played."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.cards import Card, Hand, cards


class Held(msgspec.Struct, frozen=True):
    """The hand of a seat from left to right, in notation."""

    seat: int
    hand: str


class Arrangements(msgspec.Struct, frozen=True):
    """All hands that were arranged in the deal with this number."""

    deal: int = 0
    all: tuple[Held, ...] = ()

    def of(self, deal: int, seat: int) -> Hand:
        """How a seat has arranged its cards in this deal; empty if it has not."""
        found = (one.hand for one in self.all if one.seat == seat and self.deal == deal)
        return cards(next(found, ""))

    def arranged(self, deal: int, seat: int, hand: tuple[Card, ...]) -> Arrangements:
        """With another arrangement of one seat, an empty one for none; those of an earlier deal are gone."""
        others = tuple(one for one in self.all if one.seat != seat) if deal == self.deal else ()
        held = Held(seat, " ".join(card.name for card in hand))
        return Arrangements(deal, (*others, held) if hand else others)


def arrangements_of(kept: Any) -> Arrangements:
    """The arrangements as they were ``kept``; those that were damaged are forgotten, they are not the match."""
    try:
        found = msgspec.convert(kept, Arrangements)
        for one in found.all:
            cards(one.hand)
    except (msgspec.ValidationError, ValueError):
        return Arrangements()
    return found
