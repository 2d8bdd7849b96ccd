"""`counting` over arrays: how many tricks many hands can expect, whole and without each of their cards.

The same sums as `counting.Counter` makes for one hand; a test holds the two together. A hand is spread out suit by
suit: what a card promises follows from its place in its suit, and when one is taken out of the suit, those above it
keep their place in a shorter suit, those below move up by one. So two running sums give every suit without each card.
"""

from __future__ import annotations

from functools import cache
from math import lgamma
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, SUIT_BITS, Masks, above
from game.ai.batch.playout import ZERO
from game.ai.batch.policy import spread
from game.ai.spades.bids import SPADES
from game.ai.spades.counting import MOST_LACKING, MOST_ROUNDS, UNGUARDED
from game.engine.cards import SUITS

Shares: TypeAlias = NDArray[np.float32]
"""Chances, or tricks to be expected."""
Numbers: TypeAlias = NDArray[np.int32]

LANE: Final = 16
"""So many bits has each suit of a hand that is sorted by suits."""
LANES: Final = np.array([((1 << LANE) - 1) << LANE * suit for suit in range(len(SUITS))], np.uint64)
OF_SUIT: Final = np.array([int(SUIT_BITS) << suit for suit in range(len(SUITS))], np.uint64)
"""All cards of each suit, as bits of a ranking."""
SWAPS: Final = tuple(
    (np.uint64(low), np.uint64(shift))
    for low, shift in (
        (0x0A0A0A0A0A0A0A0A, 3), (0x00CC00CC00CC00CC, 6), (0x0000F0F00000F0F0, 12), (0x00000000FF00FF00, 24),
    )
)  # fmt: skip
"""Bits that change places with those so far above them: the two lowest digits of a card's number become the highest."""
TURNS: Final = 17
"""Rounds of a suit, none and all its cards among them."""
ROOMS, MARKED, SIZES = 55, 17, 27
"""More cards than the others hold together, than a suit has, than one of them holds."""
SURE: Final = np.array([UNGUARDED**lacking for lacking in range(MOST_LACKING + 1)] + [0.0] * 2 * TURNS, np.float32)
"""By the guards that a card lacks: how likely it is high."""


@cache
def lacking() -> Shares:
    """(room, marked, size; least) -> how likely ``size`` of ``room`` places hold fewer than ``least`` of ``marked``
    cards: what `counting.at_least` leaves."""
    logs = np.array([lgamma(number + 1) for number in range(ROOMS + 1)])
    room, marked, size, held = np.ogrid[:ROOMS, :MARKED, :SIZES, : TURNS - 1]
    marked, size = np.minimum(marked, room), np.minimum(size, room)
    can = (held <= marked) & (held <= size) & (size - held <= room - marked)
    few, rest = np.minimum(held, marked), np.clip(size - held, 0, room - marked)

    def ways(whole: NDArray[np.intp], part: NDArray[np.intp]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = logs[whole] - logs[part] - logs[whole - part]
        return found

    odds = np.where(can, np.exp(ways(marked, few) + ways(room - marked, rest) - ways(room, size)), 0.0)
    fewer = np.concatenate([np.zeros((*odds.shape[:-1], 1)), np.cumsum(odds, axis=-1)], axis=-1)
    found: Shares = np.minimum(fewer, 1.0).reshape(-1, TURNS).astype(np.float32)
    return found


@cache
def holding_none() -> Shares:
    """(room, marked, size) -> how likely they hold none."""
    return np.ascontiguousarray(lacking()[:, 1])


@cache
def _rounds(turns: int) -> Shares:
    """`lacking` for fewer rounds."""
    return np.ascontiguousarray(lacking()[:, :turns])


def by_suit(masks: Masks) -> Masks:
    """Sets of cards sorted by suits: the bit of a card is then ``LANE * suit + height``."""
    for low, shift in SWAPS:
        moved = (masks ^ (masks >> shift)) & low
        masks = masks ^ moved ^ (moved << shift)
    return masks


class Count:
    """Hands (worlds,) counted by who holds them. ``unseen``: the cards that are all with the others, who hold so many
    each (``sizes``, in order of play after him) and have shown not to hold the suits ``lacks``, (others, worlds).

    ``whole``: the tricks of each hand; all else is by (cards of the hand, worlds): the ``cards``, their ``suit``,
    whether they are ``trump``, their ``height``, how many ``higher`` ones are out, and the tricks of the hand
    ``without`` them. ``out``: by (suits, worlds), how many cards are unseen.
    """

    def __init__(self, hands: Masks, unseen: Masks, sizes: tuple[int, ...], lacks: Masks) -> None:
        self.sizes = sizes
        self.column: Numbers = np.arange(len(hands), dtype=np.int32)
        self.out: Numbers = np.bitwise_count(unseen & OF_SUIT[:, None]).astype(np.int32)
        self._may = ((lacks[:, None] & OF_SUIT[:, None]) == ZERO).reshape(len(sizes), -1)
        each = np.array(sizes, np.int32)[:, None]
        self._room: Numbers = (each * self._may).sum(axis=0, dtype=np.int32) * np.int32(MARKED * SIZES)
        self._spread(*by_suit(np.stack([hands, unseen])))
        followed, alone = self._followed()
        self._count(followed, alone)

    def at(self, suit: Numbers) -> Numbers:
        """Where a suit stands in what is known by suit and world."""
        places: Numbers = suit * np.int32(len(self.column)) + self.column
        return places

    def none_of(self, other: int, place: Numbers, wanted: Numbers) -> Shares:
        """How likely the other number ``other`` holds none of so many cards of the suit at ``place``."""
        row = self._room.take(place) + wanted * np.int32(SIZES) + np.int32(self.sizes[other])
        found: Shares = holding_none().take(row * self._may[other].take(place))
        return found

    def void(self, other: int, place: Numbers) -> Shares:
        """How likely he has nothing of the suit at ``place``."""
        found: Shares = self._void[other].take(place)
        return found

    def _spread(self, hands: Masks, unseen: Masks) -> None:
        cards = spread(hands)
        number = np.bitwise_count(cards - ONE)
        height = number & np.uint8(LANE - 1)
        self.suit = (number >> np.uint8(4)).astype(np.int32)
        self.height = height.astype(np.int32)
        self.trump = self.suit == SPADES
        self.cards: Masks = ONE << (height * np.uint8(4) + self.suit.astype(np.uint8)).astype(np.uint64)
        lane = LANES[self.suit]
        over = lane & above(cards)
        self.higher: Numbers = np.bitwise_count(unseen & over).astype(np.int32)
        self._turn = np.bitwise_count(hands & over).astype(np.int32) + np.int32(1)
        self._length = np.bitwise_count(hands & lane).astype(np.int32)
        self._lengths = np.bitwise_count(hands & LANES[:, None]).astype(np.int32)

    def _followed(self) -> tuple[Shares, Shares]:
        """By suit, world and round: how likely a trick is not ruffed when it is played so often; and how likely nobody
        else has a spade left, by world and round."""
        most = max(int(self._length.max()), int(2 * self.out.max()) // len(self.sizes))
        sizes = np.array(self.sizes, np.int32)[:, None]
        places = (self._room + self.out.reshape(-1) * np.int32(SIZES) + sizes) * self._may
        fewer = _rounds(min(MOST_ROUNDS + 4, most + 2)).take(places, axis=0)
        self._void = np.ascontiguousarray(fewer[..., 1])
        fewer = fewer.reshape(len(self.sizes), len(SUITS), len(self.column), -1)
        alone = fewer[:, SPADES].prod(axis=0)
        fewer *= fewer[:, None, SPADES, :, 1:2] - 1
        fewer += 1
        return fewer.prod(axis=0), alone

    def _count(self, followed: Shares, alone: Shares) -> None:
        turns = np.int32(followed.shape[-1])
        place = self.at(self.suit)
        whole, over, under = self._running(followed, alone, place * turns)
        ends = self._lengths.cumsum(axis=0, dtype=np.int32) * np.int32(len(self.column)) + self.column
        begins = np.concatenate([self.column[None], ends[:-1]])
        each = whole.take(ends) - whole.take(begins)
        left = over.take(ends.take(place)) - over[1:] + under[:-1] - under.take(begins.take(place))
        ruffs, shorter = self._ruffs(followed, place)
        spades, spare, ruffed = each[SPADES], self._lengths[SPADES] - each[SPADES], ruffs.sum(axis=0)
        sides = each.sum(axis=0) - spades
        self.whole: Shares = sides + spades + np.minimum(ruffed, spare)
        more = ruffed + shorter - ruffs.take(place)
        side = sides + spades - each.take(place) + left + np.minimum(more, spare)
        spade = sides + left + np.minimum(ruffed, self._lengths[SPADES] - 1 - left)
        self.without: Shares = np.where(self.trump, spade, side)

    def _ruffs(self, followed: Shares, place: Numbers) -> tuple[Shares, Shares]:
        """How many tricks of each suit can be ruffed, (suits, worlds), and of each card's suit without the card."""
        turns = np.int32(followed.shape[-1])
        followed[..., 0] = 0
        run = followed.cumsum(axis=-1).reshape(-1)
        start = self.at(np.arange(len(SUITS), dtype=np.int32)[:, None]) * turns
        last = run.take(start + np.minimum(MOST_ROUNDS, 2 * self.out // len(self.sizes)))
        ruffs = np.maximum(0, last - run.take(start + self._lengths))
        ruffs[SPADES] = 0
        return ruffs, np.maximum(0, last.take(place) - run.take(place * turns + self._length - 1))

    def _running(self, followed: Shares, alone: Shares, place: Numbers) -> Shares:
        """What the cards promise, summed up so far: in the whole hand, when one below them is gone, and when one above
        them is; (3, cards and none, worlds)."""
        met = followed.copy()
        met[SPADES] = alone
        reached = self._turn + self.higher
        short = reached - self._length
        lacking, turns = np.empty((2, 3, *short.shape), np.int32)
        lacking[:] = np.maximum(short, 0)
        lacking[1] = np.maximum(short + 1, 0)
        turns[0] = np.where(self.trump, self._turn, np.minimum(reached, self._length))
        turns[1] = np.where(self.trump, self._turn, np.minimum(reached, self._length - 1))
        turns[2] = turns[0] - 1
        turns += place
        high, by_length = SURE.take(lacking), met.reshape(-1).take(turns)
        likely = np.where(self.trump, np.maximum(high, by_length), high * by_length)
        found = np.zeros((3, len(short) + 1, len(self.column)), np.float32)
        np.cumsum(likely, axis=1, out=found[:, 1:])
        return found
