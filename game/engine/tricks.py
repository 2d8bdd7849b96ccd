"""The trick phase that all the games share.

A game says how its cards rank, which may be played (``playable``) and why no others, which is laid face down
(``falls_face_down``) and what happens when a trick has been taken (``after_trick``); turn order, taking and
the end of the cards are the same for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Self

import msgspec

from game.engine.actions import Action, Play
from game.engine.cards import FRENCH_PACK, HIDDEN, JOKERS, SUITS, Card, Hand, Hands, Rank, Suit, without
from game.engine.events import Event, Played, TrickTaken, mask_hands, mask_plays
from game.engine.phases import Board, DealResult, Item, Over, Phase, Reason, Rung, Step, ladder

replace = msgspec.structs.replace


class Trick(msgspec.Struct, frozen=True):
    """A trick on the table: who plays to it, in order of play, and the cards so far.

    ``face_down``: the seats whose card lies face down; only its player knows it, and it cannot win.
    """

    seats: tuple[int, ...]
    cards: tuple[Card, ...] = ()
    face_down: tuple[int, ...] = ()

    @property
    def to_play(self) -> int:
        return self.seats[len(self.cards)]

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == len(self.seats)

    @property
    def led(self) -> Card | None:
        return self.cards[0] if self.cards else None

    def with_card(self, card: Card, face_down: bool) -> Trick:
        """The trick when ``card`` has been laid to it."""
        cards = (*self.cards, card)
        return Trick(self.seats, cards, (*self.face_down, self.to_play) if face_down else self.face_down)

    def plays(self) -> tuple[tuple[int, Card], ...]:
        """(seat, card) in order of play."""
        return tuple(zip(self.seats, self.cards, strict=False))

    def seen_by(self, seat: int | None) -> Trick:
        """The trick with the cards hidden that lie face down, but for those of ``seat``."""
        if not self.face_down:
            return self
        return replace(self, cards=mask_plays(self.seats, self.cards, self.face_down, seat))


class Taken(msgspec.Struct, frozen=True):
    """A trick that has been taken, by whom, and what it counts: its card points, or 1 where only tricks count."""

    trick: Trick
    winner: int
    points: int


@lru_cache(maxsize=512)
def powers(ranking: tuple[Rank, ...], trump: Suit | None, led: Suit) -> Mapping[Card, int]:
    """How strong each card is in a trick: 0 cannot win; trumps above the suit led. ``ranking``: high to low."""
    height = {rank: len(ranking) - at for at, rank in enumerate(ranking)}
    table = {HIDDEN: 0}
    for card in (*FRENCH_PACK, *JOKERS):
        over = 100 if card.suit == trump else 0
        table[card] = over + height.get(card.rank, 0) if card.suit in (trump, led) else 0
    return table


def winner_of(trick: Trick, ranking: tuple[Rank, ...], trump: Suit | None) -> int:
    """The seat that wins a trick: the highest trump, else the highest card of the suit led."""
    power = powers(ranking, trump, trick.cards[0].suit)
    strengths = [power[card] for card in trick.cards]
    return trick.seats[strengths.index(max(strengths))]


def sorted_hand(hand: Hand, ranking: tuple[Rank, ...]) -> Hand:
    """A hand as a player holds it: by suits, each from high to low."""
    return tuple(sorted(hand, key=_places(ranking).__getitem__))


@lru_cache(maxsize=16)
def _places(ranking: tuple[Rank, ...]) -> Mapping[Card, tuple[int, int]]:
    """Where each card stands in a sorted hand; ranks that are not in ``ranking`` before all of their suit."""
    height = {rank: at for at, rank in enumerate(ranking)}
    return {card: (SUITS.index(card.suit), height.get(card.rank, -1)) for card in (*FRENCH_PACK, *JOKERS)}


def deal_round(pack: tuple[Card, ...], seats: int, dealer: int, size: int) -> Hands:
    """``size`` cards to each seat, one at a time from forehand: the hands by seat, as dealt."""
    order = in_order(tuple(range(seats)), (dealer + 1) % seats)
    return tuple(pack[order.index(seat) : size * seats : seats] for seat in range(seats))


@lru_cache(maxsize=512)
def in_order(seats: tuple[int, ...], first: int) -> tuple[int, ...]:
    """``seats`` turned so that ``first`` comes first."""
    at = seats.index(first)
    return seats[at:] + seats[:at]


def of_suit(hand: Hand, suit: Suit | None) -> list[Card]:
    """The cards of a suit. A duty that no card can meet binds nobody: ``of_suit(hand, suit) or hand``."""
    return [card for card in hand if card.suit == suit]


class PlayedOut(Over, frozen=True, kw_only=True):
    """The deal is over and every trick of it was taken: ``done`` are all of them, open to everybody by now."""

    done: tuple[Taken, ...]


def card_sum(some: Iterable[Card], values: Mapping[Rank, int], seats: tuple[int, ...]) -> tuple[Rung, ...]:
    """The card points of ``seats`` as one adds them up: so many aces, so many threes, and so on."""
    ranks = [card.rank for card in some]
    lines = (Item(Reason("rung_cards", {"kind": rank}), "+", (ranks.count(rank), values[rank])) for rank in values)
    return ladder(seats, *(item for item in lines if item.factors[0]))


def reached(done: tuple[Taken, ...], side: Collection[int], least: int) -> int | None:
    """The place of the trick with which ``side`` came to ``least`` points; None if it never did."""
    points = 0
    for at, taken in enumerate(done):
        points += taken.points if taken.winner in side else 0
        if points >= least:
            return at
    return None


class Tricks(Phase, frozen=True, kw_only=True):
    """Cards are played. ``done`` are the tricks taken so far, the oldest first. Only the seats of ``trick`` play.

    ``ranking``: high to low; ``values``: card points, empty where each trick counts 1.
    """

    in_play: ClassVar[bool] = True
    ranking: ClassVar[tuple[Rank, ...]]
    values: ClassVar[Mapping[Rank, int]] = {}

    hands: Hands
    trick: Trick
    trump: Suit | None
    done: tuple[Taken, ...] = ()

    @property
    def to_act(self) -> int | None:
        return self.trick.to_play

    def awaits(self, seat: int) -> bool:
        trick = self.trick
        return seat == trick.seats[len(trick.cards)]

    @property
    def to_draw(self) -> int:
        """How many cards will still be drawn. Here: none."""
        return 0

    @property
    def away(self) -> Hand:
        """The cards that were put away, out of play, hidden where they are hidden. Here: none."""
        return ()

    def unplayed(self) -> Self:
        """The play as if no card had fallen yet, the hands as they are: to ask its rules."""
        return replace(self, done=(), trick=Trick(self.trick.seats))

    def points(self) -> tuple[int, ...]:
        sums = [0] * self.seats
        for taken in self.done:
            sums[taken.winner] += taken.points
        return tuple(sums)

    def candidates(self) -> tuple[Action, ...]:
        seat = self.trick.to_play
        plays = [Play(seat, card) for card in self.hands[seat]]
        return (*plays, *(action for actions, _reason in self.besides() for action in actions))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if not isinstance(action, Play):
            return self.why_not_besides(action)
        return None if action.card in self.playable(action.seat) else self.why_not_card(action.seat, action.card)

    def legal(self) -> tuple[Action, ...]:
        trick, besides = self.trick, self.besides()
        seat = trick.seats[len(trick.cards)]
        plays: tuple[Action, ...] = tuple([Play(seat, card) for card in self.playable(seat)])
        if not besides:
            return plays
        return (*plays, *(action for actions, reason in besides if reason is None for action in actions))

    def playable(self, seat: int) -> Sequence[Card]:
        """The cards of the hand of ``seat`` that may be played to this trick, in its order. Free play: all."""
        return self.hands[seat]

    def why_refused(self, seat: int, card: Card) -> Reason:
        """Why a card of the hand of ``seat`` is not `playable`."""
        raise NotImplementedError

    def refusals(self, seat: int) -> Mapping[Card, Reason]:
        """The cards of the hand of ``seat`` that may not be played to this trick, and why."""
        playable = self.playable(seat)
        return {card: self.why_refused(seat, card) for card in self.hands[seat] if card not in playable}

    def why_not_card(self, seat: int, card: Card) -> Reason | None:
        """Why ``seat`` may not play a card to this trick."""
        if card in self.playable(seat):
            return None
        if card not in self.hands[seat]:
            return Reason("not_in_hand", {"card": card})
        return self.why_refused(seat, card)

    def falls_face_down(self, card: Card) -> bool:
        """Whether a card that is played now is laid face down. Here: never."""
        return False

    def besides(self) -> tuple[tuple[tuple[Action, ...], Reason | None], ...]:
        """What else than a card the seat to act might do: actions that stand or fall together, and why not."""
        return ()

    def why_not_besides(self, action: Action) -> Reason | None:
        """Why something else than a card may not be done on turn."""
        return next((reason for actions, reason in self.besides() if action in actions), Reason("not_now"))

    def do(self, action: Action) -> Step:
        assert isinstance(action, Play)
        seat, card, hands = action.seat, action.card, list(self.hands)
        hands[seat] = without(hands[seat], card)
        hides = self.falls_face_down(card)
        trick = self.trick.with_card(card, hides)
        after = replace(self, hands=tuple(hands), trick=trick)
        played = Played(seat, card, hides)
        if len(trick.cards) < len(trick.seats):
            return Step(after, (played,))
        taken = after.take()
        return Step(taken.state, (played, *taken.events))

    def take(self) -> Step:
        """The complete trick goes to its winner, who leads to the next."""
        seen = self.trick.seen_by(None) if self.trick.face_down else self.trick
        winner = winner_of(seen, self.ranking, self.trump)
        points = sum(self.values.get(card.rank, 0) for card in self.trick.cards) if self.values else None
        event = TrickTaken(winner, self.trick.seats, self.trick.cards, points, self.trick.face_down)
        taken = Taken(self.trick, winner, 1 if points is None else points)
        after = replace(self, done=(*self.done, taken), trick=Trick(in_order(self.trick.seats, winner)))
        then = after.after_trick()
        if isinstance(then.state, Tricks) and not then.state.hands[winner]:
            settled = then.state.settle()
            return Step(settled.state, (event, *then.events, *settled.events))
        return Step(then.state, (event, *then.events))

    def after_trick(self) -> Step:
        """What the game does between two tricks (drawing). Here: nothing."""
        return Step(self, ())

    def settle(self) -> Step:
        """The score, when all cards are played."""
        raise NotImplementedError

    def seen_by(self, seat: int | None) -> Self:
        seen = replace(self, hands=mask_hands(self.hands, seat))
        if not (self.trick.face_down or any(taken.trick.face_down for taken in self.done)):
            return seen
        done = tuple(replace(taken, trick=taken.trick.seen_by(seat)) for taken in self.done)
        return replace(seen, trick=self.trick.seen_by(seat), done=done)

    def board(self) -> Board:
        piles = [0] * self.seats
        for taken in self.done:
            piles[taken.winner] += len(taken.trick.cards)
        last = self.done[-1] if self.done else None
        return Board(
            hands=self.hands, trick=self.trick.plays(), piles=tuple(piles), trump=self.trump,
            last=last.trick.plays() if last else (), last_winner=last.winner if last else None,
            face_down=self.trick.face_down, last_face_down=last.trick.face_down if last else (),
        )  # fmt: skip

    def end(self, outcome: DealResult, *events: Event) -> Step:
        """The deal is over with this outcome."""
        over = PlayedOut(
            options=self.options, seats=self.seats, dealer=self.dealer, outcome=outcome, last=self.board(),
            done=self.done,
        )  # fmt: skip
        return Step(over, events)
