"""The playout engine: the same public moment in many worlds, played on a card at a time in all of them together.

One engine for every game; what differs is in its `Tables`. Nothing here decides which card is played: policies do.
The readable rules are the judge: a differential test plays both side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks, above, suit_mask, suits_of, topped
from game.ai.batch.tables import Tables, tables_for
from game.engine.cards import HIDDEN, SUITS, Suit
from game.engine.tricks import Tricks

Counts: TypeAlias = NDArray[np.int16]
Places: TypeAlias = NDArray[np.intp]
Policy: TypeAlias = Callable[["Batch", Masks], Masks]
"""(batch, legal cards of who is to play, by world) -> the card played, by world."""

ZERO = np.uint64(0)
MOST_TRICKS: Final = 52
"""No deal has more."""


class Start(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The public side of a moment, the same in all its worlds.

    ``players``: the seats at play in order of play; all else counts them from 0. ``turn``: who plays next;
    ``trick``: the cards of the trick so far, 0 for one that lies face down, and ``first``: who led; ``taken``: the
    cards each has taken, without those that fell face down; ``tricks``: how many each has won; ``sizes``: how
    many cards each holds; ``stock``: cards left to draw; ``done``: tricks done; ``broken``: whether a trump has fallen
    in them; ``lacks``: the suits that each has shown not to hold, where suit is followed.
    """

    tables: Tables
    players: tuple[int, ...]
    first: int
    trick: tuple[int, ...]
    trump: int
    taken: tuple[int, ...]
    tricks: tuple[int, ...]
    sizes: tuple[int, ...]
    stock: int
    done: int
    broken: bool
    lacks: tuple[int, ...]

    @property
    def turn(self) -> int:
        return (self.first + len(self.trick)) % len(self.players)


def start_of(phase: Tricks) -> Start:
    """The public side of ``phase``, masked or not. The trump of a blind first trick counts as none."""
    tables, bits = tables_for(phase), tables_for(phase).bits
    players = tuple(sorted(phase.trick.seats))
    taken, tricks = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for one in phase.done:
        open_cards = one.trick.seen_by(None).cards
        taken[one.winner] |= bits.mask(card for card in open_cards if card is not HIDDEN)
        tricks[one.winner] += 1
    fallen, trump = phase.trick.seen_by(None).cards, suit_mask(phase.trump)
    return Start(
        tables=tables, players=players, first=players.index(phase.trick.seats[0]),
        trick=tuple(0 if card is HIDDEN else 1 << bits.numbers[card] for card in fallen),
        trump=trump,
        taken=tuple(taken.values()), tricks=tuple(tricks.values()),
        sizes=tuple(len(phase.hands[seat]) for seat in players),
        stock=phase.to_draw, done=len(phase.done),
        broken=any(cards & trump for cards in taken.values()),
        lacks=tuple(sum(map(suit_mask, shown_void(phase, seat))) if tables.follows else 0 for seat in players),
    )  # fmt: skip


def shown_void(phase: Tricks, seat: int) -> frozenset[Suit]:
    """The suits that ``seat`` has shown not to hold, in a game in which suit is followed."""
    found = set[Suit]()
    for trick in (*(taken.trick for taken in phase.done), phase.trick):
        for who, card in trick.plays():
            led = trick.cards[0].suit
            if who == seat and card.suit in SUITS and led in SUITS and card.suit != led:
                found.add(led)
    return frozenset(found)


class Batch:
    """Worlds in the same public moment; column ``w`` of every array is world ``w``.

    ``hands``, ``taken``: sets of cards by player and world; ``tricks``: tricks won; ``stock``: the cards to be drawn,
    in order; ``trump``: by world all cards of the trump suit (none: 0). ``at``: who is to play, as an index into
    a flattened (player, world) array; ``taker`` the same of who has the trick. ``over``: the cards that would take it;
    ``led``: all cards of the suit led; ``fallen``: all cards that have been seen; ``lacks``: by player and world the
    suits that each has shown not to hold, where suit is followed. Playing changes the batch.
    """

    def __init__(self, start: Start, hands: Masks, stock: Masks, trump: Masks | None = None) -> None:
        """``hands``: (players, worlds); ``stock``: (cards to draw, worlds); ``trump``: by world where it differs."""
        self.tables = start.tables
        self.start = start
        players, width = int(hands.shape[0]), int(hands.shape[1])
        self.players, self.width = players, width
        self.size = players * width
        self.column: Places = np.arange(width, dtype=np.intp)
        self.hands = np.ascontiguousarray(hands).reshape(-1).copy()
        self.stock = stock
        self.drawn = 0
        self.trump = np.full(width, start.trump, np.uint64) if trump is None else trump
        self.taken = np.repeat(np.array(start.taken, np.uint64), width)
        self.tricks = np.repeat(np.array(start.tricks, np.int16), width)
        self.done = start.done
        self.left = sum(start.sizes) + len(stock) + len(start.trick)
        self.broken = np.full(width, start.broken)
        self.lacks = np.repeat(np.array(start.lacks, np.uint64), width)
        self.fallen = np.full(width, int(np.bitwise_or.reduce(np.array([*start.taken, 0], np.uint64))), np.uint64)
        self.at: Places = self.column + start.first * width
        self._lead()
        for bit in start.trick:
            self._put(np.full(width, bit, np.uint64))

    def copy(self, columns: Places | None = None) -> Batch:
        """These worlds once more, or those of ``columns``, which may name a world several times."""
        other = object.__new__(Batch)
        other.__dict__.update(self.__dict__)
        if columns is None:
            for name in ("hands", "taken", "tricks", "lacks", "at", "trick"):
                setattr(other, name, getattr(self, name).copy())
            return other
        width = len(columns)
        other.width, other.size = width, width * self.players
        other.column = np.arange(width, dtype=np.intp)
        for name in ("hands", "taken", "tricks", "lacks"):
            setattr(other, name, getattr(self, name).reshape(self.players, -1)[:, columns].reshape(-1))
        for name in ("trump", "broken", "fallen", "trick", "over", "led"):
            setattr(other, name, getattr(self, name)[columns])
        other.at = (self.at // self.width)[columns] * width + other.column
        other.taker = (self.taker // self.width)[columns] * width + other.column
        other.stock = self.stock[:, columns]
        return other

    @property
    def in_trump_tricks(self) -> bool:
        """Whether trumps must be played and other cards fall face down."""
        return self.done < self.tables.trump_tricks

    @property
    def behind(self) -> int:
        """How many play to the trick after who is to play."""
        return self.players - 1 - self.played

    def turns(self) -> Places:
        """Who is to play, by world."""
        turns: Places = self.at // self.width
        return turns

    def held(self) -> Masks:
        """The hand of who is to play."""
        return self.hands.take(self.at)

    def legal(self) -> Masks:
        """The cards that may be played; nothing that the readable rules refuse."""
        hand, tables = self.held(), self.tables
        if self.in_trump_tricks:
            return _else(hand & self.trump, hand)
        if self.played == 0:
            if tables.breaks:
                return _else(np.where(self.broken, hand, hand & ~self.trump), hand)
            return hand & ~topped(hand) if self.done < tables.high_tricks else hand
        if not tables.follows:
            return hand
        found = hand & self.led
        if tables.trumps:
            found = _else(found, hand & self.trump)
        return _else(found, hand)

    def play(self, bits: Masks) -> None:
        """Who is to play plays these cards, one in each world."""
        self.hands[self.at] ^= bits
        self._put(bits)

    def finish(self, policy: Policy, tricks: int = MOST_TRICKS) -> None:
        """Play until so many tricks are done, or to the end."""
        while self.left and (self.played or self.done < tricks):
            self.play(policy(self, self.legal()))

    def points(self) -> Counts:
        """What each player has taken, (players, worlds): card points, or tricks where those count."""
        if not self.tables.values:
            return self.tricks.reshape(self.players, -1)
        sums = np.zeros(self.size, np.int16)
        for points, cards in self.tables.values:
            sums += np.bitwise_count(self.taken & np.uint64(cards)) * np.int16(points)
        return sums.reshape(self.players, -1)

    # -- a card falls --------------------------------------------------------------------------------

    def _put(self, bits: Masks) -> None:
        if self.in_trump_tricks:
            bits = bits & self.trump
        if self.played == 0:
            self._led_by(bits)
        else:
            self._follow(bits)
        self.trick |= bits
        self.fallen = self.fallen | bits
        self.played += 1
        self.left -= 1
        if self.played == self.players:
            self._take()
        else:
            self.at = self.at + self.width
            self.at -= (self.at >= self.size) * self.size

    def _led_by(self, bits: Masks) -> None:
        self.taker: Places = self.at
        if self.in_trump_tricks:
            self.led = self.trump
            self.over = np.where(bits != ZERO, self.trump & above(bits), self.trump)
            return
        self.led = suits_of(bits)
        over = self.led & above(bits)
        self.over = np.where((bits & self.trump) != ZERO, over, over | self.trump)

    def _follow(self, bits: Masks) -> None:
        if self.tables.follows:
            self.lacks[self.at] |= np.where((bits & self.led) != ZERO, ZERO, self.led)
        takes = (bits & self.over) != ZERO
        self.taker = np.where(takes, self.at, self.taker)
        trumps = (bits & self.trump) != ZERO
        over = np.where(trumps, above(bits) & self.trump, above(bits) | self.trump)
        self.over = np.where(takes, self.over & over, self.over)

    def _take(self) -> None:
        self.taken[self.taker] |= self.trick
        self.tricks[self.taker] += 1
        if self.tables.breaks:
            self.broken = self.broken | ((self.trick & self.trump) != ZERO)
        self.done += 1
        self.at = self.taker
        if self.drawn < len(self.stock):
            self._draw()
        self._lead()

    def _draw(self) -> None:
        at = self.taker
        for _player in range(self.players):
            self.hands[at] |= self.stock[self.drawn]
            self.drawn += 1
            at = at + self.width
            at = at - (at >= self.size) * self.size

    def _lead(self) -> None:
        self.played: int = 0
        self.trick = np.zeros(self.width, np.uint64)
        self.over = np.full(self.width, ~ZERO)
        self.led = np.zeros(self.width, np.uint64)
        self.taker = self.at


def _else(masks: Masks, others: Masks) -> Masks:
    """Each set, or the other one where it is empty."""
    return np.where(masks != ZERO, masks, others)
