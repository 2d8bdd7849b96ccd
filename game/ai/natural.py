"""The natural card: of cards that come to the same, the one that a person plays who keeps his better ones.

Compared are cards of one suit that count the same points, by what the seat has seen. Two of them *touch* if nothing
between them is left with others: then it makes no difference at all which of them is played. Two *fare alike* if this
trick surely goes the same way with both; the better one is kept for later, or got rid of where tricks do harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Final

import msgspec

from game.ai.batch.playout import shown_void
from game.ai.batch.tables import tables_for
from game.engine.actions import Play
from game.engine.cards import HIDDEN, Card, Suit
from game.engine.tricks import Tricks, powers
from game.unseen import out_cards
from game.view import View


class Bent(Enum):
    """What the better of two cards that fare alike is to a seat."""

    KEEPS = auto()
    """Good for later: tricks are welcome."""
    SHEDS = auto()
    """A danger: tricks are not."""
    NEITHER = auto()
    """That depends."""


def keeps(_view: View) -> Bent:
    """Tricks are always welcome."""
    return Bent.KEEPS


def none_apart(_view: View) -> tuple[Card, ...]:
    """A card is its rank and suit, and nothing besides."""
    return ()


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """What a game says of its cards. ``bent``: what the better ones are to the view's seat; ``apart``: those that are
    more than their rank, so that none can stand for another."""

    bent: Callable[[View], Bent] = keeps
    apart: Callable[[View], tuple[Card, ...]] = none_apart


KEEPING: Final = Habits()


def natural(view: View, habits: Habits = KEEPING) -> View:
    """The view with its foolish cards left out of the choices, and the cards that are left from the least one up."""
    plays, moment = _plays(view), _moment(view, habits)
    if moment is None:
        return view
    bent = habits.bent(view)
    sense = [play for play in plays if not any(moment.beats(other.card, play.card, bent) for other in plays)]
    return _narrowed(view, sorted(sense, key=lambda play: moment.height(play.card)))


def distinct(view: View, habits: Habits = KEEPING) -> tuple[View, Mapping[Play, Play]]:
    """The view with one play for all whose cards touch, the lowest; and of the others, which one stands for them."""
    plays, moment = _plays(view), _moment(view, habits)
    if moment is None:
        return view, {}
    ordered = sorted(plays, key=lambda play: moment.height(play.card))
    stands = {
        play: next(one for one in ordered if one is play or moment.touch(one.card, play.card)) for play in ordered
    }
    kept = [play for play in plays if stands[play] is play]
    return _narrowed(view, kept), {play: one for play, one in stands.items() if play is not one}


def _plays(view: View) -> list[Play]:
    return [choice for choice in view.choices if isinstance(choice, Play)]


def _narrowed(view: View, plays: list[Play]) -> View:
    others = (choice for choice in view.choices if not isinstance(choice, Play))
    return msgspec.structs.replace(view, choices=(*others, *plays))


def _moment(view: View, habits: Habits) -> _Moment | None:
    """What is to be known to compare the cards; None where there are not two to be compared."""
    phase, plays = view.phase, _plays(view)
    if not isinstance(phase, Tricks) or len(plays) < 2:
        return None
    return _Moment(phase=phase, out=out_cards(view), apart=habits.apart(view))


class _Moment(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A trick as the seat on turn knows it. ``out``: the cards that others hold or will draw, for all that it has seen;
    ``apart``: those that cannot be compared."""

    phase: Tricks
    out: frozenset[Card]
    apart: tuple[Card, ...]

    def height(self, card: Card) -> tuple[bool, int, int]:
        """How precious a card is, wherever it falls: trumps above all, then card points, then rank."""
        return card.suit == self.phase.trump, self.phase.values.get(card.rank, 0), -self._place(card)

    def beats(self, one: Card, other: Card, bent: Bent) -> bool:
        """Whether playing ``one`` is sense where playing ``other`` is foolish."""
        if one is other:
            return False
        low, high = (one, other) if self._place(one) > self._place(other) else (other, one)
        natural = high if bent is Bent.SHEDS else low
        return one is natural and (self.touch(low, high) or (bent is not Bent.NEITHER and self.alike(low, high)))

    def touch(self, low: Card, high: Card) -> bool:
        """Whether two cards are of one kind, and nothing between them is with others or on the table."""
        if not self._same_kind(low, high):
            return False
        between = self.phase.ranking[self._place(high) + 1 : self._place(low)]
        return not any(
            one.suit == low.suit and one.rank in between for some in (self.out, self.phase.trick.cards) for one in some
        )

    def alike(self, low: Card, high: Card) -> bool:
        """Whether two cards are of one kind, and either both take this trick, whatever comes, or neither does."""
        if not self._same_kind(low, high):
            return False
        last = len(self.phase.trick.cards) + 1 == len(self.phase.trick.seats)
        return self._lost(high) or (last and self._takes(low))

    def _place(self, card: Card) -> int:
        return self.phase.ranking.index(card.rank)

    def _same_kind(self, one: Card, other: Card) -> bool:
        points = self.phase.values.get
        return (
            one.suit == other.suit and points(one.rank, 0) == points(other.rank, 0)
            and one not in self.apart and other not in self.apart
        )  # fmt: skip

    # -- this trick ------------------------------------------------------------------------------------

    def _lost(self, card: Card) -> bool:
        return self.phase.falls_face_down(card) or not self._takes(card) or self._ruffed(card)

    def _takes(self, card: Card) -> bool:
        """Whether the trick is this card's for now."""
        fallen = [one for one in self.phase.trick.cards if one is not HIDDEN]
        power = powers(self.phase.ranking, self.phase.trump, fallen[0].suit if fallen else card.suit)
        return all(power[card] > power[one] for one in fallen)

    def _ruffed(self, card: Card) -> bool:
        """Whether somebody who plays later surely trumps the suit of this card, which is the one led."""
        trick, trump = self.phase.trick, self.phase.trump
        if trump is None or card.suit == trump:
            return False
        return any(self._must_ruff(seat, card.suit, trump) for seat in trick.seats[len(trick.cards) + 1 :])

    def _must_ruff(self, seat: int, led: Suit, trump: Suit) -> bool:
        """Whether a seat has nothing to play on the suit ``led`` but trumps, for all that it has shown."""
        rules, size = tables_for(self.phase), len(self.phase.hands[seat])
        lacks = shown_void(self.phase, seat) if rules.follows else frozenset[Suit]()
        may = [one.suit for one in self.out if one.suit not in lacks]
        if led in may or trump not in may:
            return False
        plain = sum(suit != trump for suit in may)
        return plain < size if rules.trumps else not plain
