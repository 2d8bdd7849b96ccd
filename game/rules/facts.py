"""Facts that the lessons of several games state; a game's own stand in its room."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.actions import Play
from game.engine.cards import HIDDEN, Card, Suit, cards
from game.engine.events import TrickTaken
from game.engine.phases import Board
from game.engine.tricks import Trick, Tricks, powers, winner_of
from game.rules.lesson import LEARNER, Fact, Seen, Value, acts


class Given(Fact, frozen=True):
    """A number of the rules themselves."""

    number: int

    def value(self, seen: Seen) -> Value:
        return self.number


class Shown(Fact, frozen=True):
    """A card lies open before the learner: in his hand, in the trick or in the last one, turned up."""

    name: str

    def holds(self, seen: Seen) -> bool:
        return Card(self.name) in _open(seen.phase.board())

    def value(self, seen: Seen) -> Value:
        return Card(self.name)


def _open(board: Board) -> Iterator[Card]:
    yield from board.hands[LEARNER]
    yield from (card for _seat, card in (*board.trick, *board.last))
    if board.turned is not None:
        yield board.turned


class Held(Fact, frozen=True):
    """The learner holds so many cards: so many tricks are still to be played."""

    count: int

    def holds(self, seen: Seen) -> bool:
        return len(seen.phase.board().hands[LEARNER]) == self.count

    def value(self, seen: Seen) -> Value:
        return self.count


class Trump(Fact, frozen=True):
    """This suit is trump."""

    suit: Suit

    def holds(self, seen: Seen) -> bool:
        return seen.phase.board().trump == self.suit

    def value(self, seen: Seen) -> Value:
        return self.suit


class Took(Fact, frozen=True):
    """Who took the last trick; in a text, its card points."""

    seat: int

    def holds(self, seen: Seen) -> bool:
        taken = self._last(seen)
        return taken is not None and taken.winner == self.seat

    def value(self, seen: Seen) -> Value:
        taken = self._last(seen)
        assert taken is not None and taken.points is not None
        return taken.points

    def _last(self, seen: Seen) -> TrickTaken | None:
        return next((one for one in reversed(seen.events) if isinstance(one, TrickTaken)), None)


class May(Fact, frozen=True):
    """The learner is on turn and may play these cards, and no others."""

    names: str

    def holds(self, seen: Seen) -> bool:
        playable = [one.card for one in seen.phase.legal() if isinstance(one, Play)]
        return seen.phase.to_act == LEARNER and set(playable) == set(cards(self.names))


class Choices(Fact, frozen=True):
    """The learner is on turn and may do this and nothing else: actions without their seat, with commas between."""

    phrases: str

    def holds(self, seen: Seen) -> bool:
        may = {action.phrase for action in seen.phase.legal()}
        return seen.phase.to_act == LEARNER and may == set(acts(self.phrases))


class Leads(Fact, frozen=True):
    """Who leads to the trick that begins."""

    seat: int

    def holds(self, seen: Seen) -> bool:
        return seen.phase.in_play and not seen.phase.board().trick and seen.phase.to_act == self.seat


class Last(Fact, frozen=True):
    """The learner is the last to play to the trick."""

    def holds(self, seen: Seen) -> bool:
        tricks = seen.phase
        on_turn = isinstance(tricks, Tricks) and tricks.to_act == LEARNER
        return on_turn and isinstance(tricks, Tricks) and len(tricks.trick.cards) == len(tricks.trick.seats) - 1


class Winning(Fact, frozen=True):
    """Whose card takes the trick as it lies; in a text, the card points in it."""

    seat: int

    def holds(self, seen: Seen) -> bool:
        trick = self._trick(seen)
        return bool(trick.cards) and winner_of(trick, _tricks(seen).ranking, _tricks(seen).trump) == self.seat

    def value(self, seen: Seen) -> Value:
        return sum(_tricks(seen).values.get(card.rank, 0) for card in self._trick(seen).cards)

    def _trick(self, seen: Seen) -> Trick:
        return _tricks(seen).trick


class Would(Fact, frozen=True):
    """A card of the learner's takes the trick as it lies; with ``not_it`` it does not."""

    name: str
    not_it: bool = False

    def holds(self, seen: Seen) -> bool:
        tricks, card = _tricks(seen), Card(self.name)
        led = tricks.trick.led or card
        power = powers(tricks.ranking, tricks.trump, led.suit)
        takes = power[card] > max((power[one] for one in tricks.trick.cards), default=0)
        return card in tricks.hands[LEARNER] and takes != self.not_it

    def value(self, seen: Seen) -> Value:
        return Card(self.name)


class StillOut(Fact, frozen=True):
    """The cards of a suit that the learner has not seen yet; in a text, how many."""

    suit: Suit
    names: str

    def holds(self, seen: Seen) -> bool:
        return set(_unseen(seen, self.suit)) == set(cards(self.names))

    def value(self, seen: Seen) -> Value:
        return len(cards(self.names))


class Beats(Fact, frozen=True):
    """Nothing of its suit that the learner has not seen is higher than this card of his."""

    name: str

    def holds(self, seen: Seen) -> bool:
        card, tricks = Card(self.name), _tricks(seen)
        power = powers(tricks.ranking, tricks.trump, card.suit)
        higher = [one for one in _unseen(seen, card.suit) if power[one] > power[card]]
        return card in tricks.hands[LEARNER] and not higher

    def value(self, seen: Seen) -> Value:
        return Card(self.name)


def _tricks(seen: Seen) -> Tricks:
    assert isinstance(seen.phase, Tricks)
    return seen.phase


def _unseen(seen: Seen, suit: Suit) -> list[Card]:
    """The cards of a suit that have neither fallen nor lie before the learner."""
    tricks, ranks = _tricks(seen), _tricks(seen).ranking
    fallen = [card for taken in tricks.done for card in taken.trick.cards]
    known = {*fallen, *tricks.trick.cards, *tricks.hands[LEARNER], tricks.board().turned}
    of_suit = powers(ranks, None, suit)
    return [card for card, power in of_suit.items() if power and card not in known and card is not HIDDEN]


class Taken(Fact, frozen=True):
    """What a seat has taken so far: card points, or tricks where only those count."""

    seat: int

    def value(self, seen: Seen) -> Value:
        return seen.phase.points()[self.seat]


class Scored(Fact, frozen=True):
    """The deal is over and scored; in a text, what it changed for a seat. ``sign``: -1 to say how much it takes off."""

    seat: int
    sign: int = 1

    def holds(self, seen: Seen) -> bool:
        return seen.phase.result is not None and seen.phase.result.state == "scored"

    def value(self, seen: Seen) -> Value:
        assert seen.phase.result is not None
        return seen.phase.result.scores[self.seat] * self.sign


class Stock(Fact, frozen=True):
    """So many cards lie in the stock, the turned one too."""

    count: int

    def holds(self, seen: Seen) -> bool:
        return seen.phase.board().stock == self.count

    def value(self, seen: Seen) -> Value:
        return self.count
