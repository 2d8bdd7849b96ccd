"""Counting a hand of Spades: what is known of the other hands, and how many tricks a hand can expect against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Final

import msgspec

from game.engine.cards import SUITS, Card, Hand, Suit
from game.rules.spades.game import pack_for
from game.rules.spades.play import RANKING, TRUMP, Bidding, SpadesTricks

HEIGHT: Final = {rank: len(RANKING) - at for at, rank in enumerate(RANKING)}

UNGUARDED: Final = 0.25
"""What is left of the chance of a high card that higher ones are still out against, for each guard it lacks."""

MOST_LACKING: Final = 2
"""A high card that lacks more guards counts for nothing."""

MOST_ROUNDS: Final = 13
"""A side suit has no more cards than this, nor is it played more often."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows: the ``unseen`` cards, high to low by suit, which are all in the other hands; how many
    each of the ``others`` holds (``sizes``); and the suits that each has shown not to hold (``voids``)."""

    unseen: Mapping[Suit, Hand]
    others: tuple[int, ...]
    sizes: tuple[int, ...]
    voids: tuple[frozenset[Suit], ...]

    def holds(self, at: int, suit: Suit, least: int) -> float:
        """How likely the other player number ``at`` holds at least so many cards of ``suit``."""
        if least <= 0:
            return 1.0
        if suit in self.voids[at]:
            return 0.0
        room = sum(size for size, void in zip(self.sizes, self.voids, strict=True) if suit not in void)
        return at_least(room, len(self.unseen[suit]), self.sizes[at], least)

    def holds_one_of(self, at: int, suit: Suit, wanted: int) -> float:
        """How likely he holds at least one of ``wanted`` certain cards of ``suit``."""
        if not wanted or suit in self.voids[at]:
            return 0.0
        room = sum(size for size, void in zip(self.sizes, self.voids, strict=True) if suit not in void)
        return at_least(room, wanted, self.sizes[at], 1)

    def all_follow(self, suit: Suit, rounds: int) -> float:
        """How likely a trick is not ruffed when ``suit`` is played so often: each follows or has no spade."""
        chance = 1.0
        for at in range(len(self.others)):
            follows = self.holds(at, suit, rounds)
            chance *= follows + (1 - follows) * (1 - self.holds(at, TRUMP, 1))
        return chance


@lru_cache(maxsize=100_000)
def at_least(room: int, marked: int, size: int, least: int) -> float:
    """How likely ``size`` of ``room`` places hold at least ``least`` of ``marked`` cards."""
    size, marked = min(size, room), min(marked, room)
    if least > min(size, marked):
        return 0.0
    whole = comb(room, size)
    fewer = sum(comb(marked, few) * comb(room - marked, size - few) for few in range(min(least, size + 1)))
    return 1 - fewer / whole


def know(phase: Bidding | SpadesTricks, seat: int, hand: Hand, fallen: Sequence[Card], memory: bool = True) -> Table:
    """What ``seat`` knows of the others' cards; without ``memory`` only what lies on the table."""
    gone = {*hand, *fallen}
    unseen: dict[Suit, list[Card]] = {suit: [] for suit in SUITS}
    for card in pack_for(phase.options, phase.seats):
        if card not in gone:
            unseen[card.suit].append(card)
    others = tuple((seat + turn) % phase.seats for turn in range(1, phase.seats))
    voids: dict[int, set[Suit]] = {at: set() for at in others}
    if isinstance(phase, SpadesTricks) and memory:
        for trick in (*(taken.trick for taken in phase.done), phase.trick):
            for at, card in trick.plays()[1:]:
                if at in voids and card.suit != trick.cards[0].suit:
                    voids[at].add(trick.cards[0].suit)
    return Table(
        unseen={suit: tuple(cards) for suit, cards in unseen.items()}, others=others,
        sizes=tuple(len(phase.hands[at]) for at in others), voids=tuple(frozenset(voids[at]) for at in others),
    )  # fmt: skip


# -- counting a hand -------------------------------------------------------------------------------


class Counter:
    """Counts hands against one table; suits that were counted before are remembered."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._side: dict[tuple[Suit, Hand], float] = {}
        self._ruffs: dict[tuple[Suit, int], float] = {}
        self._follow: dict[tuple[Suit, int], float] = {}
        self._long: dict[int, float] = {}

    def tricks(self, hand: Hand) -> float:
        """How many tricks ``hand``, each suit from high to low, can expect."""
        suits = {suit: tuple(card for card in hand if card.suit == suit) for suit in SUITS}
        side = sum(self._side_suit(suit, suits[suit]) for suit in SUITS if suit != TRUMP)
        ruffs = sum(self._ruffed(suit, len(suits[suit])) for suit in SUITS if suit != TRUMP)
        return side + self._trumps(suits[TRUMP], ruffs)

    def _side_suit(self, suit: Suit, held: Hand) -> float:
        key = (suit, held)
        if key not in self._side:
            self._side[key] = sum(
                chance * self._followed(suit, turn) for chance, turn in self._by_rank(suit, held) if chance
            )
        return self._side[key]

    def _by_rank(self, suit: Suit, held: Hand) -> list[tuple[float, int]]:
        """For each card how likely it is high when it is played, and in which round of the suit that is."""
        unseen = self.table.unseen[suit]
        found = []
        for at, card in enumerate(held):
            higher = sum(HEIGHT[other.rank] > HEIGHT[card.rank] for other in unseen)
            turn = at + 1 + higher
            lacking = max(0, turn - len(held))
            found.append((UNGUARDED**lacking if lacking <= MOST_LACKING else 0.0, min(turn, len(held))))
        return found

    def _followed(self, suit: Suit, turn: int) -> float:
        key = (suit, turn)
        if key not in self._follow:
            self._follow[key] = self.table.all_follow(suit, turn)
        return self._follow[key]

    def _ruffed(self, suit: Suit, length: int) -> float:
        """How many tricks of ``suit`` can be ruffed by a hand that has so many cards of it."""
        key = (suit, length)
        if key not in self._ruffs:
            each = len(self.table.unseen[suit]) / len(self.table.others)
            turns = range(length + 1, min(MOST_ROUNDS, int(2 * each)) + 1)
            self._ruffs[key] = sum(self._followed(suit, turn) for turn in turns)
        return self._ruffs[key]

    def _trumps(self, held: Hand, ruffs: float) -> float:
        """High spades, long ones, and small ones that ruff."""
        high = [chance for chance, _turn in self._by_rank(TRUMP, held)]
        sure = [max(chance, self._is_long(at + 1)) for at, chance in enumerate(high)]
        spare = len(held) - sum(sure)
        return sum(sure) + min(ruffs, spare)

    def _is_long(self, turn: int) -> float:
        """How likely nobody else has a spade left when so many rounds of them are played."""
        if turn not in self._long:
            chance = 1.0
            for at in range(len(self.table.others)):
                chance *= 1 - self.table.holds(at, TRUMP, turn)
            self._long[turn] = chance
        return self._long[turn]


def high_cards(hand: Hand) -> float:
    """A beginner's count: aces, kings that are not alone, spades from the queen on."""
    length = {suit: sum(card.suit == suit for card in hand) for suit in SUITS}
    count = 0.0
    for card in hand:
        if card.suit == TRUMP:
            count += card.rank in ("BJ", "LJ", "A", "K", "Q")
        elif card.rank == "A":
            count += 1
        elif card.rank == "K" and length[card.suit] > 1:
            count += 0.5
    return count
